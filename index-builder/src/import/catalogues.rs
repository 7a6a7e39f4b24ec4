/*!
The digest of the catalogues that imports use.
*/

use anyhow::Result;
use lexdex_core::corpus::{CatalogueFile, Source};
use sha2::{Digest, Sha256};

/// The digest of the jurisdictions, courts and topics of a corpus, as hexadecimal digits. The records of an import have
/// their names and tags.
pub fn digest(corpus: &Source) -> Result<String> {
    let mut digest = Sha256::new();
    for file in [CatalogueFile::Jurisdictions, CatalogueFile::Courts, CatalogueFile::Topics] {
        let content = corpus.catalogue_file(file)?.read()?;
        digest.update((content.len() as u64).to_be_bytes());
        digest.update(content);
    }
    Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}
