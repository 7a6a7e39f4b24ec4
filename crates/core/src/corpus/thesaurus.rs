/*!
The thesaurus: groups of words and phrases that are synonyms in searches of the law.
*/

use std::collections::HashSet;

use crate::corpus::corpus_error::{CorpusError, CorpusErrors};
use crate::corpus::source_location::SourceLocation;
use crate::corpus::text;

/// The maximum length of a member, in characters.
const MAX_MEMBER_CHARS: usize = 100;

/// The thesaurus of a corpus.
#[derive(Clone, Debug)]
pub struct Thesaurus {
    groups: Vec<Vec<String>>,
}

impl Thesaurus {
    pub(super) fn new(rows: Vec<(SourceLocation, Vec<String>)>, errors: &mut CorpusErrors) -> Self {
        for (location, group) in &rows {
            check(group, location, errors);
        }
        Self { groups: rows.into_iter().map(|(_, group)| group).collect() }
    }

    /// Returns the groups, in the order of the file. Each has two or more members, as they are written.
    pub fn groups(&self) -> &[Vec<String>] {
        &self.groups
    }
}

fn check(group: &[String], location: &SourceLocation, errors: &mut CorpusErrors) {
    let mut report = |message: String| errors.add(CorpusError::in_line(location, message));
    if let [only] = group {
        report(format!("\"{only}\" is alone in its group: add a tab and another member, or remove the line"));
    }
    let mut seen = HashSet::new();
    for (idx, member) in group.iter().enumerate() {
        let n_chars = member.chars().count();
        if member.is_empty() {
            report(format!("member {} is empty: remove the tab before or after it", idx + 1));
        } else if n_chars > MAX_MEMBER_CHARS {
            let start: String = member.chars().take(MAX_MEMBER_CHARS / 2).collect();
            report(format!("\"{start}…\" has {n_chars} characters: shorten it to {MAX_MEMBER_CHARS} or fewer"));
        } else if !seen.insert(text::normalize(member)) {
            report(format!("\"{member}\" is in the group twice: remove one"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses groups whose members are separated by tabs.
    fn parsed(groups: &[&str]) -> (Vec<Vec<String>>, Vec<String>) {
        let location = |line| SourceLocation { path: "synonyms.tsv".to_owned(), line };
        let members = |group: &str| group.split('\t').map(str::to_owned).collect();
        let rows = (1..).zip(groups).map(|(line, group)| (location(line), members(group))).collect();
        let mut errors = CorpusErrors::default();
        let thesaurus = Thesaurus::new(rows, &mut errors);
        (thesaurus.groups().to_vec(), errors.first().iter().map(CorpusError::to_string).collect())
    }

    #[test]
    fn groups_keep_their_order_and_spelling() {
        let longest = "é".repeat(MAX_MEMBER_CHARS);
        let (groups, errors) =
            parsed(&["theft\tLarceny", &format!("cop\tpeace officer\t{longest}"), "theft\tstealing"]);
        assert_eq!(errors, [""; 0]);
        assert_eq!(
            groups,
            [
                vec!["theft".to_owned(), "Larceny".to_owned()],
                vec!["cop".to_owned(), "peace officer".to_owned(), longest],
                vec!["theft".to_owned(), "stealing".to_owned()],
            ]
        );
    }

    #[test]
    fn faulty_members_are_rejected_with_their_line() {
        let too_long = "é".repeat(MAX_MEMBER_CHARS + 1);
        let start = "é".repeat(MAX_MEMBER_CHARS / 2);
        let (_, errors) = parsed(&["theft", "cop\t\tpolice\t", "Theft\tlarceny\ttheft", &format!("cop\t{too_long}")]);
        assert_eq!(
            errors,
            [
                "synonyms.tsv:1: \"theft\" is alone in its group: add a tab and another member, or remove the line",
                "synonyms.tsv:2: member 2 is empty: remove the tab before or after it",
                "synonyms.tsv:2: member 4 is empty: remove the tab before or after it",
                "synonyms.tsv:3: \"theft\" is in the group twice: remove one",
                &format!("synonyms.tsv:4: \"{start}…\" has 101 characters: shorten it to 100 or fewer"),
            ]
        );
    }
}
