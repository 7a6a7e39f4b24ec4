/*!
The parts of a mapping that the mirror needs. The importer of `jsonl` reads and checks all of it.
*/

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The parts of a mapping.
#[derive(Debug, Deserialize)]
pub(crate) struct MappingHead {
    /// The publisher, as records name it.
    pub(crate) source: String,
    #[serde(default)]
    fields: MappingFields,
}

#[derive(Debug, Default, Deserialize)]
struct MappingFields {
    topics: Option<MappingTopics>,
}

#[derive(Debug, Deserialize)]
struct MappingTopics {
    table: Option<PathBuf>,
}

impl MappingHead {
    /// Reads a mapping. Returns `None` if it cannot be read; the import then reports the error.
    pub(crate) fn read(mapping: &Path) -> Option<Self> {
        toml::from_str(&fs::read_to_string(mapping).ok()?).ok()
    }

    /// The path of the table of topics, if the mapping names one. `mapping` is the path of the mapping.
    pub(crate) fn topics_table(&self, mapping: &Path) -> Option<PathBuf> {
        let table = self.fields.topics.as_ref()?.table.as_ref()?;
        Some(mapping.parent().unwrap_or(Path::new("")).join(table))
    }
}
