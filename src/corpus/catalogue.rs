/*!
The three catalogues that records and filters refer to.
*/

use std::borrow::Cow;
use std::collections::HashMap;

use anyhow::Result;
use foldhash::fast::RandomState;
use serde::de::DeserializeOwned;

use super::lines::{Line, Lines, MAX_LINE_BYTES};
use super::problem::{Place, Problem, Problems};
use super::source::Source;
use super::validate::parse_line;
use super::{Courts, Jurisdictions, Topics};

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
        let mut problems = Problems::default();
        let jurisdictions = entries(file(CatalogueFile::Jurisdictions)?, &mut problems)?;
        let courts = entries(file(CatalogueFile::Courts)?, &mut problems)?;
        let topics = entries(file(CatalogueFile::Topics)?, &mut problems)?;
        let jurisdictions = Jurisdictions::new(jurisdictions, &mut problems);
        let courts = Courts::new(courts, &jurisdictions, &mut problems);
        let topics = Topics::new(topics, &mut problems);
        Ok(problems.or(Self { jurisdictions, courts, topics })?)
    }
}

/// The entries of a catalogue file, each with its place.
fn entries<T: DeserializeOwned>(
    (path, content): (String, Vec<u8>),
    problems: &mut Problems,
) -> Result<Vec<(Place, T)>> {
    let mut entries = Vec::new();
    let mut lines = Lines::new(content.as_slice());
    let mut number = 0;
    while let Some(line) = lines.next_line()? {
        number += 1;
        let place = Place { path: path.clone(), line: number };
        match line {
            Line::Bytes(bytes) => match parse_line(bytes, &place) {
                Ok(entry) => entries.push((place, entry)),
                Err(problem) => problems.add(problem),
            },
            Line::TooLong => {
                problems.add(Problem::of_line(&place, format!("the line is longer than {MAX_LINE_BYTES} bytes")));
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
    /// Adds a name of an entry; another entry that has it already is a problem.
    pub(super) fn add(
        &mut self,
        normalized: Cow<'_, str>,
        entry_idx: usize,
        place: &Place,
        field: &str,
        problems: &mut Problems,
    ) {
        if normalized.is_empty() {
            problems.add(Problem::of_field(place, field, "is empty"));
            return;
        }
        let (known_idx, known_line) =
            *self.by_normalized.entry(normalized.clone().into_owned()).or_insert((entry_idx, place.line));
        if known_idx != entry_idx {
            let message = format!("\"{normalized}\" is already a name of the entry of line {known_line}");
            problems.add(Problem::of_field(place, field, message));
        }
    }

    /// The entry of this normalized name.
    pub(super) fn get(&self, normalized: &str) -> Option<usize> {
        self.by_normalized.get(normalized).map(|(entry_idx, _)| *entry_idx)
    }
}
