/*!
The catalogue files of an index: those of the corpus, without comments and with sorted lines.
*/

use anyhow::{Context, Result};
use lexdex_core::corpus::{Catalogue, CatalogueFile, Source};
use sha2::{Digest, Sha256};

use crate::format::storage::Storage;

/// The catalogue files of an index, with their contents.
pub(super) struct CatalogueFiles(Vec<(CatalogueFile, Vec<u8>)>);

impl CatalogueFiles {
    /// Reads the catalogues of a corpus, each file once.
    pub(super) fn read(source: &Source) -> Result<(Catalogue, Self)> {
        let mut files = Vec::new();
        let catalogue = Catalogue::from_files(|file| {
            let source_file = source.catalogue_file(file)?;
            let content = source_file.read()?;
            files.push((file, sorted_entries(file, &content)));
            Ok((source_file.path.clone(), content))
        })?;
        for (file, content) in &mut files {
            if *file == CatalogueFile::Coverage {
                *content = catalogue.completeness.to_toml().into_bytes();
            }
        }
        Ok((catalogue, Self(files)))
    }

    /// The digest of a file, as hexadecimal digits.
    pub(super) fn digest(&self, file: CatalogueFile) -> String {
        let content = self.0.iter().find(|(other, _)| *other == file).map(|(_, content)| content.as_slice());
        const_hex::encode(Sha256::digest(content.unwrap_or_default()))
    }

    /// Writes the files into an index directory.
    pub(super) fn write(&self, storage: &Storage) -> Result<()> {
        let Some(directory) = storage.path() else {
            return Ok(());
        };
        for (file, content) in &self.0 {
            let path = directory.join(file.file_name());
            std::fs::write(&path, content).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

/// Sorts the lines of a catalogue, removes its comments, and normalizes line ends to line feeds.
fn sorted_entries(file: CatalogueFile, content: &[u8]) -> Vec<u8> {
    let lines = content.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let mut lines: Vec<&[u8]> = lines.filter(|line| !line.is_empty() && !file.is_comment(line)).collect();
    lines.sort_unstable();
    lines.into_iter().flat_map(|line| [line, b"\n"]).flatten().copied().collect()
}
