/*!
Maps the subjects of sources to the topic tags of the catalogue.

The topic catalogue lists, tag by tag, the policy areas and legislative subjects of the Congressional Research Service.
The other vocabularies have crosswalk files.
*/

mod crosswalk;

pub(crate) mod own_crosswalk;

mod openstates;

use std::borrow::Cow;
use std::collections::HashMap;

use lexdex_core::corpus::{Topics, text};

use self::crosswalk::CrosswalkFile;

/// A vocabulary of subjects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vocabulary {
    /// The policy areas and legislative subjects of the Congressional Research Service.
    Crs,
    /// Titles of the U.S. Code by number, and chapters as `18/63`.
    UsCode,
    /// The subjects that states assign to their bills, as published by Open States.
    OpenStates,
    /// Codes of the federal courts' civil cover sheet (`440`), and the words that dockets use instead.
    NatureOfSuit,
    /// Titles and chapters of state codes, by their headings.
    CodeHeadings,
}

impl Vocabulary {
    /// Every vocabulary, by the name that the mapping of an import gives it.
    pub(crate) const NAMES: &'static [(&'static str, Self)] = &[
        ("crs", Self::Crs),
        ("us-code", Self::UsCode),
        ("open-states", Self::OpenStates),
        ("nature-of-suit", Self::NatureOfSuit),
        ("code-headings", Self::CodeHeadings),
    ];
}

/// The tags of each subject.
pub struct TopicMap {
    vocabularies: HashMap<Vocabulary, HashMap<String, Vec<Cow<'static, str>>>>,
}

impl TopicMap {
    /// Builds the map from the topic catalogue and the crosswalk files.
    pub fn new(topics: &Topics) -> Self {
        let mut map = Self { vocabularies: HashMap::new() };
        for topic in topics.entries() {
            for subject in &topic.crs {
                map.add(Vocabulary::Crs, text::normalize(subject).into_owned(), Cow::Owned(topic.tag.clone()));
            }
        }
        let normalized = |subject: &str| [text::normalize(subject).into_owned()];
        map.add_crosswalk(Vocabulary::UsCode, crosswalk::US_CODE, normalized);
        map.add_crosswalk(Vocabulary::OpenStates, crosswalk::OPEN_STATES, openstates::forms);
        map.add_crosswalk(Vocabulary::NatureOfSuit, crosswalk::NATURE_OF_SUIT, normalized);
        map.add_crosswalk(Vocabulary::CodeHeadings, crosswalk::CODE_HEADINGS, normalized);
        map
    }

    /// The tags of a subject, or none if the subject is not mapped.
    pub fn tags(&self, vocabulary: Vocabulary, subject: &str) -> &[Cow<'static, str>] {
        let Some(subjects) = self.vocabularies.get(&vocabulary) else { return &[] };
        let tags_of = |form: &str| subjects.get(form).map(Vec::as_slice);
        let tags = match vocabulary {
            Vocabulary::OpenStates => openstates::find(subject, tags_of),
            _ => tags_of(&text::normalize(subject)),
        };
        tags.unwrap_or_default()
    }

    /// Adds the rows of a crosswalk. `forms` returns the forms under which the subject of a row is looked up.
    fn add_crosswalk<F>(&mut self, vocabulary: Vocabulary, crosswalk: CrosswalkFile, forms: impl Fn(&str) -> F)
    where
        F: IntoIterator<Item = String>,
    {
        for (subject, tags) in crosswalk.rows() {
            let forms = Vec::from_iter(forms(subject));
            for tag in tags {
                forms.iter().for_each(|form| self.add(vocabulary, form.clone(), Cow::Borrowed(tag)));
            }
        }
    }

    fn add(&mut self, vocabulary: Vocabulary, form: String, tag: Cow<'static, str>) {
        self.vocabularies.entry(vocabulary).or_default().entry(form).or_default().push(tag);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use lexdex_core::corpus::{Catalogue, Source};

    use super::*;

    #[test]
    fn every_mapped_tag_is_in_the_catalogue() {
        let catalogue = Catalogue::read(&Source::Bundled).unwrap();
        let known: HashSet<&str> = catalogue.topics.entries().iter().map(|topic| topic.tag.as_str()).collect();
        for (subject, tags) in TopicMap::new(&catalogue.topics).vocabularies.into_values().flatten() {
            for tag in tags {
                assert!(known.contains(&*tag), "{subject}: {tag}");
            }
        }
    }
}
