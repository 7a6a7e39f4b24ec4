use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// The format of an export.
    #[derive(Default)]
    ExportFormat {
        /// JSON, one record per line.
        #[default]
        Ndjson = "ndjson",
        /// Comma-separated values, one record per line.
        Csv = "csv",
    }
}
