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
    /// Every catalogue file.
    pub const ALL: &'static [Self] = &[Self::Jurisdictions, Self::Courts, Self::Topics];

    /// The name of the file in a corpus directory and in an index directory.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Jurisdictions => "jurisdictions.jsonl",
            Self::Courts => "courts.jsonl",
            Self::Topics => "topics.jsonl",
        }
    }
}
