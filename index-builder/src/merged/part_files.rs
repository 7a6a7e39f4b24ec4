/*!
The parts of a corpus and their ranks.
*/

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::import::parts::header::PartHeader;
use crate::import::parts::reader::{PartReader, part_files};

/// The formats by rank. Of two records with one id, or of one decision, the one of the first format is kept: official
/// sources precede collections, `CourtListener` precedes the Caselaw Access Project because it still corrects its data,
/// and mappings come last.
const RANKS: [&str; 9] =
    ["uslm", "dc-law", "billstatus", "congress-json", "openstates", "public-resource", "courtlistener", "cap", MAPPED];

/// The format of the publishers that mappings name.
const MAPPED: &str = "jsonl";

/// A part.
pub(super) struct PartFile {
    pub(super) path: PathBuf,
    pub(super) header: PartHeader,
    /// The rank of the format. The lowest one precedes.
    pub(super) rank: usize,
}

impl PartFile {
    /// The parts of a folder, by name.
    pub(super) fn all(folder: &Path) -> Result<Vec<Self>> {
        let open = |path: PathBuf| {
            let header = PartReader::open(&path)?.header;
            let rank = RANKS.iter().position(|format| *format == header.format).unwrap_or(RANKS.len());
            Ok(Self { path, header, rank })
        };
        part_files(folder)?.into_iter().map(open).collect()
    }

    /// The publisher, in the order of precedence. Each mapping has its own.
    pub(super) fn publisher(&self) -> (usize, &str) {
        (self.rank, if self.header.format == MAPPED { &self.header.name } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::publishers::IMPORTERS;

    #[test]
    fn each_importer_has_a_rank() {
        let mut names: Vec<&str> = IMPORTERS.iter().map(|importer| importer.name).collect();
        let mut ranked = RANKS.to_vec();
        names.sort_unstable();
        ranked.sort_unstable();
        assert_eq!(names, ranked);
    }
}
