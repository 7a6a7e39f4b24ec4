/*!
Crosswalks: tables that map the subjects of a source to the topic tags of the catalogue. They are files under
`crosswalks`, so that a lawyer can edit them, and are compiled into the program.

A line is a subject, a tab, and its tags with commas between them. A line that begins with `#` is a comment, and begins
a group; the subjects of a group are in order.
*/

#[derive(Clone, Copy, Debug)]
pub(super) struct CrosswalkFile {
    #[cfg(test)]
    path: &'static str,
    text: &'static str,
}

macro_rules! crosswalk {
    ($file:literal) => {
        CrosswalkFile {
            #[cfg(test)]
            path: concat!("index-builder/crosswalks/", $file),
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/crosswalks/", $file)),
        }
    };
}

/// Titles and chapters of the U.S. Code, by number.
pub(super) static US_CODE: CrosswalkFile = crosswalk!("us-code.tsv");

/// Subjects of state bills.
pub(super) static OPEN_STATES: CrosswalkFile = crosswalk!("open-states.tsv");

/// Codes and words for the nature of a federal suit.
pub(super) static NATURE_OF_SUIT: CrosswalkFile = crosswalk!("nature-of-suit.tsv");

/// Headings of titles and chapters of state codes.
pub(super) static CODE_HEADINGS: CrosswalkFile = crosswalk!("code-headings.tsv");

pub(super) const COMMENT: char = '#';
pub(super) const TAG_SEPARATOR: &str = ", ";

impl CrosswalkFile {
    /// Each subject with its tags, in the order of the file.
    pub(super) fn rows(self) -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static str>)> {
        let lines = self.text.lines().filter(|line| !line.starts_with(COMMENT));
        let cells = lines.map(|line| line.split_once('\t').unwrap_or((line, "")));
        cells.map(|(subject, tags)| (subject, tags.split(TAG_SEPARATOR)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use lexdex_core::corpus::{Catalogue, Source, text};

    use super::*;
    use crate::topics::openstates;

    /// The checks of a crosswalk file.
    struct Checker<'c> {
        tags: &'c HashSet<&'c str>,
        /// The form in which a subject is looked up. Rows with equal forms are duplicates.
        form: fn(&str) -> String,
    }

    impl Checker<'_> {
        /// All mistakes of a file, each with its line.
        fn problems(&self, crosswalk: CrosswalkFile) -> Vec<String> {
            let mut problems = Vec::new();
            let mut lines_of_forms = HashMap::new();
            let mut previous = None;
            for (number, line) in (1..).zip(crosswalk.text.lines()) {
                if line.starts_with(COMMENT) {
                    previous = None;
                    continue;
                }
                let mut report = |problem: String| problems.push(format!("{}:{number}: {problem}", crosswalk.path));
                let [subject, tags] = line.split('\t').collect::<Vec<_>>()[..] else {
                    report("a line is a subject, one tab, and its tags".to_owned());
                    continue;
                };
                if subject.is_empty() || subject.trim() != subject {
                    report(format!("spaces around the subject, or none: {subject:?}"));
                }
                self.check_tags(tags, &mut report);
                let form = (self.form)(subject);
                if let Some(first) = lines_of_forms.insert(form.clone(), number) {
                    report(format!("{subject:?} is in line {first} already"));
                }
                let key = natural_order(&form);
                if previous.as_ref().is_some_and(|previous| *previous > key) {
                    report(format!("{subject:?} is out of order"));
                }
                previous = Some(key);
            }
            problems
        }

        fn check_tags(&self, tags: &str, report: &mut impl FnMut(String)) {
            let tags: Vec<&str> = tags.split(TAG_SEPARATOR).collect();
            for (idx, tag) in tags.iter().enumerate() {
                if !self.tags.contains(tag) {
                    report(format!("{tag:?} is not a tag of topics.jsonl"));
                }
                if tags[..idx].contains(tag) {
                    report(format!("the tag {tag:?} is there twice"));
                }
            }
        }
    }

    /// A sort key in which numbers are compared by value: `2/14` comes before `11a`.
    fn natural_order(form: &str) -> Vec<(String, u64)> {
        let mut key = Vec::new();
        let mut rest = form;
        while !rest.is_empty() {
            let (text, after) = rest.split_at(rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len()));
            let n_digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            key.push((text.to_owned(), after[..n_digits].parse().unwrap_or_default()));
            rest = &after[n_digits..];
        }
        key
    }

    fn normalized(subject: &str) -> String {
        text::normalize(subject).into_owned()
    }

    #[test]
    fn crosswalk_files_are_well_formed() {
        let catalogue = Catalogue::read(&Source::Bundled).unwrap();
        let tags: HashSet<&str> = catalogue.topics.entries().iter().map(|topic| topic.tag.as_str()).collect();
        let mut problems = Vec::new();
        for crosswalk in [US_CODE, NATURE_OF_SUIT, CODE_HEADINGS] {
            problems.extend(Checker { tags: &tags, form: normalized }.problems(crosswalk));
        }
        problems.extend(Checker { tags: &tags, form: openstates::row_form }.problems(OPEN_STATES));
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }

    #[test]
    fn mistake_in_a_crosswalk_file_is_named_with_its_line() {
        let tags = HashSet::from(["tax", "water"]);
        let problems = |text| Checker { tags: &tags, form: normalized }.problems(CrosswalkFile { path: "x.tsv", text });
        for (text, problem) in [
            ("# a\nrain\twater\nwells\twater, tax", None),
            ("rain", Some("x.tsv:1: a line is a subject, one tab, and its tags")),
            ("# a\nrain\twater\ttax", Some("x.tsv:2: a line is a subject, one tab, and its tags")),
            ("rain\twater\n\nwells\twater", Some("x.tsv:2: a line is a subject, one tab, and its tags")),
            ("rain \twater", Some("x.tsv:1: spaces around the subject, or none: \"rain \"")),
            ("rain\twater\nwells\tWater", Some("x.tsv:2: \"Water\" is not a tag of topics.jsonl")),
            ("rain\t", Some("x.tsv:1: \"\" is not a tag of topics.jsonl")),
            ("rain\twater, water", Some("x.tsv:1: the tag \"water\" is there twice")),
            ("rain\twater\n# b\nRain\ttax", Some("x.tsv:3: \"Rain\" is in line 1 already")),
            ("wells\twater\nrain\twater", Some("x.tsv:2: \"rain\" is out of order")),
            ("wells\twater\n# b\nrain\twater", None),
            ("2\ttax\n2/14\ttax\n11\ttax\n11/2\ttax\n11a\ttax", None),
            ("11\ttax\n2\ttax", Some("x.tsv:2: \"2\" is out of order")),
        ] {
            assert_eq!(problems(text), Vec::from_iter(problem.map(str::to_owned)), "{text}");
        }
    }
}
