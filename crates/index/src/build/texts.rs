/*!
The texts behind the records of a list, which are indexed but not served. Texts are not held in memory: each is read
from its file when its record is indexed.
*/

use anyhow::{Result, bail};
use lexdex_core::corpus::{CorpusError, CorpusErrors, MAX_TEXT_KIB, Source, SourceLocation, TextLine, parse_text};
use lexdex_core::model::Resource;

use crate::build::line_files::{LineFiles, LinePlace};
use crate::build::line_table::LineTable;
use crate::build::lines_digest::LinesDigest;
use crate::build::progress::BuildProgress;
use crate::format::schema::TextField;

/// The options for the texts behind the records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextOptions {
    /// The maximum length of the indexed part of a text, in KiB. With 0 the texts are not read.
    pub max_kib: u16,
    /// Whether the positions of words are also indexed, so that quoted phrases can be found in the texts.
    pub has_positions: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self { max_kib: MAX_TEXT_KIB, has_positions: false }
    }
}

/// The files of the texts of a list.
pub(crate) struct TextFiles {
    pub(super) files: LineFiles,
    max_bytes: usize,
    has_positions: bool,
}

impl TextFiles {
    /// Finds the texts behind the records of a list, unless the options exclude them.
    pub(crate) fn from_source(source: &Source, resource: Resource, options: TextOptions) -> Result<Self> {
        let files = if options.max_kib == 0 { Vec::new() } else { source.text_files(resource)? };
        if files.len() >= LinePlace::MAX_FILES {
            let max = LinePlace::MAX_FILES;
            bail!(
                "the texts of the {resource} are in {} files: join some, so that there are fewer than {max}",
                files.len()
            );
        }
        let files = LineFiles(files);
        Ok(Self { files, max_bytes: usize::from(options.max_kib) << 10, has_positions: options.has_positions })
    }

    /// Returns how the list indexes its texts. A list without texts has no such field.
    pub(super) fn field(&self) -> TextField {
        match (self.files.0.is_empty(), self.has_positions) {
            (true, _) => TextField::None,
            (false, false) => TextField::Words,
            (false, true) => TextField::WordsAndPositions,
        }
    }

    /// The options that the index of the list depends on.
    pub(super) fn digested_options(&self) -> String {
        match self.field() {
            TextField::None => "no texts".to_owned(),
            TextField::Words => format!("{} bytes of each text", self.max_bytes),
            TextField::WordsAndPositions => format!("{} bytes of each text, with positions", self.max_bytes),
        }
    }

    /// Reads and checks all texts. Returns their places and the errors.
    pub(crate) fn table(&self, progress: &dyn BuildProgress) -> Result<(TextTable, CorpusErrors)> {
        let (table, errors) = LineTable::read(&self.files, text_id, LinesDigest::add_line, progress)?;
        Ok((TextTable(table), errors))
    }

    /// Reads the text at a place.
    pub(super) fn read(&self, place: LinePlace) -> Result<TextLine<'static>> {
        self.files.read(place, parse_text)
    }

    /// The part of a text that is indexed.
    pub(super) fn indexed<'t>(&self, text: &'t TextLine<'_>) -> &'t str {
        text.beginning(self.max_bytes)
    }
}

/// The places of the texts of a list.
pub(crate) struct TextTable(LineTable);

impl TextTable {
    /// Claims the text of a record, and returns its place.
    pub(crate) fn claim(&self, id: &str) -> Option<LinePlace> {
        self.0.claim(id)
    }

    pub(super) fn digest(&self) -> LinesDigest {
        self.0.digest()
    }

    /// Reports each text whose id no record has.
    pub(super) fn report_unclaimed(&self, texts: &TextFiles, errors: &mut CorpusErrors) -> Result<()> {
        self.0.report_unclaimed(&texts.files, text_id, errors)
    }
}

fn text_id(line: &[u8], location: &SourceLocation) -> Result<String, Vec<CorpusError>> {
    parse_text(line, location).map(|text| text.id.into_owned()).map_err(|error| vec![error])
}
