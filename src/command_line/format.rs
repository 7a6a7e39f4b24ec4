use clap::ValueEnum;
use lexdex_core::model::RecordFormat;

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A table for people, fitted to the width of a terminal
    Table,
    /// The body of the API's response, byte for byte
    Json,
    /// JSON, one record per line
    Jsonl,
    /// Comma-separated values with a header line, as the API exports them
    Csv,
    /// Entries for LaTeX, of a record or of all matching records
    Bibtex,
    /// References for reference managers, of a record or of all matching records
    Ris,
    /// References in the format of the Citation Style Language, of a record or of all matching records
    CslJson,
}

impl Format {
    /// Returns the format of the API for reference managers, if it is one.
    pub(crate) fn reference(self) -> Option<RecordFormat> {
        match self {
            Self::Table | Self::Json | Self::Jsonl | Self::Csv => None,
            Self::Bibtex => Some(RecordFormat::Bibtex),
            Self::Ris => Some(RecordFormat::Ris),
            Self::CslJson => Some(RecordFormat::CslJson),
        }
    }
}

/// The format of a report about citations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// A table for people, fitted to the width of a terminal
    Table,
    /// The body of the API's response for one file
    Json,
    /// JSON, one citation per line with its file and place
    Jsonl,
}
