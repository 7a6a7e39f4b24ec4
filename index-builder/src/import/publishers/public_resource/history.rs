/*!
The history of a section: a paragraph that lists the acts that enacted and changed it.

The paragraph is recognized by a label (“History.”, “Source:”, “History of Section.”), which can be in a paragraph or
heading of its own before it, or in some codes by its form: “(1964, c. 219.)”, “Acts 1943, ch. 15, § 1; …”. Its parts
are acts of the legislature, with a year and rarely a day, and citations of older compilations. The habits of each code
say how the parts are separated and which words mark them.
*/

mod acts;

mod session;

mod day;

use lexdex_core::model::Date;

use crate::import::publishers::public_resource::habits::{Habit, Habits};
use crate::import::text::clean;

/// The content of a history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SectionHistory {
    /// The day on which the act that enacted the section took effect, if the history has it. The day of an amendment
    /// does not count.
    pub(super) effective_date: Option<Date>,
    /// Whether a later act has changed the section.
    pub(super) is_amended: bool,
}

/// Finds the history among the paragraphs of a section.
pub(super) struct Finder {
    habits: &'static Habits,
    /// Whether the last paragraph was only a label.
    is_labelled: bool,
    found: Option<SectionHistory>,
}

impl Finder {
    pub(super) fn new(habits: &'static Habits) -> Self {
        Self { habits, is_labelled: false, found: None }
    }

    /// Examines the next paragraph. Its text may contain line ends. Returns whether it is before the history, and so a
    /// part of the section. Notes of editors follow the history.
    pub(super) fn visit(&mut self, paragraph: &str) -> bool {
        let paragraph = paragraph.trim();
        if paragraph.is_empty() || self.found.is_some() {
            return self.found.is_none();
        }
        if self.is_labelled {
            self.read_labelled(&clean::text(paragraph));
        } else if let Some(rest) = strip_label(paragraph) {
            let rest = clean::text(rest);
            self.is_labelled = rest.is_empty();
            self.found = (!rest.is_empty()).then(|| acts::read(&rest, self.habits));
        } else if self.habits.has(Habit::Unlabelled) && has_form_of_history(paragraph, self.habits) {
            self.found = Some(acts::read(&clean::text(paragraph), self.habits));
        }
        self.found.is_none() && !self.is_labelled
    }

    /// Reads the paragraph after a label. Where labels are not in order, a paragraph of the law can come between.
    fn read_labelled(&mut self, paragraph: &str) {
        if !self.habits.has(Habit::AfterParagraph) || acts::is_history(paragraph, self.habits) {
            self.is_labelled = false;
            self.found = Some(acts::read(paragraph, self.habits));
        }
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
fn has_form_of_history(paragraph: &str, habits: &Habits) -> bool {
    let inside = paragraph.strip_prefix('(').and_then(|inside| inside.trim_end_matches('.').strip_suffix(')'));
    let inside = inside.filter(|inside| !inside.contains('('));
    inside.is_some_and(|inside| acts::cites_act(inside, habits)) || opens_with_acts(paragraph, habits)
}

fn opens_with_acts(paragraph: &str, habits: &Habits) -> bool {
    let Some(rest) = paragraph.strip_prefix("Acts ") else { return false };
    let year = rest.get(..4).unwrap_or_default();
    year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()) && acts::cites_act(paragraph, habits)
}

/// Splits a paragraph whose last line is the label of the history that follows: “…by the governor.\n History.”
pub(super) fn split_label_at_end<'p>(paragraph: &'p str, habits: &Habits) -> Option<(&'p str, &'p str)> {
    let (text, label) = paragraph.trim_end().rsplit_once('\n').filter(|_| habits.has(Habit::AfterParagraph))?;
    (label.trim() == "History.").then_some((text, label))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::publishers::public_resource::habits::habits_for;

    fn history(state: &str, paragraphs: &[&str]) -> (String, bool) {
        let mut finder = Finder::new(habits_for(state));
        for paragraph in paragraphs {
            finder.visit(paragraph);
        }
        let history = finder.finish();
        (history.effective_date.map_or_else(|| "-".to_owned(), |date| date.to_string()), history.is_amended)
    }

    #[test]
    fn history_is_found_by_its_label_or_form() {
        let cases: &[(&str, &[&str], &str, bool)] = &[
            (
                "wy",
                &["The law.", "History.\n Laws 1982, ch. 75, § 3; 1983, ch. 171, § 1; W.S. 1977, § 6-1-1."],
                "-",
                true,
            ),
            ("ri", &["History of Section.", "P.L. 1935, ch. 2250, § 63; G.L. 1938; P.L. 1983, ch. 32."], "-", true),
            ("nd", &["Source:", "S.L. 2015, ch. 475, § 2, eff August 1, 2015."], "2015-08-01", false),
            ("nc", &["History", "(2017-123, s. 1.)"], "-", false),
            ("va", &["The law (see § 2).", "(1964, c. 219.)"], "-", false),
            ("va", &["(1964, c. 219; 1988, c. 8.)", "(1999, c. 1.)"], "-", true),
            ("tn", &["Acts 1943, ch. 15, § 1; C. Supp. 1950, § 7521; T.C.A. (orig. ed.), § 55-103."], "-", false),
            ("co", &["(Deleted by amendment, L. 97, p. 10, § 2, effective March 13, 1997.)"], "-", false),
            ("wy", &["History of the law is long.", "Sources of water."], "-", false),
            ("va", &["(a) If so; and (b) if not."], "-", false),
            ("va", &[], "-", false),
        ];
        for (state, paragraphs, date, is_amended) in cases {
            assert_eq!(history(state, paragraphs), ((*date).to_owned(), *is_amended), "{paragraphs:?}");
        }
    }

    #[test]
    fn acts_are_read_by_the_habits_of_each_code() {
        for (state, acts, date, is_amended) in [
            ("wy", "Laws 1905, ch. 8, § 2; C.S. 1910, § 2883; R.S. 1931, § 34-102.", "-", false),
            ("wy", "2020 ch. 112, § 2, effective October 1, 2020.", "2020-10-01", false),
            ("wy", "Laws 1973, ch. 27, § 1; ch. 215, § 1.", "-", true),
            ("wy", "C.S. 1945, § 3-802; Laws 1977, ch. 188, § 1.", "-", true),
            (
                "wy",
                "Laws 1979, ch. 10, § 1; renumbered from § 9-2-1 by 2021 ch. 56, effective April 1, 2021.",
                "-",
                false,
            ),
            ("wy", "Repealed by 2014 ch. 31, § 2, effective July 1, 2014.", "-", false),
            ("wy", "Laws 2001, ch. 6, effective ninety days after June 1, 2001.", "-", false),
            ("ky", "Enact. Acts 1992, ch. 419, § 2, effective July 14, 1992; 2020 ch. 77, § 1.", "1992-07-14", true),
            ("ky", "333: amend. Acts 1978, ch. 384, § 121, effective June 17, 1978.", "-", true),
            ("ky", "4536.", "-", false),
            ("ky", "4536; 1946, ch. 27, § 1, effective June 19, 1946.", "-", true),
            ("ky", "C. C. 639a-1: amend. Acts 1922, ch. 83, § 1; trans. Acts 1952, ch. 84, § 1.", "-", true),
            ("ky", "C.C. 473: trans. Acts 1952, ch. 84, § 1, effective July 1, 1953.", "1953-07-01", false),
            ("ky", "Enact. Acts 1974, ch. 378, § 5; repealed and reenact., Acts 1984, ch. 176, § 5.", "-", true),
            ("ky", "Repealed, reenact. and amend. 1982, ch. 448, § 1, effective July 15, 1982.", "-", true),
            ("ms", "Laws, 1977, ch. 320, eff from and after passage (approved March 4, 1977).", "1977-03-04", false),
            ("ms", "Codes, 1942, § 3323; Laws, 1936, ch. 198.", "-", false),
            (
                "ms",
                "Codes, 1942, § 21-04; Laws, 1970, ch. 465, § 4, eff from and after July 1, 1970.",
                "1970-07-01",
                false,
            ),
            ("ms", "Codes, 1857, ch. 6, art 70; 1871, § 1; 1942, § 3922.", "-", false),
            ("ms", "Codes, 1892, § 3859; 1906, § 2946; 1942, § 4144; Laws, 1942, ch. 235.", "-", true),
            ("ms", "Codes, 1930, § 4444; 1942, § 4649; Laws, 1926, ch. 301.", "-", false),
            ("ms", "Laws, 1996, ch. 400; reenacted without change, Laws, 2001, ch. 457.", "-", false),
            ("ms", "Laws, 1996, ch. 400; reenacted and amended, Laws, 2001, ch. 457.", "-", true),
            (
                "ms",
                "Derived from 1972 Code §23-5-41 [Laws, 1924, ch. 154; repealed by Laws, 1986, ch. 495]; en, Laws, \
                    1986, ch. 495, § 7, eff from and after January 1, 1987.",
                "1987-01-01",
                false,
            ),
            (
                "ar",
                "Acts 1905, No. 41, § 1, p. 124; C. & M. Dig., § 9180; Pope's Dig., § 1; A.S.A. 1947, § 5-101.",
                "-",
                false,
            ),
            ("ar", "Acts 1905, No. 41, § 1; A.S.A. 1947, § 5-101; Acts 2019, No. 910, § 2.", "-", true),
            ("ar", "Acts 1991, No. 8, § 9; 1991, No. 866, § 9.", "-", false),
            ("ar", "Acts 1991, No. 8, § 9; 1991, No. 866, § 3.", "-", true),
            ("ar", "Acts 1975, No. 12, § 1; reen. Acts 1987, No. 1025, § 1.", "-", false),
            ("ar", "Rev. Stat., ch. 28, § 1; C. & M. Dig., § 1432.", "-", false),
            ("id", "I.C.,§ 25-4008, as added by 2011, ch. 227, § 1, p. 615.", "-", false),
            (
                "id",
                "I.C.,§ 22-1103, as added by 1990, ch. 413, § 2, p. 1144; am. and redesig. 1993, ch. 69.",
                "-",
                true,
            ),
            ("id", "1874, p. 639, § 8; R.S., § 2471; reen. R.C. & C.L., § 2661; C.S., § 4641.", "-", false),
            ("id", "1874, p. 639, § 8; am. R.S., § 2471; C.S., § 4641.", "-", true),
            ("vt", "Added 1959, No. 262, § 1, eff. June 11, 1959.", "1959-06-11", false),
            ("vt", "Amended 2003, No. 42, § 2, eff. May 27, 2003.", "-", true),
            (
                "vt",
                "Added 1961, No. 119, § 2, eff. May 9, 1961; amended 2017 Fish and Wildlife Regs, eff. Jan. 1, 2018.",
                "1961-05-09",
                true,
            ),
            ("ak", "(§ 1 ch 12 SLA 1949; am § 2 ch 55 SLA 1960)", "-", true),
            ("va", "1981, c. 468; 2015, cc. 356, 528.", "-", true),
            ("nc", "(1905, c. 1; Rev., s. 33; C.S., s. 33.)", "-", false),
            ("ri", "P.L. 1995, ch. 30, § 1; P.L. 1995, ch. 50, § 1.", "-", false),
            ("ri", "P.L. 1995, ch. 30, § 1; P.L. 1995, ch. 50, § 2.", "-", true),
            ("ri", "P.L. 1995, ch. 30, § 1; P.L. 1995, ch. 50, § 1; P.L. 2001, ch. 5, § 1.", "-", true),
            ("ga", "Code 1981, § 9-11-4, enacted by Ga. L. 2000, p. 1589, § 3.", "-", false),
        ] {
            assert_eq!(history(state, &["History.", acts]), (date.to_owned(), is_amended), "{acts}");
        }
    }

    #[test]
    fn laws_of_sessions_are_read_with_their_years() {
        for (sessions, date, is_amended) in [
            (
                "L. 96: Entire article added with relocations, p. 892, § 1, effective May 23. L. 97: Entire section \
              amended, p. 10, § 2, effective March 13.",
                "1996-05-23",
                true,
            ),
            (
                "L. 13: p. 637, § 2. C.L. § 18. CSA: C. 74, § 18. C.R.S. 1963: § 63-2-15. L. 2021: Entire section \
              amended, p. 3132, § 50, effective March 1, 2022.",
                "-",
                true,
            ),
            ("L. 75: Entire section added, p. 1335, § 1, effective May 22.", "1975-05-22", false),
            (
                "L. 84: Entire article added, p. 916, § 2, effective January 1, 1985. L. 95: (3) added, p. 970.",
                "1985-01-01",
                true,
            ),
            (
                "L. 2005: Entire part added, p. 1393, § 3, effective June 6; entire part added, p. 1428, § 3, effective \
              June 6.",
                "2005-06-06",
                false,
            ),
            ("L. 92: Entire article R&RE, p. 624, § 1, effective January 1, 1993.", "1993-01-01", true),
            ("L. 2000: Entire part amended, p. 1295, § 16, effective May 26.", "-", true),
            ("L. 51: p. 655, § 7. CSA: C. 118, § 68(7). L. 52: p. 131, § 4.", "-", true),
            ("G.L. § 1291. G.S. § 1576. R.S. 08: § 2896. CSA: C. 74, § 3. C.R.S. 1963: § 63-2-2.", "-", false),
            ("G.L. § 1291. G.S. § 1576. L. 2018: (1) amended, p. 5, § 2, effective July 1.", "-", true),
            ("L. 2006, 1st Ex. Sess.: Entire section added, p. 19, § 1, effective July 31.", "2006-07-31", false),
            (
                "L. 94: Entire section added, p. 1251, § 3, effective July 1. L. 97: Entire section repealed, p. 820, \
              § 16, effective June 30.",
                "1994-07-01",
                false,
            ),
            ("Entire article added, (HB 22-1034), ch. 61, p. 282, § 1, effective August 10.", "2022-08-10", false),
            (
                "Initiated 96: Entire article R&RE, effective upon proclamation of the Governor, January 15, 1997.",
                "1997-01-15",
                true,
            ),
        ] {
            assert_eq!(history("co", &[&format!("Source: {sessions}")]), (date.to_owned(), is_amended), "{sessions}");
        }
    }

    #[test]
    fn label_at_the_end_of_a_paragraph_is_split_off() {
        let split = |state: &str| split_label_at_end("By the governor.\n    History.\n ", habits_for(state));
        assert_eq!(split("id"), Some(("By the governor.", "    History.")));
        assert_eq!(split("wy"), None);
    }
}
