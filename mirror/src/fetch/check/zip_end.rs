/*!
The check of a zip archive: the record at its end, and the central directory that the record describes.

APPNOTE.TXT 6.3.10 describes the layout, in sections 4.3.7 and 4.3.12 to 4.3.16.
*/

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};

use anyhow::{Context, Result, bail};

const LOCAL_HEADER: &[u8] = b"PK\x03\x04";
const ENTRY: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
const END_64: &[u8] = b"PK\x06\x06";
const LOCATOR_64: &[u8] = b"PK\x06\x07";

/// The sizes of the fixed parts of records, in bytes.
const END_BYTES: u64 = 22;
const ENTRY_BYTES: usize = 46;
const LOCATOR_64_BYTES: u64 = 20;
const END_64_BYTES: usize = 56;

/// The longest comment of an archive.
const MAX_COMMENT: u64 = u16::MAX as u64;

/// The central directory as the end of an archive describes it.
struct Directory {
    n_entries: u64,
    start: u64,
    bytes: u64,
    /// The offset of the record that follows the directory.
    end: u64,
}

/// Fails unless an archive is whole from its first local header to the record at its end.
pub(crate) fn check(file: &mut File, bytes: u64) -> Result<()> {
    let magic = read_at(file, 0, LOCAL_HEADER.len().min(usize::try_from(bytes)?))?;
    if magic != LOCAL_HEADER {
        bail!("it is not a zip archive with files: it begins with {}", magic.escape_ascii());
    }
    let Some(directory) = find_directory(file, bytes)? else {
        bail!("it is not a whole zip archive: the record of its end is missing");
    };
    let is_in_place = directory.start.checked_add(directory.bytes) == Some(directory.end);
    if !is_in_place {
        bail!(
            "it is not a whole zip archive: its central directory of {} bytes is not at byte {}",
            directory.bytes,
            directory.start
        );
    }
    check_entries(file, &directory).context("it is not a whole zip archive: its central directory is wrong")
}

/// Reads the end record. Its comment must reach to the last byte of the file.
fn find_directory(file: &mut File, bytes: u64) -> Result<Option<Directory>> {
    let start = bytes.saturating_sub(END_BYTES + MAX_COMMENT);
    let tail = read_at(file, start, usize::try_from(bytes - start)?)?;
    let is_end = |place: &usize| {
        let record = &tail[*place..];
        record.starts_with(END)
            && record.len() >= END_BYTES as usize
            && record.len() as u64 == END_BYTES + u64::from(u16_at(record, 20))
    };
    let Some(place) = (0..tail.len()).rev().find(is_end) else { return Ok(None) };
    let record = &tail[place..];
    let end = start + place as u64;
    let (n_entries, bytes, start) = (u16_at(record, 10), u32_at(record, 12), u32_at(record, 16));
    let is_overfull = n_entries == u16::MAX || bytes == u32::MAX || start == u32::MAX;
    if is_overfull && let Some(directory) = find_directory_64(file, end)? {
        return Ok(Some(directory));
    }
    Ok(Some(Directory { n_entries: n_entries.into(), start: start.into(), bytes: bytes.into(), end }))
}

/// Reads the zip64 end record, which an archive with too many files or bytes for the end record has.
fn find_directory_64(file: &mut File, end: u64) -> Result<Option<Directory>> {
    let Some(place) = end.checked_sub(LOCATOR_64_BYTES) else { return Ok(None) };
    let locator = read_at(file, place, LOCATOR_64_BYTES as usize)?;
    if !locator.starts_with(LOCATOR_64) {
        return Ok(None);
    }
    let end = u64_at(&locator, 8);
    if end.checked_add(END_64_BYTES as u64).is_none_or(|after| after > place) {
        return Ok(None);
    }
    let record = read_at(file, end, END_64_BYTES)?;
    let directory =
        Directory { n_entries: u64_at(&record, 32), start: u64_at(&record, 48), bytes: u64_at(&record, 40), end };
    Ok(record.starts_with(END_64).then_some(directory))
}

/// Reads every entry of the central directory.
fn check_entries(file: &mut File, directory: &Directory) -> Result<()> {
    file.seek(SeekFrom::Start(directory.start))?;
    let mut reader = BufReader::new(file.take(directory.bytes));
    let mut left = directory.bytes;
    let mut n_entries = 0;
    while left > 0 {
        let mut entry = [0; ENTRY_BYTES];
        reader.read_exact(&mut entry).with_context(|| format!("it ends in entry {n_entries}"))?;
        if !entry.starts_with(ENTRY) {
            bail!("entry {n_entries} does not begin like one");
        }
        let variable: u64 = [28, 30, 32].iter().map(|place| u64::from(u16_at(&entry, *place))).sum();
        left =
            left.checked_sub(ENTRY_BYTES as u64 + variable).with_context(|| format!("it ends in entry {n_entries}"))?;
        std::io::copy(&mut reader.by_ref().take(variable), &mut std::io::sink())?;
        n_entries += 1;
    }
    if n_entries == directory.n_entries {
        return Ok(());
    }
    bail!("it has {n_entries} entries, and not {}", directory.n_entries)
}

fn read_at(file: &mut File, place: u64, n_bytes: usize) -> Result<Vec<u8>> {
    let mut bytes = vec![0; n_bytes];
    file.seek(SeekFrom::Start(place))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn array_at<const N: usize>(record: &[u8], place: usize) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&record[place..place + N]);
    array
}

fn u16_at(record: &[u8], place: usize) -> u16 {
    u16::from_le_bytes(array_at(record, place))
}

fn u32_at(record: &[u8], place: usize) -> u32 {
    u32::from_le_bytes(array_at(record, place))
}

fn u64_at(record: &[u8], place: usize) -> u64 {
    u64::from_le_bytes(array_at(record, place))
}
