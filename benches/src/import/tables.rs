/*!
Writes the bulk tables of `CourtListener`, with more rows than the real sample.
*/

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use bzip2::write::BzEncoder;

/// The compression of the tables of `CourtListener`.
#[derive(Clone, Copy)]
pub(super) enum Compression {
    None,
    Bzip2,
}

/// The columns that hold row numbers, of the same or another table.
const ROW_NUMBER_COLUMNS: &[&str] = &["id", "cluster_id", "docket_id"];

/// The number of copies of each row of the sample.
const N_COPIES: u64 = 150;

/// Writes copies of the rows of the sample, with distinct row numbers and citations.
pub(super) fn courtlistener(sample: &Path, directory: &Path, compression: Compression) -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for table in entries(sample)?.iter().filter(|path| path.extension().is_some_and(|extension| extension == "csv")) {
        let name = table.file_name().unwrap_or_default().to_string_lossy();
        let is_courts = name.starts_with("courts");
        let rows = copy_rows(table, if is_courts { 1 } else { N_COPIES })?;
        paths.push(match compression {
            Compression::None => {
                let path = directory.join(&*name);
                fs::write(&path, rows)?;
                path
            }
            Compression::Bzip2 => {
                let path = directory.join(format!("{name}.bz2"));
                let mut encoder = BzEncoder::new(File::create(&path)?, bzip2::Compression::best());
                encoder.write_all(&rows)?;
                encoder.finish()?;
                path
            }
        });
    }
    Ok(paths)
}

fn copy_rows(table: &Path, n_copies: u64) -> Result<Vec<u8>> {
    const COPY_OFFSET: u64 = 1_000_000_000;
    const VOLUME_OFFSET: u64 = 10_000;
    let bytes = fs::read(table)?;
    let mut reader = csv::ReaderBuilder::new().double_quote(false).escape(Some(b'\\')).from_reader(&*bytes);
    let header = reader.headers()?.clone();
    let rows = reader.records().collect::<Result<Vec<_>, _>>()?;
    let mut out = header.iter().collect::<Vec<_>>().join(",").into_bytes();
    for copy in 0..n_copies {
        for row in &rows {
            for (idx, (column, value)) in header.iter().zip(row).enumerate() {
                out.push(if idx == 0 { b'\n' } else { b',' });
                match value.parse::<u64>() {
                    Ok(number) if ROW_NUMBER_COLUMNS.contains(&column) => {
                        write!(out, "\"{}\"", number + copy * COPY_OFFSET)?
                    }
                    Ok(volume) if column == "volume" => write!(out, "\"{}\"", volume + copy * VOLUME_OFFSET)?,
                    _ if value.is_empty() => {}
                    _ => write!(out, "\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))?,
                }
            }
        }
    }
    out.push(b'\n');
    Ok(out)
}

/// Returns the entries of a folder, sorted by name.
pub(super) fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let context = || format!("cannot read {}", folder.display());
    let entries = fs::read_dir(folder).with_context(context)?.collect::<Result<Vec<_>, _>>().with_context(context)?;
    let mut paths: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    Ok(paths)
}
