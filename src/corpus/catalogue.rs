/*!
The three catalogues that records and filters refer to.
*/

use std::borrow::Cow;
use std::collections::HashMap;

use anyhow::Result;
use foldhash::fast::RandomState;
use serde::de::DeserializeOwned;

use super::line_reader::{Line, LineReader, MAX_LINE_BYTES};
use super::source::Source;
use super::validate::parse_line;
use super::{Courts, Jurisdictions, Topics};
use crate::corpus::corpus_error::{CorpusError, CorpusErrors};
use crate::corpus::source_location::SourceLocation;

/// A file that holds a catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CatalogueFile {
    /// The jurisdictions.
    Jurisdictions,
    /// The courts.
    Courts,
    /// The topics.
    Topics,
}

impl CatalogueFile {
    /// Every catalogue.
    pub const ALL: &'static [Self] = &[Self::Jurisdictions, Self::Courts, Self::Topics];

    /// The file's name in a corpus directory and in an index directory.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Jurisdictions => "jurisdictions.jsonl",
            Self::Courts => "courts.jsonl",
            Self::Topics => "topics.jsonl",
        }
    }
}

/// The jurisdictions, courts and topics of a corpus.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// The jurisdictions, in catalogue order.
    pub jurisdictions: Jurisdictions,
    /// The courts.
    pub courts: Courts,
    /// The topics.
    pub topics: Topics,
}

impl Catalogue {
    /// The catalogues of a corpus.
    pub fn read(source: &Source) -> Result<Self> {
        Self::from_files(|file| {
            let source_file = source.catalogue_file(file)?;
            Ok((source_file.path.clone(), source_file.read()?))
        })
    }

    /// The catalogues in files given by their path and content.
    pub fn from_files(mut file: impl FnMut(CatalogueFile) -> Result<(String, Vec<u8>)>) -> Result<Self> {
        let mut errors = CorpusErrors::default();
        let jurisdictions = entries(file(CatalogueFile::Jurisdictions)?, &mut errors)?;
        let courts = entries(file(CatalogueFile::Courts)?, &mut errors)?;
        let topics = entries(file(CatalogueFile::Topics)?, &mut errors)?;
        let jurisdictions = Jurisdictions::new(jurisdictions, &mut errors);
        let courts = Courts::new(courts, &jurisdictions, &mut errors);
        let topics = Topics::new(topics, &mut errors);
        Ok(errors.into_result(Self { jurisdictions, courts, topics })?)
    }
}

/// The entries of a catalogue file, each with its location.
fn entries<T: DeserializeOwned>(
    (path, content): (String, Vec<u8>),
    errors: &mut CorpusErrors,
) -> Result<Vec<(SourceLocation, T)>> {
    let mut entries = Vec::new();
    let mut lines = LineReader::new(content.as_slice());
    let mut number = 0;
    while let Some(line) = lines.next_line()? {
        number += 1;
        let location = SourceLocation { path: path.clone(), line: number };
        match line {
            Line::Bytes(bytes) => match parse_line(bytes, &location) {
                Ok(entry) => entries.push((location, entry)),
                Err(error) => errors.add(error),
            },
            Line::TooLong => {
                errors.add(CorpusError::of_line(&location, format!("the line is longer than {MAX_LINE_BYTES} bytes")));
            }
        }
    }
    Ok(entries)
}

/// The names of a catalogue's entries, each the name of one entry only.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    by_normalized: HashMap<String, (usize, u64), RandomState>,
}

impl Names {
    /// Adds a name of an entry; another entry that has it already is a error.
    pub(super) fn add(
        &mut self,
        normalized: Cow<'_, str>,
        entry_idx: usize,
        location: &SourceLocation,
        field: &str,
        errors: &mut CorpusErrors,
    ) {
        if normalized.is_empty() {
            errors.add(CorpusError::of_field(location, field, "is empty"));
            return;
        }
        let (known_idx, known_line) =
            *self.by_normalized.entry(normalized.clone().into_owned()).or_insert((entry_idx, location.line));
        if known_idx != entry_idx {
            let message = format!("\"{normalized}\" is already a name of the entry of line {known_line}");
            errors.add(CorpusError::of_field(location, field, message));
        }
    }

    /// The entry of this normalized name.
    pub(super) fn get(&self, normalized: &str) -> Option<usize> {
        self.by_normalized.get(normalized).map(|(entry_idx, _)| *entry_idx)
    }
}
