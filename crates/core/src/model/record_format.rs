use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// The format of an export, or of a single record that is not JSON.
    #[derive(Default)]
    RecordFormat {
        /// JSON, one record per line.
        #[default]
        Ndjson = "ndjson",
        /// Comma-separated values, one record per line.
        Csv = "csv",
        /// Entries of a bibliography for LaTeX.
        Bibtex = "bibtex",
        /// References in the format of Research Information Systems.
        Ris = "ris",
        /// References in the format of the Citation Style Language.
        CslJson = "csl-json",
    }
}

/// A format for reference managers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReferenceFormat {
    /// [`RecordFormat::Bibtex`].
    Bibtex,
    /// [`RecordFormat::Ris`].
    Ris,
    /// [`RecordFormat::CslJson`].
    CslJson,
}

impl RecordFormat {
    /// Returns the words of the formats for reference managers. A single record has these beside JSON.
    pub fn references() -> Vec<&'static str> {
        Self::ALL.iter().filter(|format| format.reference().is_some()).map(|format| format.as_str()).collect()
    }

    /// Returns the format for reference managers, if it is one.
    pub fn reference(self) -> Option<ReferenceFormat> {
        match self {
            Self::Ndjson | Self::Csv => None,
            Self::Bibtex => Some(ReferenceFormat::Bibtex),
            Self::Ris => Some(ReferenceFormat::Ris),
            Self::CslJson => Some(ReferenceFormat::CslJson),
        }
    }

    /// Returns the ending of the name of a file.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Ndjson | Self::Csv | Self::Ris => self.as_str(),
            Self::Bibtex => "bib",
            Self::CslJson => "json",
        }
    }
}
