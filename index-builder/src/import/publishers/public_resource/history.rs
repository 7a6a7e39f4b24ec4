/*!
The history of a section: a paragraph that lists the acts that enacted and changed it.

The paragraph is recognized by a label (“History.”, “Source:”, “History of Section.”), which can be in a paragraph or
heading of its own before it, or by its form: “(1964, c. 219.)”, “Acts 1943, ch. 15, § 1; …”. Semicolons separate its
parts. Most parts are acts of the legislature, with a year and rarely a day. Others cite the section in older
compilations, which did not change it.
*/

use lexdex_core::model::Date;

use crate::import::text::clean;
use crate::import::text::english_date::leading_date;

/// The content of a history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SectionHistory {
    /// The day on which the act that enacted the section took effect, if the history has it.
    pub(super) effective_date: Option<Date>,
    /// Whether a later act has changed the section.
    pub(super) is_amended: bool,
}

/// Finds the history among the paragraphs of a section.
#[derive(Default)]
pub(super) struct Finder {
    /// Whether the last paragraph was only a label.
    is_labelled: bool,
    found: Option<SectionHistory>,
}

impl Finder {
    /// Examines the next paragraph. Its text may contain line ends. Returns whether it is before the history, and so a
    /// part of the section. Notes of editors follow the history.
    pub(super) fn visit(&mut self, paragraph: &str) -> bool {
        let paragraph = paragraph.trim();
        if paragraph.is_empty() || self.found.is_some() {
            return self.found.is_none();
        }
        if std::mem::take(&mut self.is_labelled) {
            self.found = Some(read(&clean::text(paragraph)));
        } else if let Some(rest) = strip_label(paragraph) {
            let rest = clean::text(rest);
            self.is_labelled = rest.is_empty();
            self.found = (!rest.is_empty()).then(|| read(&rest));
        } else if has_form_of_history(paragraph) {
            self.found = Some(read(&clean::text(paragraph)));
        }
        self.found.is_none() && !self.is_labelled
    }

    /// The history that was found, or an empty one.
    pub(super) fn finish(self) -> SectionHistory {
        self.found.unwrap_or_default()
    }
}

/// Returns the text after a label. `None` if the paragraph has no label.
fn strip_label(paragraph: &str) -> Option<&str> {
    let rest = ["history of section", "history", "source"].iter().find_map(|label| {
        let opening = paragraph.get(..label.len())?;
        opening.eq_ignore_ascii_case(label).then(|| &paragraph[label.len()..])
    })?;
    let is_label = rest.is_empty() || rest.starts_with(['.', ':']);
    is_label.then(|| rest.trim_start_matches(['.', ':', ' ', '—', '\n', '\t']))
}

/// Whether a paragraph without a label is a history: acts in parentheses, or a paragraph that begins with “Acts” and a
/// year.
fn has_form_of_history(paragraph: &str) -> bool {
    let inside = paragraph.strip_prefix('(').and_then(|inside| inside.trim_end_matches('.').strip_suffix(')'));
    let inside = inside.filter(|inside| !inside.contains('('));
    inside.is_some_and(is_act) || opens_with_acts(paragraph)
}

fn opens_with_acts(paragraph: &str) -> bool {
    let Some(rest) = paragraph.strip_prefix("Acts ") else { return false };
    let year = rest.get(..4).unwrap_or_default();
    year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()) && is_act(paragraph)
}

/// Reads the text of a history.
fn read(history: &str) -> SectionHistory {
    let history = history.trim_start_matches('(');
    let parts: Vec<&str> = history.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
    let enacting = parts.first().filter(|part| is_act(part) && !is_end_or_move(part));
    let is_changed = parts.iter().skip(1).any(|part| is_act(part) && !is_end_or_move(part));
    SectionHistory {
        effective_date: enacting.and_then(|part| effective_date(part)),
        is_amended: is_changed || says_amended(history),
    }
}

/// Words that mark the citation of an act. Each state's citations have one of them: “ch. 75”, “c. 219”, “No. 173”,
/// “P.L. 1983”, “§ 1 ch 12 SLA 1949”, “2017-123, s. 1”, “L. 71: p. 516”.
const ACT_WORDS: &[&str] = &["ch", "ch.", "c.", "no.", "nos.", "p.l.", "sla", "s.", "ss.", "p.", "l."];

/// The first words of parts that cite an older compilation: Compiled, Revised and General Statutes, codes, and
/// supplements.
const COMPILATIONS: &[&str] = &[
    "R.S.",
    "C.S.",
    "W.S.",
    "Rev.",
    "G.S.",
    "G.L.",
    "C.L.",
    "R.L.",
    "P.S.",
    "V.S.",
    "R.C.",
    "Code",
    "Codes,",
    "C.",
    "T.C.A.",
    "A.S.A.",
    "C.R.S.",
    "CRS",
    "CSA:",
    "KRS",
    "mod.",
    "Shan.",
    "Shan.,",
    "I.C.,",
    "Hemingway’s",
    "Orig.",
    "Civil",
];

/// Whether a part cites an act, and not an older compilation.
fn is_act(part: &str) -> bool {
    let opening = part.split(' ').next().unwrap_or_default();
    !COMPILATIONS.contains(&opening)
        && part.split(' ').any(|word| ACT_WORDS.contains(&word.trim_matches([',', '(', ')']).to_lowercase().as_str()))
}

/// Whether a part says that the section ended or moved, which does not amend it.
fn is_end_or_move(part: &str) -> bool {
    let opening = part.split(' ').next().unwrap_or_default().to_lowercase();
    ["repealed", "renumbered", "redesignated", "transferred", "recodified", "terminated"].contains(&opening.as_str())
}

/// Whether a history says in words that the section was changed: “am § 2 ch 55 SLA 1960”, “(1) amended, p. 5”.
fn says_amended(history: &str) -> bool {
    history
        .split(' ')
        .any(|word| matches!(word.trim_matches(['(', ',', '.', ';']), "am" | "amended" | "amend" | "R&RE"))
}

/// The words that may come between “effective” and the date: “eff from and after passage (approved March 4, 1977)”.
const BETWEEN: &[&str] = &["on", "from", "and", "after", "passage", "as", "of", "(approved"];

/// The date after “effective” or “eff”.
fn effective_date(part: &str) -> Option<Date> {
    let words: Vec<&str> = part.split(' ').collect();
    let at = words.iter().position(|word| matches!(word.trim_end_matches('.'), "effective" | "eff"))?;
    let rest = words[at + 1..].iter().skip_while(|word| BETWEEN.contains(word)).copied().collect::<Vec<_>>().join(" ");
    leading_date(&rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(paragraphs: &[&str]) -> (String, bool) {
        let mut finder = Finder::default();
        for paragraph in paragraphs {
            finder.visit(paragraph);
        }
        let history = finder.finish();
        (history.effective_date.map_or_else(|| "-".to_owned(), |date| date.to_string()), history.is_amended)
    }

    #[test]
    fn history_is_read_in_the_form_of_each_publisher() {
        let cases: &[(&[&str], &str, bool)] = &[
            (&["The law.", "History.\n Laws 1982, ch. 75, § 3; 1983, ch. 171, § 1; W.S. 1977, § 6-1-1."], "-", true),
            (&["History. Laws 1905, ch. 8, § 2; C.S. 1910, § 2883; R.S. 1931, § 34-102."], "-", false),
            (&["History: 2020 ch. 112, § 2, effective October 1, 2020."], "2020-10-01", false),
            (&["History. Laws 1973, ch. 27, § 1; ch. 215, § 1."], "-", true),
            (&["History. C.S. 1945, § 3-802; Laws 1977, ch. 188, § 1."], "-", true),
            (
                &[
                    "History. Laws 1979, ch. 10, § 1; renumbered from § 9-2-1026 by 2021 ch. 56, effective April 1, 2021.",
                ],
                "-",
                false,
            ),
            (&["History. Repealed by 2014 ch. 31, § 2, effective July 1, 2014."], "-", false),
            (
                &["History.\n Enact. Acts 1992, ch. 419, § 2, effective July 14, 1992; 2020 ch. 77, § 1."],
                "1992-07-14",
                true,
            ),
            (
                &["History of Section.", "P.L. 1935, ch. 2250, § 63; G.L. 1938, ch. 110, § 1; P.L. 1983, ch. 32."],
                "-",
                true,
            ),
            (&["Source:", "S.L. 2015, ch. 475, § 2, eff August 1, 2015."], "2015-08-01", false),
            (&["History", "(2017-123, s. 1.)"], "-", false),
            (&["The law (see § 2).", "(1964, c. 219.)"], "-", false),
            (&["(1964, c. 219; 1988, c. 8.)", "(1999, c. 1.)"], "-", true),
            (&["Acts 1943, ch. 15, § 1; C. Supp. 1950, § 7521; T.C.A. (orig. ed.), § 55-103."], "-", false),
            (
                &["HISTORY: \nLaws, 1977, ch. 320, eff from and after passage (approved March 4, 1977)."],
                "1977-03-04",
                false,
            ),
            (&["History. (§ 1 ch 12 SLA 1949; am § 2 ch 55 SLA 1960)"], "-", true),
            (&["Source: L. 71: p. 516, § 1. L. 2018: (1) amended, ch. 88, p. 693, effective August 8."], "-", true),
            (&["History. Laws 2001, ch. 6, effective ninety days after June 1, 2001."], "-", false),
            (&["History of the law is long.", "Sources of water."], "-", false),
            (&["(a) If so; and (b) if not."], "-", false),
            (&[], "-", false),
        ];
        for (paragraphs, date, is_amended) in cases {
            assert_eq!(history(paragraphs), ((*date).to_owned(), *is_amended), "{paragraphs:?}");
        }
    }
}
