/*!
The catalogues of a corpus.
*/

use std::sync::LazyLock;

use anyhow::Result;

use crate::corpus::catalogue_file::CatalogueFile;
use crate::corpus::completeness::DeclaredCompleteness;
use crate::corpus::corpus_error::{CorpusError, CorpusErrors};
use crate::corpus::courts::Courts;
use crate::corpus::json_line::parse_line;
use crate::corpus::jurisdictions::Jurisdictions;
use crate::corpus::line_reader::{Line, LineReader, MAX_LINE_BYTES};
use crate::corpus::popular_names::PopularNames;
use crate::corpus::source::Source;
use crate::corpus::source_location::SourceLocation;
use crate::corpus::table_line::parse_cells;
use crate::corpus::thesaurus::Thesaurus;
use crate::corpus::topics::Topics;

/// The catalogues of a corpus, which records, filters and searches refer to.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// The jurisdictions, in catalogue order.
    pub jurisdictions: Jurisdictions,
    /// The courts.
    pub courts: Courts,
    /// The topics.
    pub topics: Topics,
    /// The thesaurus.
    pub thesaurus: Thesaurus,
    /// The popular names of records.
    pub popular_names: PopularNames,
    /// The completeness of the lists.
    pub completeness: DeclaredCompleteness,
}

impl Catalogue {
    /// Reads the catalogues of a corpus.
    pub fn read(source: &Source) -> Result<Self> {
        Self::from_files(|file| {
            let source_file = source.catalogue_file(file)?;
            Ok((source_file.path.clone(), source_file.read()?))
        })
    }

    /// Parses the catalogues from the path and the content that `read` returns for each of them.
    pub fn from_files(read: impl FnMut(CatalogueFile) -> Result<(String, Vec<u8>)>) -> Result<Self> {
        let mut files = CatalogueParser { read, errors: CorpusErrors::default() };
        let jurisdictions = files.entries(CatalogueFile::Jurisdictions, parse_line)?;
        let courts = files.entries(CatalogueFile::Courts, parse_line)?;
        let topics = files.entries(CatalogueFile::Topics, parse_line)?;
        let synonyms = files.entries(CatalogueFile::Synonyms, parse_cells)?;
        let popular_names = files.entries(CatalogueFile::PopularNames, parse_cells)?;
        let (coverage_path, coverage) = (files.read)(CatalogueFile::Coverage)?;
        let mut errors = files.errors;
        let jurisdictions = Jurisdictions::new(jurisdictions, &mut errors);
        let courts = Courts::new(courts, &jurisdictions, &mut errors);
        let topics = Topics::new(topics, &mut errors);
        let thesaurus = Thesaurus::new(synonyms, &mut errors);
        let popular_names = PopularNames::new(popular_names, &mut errors);
        let completeness = DeclaredCompleteness::parse(&coverage_path, &coverage, &jurisdictions, &mut errors);
        Ok(errors.into_result(Self { jurisdictions, courts, topics, thesaurus, popular_names, completeness })?)
    }
}

static BUNDLED_JURISDICTIONS: LazyLock<Jurisdictions> = LazyLock::new(|| {
    let read = |file| Ok((String::new(), Source::Bundled.catalogue_file(file)?.read()?));
    let mut files = CatalogueParser { read, errors: CorpusErrors::default() };
    let entries = files.entries(CatalogueFile::Jurisdictions, parse_line).unwrap_or_default();
    Jurisdictions::new(entries, &mut files.errors)
});

/// Returns the bundled jurisdictions, whose names are read in citations.
pub fn bundled_jurisdictions() -> &'static Jurisdictions {
    &BUNDLED_JURISDICTIONS
}

/// The catalogue files, and the errors in those that were parsed so far.
struct CatalogueParser<F> {
    read: F,
    errors: CorpusErrors,
}

impl<F: FnMut(CatalogueFile) -> Result<(String, Vec<u8>)>> CatalogueParser<F> {
    /// Parses the entries of a file with `parse`, each with its location. Skips comments.
    fn entries<T>(
        &mut self,
        file: CatalogueFile,
        parse: impl Fn(&[u8], &SourceLocation) -> Result<T, CorpusError>,
    ) -> Result<Vec<(SourceLocation, T)>> {
        let (path, content) = (self.read)(file)?;
        let mut entries = Vec::new();
        let mut lines = LineReader::new(content.as_slice());
        let mut number = 0;
        while let Some(line) = lines.next_line()? {
            number += 1;
            let location = SourceLocation { path: path.clone(), line: number };
            match line {
                Line::Bytes(bytes) if file.is_comment(bytes) => {}
                Line::Bytes(bytes) => match parse(bytes, &location) {
                    Ok(entry) => entries.push((location, entry)),
                    Err(error) => self.errors.add(error),
                },
                Line::TooLong => {
                    let message = format!("the line is longer than {MAX_LINE_BYTES} bytes");
                    self.errors.add(CorpusError::in_line(&location, message));
                }
            }
        }
        Ok(entries)
    }
}
