/*!
The catalogue of topic tags.
*/

use std::borrow::Cow;

use crate::corpus::corpus_error::{CorpusError, CorpusErrors};
use crate::corpus::name_index::NameIndex;
use crate::corpus::source_location::SourceLocation;
use crate::corpus::text;
use crate::model::Topic;

/// The topics of a corpus.
#[derive(Clone, Debug)]
pub struct Topics {
    entries: Vec<Topic>,
    names: NameIndex,
}

impl Topics {
    pub(super) fn new(topics: Vec<(SourceLocation, Topic)>, errors: &mut CorpusErrors) -> Self {
        let mut names = NameIndex::default();
        for (idx, (location, topic)) in topics.iter().enumerate() {
            let tags = std::iter::once(("tag", &topic.tag)).chain(topic.aliases.iter().map(|alias| ("aliases", alias)));
            for (field, tag) in tags {
                if !text::is_tag(tag) {
                    let message = format!("\"{tag}\" is not lower-case words joined by hyphens");
                    errors.add(CorpusError::in_field(location, field, message));
                }
                names.add(tag.into(), idx, location, field, errors);
            }
        }
        Self { entries: topics.into_iter().map(|(_, topic)| topic).collect(), names }
    }

    /// Returns the entries, in the order of the file.
    pub fn entries(&self) -> &[Topic] {
        &self.entries
    }

    /// Returns the topic with this tag.
    pub fn get(&self, tag: &str) -> Option<&Topic> {
        self.names.get(tag).map(|idx| &self.entries[idx]).filter(|topic| topic.tag == tag)
    }

    /// Resolves an alias to the tag of its topic. Returns `None` if the tag is not an alias.
    pub fn resolve_alias(&self, tag: &str) -> Option<&str> {
        self.names.get(tag).map(|idx| self.entries[idx].tag.as_str()).filter(|topic| *topic != tag)
    }

    /// Returns the tags that a filter value matches: the value itself as a tag, preceded by the tag it is an alias of.
    pub fn matching_tags<'v>(&'v self, value: &'v str) -> impl Iterator<Item = Cow<'v, str>> {
        let tag = text::to_tag(value);
        self.resolve_alias(&tag).map(Cow::from).into_iter().chain([tag])
    }

    /// Suggests topics for a filter value that names no topic: those with a similar tag or alias, otherwise those with
    /// a word of the value in their tag.
    pub fn nearest(&self, value: &str) -> Vec<&Topic> {
        const MAX_SUGGESTIONS: usize = 3;
        let tag = text::to_tag(value);
        let candidates = self.entries.iter().enumerate().flat_map(|(idx, topic)| {
            let tags = std::iter::once(&topic.tag).chain(&topic.aliases);
            tags.map(move |tag| (idx, &**tag))
        });
        let similar = text::probably_meant(&tag, candidates, MAX_SUGGESTIONS);
        if !similar.is_empty() {
            return similar.into_iter().map(|idx| &self.entries[idx]).collect();
        }
        let has_word = |topic: &&Topic| topic.tag.split('-').any(|word| tag.split('-').any(|wanted| wanted == word));
        self.entries.iter().filter(has_word).take(MAX_SUGGESTIONS).collect()
    }
}
