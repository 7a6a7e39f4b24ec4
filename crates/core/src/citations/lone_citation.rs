use crate::citations::bill::id_of_lone_bill;
use crate::citations::bill_key::lone_bill_keys;
use crate::citations::clean_text::CleanText;
use crate::citations::parenthesis::Parentheses;
use crate::citations::place::{Place, places};
use crate::citations::reporters::{SpellingMatch, reporters};
use crate::model::CitationKind;

/// Words before a citation that are no part of it: publishers of codes.
const WORDS_BEFORE: &[&str] = &[
    "title",
    "west's",
    "vernon's",
    "mckinney's",
    "deering's",
    "purdon's",
    "baldwin's",
    "page's",
    "burns'",
    "ann.",
    "annotated",
];

/// A text that is one citation, perhaps with the name of the case, pages, parallel citations and the year around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoneCitation {
    /// The possible standard forms, most likely first. Empty if the reporter or code is not in the table.
    pub standard: Vec<String>,
    /// The id of the federal bill that is cited by its number and Congress.
    pub bill_id: Option<String>,
    /// The possible [`bill_keys`](crate::citations::bill_keys) of another bill, most likely first. Those of one element
    /// are equally likely.
    pub bill_keys: Vec<Vec<String>>,
}

impl LoneCitation {
    /// Reads a text. Small letters and missing full stops do not matter.
    pub fn read(text: &str) -> Self {
        let clean = CleanText::new(text.trim());
        let text = clean.text();
        let mut citation = Self::default();
        let mut end = 0;
        for place in places(text, &Parentheses::new(text), SpellingMatch::Loose, &mut |_| false) {
            let is_citation = match place.kind {
                CitationKind::Short | CitationKind::Supra | CitationKind::Id | CitationKind::Lookalike => false,
                CitationKind::Bill => place.bill_id().is_some(),
                _ => true,
            };
            if is_citation && (place.full_span.start <= end && end > 0 || is_apart(text, &place)) {
                end = place.full_span.end;
                citation.add(text, &place);
            }
        }
        if citation.standard.is_empty() {
            citation.bill_id = id_of_lone_bill(text);
            citation.bill_keys = if citation.bill_id.is_some() { Vec::new() } else { lone_bill_keys(text) };
        }
        citation
    }

    fn add(&mut self, text: &str, place: &Place) {
        let subsections =
            place.pin_cite.clone().map(|pin_cite| &text[pin_cite]).filter(|pin_cite| pin_cite.starts_with('('));
        let subsections = subsections.and_then(|subsections| subsections.split(' ').next());
        for standard in place.all_normalized() {
            // A corpus can have a record for a subsection.
            let with_subsections = subsections.map(|subsections| format!("{standard}{subsections}"));
            for standard in with_subsections.into_iter().chain([standard]) {
                if !self.standard.contains(&standard) {
                    self.standard.push(standard);
                }
            }
        }
        if self.bill_id.is_none() {
            self.bill_id = place.bill_id().map(str::to_owned);
        }
    }
}

/// Returns whether a text is only the name of a reporter or code, in any spelling.
pub fn is_reporter(text: &str) -> bool {
    let name = text.trim_matches([' ', '§']);
    let mut is_whole = false;
    reporters().at(name, 0, SpellingMatch::Loose, |end, _| is_whole |= end == name.len());
    is_whole
}

/// Returns whether only punctuation connects a citation with the text before and after it.
fn is_apart(text: &str, place: &Place) -> bool {
    let before = text[..place.full_span.start].trim_end();
    let after = text[place.full_span.end..].trim_start();
    let words = before.rsplit([',', ';']).next().unwrap_or_default().split_whitespace();
    let is_word = |word: &str| WORDS_BEFORE.iter().any(|known| known.eq_ignore_ascii_case(word));
    words.into_iter().all(is_word) && (after.is_empty() || after.starts_with([',', ';', '.', '(', '[', '§']))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("H.R.J. Res. 40, 111th Cong.", "federal-111-hjres-40"),
            ("H.J. Res. 40, 111th Cong.", "federal-111-hjres-40"),
            ("H. Con. Res. 5, 111th Cong.", "federal-111-hconres-5"),
            ("H.R. Con. Res. 5, 111th Cong.", "federal-111-hconres-5"),
            ("H.R. Res. 5, 111th Cong.", "federal-111-hres-5"),
            ("S. Con. Res. 5, 111th Cong.", "federal-111-sconres-5"),
            ("S.J. Res. 5, 111th Cong.", "federal-111-sjres-5"),
            ("S. Res. 5, 111th Cong.", "federal-111-sres-5"),
            ("H.R. 3684, 117th Cong., 1st Sess. (2021)", "federal-117-hr-3684"),
            ("H.R. 3684, 117th Cong., 2d Session", "federal-117-hr-3684"),
            ("H.R. 3684, 117th Congress, First Session", "federal-117-hr-3684"),
            ("117 H.R. 3684", "federal-117-hr-3684"),
            ("hr3684-117", "federal-117-hr-3684"),
            ("H.R. 3684, 117th Cong. § 5 (2021)", "federal-117-hr-3684"),
            ("H.R. 3684, 117th Cong., 1st Sess., §5(a)", "federal-117-hr-3684"),
            ("Infrastructure Investment and Jobs Act, H.R. 3684, 117th Cong. (2021)", "federal-117-hr-3684"),
            ("Food, Drug, and Act of 2021 (FDA), S. 7, 117th Cong. § 2 (2021)", "federal-117-s-7"),
        ] {
            assert_eq!(LoneCitation::read(citation).bill_id.as_deref(), Some(expected), "{citation}");
        }
        for citation in [
            "",
            "117th Cong.",
            "3684, 117th Cong.",
            "A.B. 3684, 117th Cong.",
            "H.R. 0, 117th Cong.",
            "H.R. 1, 0117th Cong.",
            "An Act, H.R. 1",
            "An Act, 117th Cong.",
            "H.R. ٣, 117th Cong.",
            "(H.R. 1, 117th Cong.)",
            "Pub. L. 117-159",
        ] {
            assert_eq!(LoneCitation::read(citation).bill_id, None, "{citation}");
        }
    }

    #[test]
    fn every_spelling_of_a_reporter_has_one_standard_form() {
        for (citation, expected) in [
            ("410 united states reports 113", &["410 U.S. 113"][..]),
            ("93 sup. ct. 705", &["93 S. Ct. 705"]),
            ("49 FED. 3D 807", &["49 F.3d 807"]),
            ("1 Fed. Appx. 2", &["1 F. App'x 2"]),
            ("100 Wn.2d 5", &["100 Wash. 2d 5"]),
            ("100 Pac 5", &["100 P. 5"]),
            ("Title 42 U.S.C. § 1983", &["42 U.S.C. § 1983"]),
            ("§ 1983 of title 42, United States Code", &["42 U.S.C. § 1983"]),
            ("8 Del. C. § 102(b)(7)", &["Del. Code Ann. tit. 8, § 102(b)(7)", "Del. Code Ann. tit. 8, § 102"]),
            ("NMSA 1978, § 14-2-1", &["N.M. Stat. § 14-2-1"]),
            ("public law no. 117-159", &["Pub. L. 117-159"]),
            ("18 usca 1341", &["18 U.S.C. § 1341"]),
            ("the law of 410 U.S. 113", &[]),
            ("410 U.S. 113 and so on", &[]),
            ("410 U.S. at 115", &[]),
            ("7 Tribunal 12", &[]),
            ("", &[]),
        ] {
            assert_eq!(LoneCitation::read(citation).standard, expected, "{citation}");
        }
    }
}
