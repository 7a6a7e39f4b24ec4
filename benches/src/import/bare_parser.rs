/*!
Bare parsers: what no importer can be faster than. They open and unpack the same files as the importer does and look at
every piece, but keep nothing.

- XML: the events of `quick_xml`.
- JSON: the values of `serde_json`, all of them, to a visitor that keeps none: to skip what is not asked for would not be
  reading, and to keep everything in a tree would be more work than an importer has.
- CSV: the records of `csv`, as bytes.
- HTML: the events of `quick_xml` again, to which it does not matter here which tag closes what.
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

use super::set::Set;

const BUFFER_BYTES: usize = 1 << 16;

/// Reads a file, a folder or an archive; how many bytes were parsed.
pub(super) fn read(set: Set, path: &Path) -> Result<u64> {
    if path.is_dir() { read_folder(set, path) } else { read_file(set, path) }
}

fn read_folder(set: Set, folder: &Path) -> Result<u64> {
    let mut n_bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        n_bytes += if entry.file_type()?.is_dir() { read_folder(set, &path)? } else { read_file(set, &path)? };
    }
    Ok(n_bytes)
}

fn read_file(set: Set, path: &Path) -> Result<u64> {
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
    let is_of_format = [".xml", ".json", ".html", ".csv"].iter().any(|ending| name.ends_with(ending));
    if is_of_format { parse(set, &mut { file }) } else { Ok(0) }
}

fn parse(set: Set, reader: &mut dyn Read) -> Result<u64> {
    let mut counted = Counted { reader, n_bytes: 0 };
    match set {
        Set::Uslm | Set::Billstatus | Set::DcLaw | Set::PublicResource => markup(set, &mut counted)?,
        Set::Openstates | Set::Cap => _ = serde_json::from_slice::<Pieces>(&whole(&mut counted)?)?,
        Set::OpenstatesCsv => csv(csv::ReaderBuilder::new().from_reader(&mut counted))?,
        Set::Courtlistener | Set::CourtlistenerBz2 => {
            csv(csv::ReaderBuilder::new().double_quote(false).escape(Some(b'\\')).from_reader(&mut counted))?;
        }
    }
    Ok(counted.n_bytes)
}

fn markup(set: Set, reader: impl Read) -> Result<()> {
    let mut reader = quick_xml::Reader::from_reader(BufReader::with_capacity(BUFFER_BYTES, reader));
    if set == Set::PublicResource {
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

fn whole(reader: &mut impl Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
    Ok(bytes)
}

struct Counted<'r> {
    reader: &'r mut dyn Read,
    n_bytes: u64,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n_read = self.reader.read(buffer)?;
        self.n_bytes += n_read as u64;
        Ok(n_read)
    }
}

/// Any JSON value, each of whose parts is read and none kept.
struct Pieces;

impl<'de> Deserialize<'de> for Pieces {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Pieces {
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
