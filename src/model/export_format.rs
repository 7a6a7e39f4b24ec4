use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// The format of an export.
    ExportFormat {
        /// JSON, one record per line.
        Ndjson = "ndjson",
        /// Comma-separated values, one record per line.
        Csv = "csv",
    }
}
