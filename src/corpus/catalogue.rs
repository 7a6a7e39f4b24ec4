/*!
The three catalogues that records and filters refer to.
*/

use anyhow::Result;
use serde::de::DeserializeOwned;

use crate::corpus::catalogue_file::CatalogueFile;
use crate::corpus::corpus_error::{CorpusError, CorpusErrors};
use crate::corpus::courts::Courts;
use crate::corpus::json_line::parse_line;
use crate::corpus::jurisdictions::Jurisdictions;
use crate::corpus::line_reader::{Line, LineReader, MAX_LINE_BYTES};
use crate::corpus::source::Source;
use crate::corpus::source_location::SourceLocation;
use crate::corpus::topics::Topics;

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
    /// Reads the catalogues of a corpus.
    pub fn read(source: &Source) -> Result<Self> {
        Self::from_files(|file| {
            let source_file = source.catalogue_file(file)?;
            Ok((source_file.path.clone(), source_file.read()?))
        })
    }

    /// Parses the catalogues from the path and the content that `file` returns for each of them.
    pub fn from_files(mut file: impl FnMut(CatalogueFile) -> Result<(String, Vec<u8>)>) -> Result<Self> {
        let mut errors = CorpusErrors::default();
        let jurisdictions = parse_entries(file(CatalogueFile::Jurisdictions)?, &mut errors)?;
        let courts = parse_entries(file(CatalogueFile::Courts)?, &mut errors)?;
        let topics = parse_entries(file(CatalogueFile::Topics)?, &mut errors)?;
        let jurisdictions = Jurisdictions::new(jurisdictions, &mut errors);
        let courts = Courts::new(courts, &jurisdictions, &mut errors);
        let topics = Topics::new(topics, &mut errors);
        Ok(errors.into_result(Self { jurisdictions, courts, topics })?)
    }
}

/// Parses the entries of a catalogue file, each with its location.
fn parse_entries<T: DeserializeOwned>(
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
