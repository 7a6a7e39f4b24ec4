/*!
From a source's subjects to our tags: one mapping for all formats.

The policy areas and legislative subjects of the Congressional Research Service stand in the topic catalogue, tag by
tag. The vocabularies of other sources are tables here.
*/

mod code_titles;

mod code_headings;

mod nature_of_suit;

mod openstates;

use std::borrow::Cow;
use std::collections::HashMap;

use lexdex::corpus::{Topics, text};

/// A vocabulary of subjects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vocabulary {
    /// The policy areas and legislative subjects of the Congressional Research Service.
    Crs,
    /// Titles of the U.S. Code by number, and chapters as `18/63`.
    UsCode,
    /// The subjects that the states give their bills, as Open States has them.
    OpenStates,
    /// Codes of the federal courts' civil cover sheet (`440`), and the words that dockets use instead.
    NatureOfSuit,
    /// Titles and chapters of state codes, by their headings.
    CodeHeadings,
}

/// The tags of each subject.
pub struct TopicMap {
    vocabularies: HashMap<Vocabulary, HashMap<String, Vec<Cow<'static, str>>>>,
}

impl TopicMap {
    /// The mapping, with what the topic catalogue says.
    pub fn new(topics: &Topics) -> Self {
        let mut map = Self { vocabularies: HashMap::new() };
        for topic in topics.entries() {
            for subject in &topic.crs {
                map.add(Vocabulary::Crs, subject, Cow::Owned(topic.tag.clone()));
            }
        }
        map.add_table(Vocabulary::UsCode, code_titles::TABLE);
        map.add_openstates();
        map.add_table(Vocabulary::NatureOfSuit, nature_of_suit::TABLE);
        map.add_table(Vocabulary::CodeHeadings, code_headings::TABLE);
        map
    }

    /// The tags of a subject; none if no tag stands for it.
    pub fn tags(&self, vocabulary: Vocabulary, subject: &str) -> &[Cow<'static, str>] {
        let Some(subjects) = self.vocabularies.get(&vocabulary) else { return &[] };
        let tags_of = |form: &str| subjects.get(form).map(Vec::as_slice);
        let tags = match vocabulary {
            Vocabulary::OpenStates => openstates::find(subject, tags_of),
            _ => tags_of(&text::normalize(subject)),
        };
        tags.unwrap_or_default()
    }

    fn add_table(&mut self, vocabulary: Vocabulary, table: &[(&str, &[&'static str])]) {
        for (subject, tags) in table {
            for tag in *tags {
                self.add(vocabulary, subject, Cow::Borrowed(tag));
            }
        }
    }

    fn add_openstates(&mut self) {
        for (tag, row) in openstates::TABLE {
            for subject in openstates::subjects(row) {
                self.add_form(Vocabulary::OpenStates, subject, Cow::Borrowed(tag));
            }
        }
    }

    fn add(&mut self, vocabulary: Vocabulary, subject: &str, tag: Cow<'static, str>) {
        self.add_form(vocabulary, text::normalize(subject).into_owned(), tag);
    }

    fn add_form(&mut self, vocabulary: Vocabulary, form: String, tag: Cow<'static, str>) {
        self.vocabularies.entry(vocabulary).or_default().entry(form).or_default().push(tag);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use lexdex::corpus::{Catalogue, Source};

    use super::*;

    #[test]
    fn every_tag_of_the_tables_is_in_the_catalogue() {
        let catalogue = Catalogue::read(&Source::Bundled).unwrap();
        let known: HashSet<&str> = catalogue.topics.entries().iter().map(|topic| topic.tag.as_str()).collect();
        for (subject, tags) in TopicMap::new(&catalogue.topics).vocabularies.into_values().flatten() {
            for tag in tags {
                assert!(known.contains(&*tag), "{subject}: {tag}");
            }
        }
    }
}
