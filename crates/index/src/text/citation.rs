/*!
Citation keys: citations of the same place have the same key.

A key consists of the numbers of a citation and the letters of its reporter or code between them, without full stops and
spaces. A citation of a reporter or code in the table of `lexdex_core::citations` has the key of its standard form, in
every spelling. Other citations, which only one corpus has, have the key of the text as written.

A record of several sections, such as `24 U.S.C. §§ 141 to 152`, also has a key for each, with a sign that no other key
has. So it is found by each of them, unless the section has a record of its own.
*/

use std::collections::HashSet;

use lexdex_core::citations::{LoneCitation, is_reporter, listed_sections};

use crate::text::tokenizer::{joined_normalized_words, normalize_words};

/// Text that completes the beginning of a citation, so that its reporter or code can be read.
const COMPLETIONS: &[&str] = &["", " 1", " 1-1", "-1", ", § 1", " 1.1", " 1/1", "/1"];

/// The sign before the key of a section that is one of several in a record.
const ONE_OF_SEVERAL: &str = "§§ ";

/// A parsed citation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Citation {
    /// The possible keys, most likely first.
    pub(crate) keys: Vec<String>,
    /// The id of the federal bill that the citation names.
    pub(crate) bill_id: Option<String>,
    /// The look-up keys of the bills that the citation can name otherwise, most likely first. Those of one element are
    /// equally likely.
    pub(crate) bill_keys: Vec<Vec<String>>,
}

impl Citation {
    /// Reads a citation, in any spelling.
    pub fn parse(text: &str) -> Self {
        Self::with_standard_forms(text).0
    }

    /// Reads a citation. Also returns its possible standard forms, most likely first, if its reporter or code is in the
    /// table.
    fn with_standard_forms(text: &str) -> (Self, Vec<String>) {
        if is_volume(text) {
            return Default::default();
        }
        let LoneCitation { standard, bill_id, bill_keys } = LoneCitation::read(text);
        let keys: Vec<String> = if standard.is_empty() {
            let normalized = normalize_words(text);
            let signed = with_section_signs(&normalized);
            [&*normalized, &*signed].into_iter().chain(places(&signed)).map(normalized_key).collect()
        } else {
            standard.iter().map(|standard| key_as_written(standard)).collect()
        };
        let mut seen = HashSet::new();
        let mut keys: Vec<String> =
            keys.into_iter().filter(|key| !key.is_empty() && seen.insert(key.clone())).collect();
        keys.extend(standard.iter().filter(|standard| standard.contains('§')).map(|standard| key_of_listed(standard)));
        (Self { keys, bill_id, bill_keys }, standard)
    }

    /// The possible keys, most likely first.
    pub fn keys(&self) -> &[String] {
        &self.keys
    }

    /// The id of the federal bill that the citation names.
    pub fn bill_id(&self) -> Option<&str> {
        self.bill_id.as_deref()
    }

    /// The look-up keys of the bills that the citation can name otherwise, most likely first. Those of one element are
    /// equally likely.
    pub fn bill_keys(&self) -> &[Vec<String>] {
        &self.bill_keys
    }

    /// Returns whether the text has the form of a citation: a name and a number. The number may be a Roman numeral, as
    /// in citations of constitutions.
    pub fn is_readable(&self) -> bool {
        self.keys.iter().any(|key| has_name_and_number(key) || key.contains("const")) || self.bill_id.is_some()
    }

    /// Reads a search as a citation. Keys that no citation can have are left out. Also returns the possible standard
    /// forms with a number, if the reporter or code is in the table.
    pub(crate) fn in_search(text: &str) -> (Self, Vec<String>) {
        let (mut citation, mut standard) = Self::with_standard_forms(text);
        citation.keys.retain(|key| has_name_and_number(key));
        standard.retain(|form| has_name_and_number(form));
        (citation, standard)
    }

    /// Returns the size on the heap in bytes.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        let texts = self.keys.iter().chain(&self.bill_id).chain(self.bill_keys.iter().flatten());
        texts.map(|text| size_of::<String>() + text.len()).sum()
    }
}

/// Returns whether a text has only a volume or a title, and a reporter or a code: `410 U.S.`
fn is_volume(text: &str) -> bool {
    let text = text.trim();
    let reporter = text.trim_start_matches(|character: char| character.is_ascii_digit());
    reporter.len() < text.len() && is_reporter(reporter)
}

/// Returns the key that the index stores for a citation. Text in parentheses is a separate part of the key, because §
/// 552(a) is a part of § 552, but § 552a is another section.
pub fn key(citation: &str) -> String {
    key_as_written(LoneCitation::read(citation).standard.first().map_or(citation, String::as_str))
}

/// Returns the keys that the index stores for a citation of a record: its own, and those of its sections if it has
/// several.
pub fn stored_keys(citation: &str) -> Vec<String> {
    let listed = listed_sections(citation);
    [key(citation)].into_iter().chain(listed.iter().map(|section| key_of_listed(section))).collect()
}

fn key_of_listed(section: &str) -> String {
    format!("{ONE_OF_SEVERAL}{}", key(section))
}

fn key_as_written(citation: &str) -> String {
    normalized_key(&normalize_words(citation))
}

/// Returns the [`key_as_written`] of a citation that is already normalized.
fn normalized_key(citation: &str) -> String {
    let parts = citation.split('(').map(|part| with_law_first(plain_key(part)));
    parts.filter(|key| !key.is_empty()).collect::<Vec<_>>().join(" (")
}

/// Returns the key of a public law with the Congress moved after the name: `117 Pub. L. 159` becomes `Pub. L. 117-159`.
fn with_law_first(key: String) -> String {
    let is_number = |word: &str| !word.contains(char::is_alphabetic);
    match key.split(' ').collect::<Vec<_>>().as_slice() {
        [congress, "publ", number] if is_number(congress) && is_number(number) => format!("publ {congress} {number}"),
        _ => key,
    }
}

/// Returns the key of a text without parentheses. Letters are joined, numbers are not: `S. Ct.` equals `SCt`, but
/// `U.S. 1 13` differs from `U.S. 113`.
fn plain_key(citation: &str) -> String {
    let is_letter = |character: Option<char>| character.is_some_and(char::is_alphabetic);
    let mut key = String::with_capacity(citation.len());
    for word in joined_normalized_words(citation).split(' ') {
        let is_together = is_letter(key.chars().next_back()) && is_letter(word.chars().next());
        if !is_together && !key.is_empty() {
            key.push(' ');
        }
        key.push_str(word);
    }
    key
}

/// Returns the prefix of the key for a partly typed citation. Another spelling of a reporter or code is replaced only
/// once it is complete. A space then ends it, so that `Pac.`, which becomes `P.`, is no prefix of `Pub. L.`
pub(crate) fn key_of_beginning(text: &str) -> String {
    let written = normalized_key(&with_section_signs(&normalize_words(text)));
    // Most texts are names, which no number makes a citation.
    if !text.contains(|character: char| character.is_ascii_digit()) && !is_reporter(text) {
        return written;
    }
    let completed = COMPLETIONS.iter().find_map(|completion| {
        let standard = LoneCitation::read(&format!("{text}{completion}")).standard;
        let added = key_as_written(completion);
        let known = standard.iter().filter_map(|known| Some(key_as_written(known).strip_suffix(&added)?.to_owned()));
        let known: Vec<String> = known.collect();
        (!known.is_empty()).then_some(known)
    });
    let known = completed.into_iter().flatten().find(|known| !known.starts_with(&written));
    // The number before an added one may be incomplete.
    let is_number = written.ends_with(|last: char| !last.is_alphabetic());
    known.map_or(written, |known| if is_number { known.trim_end().to_owned() } else { known })
}

/// Replaces the word for a section with the sign: `sec. 1341` becomes `§ 1341`.
fn with_section_signs(citation: &str) -> String {
    let mut rest = citation.split_whitespace().peekable();
    let mut signed = String::with_capacity(citation.len());
    while let Some(piece) = rest.next() {
        let is_before_number = rest.peek().is_some_and(|next| next.starts_with(|first: char| first.is_ascii_digit()));
        let is_word = ["sec", "sec.", "section"].iter().any(|word| piece.eq_ignore_ascii_case(word));
        signed.push_str(if is_before_number && is_word { "§" } else { piece });
        signed.push(' ');
    }
    signed
}

/// Returns whether a key has both letters and a number, like every citation.
fn has_name_and_number(key: &str) -> bool {
    key.contains(char::is_alphabetic)
        && key.contains(|character: char| character.is_alphanumeric() && !character.is_alphabetic())
}

/// Iterates over the parts of a full citation that can be volume, reporter and page, or title and section: the text
/// before the first parenthesis or comma, and text after a further comma that starts with a digit. Names of cases may
/// also contain commas and numbers.
fn places(citation: &str) -> impl Iterator<Item = &str> {
    let begins_with_digit = |part: &str| part.trim_start().starts_with(|character: char| character.is_ascii_digit());
    let parts = citation.split(',').enumerate();
    let parts = parts.filter(move |(idx, part)| *idx == 0 || begins_with_digit(part)).map(|(_, part)| part);
    [citation].into_iter().chain(parts).map(|part| part.split_once('(').map_or(part, |(place, _)| place))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(citation: &str) -> Vec<String> {
        Citation::parse(citation).keys
    }

    #[test]
    fn citation_is_readable_with_a_name_and_a_number() {
        for citation in [
            "410 U.S. 113",
            "Roe v. Wade, 410 U.S. 113 (1973)",
            "§ 187, Cal. Penal Code",
            "Pub. L. 117-58",
            "hr 3684 117th congress",
            "U.S. Const. amend. XIV",
            "X 1",
        ] {
            assert!(Citation::parse(citation).is_readable(), "{citation}");
        }
        for citation in ["Roe v. Wade", "410", "410 113", "§ 1341", "U.S.", "Ⅳ", "…", "18"] {
            assert!(!Citation::parse(citation).is_readable(), "{citation}");
        }
    }

    #[test]
    fn spellings_of_one_reporter_have_one_key() {
        for (spellings, expected) in [
            (&["410 U.S. 113", "410 US 113", "410 U. S. 113", "410 United States Reports 113"][..], "410 us 113"),
            (&["93 S. Ct. 705", "93 S.Ct. 705", "93 Sup. Ct. 705", "93 SCt 705", "93 S Ct 705"], "93 sct 705"),
            (&["35 L. Ed. 2d 147", "35 L.Ed.2d 147", "35 LEd2d 147"], "35 led 2 d 147"),
            (&["49 F.3d 807", "49 F. 3d 807", "49 F3d 807", "49 Fed. 3d 807"], "49 f 3 d 807"),
            (&["142 F. Supp. 707", "142 F.Supp. 707", "142 FSupp 707"], "142 fsupp 707"),
            (&["1 F. App'x 2", "1 F. App’x 2", "1 Fed. Appx. 2"], "1 fappx 2"),
            (&["100 Wn.2d 5", "100 Wash. 2d 5"], "100 wash 2 d 5"),
            (
                &[
                    "Pub. L. 117-159",
                    "Pub. L. No. 117-159",
                    "Pub.L. 117–159",
                    "PubL 117-159",
                    "117 Pub. L. 159",
                    "P.L. 117-159",
                    "P. L. 117-159",
                    "PL117-159",
                    "P.L. No. 117-159",
                    "Public Law 117-159",
                    "public law no. 117-159",
                    "Pub. Law 117-159",
                ],
                "publ 117 159",
            ),
            (&["18 U.S.C. § 1341", "18 USC 1341", "18 U.S.C.A. § 1341", "18 U.S. Code § 1341"], "18 usc 1341"),
        ] {
            for spelling in spellings {
                assert_eq!(key(spelling), expected, "{spelling}");
            }
        }
    }

    #[test]
    fn key_of_a_subsection_differs_from_that_of_a_lettered_section() {
        assert_eq!(keys("5 U.S.C. § 552(a)"), ["5 usc 552 (a", "5 usc 552", "§§ 5 usc 552 (a", "§§ 5 usc 552"]);
        assert_eq!(keys("5 U.S.C. § 552a"), ["5 usc 552 a", "§§ 5 usc 552 a"]);
    }

    #[test]
    fn beginning_of_a_citation_has_the_beginning_of_its_key() {
        for (citation, beginnings) in [
            ("410 U.S. 113", &["4", "410", "410 U", "410 U.", "410 U.S", "410 U. S. ", "410 us 1"][..]),
            (
                "18 U.S.C. § 1341",
                &["18 U.S.C", "18 usc", "18 USC §", "18 USC § 13", "18 USC sec. 134", "18 U.S. Code 1"],
            ),
            ("5 U.S.C. § 552(a)", &["5 USC 552", "5 USC 552(", "5 USC 552(a"]),
            ("93 S. Ct. 705", &["93 S", "93 S. C", "93 S.Ct", "93 Sup. Ct. 70"]),
            ("142 F. Supp. 707", &["142 F", "142 F. Su", "142 F.Supp. 7"]),
            ("49 F.3d 807", &["49 F.", "49 F.3", "49 F. 3d", "49 F3d 80"]),
            ("Pub. L. 117-159", &["Pub. L", "P.L.", "Public Law 117", "PL 117-1", "117 Pub. L. 15"]),
        ] {
            for beginning in beginnings {
                assert!(key(citation).starts_with(&key_of_beginning(beginning)), "{beginning}");
            }
        }
    }

    #[test]
    fn complete_other_name_of_a_reporter_begins_no_longer_name() {
        for (beginning, expected) in [
            ("100 Pac.", "100 p "),
            ("100 Pac. 2d", "100 p 2 d "),
            ("100 Fed. Supp. ", "100 fsupp "),
            ("100 P", "100 p"),
            ("P.L.", "publ "),
            ("Pub. L.", "publ"),
            ("Public Law 117", "publ 117"),
            ("A.R.S. § 13-1", "arizrevstat 13 1"),
        ] {
            assert_eq!(key_of_beginning(beginning), expected, "{beginning}");
        }
        assert!(key("100 Pac. 2d 5").starts_with(&key_of_beginning("100 Pac")));
        assert!(!key("100 Pa. 5").starts_with(&key_of_beginning("100 Pac")));
    }

    #[test]
    fn keys_leave_out_the_text_around_a_citation() {
        for (citation, first) in [
            ("Roe v. Wade, 410 U.S. 113", &["410 us 113"][..]),
            ("Roe v. Wade, 410 U.S. 113, 153 (1973)", &["410 us 113"]),
            ("410 U.S. 113, 93 S. Ct. 705", &["410 us 113", "93 sct 705"]),
            ("44 Liquormart, Inc. v. Rhode Island, 517 U.S. 484", &["517 us 484"]),
            ("18 U.S.C. § 1341(a)(1)", &["18 usc 1341 (a (1", "18 usc 1341"]),
            ("5 U.S. (1 Cranch) 137", &["5 us 137"]),
            ("Marbury v. Madison, 5 U.S. (1 Cranch) 137, 177 (1803)", &["5 us 137"]),
            ("18 USC Section 1341 (2018)", &["18 usc 1341"]),
            ("Cal. Penal Code § 187(a)", &["calpenalcode 187 (a", "calpenalcode 187"]),
            ("Del. Code Ann. tit. 8, § 102(b)(7)", &["delcodeanntit 8 102 (b (7", "delcodeanntit 8 102"]),
            (
                "Roe v. Wade, 7 Tribunal 12, 15 (1973)",
                &["roevwade 7 tribunal 12 15 (1973", "roevwade 7 tribunal 12 15"],
            ),
        ] {
            assert_eq!(keys(citation)[..first.len()], *first, "{citation}");
        }
        assert!(keys("Roe v. Wade, 7 Tribunal 12, 15 (1973)").contains(&"7 tribunal 12".to_owned()));
        assert_eq!(keys("410 U.S. 113"), ["410 us 113"]);
    }
}
