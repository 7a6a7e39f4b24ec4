/*!
Reads the operator's files, up to a maximum size.
*/

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// Reads a file of at most `max_bytes`.
pub(super) fn read(path: &Path, max_bytes: usize) -> Result<Vec<u8>> {
    let mut content = Vec::new();
    let read = File::open(path).and_then(|file| file.take(max_bytes as u64 + 1).read_to_end(&mut content));
    read.with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(content.len() <= max_bytes, "{} is larger than {max_bytes} bytes", path.display());
    Ok(content)
}
