use clap::ValueEnum;

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
}

/// The format of a report about citations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// A table for people, fitted to the width of a terminal
    Table,
    /// The body of the API's response, byte for byte
    Json,
}
