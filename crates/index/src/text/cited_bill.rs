/*!
Parses citations of federal bills by number and Congress: `H.R. 3684, 117th Cong.`

A bill's own citation names only the law that it became (`Pub. L. 117-58`), so these citations are looked up by id,
which has both numbers.
*/

use lexdex_core::steps;

use crate::text::tokenizer::joined_normalized_words;

/// The types of federal bills as written in ids, each with the letters of its numbers: the usual ones, and those of the
/// Bluebook (rule 13.2).
const TYPES: &[(&str, &[&str])] = &[
    ("hr", &["hr"]),
    ("hres", &["hres", "hrres"]),
    ("hjres", &["hjres", "hrjres"]),
    ("hconres", &["hconres", "hrconres"]),
    ("s", &["s"]),
    ("sres", &["sres"]),
    ("sjres", &["sjres"]),
    ("sconres", &["sconres"]),
];

/// The maximum number of words from the number of a bill to the session: those of `H.R. Con. Res. 5, 111th Cong., 1st
/// Sess.`, and one for each letter that a writer may separate.
const MAX_BILL_WORDS: usize = 20;

/// The words of the text between two commas.
struct CommaSegment {
    /// The words before the first parenthesis or section sign.
    words: String,
    /// The words after it; `None` without one.
    rest: Option<String>,
}

/// Returns the id of the bill that a normalized citation names by number and Congress; `None` for other citations. A
/// name with a comma may precede the number; a session, a section and the year may follow the Congress.
pub(crate) fn id(citation: &str) -> Option<String> {
    let pieces: Vec<CommaSegment> =
        citation.split(',').map(CommaSegment::new).filter(|piece| !piece.is_empty()).collect();
    let mut starts = (0..pieces.len()).filter(|start| *start == 0 || !pieces[start - 1].ends_with_number_of_bill());
    starts.find_map(|start| id_without_name(&pieces[start..]))
}

impl CommaSegment {
    fn new(text: &str) -> Self {
        let end = text.find(['(', '§']);
        let (before, rest) = end.map_or((text, None), |end| (&text[..end], Some(&text[end..])));
        Self { words: joined_normalized_words(before), rest: rest.map(joined_normalized_words) }
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty() && self.rest.is_none()
    }

    /// Returns whether the text ends with the number of another bill, and so is not a name.
    fn ends_with_number_of_bill(&self) -> bool {
        let words = self.words.split(' ').chain(self.rest.iter().flat_map(|rest| rest.split(' ')));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        matches!(words.as_slice(), [letters @ .., number] if bill_type(letters).is_some() && is_plain(number))
    }
}

/// Like [`id`], for a citation that begins with the number. Text from the first parenthesis or section sign on is
/// ignored.
fn id_without_name(pieces: &[CommaSegment]) -> Option<String> {
    // Each piece has a word or ends the citation, so a start never reads many of them.
    let pieces = &pieces[..pieces.len().min(MAX_BILL_WORDS + 1)];
    steps::add(pieces.len());
    let n_pieces = pieces.iter().position(|piece| piece.rest.is_some()).map_or(pieces.len(), |last| last + 1);
    let words = pieces[..n_pieces].iter().flat_map(|piece| piece.words.split(' ')).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.take(MAX_BILL_WORDS + 1).collect();
    if words.len() > MAX_BILL_WORDS {
        return None;
    }
    let (letters, number, congress) = match without_session(&words) {
        [letters @ .., number, congress, "st" | "nd" | "rd" | "d" | "th", "cong" | "congress"]
        | [letters @ .., number, congress, "cong" | "congress"] => (letters, number, congress),
        _ => return None,
    };
    let bill_type = bill_type(letters)?;
    (is_plain(number) && is_plain(congress)).then(|| format!("federal-{congress}-{bill_type}-{number}"))
}

/// Removes a session of the Congress at the end: `1st Sess.`
fn without_session<'s, 'w>(words: &'s [&'w str]) -> &'s [&'w str] {
    match words {
        [rest @ .., "1" | "2" | "3", "st" | "nd" | "rd" | "d", "sess" | "session"]
        | [rest @ .., "first" | "second" | "third", "sess" | "session"] => rest,
        words => words,
    }
}

/// Returns the type of bills with these letters, as written in ids.
fn bill_type(letters: &[&str]) -> Option<&'static str> {
    let letters = letters.concat();
    TYPES.iter().find(|(_, spellings)| spellings.contains(&letters.as_str())).map(|(bill_type, _)| *bill_type)
}

/// Whether a word is a number without leading zeros.
fn is_plain(number: &str) -> bool {
    number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenizer::normalize_words;

    #[test]
    fn bill_is_named_by_its_number_and_its_congress() {
        for (citation, expected) in [
            ("H.R. 3684, 117th Cong.", "federal-117-hr-3684"),
            ("hr3684 117th congress", "federal-117-hr-3684"),
            ("H.R.3684 - 117th Congress (2021-2022)", "federal-117-hr-3684"),
            ("H. R. 3684, 117 Cong.", "federal-117-hr-3684"),
            ("S. 1, 101st Cong. (1989)", "federal-101-s-1"),
            ("S. 1, 102d Cong.", "federal-102-s-1"),
            ("S. 1, 102nd Cong.", "federal-102-s-1"),
            ("S. 1, 103rd Cong.", "federal-103-s-1"),
            ("H.R.J. Res. 40, 111th Cong.", "federal-111-hjres-40"),
            ("H.J. Res. 40, 111th Cong.", "federal-111-hjres-40"),
            ("H. Con. Res. 5, 111th Cong.", "federal-111-hconres-5"),
            ("H.R. Con. Res. 5, 111th Cong.", "federal-111-hconres-5"),
            ("H. Res. 5, 111th Cong.", "federal-111-hres-5"),
            ("H.R. Res. 5, 111th Cong.", "federal-111-hres-5"),
            ("S. Con. Res. 5, 111th Cong.", "federal-111-sconres-5"),
            ("S.J. Res. 5, 111th Cong.", "federal-111-sjres-5"),
            ("S. Res. 5, 111th Cong.", "federal-111-sres-5"),
            ("H.R. 3684, 117th Cong., 1st Sess. (2021)", "federal-117-hr-3684"),
            ("H.R. 3684, 117th Cong., 2d Session", "federal-117-hr-3684"),
            ("H.R. 3684, 117th Congress, First Session", "federal-117-hr-3684"),
            ("H.R. 3684, 117th Cong. § 5 (2021)", "federal-117-hr-3684"),
            ("H.R. 3684, 117th Cong., 1st Sess., §5(a)", "federal-117-hr-3684"),
            ("Infrastructure Investment and Jobs Act, H.R. 3684, 117th Cong. (2021)", "federal-117-hr-3684"),
            ("Food, Drug, and Act of 2021 (FDA), S. 7, 117th Cong. § 2 (2021)", "federal-117-s-7"),
        ] {
            assert_eq!(id(&normalize_words(citation)).as_deref(), Some(expected), "{citation}");
        }
    }

    #[test]
    fn other_text_names_no_bill() {
        for citation in [
            "",
            "H.R. 3684",
            "117th Cong.",
            "3684, 117th Cong.",
            "A.B. 3684, 117th Cong.",
            "H.R. 0, 117th Cong.",
            "H.R. 1, 0117th Cong.",
            "H.R. 1, 117th Cong. 2",
            "H.R. 1, 117th Cong., 4th Sess.",
            "H.R. 1, S. 2, 117th Cong.",
            "An Act, H.R. 1",
            "An Act, 117th Cong.",
            "H.R. ٣, 117th Cong.",
            "(H.R. 1, 117th Cong.)",
            "Pub. L. 117-159",
        ] {
            assert_eq!(id(&normalize_words(citation)), None, "{citation}");
        }
    }
}
