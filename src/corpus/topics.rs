/*!
The catalogue of topic tags.
*/

use std::borrow::Cow;

use super::catalogue::Names;
use super::text;
use crate::corpus::corpus_error::{CorpusError, CorpusErrors};
use crate::corpus::source_location::SourceLocation;
use crate::model::Topic;

/// The topics.
#[derive(Clone, Debug)]
pub struct Topics {
    entries: Vec<Topic>,
    names: Names,
}

impl Topics {
    pub(super) fn new(topics: Vec<(SourceLocation, Topic)>, errors: &mut CorpusErrors) -> Self {
        let mut names = Names::default();
        for (idx, (location, topic)) in topics.iter().enumerate() {
            let tags = std::iter::once(("tag", &topic.tag)).chain(topic.aliases.iter().map(|alias| ("aliases", alias)));
            for (field, tag) in tags {
                if !text::is_tag(tag) {
                    let message = format!("\"{tag}\" is not lower-case words joined by hyphens");
                    errors.add(CorpusError::of_field(location, field, message));
                }
                names.add(tag.into(), idx, location, field, errors);
            }
        }
        Self { entries: topics.into_iter().map(|(_, topic)| topic).collect(), names }
    }

    /// The entries, in the order of their file.
    pub fn entries(&self) -> &[Topic] {
        &self.entries
    }

    /// The topic with this tag.
    pub fn get(&self, tag: &str) -> Option<&Topic> {
        self.names.get(tag).map(|idx| &self.entries[idx]).filter(|topic| topic.tag == tag)
    }

    /// The tag of the topic that a tag is an alias of.
    pub fn of_alias(&self, tag: &str) -> Option<&str> {
        self.names.get(tag).map(|idx| self.entries[idx].tag.as_str()).filter(|topic| *topic != tag)
    }

    /// The tags that a filter value means: the one it is an alias of, and itself as a tag.
    pub fn tags_of<'v>(&'v self, value: &'v str) -> impl Iterator<Item = Cow<'v, str>> {
        let tag = text::as_tag(value);
        self.of_alias(&tag).map(Cow::from).into_iter().chain([tag])
    }
}
