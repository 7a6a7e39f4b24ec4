/*!
Bare parsers, which are an upper bound for the speed of the importers. They open and unpack the same files and visit
every value, but keep nothing.

- XML: the events of `quick_xml`.
- JSON: the values of `serde_json`, passed to a visitor that discards them. Skipping values would be less work than an
  importer has, and a tree of values would be more.
- CSV: the records of `csv`, as bytes.
- HTML: the events of `quick_xml`, without matching of tags.
*/

use std::fmt;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{BufReader, Read};
use std::path::Path;

use anyhow::Result;
use bzip2::read::MultiBzDecoder;
use quick_xml::events::Event;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use zip::ZipArchive;

use crate::import::input_set::InputSet;

const BUFFER_BYTES: usize = 1 << 16;

/// Reads a file, a folder or an archive. Returns the number of bytes parsed.
pub(super) fn read(set: InputSet, path: &Path) -> Result<u64> {
    if path.is_dir() { read_folder(set, path) } else { read_file(set, path) }
}

fn read_folder(set: InputSet, folder: &Path) -> Result<u64> {
    let mut n_bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        n_bytes += if entry.file_type()?.is_dir() { read_folder(set, &path)? } else { read_file(set, &path)? };
    }
    Ok(n_bytes)
}

fn read_file(set: InputSet, path: &Path) -> Result<u64> {
    let file = File::open(path)?;
    let name = path.to_string_lossy();
    if name.ends_with(".zip") {
        let mut n_bytes = 0;
        let mut zip = ZipArchive::new(file)?;
        for idx in 0..zip.len() {
            n_bytes += parse(set, &mut zip.by_index(idx)?)?;
        }
        return Ok(n_bytes);
    }
    if name.ends_with(".bz2") {
        return parse(set, &mut MultiBzDecoder::new(BufReader::with_capacity(BUFFER_BYTES, file)));
    }
    let has_known_extension = [".xml", ".json", ".html", ".csv"].iter().any(|extension| name.ends_with(extension));
    if has_known_extension { parse(set, &mut { file }) } else { Ok(0) }
}

fn parse(set: InputSet, reader: &mut dyn Read) -> Result<u64> {
    let mut reader = CountingReader { reader, n_bytes: 0 };
    match set {
        InputSet::Uslm | InputSet::Billstatus | InputSet::DcLaw | InputSet::PublicResource => markup(set, &mut reader)?,
        InputSet::Openstates | InputSet::Cap => _ = serde_json::from_slice::<DiscardedValue>(&read_all(&mut reader)?)?,
        InputSet::Courtlistener | InputSet::CourtlistenerBz2 => {
            csv(csv::ReaderBuilder::new().double_quote(false).escape(Some(b'\\')).from_reader(&mut reader))?;
        }
    }
    Ok(reader.n_bytes)
}

fn markup(set: InputSet, reader: impl Read) -> Result<()> {
    let mut reader = quick_xml::Reader::from_reader(BufReader::with_capacity(BUFFER_BYTES, reader));
    if set == InputSet::PublicResource {
        let config = reader.config_mut();
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        config.allow_dangling_amp = true;
    }
    let mut buffer = Vec::new();
    while !matches!(black_box(reader.read_event_into(&mut buffer)?), Event::Eof) {
        buffer.clear();
    }
    Ok(())
}

fn csv(mut reader: csv::Reader<impl Read>) -> Result<()> {
    let mut record = csv::ByteRecord::new();
    while reader.read_byte_record(&mut record)? {
        black_box(&record);
    }
    Ok(())
}

fn read_all(reader: &mut impl Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
    Ok(bytes)
}

struct CountingReader<'r> {
    reader: &'r mut dyn Read,
    n_bytes: u64,
}

impl Read for CountingReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n_read = self.reader.read(buffer)?;
        self.n_bytes += n_read as u64;
        Ok(n_read)
    }
}

/// Any JSON value, read in full and discarded.
struct DiscardedValue;

impl<'de> Deserialize<'de> for DiscardedValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for DiscardedValue {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self, E> {
        black_box(value);
        Ok(self)
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self, E> {
        black_box(value);
        Ok(self)
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self, E> {
        black_box(value);
        Ok(self)
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self, E> {
        black_box(value);
        Ok(self)
    }

    fn visit_str<E>(self, value: &str) -> Result<Self, E> {
        black_box(value);
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self, A::Error> {
        while elements.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self, A::Error> {
        while entries.next_entry::<Self, Self>()?.is_some() {}
        Ok(self)
    }
}
