/*!
A user's crosswalk from the subjects of a source to topic tags, in the format of the files under `crosswalks`. It is
checked when it is read.
*/

use std::borrow::Cow;
use std::collections::HashMap;

use lexdex_core::corpus::{Topics, text};

use crate::topics::crosswalk::{COMMENT, TAG_SEPARATOR};

/// The tags of each subject, by its normalized form.
#[derive(Debug, Default)]
pub(crate) struct OwnCrosswalk(HashMap<String, Vec<Cow<'static, str>>>);

impl OwnCrosswalk {
    /// Reads the lines of a file. Calls `report` with the line and the message of each fault.
    pub(crate) fn parse(content: &str, topics: &Topics, report: &mut dyn FnMut(usize, String)) -> Self {
        let mut own = Self::default();
        for (number, line) in (1..).zip(content.trim_start_matches('\u{feff}').lines()) {
            if line.starts_with(COMMENT) || line.trim().is_empty() {
                continue;
            }
            let [subject, tags] = line.split('\t').collect::<Vec<_>>()[..] else {
                report(number, "a line is a subject, one tab, and its tags".to_owned());
                continue;
            };
            let tags: Vec<String> = tags.split(TAG_SEPARATOR).map(|tag| tag.trim().to_owned()).collect();
            own.add(subject, &tags, topics).unwrap_or_else(|fault| report(number, format!("{subject:?} {fault}")));
        }
        own
    }

    /// Adds a subject. Fails if it has tags already, or a tag that is not in the catalogue. The message begins with a
    /// verb.
    pub(crate) fn add(&mut self, subject: &str, tags: &[String], topics: &Topics) -> Result<(), String> {
        if let Some(unknown) = tags.iter().find(|tag| topics.get(tag).is_none()) {
            return Err(format!("has the tag {unknown:?}, which is not in the catalogue of topics"));
        }
        let tags = tags.iter().map(|tag| Cow::Owned(tag.clone())).collect();
        match self.0.insert(text::normalize(subject).into_owned(), tags) {
            Some(_) => Err("is there twice: case does not matter".to_owned()),
            None => Ok(()),
        }
    }

    /// The tags of a subject, or none if it is not in the crosswalk.
    pub(crate) fn tags(&self, subject: &str) -> &[Cow<'static, str>] {
        self.0.get(&*text::normalize(subject)).map(Vec::as_slice).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use lexdex_core::corpus::{Catalogue, Source};

    use super::*;

    #[test]
    fn every_fault_of_a_crosswalk_has_its_line() {
        let topics = Catalogue::read(&Source::Bundled).unwrap().topics;
        let content = "\u{feff}# ours\r\nRain \twater, tax\r\n\nx\nwells\twatr\na\tb\tc\nRAIN\ttax\n";
        let mut faults = Vec::new();
        let own = OwnCrosswalk::parse(content, &topics, &mut |line, fault| faults.push(format!("{line}: {fault}")));
        assert_eq!(
            faults,
            [
                "4: a line is a subject, one tab, and its tags",
                "5: \"wells\" has the tag \"watr\", which is not in the catalogue of topics",
                "6: a line is a subject, one tab, and its tags",
                "7: \"RAIN\" is there twice: case does not matter",
            ]
        );
        let content = "Rain\twater, tax\n";
        let rain = OwnCrosswalk::parse(content, &topics, &mut |_, fault| panic!("{fault}"));
        assert_eq!((rain.tags(" rain"), rain.tags("wells")), (&["water".into(), "tax".into()][..], &[][..]));
        assert_eq!(own.tags("snow"), &[] as &[Cow<'_, str>]);
    }
}
