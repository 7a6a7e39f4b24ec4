/*!
Rules for sections of state codes that all their publishers share: the status noted in a heading, and the topics of the
headings above a section.
*/

pub(crate) mod note_words;

pub(crate) mod version_note;

pub(crate) mod heading;

use crate::import::engine::sink::Sink;
use crate::topics::Vocabulary;

/// The tags of a section, from the headings of its title and chapter. Headings without a tag are counted only if no
/// heading has one.
pub(crate) fn topics(sink: &mut Sink<'_>, headings: &[&str]) -> Vec<String> {
    let subjects: Vec<&str> = headings.iter().copied().filter(|heading| !heading.is_empty()).collect();
    let has_tags = |heading: &&str| sink.has_tags(Vocabulary::CodeHeadings, heading);
    let mapped: Vec<&str> = subjects.iter().copied().filter(has_tags).collect();
    sink.topics(Vocabulary::CodeHeadings, if mapped.is_empty() { subjects } else { mapped })
}
