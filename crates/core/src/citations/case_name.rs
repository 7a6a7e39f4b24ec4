/*!
Finds the name of a case before its citation, as in `See Roe v. Wade, 410 U.S. 113`. The text is read backward.
*/

use std::ops::Range;

use crate::citations::abbreviations::spelled_out;
use crate::citations::clean_text::PARAGRAPH_END;
use crate::citations::name_words::{AFTER_COMMA, WORDS_BEFORE, WORDS_INSIDE};
use crate::citations::parenthesis;
use crate::steps;

const MAX_NAME_BYTES: usize = 250;

const MAX_NAME_WORDS: usize = 40;

/// Names with a number that is no mark of a footnote.
const NUMBERED_NAMES: &[&str] = &["3Com", "7Eleven", "4Kids"];

/// Words that begin the name of a case without a `v.`, with the following space.
const PROCEEDINGS: &[&str] = &["In re ", "in re ", "Ex parte ", "ex parte ", "Matter of ", "Estate of "];

pub(crate) struct NameBefore {
    pub(crate) name: Range<usize>,
    /// The year between the name and the citation: `Roe v. Wade (1973) 410 U.S. 113`.
    pub(crate) year: Option<u16>,
}

/// Reads the name before a citation. `citation` is the start of the citation, and `floor` the earliest start of the
/// name.
pub(crate) fn name_before(text: &str, citation: usize, floor: usize) -> Option<NameBefore> {
    let mut floor = floor.max(citation.saturating_sub(MAX_NAME_BYTES));
    while !text.is_char_boundary(floor) {
        floor += 1;
    }
    floor = text[floor..citation].rfind(char::from(PARAGRAPH_END)).map_or(floor, |line_feed| floor + line_feed + 1);
    steps::add(citation - floor);
    let (year, end) = without_year(text, floor, text[floor..citation].trim_end().len() + floor);
    let end = floor + text[floor..end].trim_end_matches([',', ' ']).len();
    let end =
        text[floor..end].strip_suffix("supra").map_or(end, |rest| floor + rest.trim_end_matches([',', ' ']).len());
    let at_v = [" v. ", " vs. ", " v "].iter().filter_map(|v| Some(text[floor..end].rfind(v)? + v.len())).max();
    let after_proceeding = || {
        let before = &text[floor..end];
        PROCEEDINGS.iter().filter_map(|words| Some(before.rfind(words)? + words.len())).max()
    };
    let groups_from = at_v.or_else(after_proceeding).map(|at| floor + at);
    let words = Words { text, floor, end, has_v: at_v.is_some(), groups_from };
    words.name().map(|name| NameBefore { name, year })
}

/// Splits a year in parentheses off the end of a text. Returns the year, and the end of the text before it.
fn without_year(text: &str, floor: usize, end: usize) -> (Option<u16>, usize) {
    let read = || {
        let digits = end.checked_sub(5).filter(|start| *start > floor && text.is_char_boundary(*start))?;
        let year = text[digits..end].strip_suffix(')').and_then(parenthesis::year)?;
        text[floor..digits].strip_suffix('(').map(|before| (Some(year), floor + before.trim_end().len()))
    };
    read().unwrap_or((None, end))
}

/// A text that may end with a name.
struct Words<'t> {
    text: &'t str,
    floor: usize,
    end: usize,
    /// Whether the text has the `v.` of a name.
    has_v: bool,
    /// The position after `v.` or `In re`. From there on, quotation marks and parentheses belong to the name.
    groups_from: Option<usize>,
}

impl Words<'_> {
    /// Finds the name at the end of the text.
    fn name(&self) -> Option<Range<usize>> {
        let mut start = None;
        let (mut at, mut is_after_v, mut is_company, mut next) = (self.end, false, false, "");
        for _ in 0..MAX_NAME_WORDS {
            let group = self.group_start(at);
            let word_start = group.or_else(|| self.word_start(at))?;
            let word = &self.text[word_start..at];
            let role = if group.is_some() { WordRole::Inside } else { self.role(word, next, is_after_v, is_company) };
            // Commas inside the name of a company: `Harper & Row, Publishers, Inc.`
            is_company |= is_after_v && AFTER_COMMA.contains(&word.trim_end_matches(['.', ',']));
            match role {
                WordRole::Versus => is_after_v = true,
                WordRole::Inside => {}
                WordRole::Part => start = Some(word_start),
                WordRole::First { n_skipped } => {
                    start = Some(word_start + n_skipped);
                    break;
                }
                WordRole::Before => break,
            }
            next = word;
            match self.text[self.floor..word_start].strip_suffix(' ') {
                Some(before) if !before.is_empty() => at = self.floor + before.len(),
                _ => break,
            }
        }
        let name = start?..self.without_court_and_docket();
        (name.start < name.end && self.is_name(&name)).then_some(name)
    }

    /// Returns the start of the word that ends at a position.
    fn word_start(&self, end: usize) -> Option<usize> {
        let before = &self.text[self.floor..end];
        let start = before.rfind(' ').map_or(self.floor, |space| self.floor + space + 1);
        (start < end).then_some(start)
    }

    /// Returns the start of words in quotation marks or parentheses that end at a position, as in `In re "Agent Orange"
    /// Product Liability Litigation` and `In re Addicks (Texas) Reservoirs`.
    fn group_start(&self, end: usize) -> Option<usize> {
        let inside = self.text.get(self.groups_from?..end)?.trim_end_matches(',');
        let opening = match inside.as_bytes().last()? {
            b'"' => b'"',
            b')' => b'(',
            _ => return None,
        };
        steps::add(inside.len());
        let start = inside.as_bytes()[..inside.len() - 1].iter().rposition(|byte| *byte == opening)?;
        let is_first_of_word = start == 0 || inside.as_bytes()[start - 1] == b' ';
        let is_name = inside[start + 1..].starts_with(char::is_uppercase);
        (is_first_of_word && is_name).then_some(self.groups_from? + start)
    }

    /// Returns the end of the name before a docket number or a court without parentheses: `Care v. United States, 10
    /// Cir., 231 F.2d 22`.
    fn without_court_and_docket(&self) -> usize {
        let is_court = |part: &str| part.ends_with("Cir.") && part.starts_with(|first: char| first.is_ascii_digit());
        let text = &self.text[self.floor..self.end];
        let is_no_name = |at: &usize| text[at + 2..].starts_with("No. ") || is_court(&text[at + 2..]);
        text.match_indices(", ").map(|(at, _)| at).find(is_no_name).map_or(self.end, |at| self.floor + at)
    }

    /// Returns whether a range can be a name. A name without `v.` or `In re` must contain a word other than
    /// abbreviations, contain no number, and end with a capitalized word.
    fn is_name(&self, range: &Range<usize>) -> bool {
        let name = &self.text[range.clone()];
        let mut words = name.split(' ');
        let is_proceeding = PROCEEDINGS.iter().any(|words| name.starts_with(words));
        let is_of_two_parties = words.clone().any(is_versus);
        let is_word = |word: &str| word.len() > 2 && !word.ends_with('.') && !AFTER_COMMA.contains(&word);
        let has_number = words.clone().any(|word| word.starts_with(|first: char| first.is_ascii_digit()));
        let ends_with_capital = words.clone().next_back().is_some_and(|last| last.starts_with(char::is_uppercase));
        let is_of_one_party = !has_number && ends_with_capital && words.any(is_word);
        !name.contains([';', ':', '?', ']', '[']) && (is_of_two_parties || is_proceeding || is_of_one_party)
    }

    /// Returns the role of a word that is followed by `next`. `is_after_v` means that the `v.` of the name follows the
    /// word.
    fn role(&self, word: &str, next: &str, is_after_v: bool, is_company: bool) -> WordRole {
        if is_versus(word) {
            return if is_after_v { WordRole::Before } else { WordRole::Versus };
        }
        let is_last = next.is_empty();
        let is_in_first_party = is_after_v || !self.has_v;
        if !is_last && ends_before(word, next, is_in_first_party, is_company) {
            return WordRole::Before;
        }
        let bare = after_footnote_mark(word.trim_start_matches(['(', '[', '"', '\'', '*']));
        let n_skipped = word.len() - bare.len();
        if bare.is_empty() || bare.contains(['(', '—', '"', '§', ')']) {
            return WordRole::Before;
        }
        let lower = bare.trim_end_matches(['.', ',']).to_lowercase();
        let is_in_re = matches!((lower.as_str(), next), ("in", "re") | ("ex", "parte"));
        if is_in_re {
            return WordRole::First { n_skipped };
        }
        // `eBay` and `duPont` have a capital inside.
        let is_part =
            bare.contains(char::is_uppercase) || bare.starts_with(|first: char| first.is_ascii_digit() || first == '&');
        // In `Held v. State`, the word before `v.` is a party.
        let is_party = is_part && is_versus(next);
        let is_before =
            !is_party && WORDS_BEFORE.contains(&lower.as_str()) && (is_part || !WORDS_INSIDE.contains(&bare));
        if is_before {
            return WordRole::Before;
        }
        match (is_part, n_skipped > 0) {
            (true, true) => WordRole::First { n_skipped },
            (true, false) if bare == "&" => WordRole::Inside,
            (true, false) => WordRole::Part,
            (false, false) if WORDS_INSIDE.contains(&bare) => WordRole::Inside,
            (false, _) => WordRole::Before,
        }
    }
}

/// Returns the word after the mark of a footnote, as in `4Loving`, `law[3]Loving` and `law.4Loving`. `3M` is a name.
fn after_footnote_mark(word: &str) -> &str {
    let Some((before, after)) = word.rsplit_once(char::is_numeric) else {
        return word;
    };
    let before = before.trim_end_matches(char::is_numeric);
    let name = after.trim_start_matches([']', ')']);
    let mut letters = name.chars();
    let is_name = letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase);
    let is_mark = before.is_empty() || before.ends_with(['.', ',', ';', ')', '"', '[']);
    if is_name && is_mark && !NUMBERED_NAMES.contains(&word) { name } else { word }
}

fn is_versus(word: &str) -> bool {
    matches!(word, "v." | "v" | "vs." | "vs")
}

/// The role of a word, read backward.
enum WordRole {
    /// It belongs to the text before the name.
    Before,
    /// It is the first word of the name, except for opening signs.
    First {
        n_skipped: usize,
    },
    /// It belongs to the name, which can begin with it.
    Part,
    /// It belongs to the name if an earlier word does.
    Inside,
    Versus,
}

/// Returns whether a word ends the text before a name that begins with `next`.
fn ends_before(word: &str, next: &str, is_in_first_party: bool, is_company: bool) -> bool {
    let Some(last) = word.chars().next_back() else {
        return true;
    };
    let stem = word.trim_end_matches(['.', ',', ';', ':', ')', '"']).trim_start_matches(['(', '"']);
    match last {
        ';' | ':' | '"' | ')' | '?' | '!' => true,
        ',' if is_in_first_party => {
            let next = next.trim_end_matches(['.', ',']);
            !is_company && !AFTER_COMMA.contains(&next)
        }
        '.' if is_in_first_party => stem.len() >= 5 && !stem.contains('.') && !is_abbreviation(stem),
        _ => false,
    }
}

/// Returns whether a word is a long abbreviation in names, whose full stop does not end a sentence.
fn is_abbreviation(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && !spelled_out(&word.replace('\'', "").to_lowercase(), true).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Option<&str> {
        name_before(text, text.len(), 0).map(|found| &text[found.name])
    }

    #[test]
    fn name_begins_after_the_words_before_it() {
        for (text, expected) in [
            ("See Roe v. Wade, ", "Roe v. Wade"),
            ("It is so. See also, e.g., Roe v. Wade, ", "Roe v. Wade"),
            ("(quoting Roe v. Wade, ", "Roe v. Wade"),
            ("See eBay Inc. v. MercExchange, L.L.C., ", "eBay Inc. v. MercExchange, L.L.C."),
            ("was decided in 44 Liquormart, Inc. v. Rhode Island, ", "44 Liquormart, Inc. v. Rhode Island"),
            (
                "E.g., Harper & Row, Publishers, Inc. v. Nation Enters., ",
                "Harper & Row, Publishers, Inc. v. Nation Enters.",
            ),
            ("However, Smith v. Jones, ", "Smith v. Jones"),
            ("Then Exxon Corp., supra, ", "Exxon Corp."),
            ("aff'd, Smith & Co. v. Jones, ", "Smith & Co. v. Jones"),
            ("He went to Texas. United States v. Johnson & Johnson Cos., ", "United States v. Johnson & Johnson Cos."),
            (
                "in State ex rel. Smith v. Board of Education of the City of X, ",
                "State ex rel. Smith v. Board of Education of the City of X",
            ),
            ("Smith v. Jones, 10 Cir., ", "Smith v. Jones"),
            ("Smith v. Jones, No. 10-cv-3428, ", "Smith v. Jones"),
            ("Smith v. Jones, supra, ", "Smith v. Jones"),
            ("See In re Gault, ", "In re Gault"),
            ("See In re A.C., ", "In re A.C."),
            ("See Ex parte Measure No. 65, ", "Ex parte Measure No. 65"),
            ("It is so. In re \"Agent Orange\" Litigation, ", "In re \"Agent Orange\" Litigation"),
            ("see In re Addicks (Texas) Reservoirs, ", "In re Addicks (Texas) Reservoirs"),
            ("in Roe v. One Book Called \"Ulysses\", ", "Roe v. One Book Called \"Ulysses\""),
            ("He did \"so.\" Roe v. Wade (In re Wade), ", "Roe v. Wade (In re Wade)"),
            ("as in Roe v. Wade (the rule) and Smith, ", "Smith"),
            ("Roe v. Wade is \"so.\" Smith, ", "Smith"),
            ("See Held v. State, ", "Held v. State"),
            ("citing Ex parte Young, ", "Ex parte Young"),
            ("The rule of Matter of Smith, ", "Matter of Smith"),
            ("as in Adarand, ", "Adarand"),
            ("Roe v. Wade; Doe v. Bolton, ", "Doe v. Bolton"),
            ("Roe vs. Wade ", "Roe vs. Wade"),
            ("It is so.\" 4Roe v. Wade, ", "Roe v. Wade"),
            ("It is the law.12Roe v. Wade, ", "Roe v. Wade"),
            ("[3]Roe v. Wade, ", "Roe v. Wade"),
            ("\u{b9}Roe v. Wade, ", "Roe v. Wade"),
            ("See 3M Co. v. Wade, ", "3M Co. v. Wade"),
            ("See 3Com Corp. v. Wade, ", "3Com Corp. v. Wade"),
        ] {
            assert_eq!(name(text), Some(expected), "{text}");
        }
        for text in [
            "",
            ", ",
            "the court held that, ",
            "see ",
            "it was so held; ",
            "Co., ",
            "LLC, ",
            "The District Court in ",
            "21 Cal.Rptr 552, ",
            "\n, ",
        ] {
            assert_eq!(name(text), None, "{text}");
        }
    }

    #[test]
    fn year_between_the_name_and_the_citation_is_read() {
        let text = "People v. Smith (1990) ";
        let found = name_before(text, text.len(), 0).unwrap();
        assert_eq!((&text[found.name], found.year), ("People v. Smith", Some(1990)));
    }

    #[test]
    fn name_of_another_paragraph_or_before_the_floor_is_none() {
        assert_eq!(name("Roe v. Wade\n, "), None);
        let text = "Roe v. Wade, ";
        assert_eq!(name_before(text, text.len(), 7).map(|found| &text[found.name]), Some("Wade"));
    }
}
