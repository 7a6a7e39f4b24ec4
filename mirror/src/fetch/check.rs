/*!
Checks that a downloaded file is whole and of the expected kind.

A publisher in maintenance may answer 200 with a page of HTML, and a server may end a response early without an error.
So the magic bytes and the end of each kind of file are checked.
*/

mod bzip2_end;

mod html;

mod zip_end;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use flate2::bufread::MultiGzDecoder;
use serde::de::IgnoredAny;
use sha2::{Digest, Sha256};

use crate::fetch::planned_file::ContentKind;

/// The digest of a file, in hexadecimal digits.
pub(crate) use lexdex_index::file_digest as digest;

/// A file that has passed the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Verified {
    pub(crate) bytes: u64,
    pub(crate) sha256: String,
}

/// Checks that a file is whole, and computes its digest. Without a kind of content, checks only that it is not a page
/// of HTML.
pub(crate) fn verify(path: &Path, content: Option<ContentKind>) -> Result<Verified> {
    let cannot_read = || format!("cannot read {}", path.display());
    let mut file = File::open(path).with_context(cannot_read)?;
    if let Some(page) = html::describe(&mut file).with_context(cannot_read)? {
        bail!("it is {page} and not {}", content.map_or("the file", ContentKind::noun));
    }
    let bytes = file.metadata().with_context(cannot_read)?.len();
    match content {
        Some(ContentKind::Zip) => zip_end::check(&mut file, bytes)?,
        Some(ContentKind::Bzip2) => bzip2_end::check(&mut file, bytes)?,
        Some(ContentKind::Gzip | ContentKind::Json) | None => {}
    }
    file.rewind().with_context(cannot_read)?;
    let mut reader = BufReader::with_capacity(1 << 16, HashingReader { file: &file, hasher: Sha256::new() });
    match content {
        Some(ContentKind::Gzip) => check_gzip(&mut reader)?,
        Some(ContentKind::Json) => check_json(&mut reader)?,
        Some(ContentKind::Zip | ContentKind::Bzip2) | None => {}
    }
    // The rest is only for the digest.
    io::copy(&mut reader, &mut io::sink()).with_context(cannot_read)?;
    Ok(Verified { bytes, sha256: const_hex::encode(reader.into_inner().hasher.finalize()) })
}

struct HashingReader<'a> {
    file: &'a File,
    hasher: Sha256,
}

impl Read for HashingReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let n_read = self.file.read(into)?;
        self.hasher.update(&into[..n_read]);
        Ok(n_read)
    }
}

/// Decodes the file to its end, because the trailer of a gzip file has no signature to check instead.
fn check_gzip(reader: &mut impl BufRead) -> Result<()> {
    let mut magic = reader.fill_buf()?;
    if !magic.starts_with(&[0x1f, 0x8b, 8]) {
        magic = &magic[..magic.len().min(8)];
        bail!("it is not a gzip file: it begins with {}", magic.escape_ascii());
    }
    io::copy(&mut MultiGzDecoder::new(reader), &mut io::sink())
        .map(drop)
        .map_err(|error| anyhow!("it is not a whole gzip file: {error}"))
}

fn check_json(reader: &mut impl BufRead) -> Result<()> {
    let mut deserializer = serde_json::Deserializer::from_reader(reader);
    serde::Deserialize::deserialize(&mut deserializer)
        .and_then(|IgnoredAny| deserializer.end())
        .map_err(|error| anyhow!("it is not one whole JSON document: {error}"))
}

#[cfg(test)]
mod tests;
