/*!
Citation keys: citations of the same place have the same key.

A key consists of the numbers of a citation and the letters of its reporter or code between them, without full stops and
spaces. Each reporter or code has one name, that of the Bluebook (tables T1 and T10). Older reports and the bulk data of
`CourtListener` and the Caselaw Access Project use other names.
*/

use std::collections::HashSet;

use lexdex_core::steps;

use crate::text::cited_bill;
use crate::text::tokenizer::{joined_normalized_words, normalize_words};

/// Other names of reporters and codes, as words, each with its Bluebook name.
const NAMES: &[(&str, &str)] = &[
    ("united states reports", "us"),
    ("us reports", "us"),
    ("united states code", "usc"),
    ("us code", "usc"),
    ("usca", "usc"),
    ("uscs", "usc"),
    ("sup ct", "s ct"),
    ("lawyers ed", "l ed"),
    ("federal reporter", "f"),
    ("fed rep", "f"),
    ("fed 2 d", "f 2 d"),
    ("fed 3 d", "f 3 d"),
    ("fed 4 th", "f 4 th"),
    ("federal supplement", "f supp"),
    ("fed supp", "f supp"),
    ("fed appx", "f appx"),
    ("atl", "a"),
    ("pac", "p"),
    ("cal reptr", "cal rptr"),
    ("calif", "cal"),
    ("wn", "wash"),
    ("ore", "or"),
    ("kans", "kan"),
    ("wisc", "wis"),
    ("public law number", "pub l"),
    ("public law no", "pub l"),
    ("public law", "pub l"),
    ("pub law no", "pub l"),
    ("pub law", "pub l"),
    ("pub l no", "pub l"),
    ("publ no", "pub l"),
    ("publ", "pub l"),
    ("pl no", "pub l"),
    ("pl", "pub l"),
];

/// A parsed citation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Citation {
    /// The possible keys, most likely first.
    pub(crate) keys: Vec<String>,
    /// The id of the federal bill that the citation names. A bill is found by this id even without a key.
    pub(crate) bill_id: Option<String>,
}

impl Citation {
    /// Reads a citation, in any spelling.
    pub fn parse(text: &str) -> Self {
        Self::from_normalized(&normalize_words(text))
    }

    /// Reads a citation in its standard form, which has no text around it.
    pub(crate) fn standard(text: &str) -> Self {
        let text = normalize_words(text);
        Self { keys: vec![normalized_key(&text)], bill_id: cited_bill::id(&text) }
    }

    /// Reads a citation in a text that is already normalized.
    fn from_normalized(text: &str) -> Self {
        let signed = with_section_signs(text);
        Self { keys: keys(text, &signed), bill_id: cited_bill::id(&signed) }
    }

    /// Returns whether the text has the form of a citation: a name and a number. The number may be a Roman numeral, as
    /// in citations of constitutions.
    pub fn is_readable(&self) -> bool {
        self.keys.iter().any(|key| has_name_and_number(key) || key.contains("const")) || self.bill_id.is_some()
    }

    /// Reads a normalized search as a citation. Keys that no citation can have are left out.
    pub(crate) fn in_search(text: &str) -> Self {
        let mut citation = Self::from_normalized(text);
        citation.keys.retain(|key| has_name_and_number(key));
        citation
    }

    /// Returns the size on the heap in bytes.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        let of_keys = self.keys.iter().map(|key| size_of::<String>() + key.len());
        of_keys.sum::<usize>() + self.bill_id.as_ref().map_or(0, String::len)
    }
}

/// Returns the key of a citation. Text in parentheses is a separate part of the key, because § 552(a) is a part of §
/// 552, but § 552a is another section.
pub(crate) fn key(citation: &str) -> String {
    normalized_key(&normalize_words(citation))
}

/// Returns the [`key`] of a citation that is already normalized.
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

fn plain_key(citation: &str) -> String {
    key_and_end(citation).0
}

/// Returns the key of a text without parentheses, and whether the text ends with an alternative name of a reporter or
/// code.
fn key_and_end(citation: &str) -> (String, bool) {
    let words = joined_normalized_words(citation);
    let words: Vec<&str> = words.split(' ').collect();
    steps::add(words.len() * NAMES.len());
    let mut key = String::with_capacity(citation.len());
    let mut ends_with_name = false;
    let mut rest = words.as_slice();
    while let [word, tail @ ..] = rest {
        let name = NAMES.iter().find_map(|(other, name)| Some((name, without(rest, other)?)));
        ends_with_name = name.is_some();
        match name {
            Some((name, tail)) => {
                name.split(' ').for_each(|word| push(word, &mut key));
                rest = tail;
            }
            None => {
                push(word, &mut key);
                rest = tail;
            }
        }
    }
    (key, ends_with_name)
}

/// Appends a word of a citation. Letters are joined, numbers are not: `S. Ct.` equals `SCt`, but `U.S. 1 13` differs
/// from
/// `U.S. 113`.
fn push(word: &str, key: &mut String) {
    let is_letter = |character: Option<char>| character.is_some_and(char::is_alphabetic);
    let is_together = is_letter(key.chars().next_back()) && is_letter(word.chars().next());
    if !is_together && !key.is_empty() {
        key.push(' ');
    }
    key.push_str(word);
}

/// Returns the words after a name; `None` if the words do not start with it.
fn without<'s, 'w>(words: &'s [&'w str], name: &str) -> Option<&'s [&'w str]> {
    let mut rest = words;
    for word in name.split(' ') {
        let (first, tail) = rest.split_first()?;
        rest = (*first == word).then_some(tail)?;
    }
    Some(rest)
}

/// Returns the possible keys of a citation, most likely first: of the unchanged text; of `signed`, which has section
/// signs in place of the words; without surrounding text, such as the name of the case, pages, parallel citations,
/// subsections and the year; and without the name of a person in the reporter.
fn keys(citation: &str, signed: &str) -> Vec<String> {
    let mut keys = vec![normalized_key(citation)];
    let mut seen = HashSet::from([keys[0].clone()]);
    let without_person = without_person(signed);
    let places = [signed].into_iter().chain(places(signed)).chain(without_person.iter().flat_map(|text| places(text)));
    for place in places.map(normalized_key) {
        if !place.is_empty() && seen.insert(place.clone()) {
            keys.push(place);
        }
    }
    keys
}

/// Removes the person after whom a reporter was once named, and that person's volume: `5 U.S. (1 Cranch) 137` becomes
/// `5 U.S. 137`. The page must follow the parenthesis.
fn without_person(citation: &str) -> Option<String> {
    let mut start = 0;
    citation.match_indices(')').find_map(|(close, _)| {
        let open = citation[start..close].rfind('(').map(|open| start + open);
        start = close + 1;
        let (before, person, after) = (&citation[..open?], &citation[open? + 1..close], &citation[close + 1..]);
        let is_page_next = after.trim_start().starts_with(|first: char| first.is_ascii_digit());
        (is_page_next && person.contains(char::is_alphabetic)).then(|| format!("{before}{after}"))
    })
}

/// Returns the beginning of the key for the beginning of a normalized citation. An alternative name of a reporter or code is
/// replaced only once it is complete. A space then ends it, so that `Pac.`, which becomes `P.`, is not the beginning of
/// `Pub. L.`
pub(crate) fn key_of_beginning(citation: &str) -> String {
    let signed = with_section_signs(citation);
    let mut beginning = normalized_key(&signed);
    let ends = signed.rsplit('(').map(key_and_end).find(|(key, _)| !key.is_empty());
    if ends.is_some_and(|(_, ends_with_name)| ends_with_name) {
        // In a key, a space separates a name from the following number.
        beginning.push(' ');
    }
    beginning
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

    fn for_beginning(text: &str) -> String {
        key_of_beginning(&normalize_words(text))
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
        assert_eq!(keys("5 U.S.C. § 552(a)"), ["5 usc 552 (a", "5 usc 552"]);
        assert_eq!(keys("5 U.S.C. § 552a"), ["5 usc 552 a"]);
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
                assert!(key(citation).starts_with(&for_beginning(beginning)), "{beginning}");
            }
        }
    }

    #[test]
    fn complete_other_name_of_a_reporter_begins_no_longer_name() {
        for (beginning, expected) in [
            ("pac", "p "),
            ("100 Pac.", "100 p "),
            ("100 Pac. 2d", "100 p 2 d"),
            ("100 Fed. Supp. ", "100 fsupp "),
            ("1 (100 Pac", "1 (100 p "),
            ("100 Pac. (", "100 p "),
            ("100 P", "100 p"),
            ("P.L.", "publ "),
            ("Pub. L.", "publ"),
            ("Public Law 117", "publ 117"),
        ] {
            assert_eq!(for_beginning(beginning), expected, "{beginning}");
        }
        assert!(key("100 Pac. 2d 5").starts_with(&for_beginning("100 Pac")));
        assert!(!key("100 Pa. 5").starts_with(&for_beginning("100 Pac")));
    }

    #[test]
    fn keys_leave_out_the_text_around_a_citation() {
        for (citation, places) in [
            ("Roe v. Wade, 410 U.S. 113", &["roevwade", "410 us 113"][..]),
            ("Roe v. Wade, 410 U.S. 113, 153 (1973)", &["roevwade 410 us 113 153", "roevwade", "410 us 113", "153"]),
            ("410 U.S. 113, 93 S. Ct. 705", &["410 us 113", "93 sct 705"]),
            ("44 Liquormart, Inc. v. Rhode Island, 517 U.S. 484", &["44 liquormart", "517 us 484"]),
            ("18 U.S.C. § 1341(a)(1)", &["18 usc 1341"]),
            ("5 U.S. (1 Cranch) 137", &["5 us", "5 us 137"]),
            (
                "Marbury v. Madison, 5 U.S. (1 Cranch) 137, 177 (1803)",
                &["marburyvmadison 5 us", "marburyvmadison", "5 us", "177", "marburyvmadison 5 us 137 177", "5 us 137"],
            ),
            ("18 U.S.C. sec. 1341", &["18 usc 1341"]),
            ("18 USC Section 1341 (2018)", &["18 usc 1341 (2018", "18 usc 1341"]),
            ("Cal. Penal Code § 187(a)", &["calpenalcode 187"]),
            ("Del. Code Ann. tit. 8, § 102(b)(7)", &["delcodeanntit 8 102", "delcodeanntit 8"]),
        ] {
            assert_eq!(keys(citation)[1..], *places, "{citation}");
        }
        assert_eq!(keys("410 U.S. 113"), ["410 us 113"]);
    }
}
