use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// The form of an export.
    ExportFormat {
        /// A record a line, as JSON.
        Ndjson = "ndjson",
        /// A record a line, as comma-separated values.
        Csv = "csv",
    }
}
