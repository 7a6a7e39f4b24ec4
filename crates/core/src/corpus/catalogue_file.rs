/// A file that holds a catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CatalogueFile {
    /// The jurisdictions.
    Jurisdictions,
    /// The courts.
    Courts,
    /// The topics.
    Topics,
    /// The thesaurus.
    Synonyms,
    /// The popular names.
    PopularNames,
    /// The completeness of the lists.
    Coverage,
}

impl CatalogueFile {
    /// Every catalogue file.
    pub const ALL: &'static [Self] =
        &[Self::Jurisdictions, Self::Courts, Self::Topics, Self::Synonyms, Self::PopularNames, Self::Coverage];

    /// The name of the file in a corpus directory and in an index directory.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Jurisdictions => "jurisdictions.jsonl",
            Self::Courts => "courts.jsonl",
            Self::Topics => "topics.jsonl",
            Self::Synonyms => "synonyms.tsv",
            Self::PopularNames => "popular-names.tsv",
            Self::Coverage => "coverage.toml",
        }
    }

    /// Returns whether the bundled file replaces a missing one. Files about the records of a corpus have no default.
    pub fn has_default(self) -> bool {
        self != Self::Coverage
    }

    /// Whether a line of the file is a comment. JSON Lines have no comments.
    pub fn is_comment(self, line: &[u8]) -> bool {
        match self {
            Self::Jurisdictions | Self::Courts | Self::Topics => false,
            Self::Synonyms | Self::PopularNames | Self::Coverage => line.starts_with(b"#"),
        }
    }
}
