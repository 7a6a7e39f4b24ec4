/*!
Normalizes signs that people and word processors write in several ways, so that the parsers of citations handle only one
form of each.
*/

use std::ops::Range;

use crate::steps;

/// Headings of the parts of a table of authorities, in lower case.
const HEADINGS: &[&str] = &[
    "authorities",
    "bills",
    "cases",
    "constitution",
    "constitutional provisions",
    "constitutions",
    "federal cases",
    "federal statutes",
    "other authorities",
    "page",
    "page(s)",
    "pages",
    "regulations",
    "rules",
    "state cases",
    "state statutes",
    "statutes",
    "table of authorities",
    "table of cases",
    "treatises",
];

/// The dots between an entry of a table and its pages.
const LEADERS: &[&str] = &["....", ". . . . .", "……"];

/// The end of a paragraph. No citation or name continues after it.
pub(crate) const PARAGRAPH_END: u8 = b'\n';

/// A normalized text. White space becomes a single space, or a line feed for an empty line. Dashes, apostrophes and
/// quotation marks become their ASCII forms. Zero-width characters are removed, as are hyphens at the ends of lines.
pub(crate) struct CleanText<'t> {
    original: &'t str,
    text: String,
    /// The original position of each byte, and of the end.
    positions: Vec<usize>,
}

impl<'t> CleanText<'t> {
    pub(crate) fn new(original: &'t str) -> Self {
        let mut clean = Self {
            original,
            text: String::with_capacity(original.len()),
            positions: Vec::with_capacity(original.len()),
        };
        let mut characters = original.char_indices().peekable();
        while let Some((position, character)) = characters.next() {
            let n_skipped = clean.mark_of_page(position);
            if n_skipped > 0 {
                while characters.next_if(|(next, _)| *next < position + n_skipped).is_some() {}
                continue;
            }
            if !character.is_whitespace() {
                clean.push(character, position);
                continue;
            }
            let mut n_line_feeds = usize::from(character == '\n');
            while let Some((_, next)) = characters.next_if(|(_, next)| next.is_whitespace()) {
                n_line_feeds += usize::from(next == '\n');
            }
            let is_paragraph_end =
                n_line_feeds > 1 || character == '\u{2029}' || n_line_feeds == 1 && ends_in_table(original, position);
            let next = characters.peek().map(|(_, next)| *next);
            if n_line_feeds == 1 && clean.joins_lines(position, next) {
                continue;
            }
            clean.push(if is_paragraph_end { char::from(PARAGRAPH_END) } else { ' ' }, position);
        }
        clean.positions.push(original.len());
        clean
    }

    /// Returns whether the last line ends inside a word or a number. Removes the hyphen of a word.
    fn joins_lines(&mut self, end: usize, next: Option<char>) -> bool {
        let is_soft = self.original[..end].ends_with('\u{ad}');
        let before = self.text.strip_suffix('-').unwrap_or_default();
        let is_in_number = before.ends_with(char::is_alphanumeric) && next.is_some_and(|next| next.is_ascii_digit());
        let is_in_word = before.ends_with(char::is_alphabetic) && next.is_some_and(char::is_lowercase);
        if is_in_word {
            self.text.pop();
            self.positions.pop();
        }
        is_soft || is_in_number || is_in_word
    }

    /// Returns the length of the mark of a page inside a citation, such as `*355 ` in `135 *355 Mass. 147`.
    fn mark_of_page(&self, position: usize) -> usize {
        let is_after_number =
            || self.text.strip_suffix(' ').is_some_and(|text| text.ends_with(|last: char| last.is_ascii_digit()));
        let Some(after) = self.original[position..].strip_prefix('*').filter(|_| is_after_number()) else {
            return 0;
        };
        let next = after.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let is_before_name = next.strip_prefix(' ').is_some_and(|next| next.starts_with(char::is_uppercase));
        if is_before_name && next.len() < after.len() { after.len() - next.len() + 2 } else { 0 }
    }

    fn push(&mut self, character: char, position: usize) {
        let Some(character) = plain(character) else {
            return;
        };
        self.text.push(character);
        self.positions.extend((0..character.len_utf8()).map(|n_bytes| position + n_bytes));
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Converts a range of this text to the range in the original.
    pub(crate) fn range_in_original(&self, range: &Range<usize>) -> Range<usize> {
        self.positions[range.start]..self.positions[range.end]
    }

    pub(crate) fn original(&self, range: &Range<usize>) -> &'t str {
        &self.original[self.range_in_original(range)]
    }
}

/// Returns whether the line that ends at a position is an entry of a table of authorities with its pages, or a heading
/// in it. The next line is another entry.
fn ends_in_table(text: &str, end: usize) -> bool {
    let start = text[..end].rfind('\n').map_or(0, |line_feed| line_feed + 1);
    let line = text[start..end].trim();
    steps::add(line.len());
    let after = |leader: &&str| Some(&line[line.rfind(*leader)? + leader.len()..]);
    let pages = LEADERS.iter().filter_map(after).min_by_key(|pages| pages.len());
    let is_of_pages = |word: &str| matches!(word, "passim" | "&") || word.ends_with(|last: char| last.is_ascii_digit());
    match pages.map(|pages| pages.trim_matches([' ', '.', '…'])) {
        Some(pages) => pages.split([' ', ',']).filter(|word| !word.is_empty()).all(is_of_pages) && !pages.is_empty(),
        None => HEADINGS.iter().any(|heading| line.eq_ignore_ascii_case(heading)),
    }
}

/// Returns the normalized form of a character; `None` if it has no width.
fn plain(character: char) -> Option<char> {
    match character {
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => None,
        '‘' | '’' | 'ʼ' | '‛' | '′' => Some('\''),
        '“' | '”' | '„' | '″' => Some('"'),
        '\u{2010}'..='\u{2013}' | '−' => Some('-'),
        _ => Some(character),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_one_form_each() {
        for (original, text) in [
            ("410\u{a0}U.\u{2009}S.\r\n113", "410 U. S. 113"),
            ("a\n \nb\u{2029}c", "a\nb\nc"),
            ("F. App’x, 117–58 “so”", "F. App'x, 117-58 \"so\""),
            ("U.\u{200b}S.\u{ad}", "U.S."),
            ("Lov-\r\n  ing, 2000e-\n5, Smith-\nJones", "Loving, 2000e-5, Smith- Jones"),
            ("Lov-\n\ning", "Lov-\ning"),
            ("Lov\u{ad}\ning", "Loving"),
            ("Cases\nRoe, 1 U.S. 1\n(1990) ..... 3, 5\nDoe", "Cases\nRoe, 1 U.S. 1 (1990) ..... 3, 5\nDoe"),
            ("Roe . . . . . . passim\nDoe .... and\nso", "Roe . . . . . . passim\nDoe .... and so"),
            ("135 *355 Mass. 147", "135 Mass. 147"),
            ("at *3 The, 5 *a", "at *3 The, 5 *a"),
            ("", ""),
        ] {
            assert_eq!(CleanText::new(original).text(), text);
        }
    }

    #[test]
    fn range_leads_back_to_the_original() {
        let clean = CleanText::new("é ’ \u{a0} §\u{ad}§ 1");
        assert_eq!(clean.text(), "é ' §§ 1");
        assert_eq!(clean.original(&(0..2)), "é");
        assert_eq!(clean.original(&(3..4)), "’");
        assert_eq!(clean.original(&(5..9)), "§\u{ad}§");
        assert_eq!(clean.original(&(0..11)), "é ’ \u{a0} §\u{ad}§ 1");
    }
}
