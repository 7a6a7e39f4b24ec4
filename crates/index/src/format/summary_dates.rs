/*!
The records of a list that this project has summarized, and the day on which the summary was written if the record
shows it.

The file has 8 bytes for each such record, in list order: the document and the date as the number YYYYMMDD, or 0 if the
record shows another summary, both as little-endian numbers.
*/

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use lexdex_core::model::Date;
use tantivy::directory::{OwnedBytes, TerminatingWrite};
use tantivy::{Directory, DocId};

use crate::format::layout::SUMMARY_DATES_FILE;

const ENTRY_BYTES: usize = 8;

/// The number in place of a date.
const NOT_SHOWN: u32 = 0;

/// The summarized records, and the days on which the shown summaries were written.
pub(crate) struct SummaryDates(OwnedBytes);

impl SummaryDates {
    /// Writes the documents in list order, each with the date of a summary that it shows.
    pub(crate) fn write(dates: &[(DocId, Option<Date>)], directory: &dyn Directory) -> Result<()> {
        let mut file = directory.open_write(Path::new(SUMMARY_DATES_FILE))?;
        for (doc, date) in dates {
            file.write_all(&doc.to_le_bytes())?;
            file.write_all(&date.map_or(NOT_SHOWN, Date::as_number).to_le_bytes())?;
        }
        Ok(file.terminate()?)
    }

    /// Opens the file of a list with `n_docs` documents, and checks it.
    pub(crate) fn open(directory: &dyn Directory, n_docs: u32) -> Result<Self> {
        let bytes = directory.open_read(Path::new(SUMMARY_DATES_FILE))?.read_bytes().context("cannot read")?;
        ensure!(bytes.len().is_multiple_of(ENTRY_BYTES), "an entry is incomplete");
        let dates = Self(bytes);
        let mut next = 0;
        for (doc, date) in dates.entries() {
            ensure!(doc >= next && doc < n_docs, "document {doc} is out of order");
            ensure!(date == NOT_SHOWN || Date::from_number(date).is_some(), "document {doc} has no date");
            next = doc + 1;
        }
        Ok(dates)
    }

    /// The day on which the summary of a record was written; `None` if the summary is the source's own.
    pub(crate) fn get(&self, doc: DocId) -> Option<Date> {
        let (entries, _) = self.0.as_chunks::<ENTRY_BYTES>();
        let position = entries.binary_search_by_key(&doc, |bytes| entry(bytes).0).ok()?;
        Date::from_number(entry(&entries[position]).1)
    }

    /// The summarized documents, in ascending order.
    pub(crate) fn docs(&self) -> impl Iterator<Item = DocId> {
        self.entries().map(|(doc, _)| doc)
    }

    fn entries(&self) -> impl Iterator<Item = (DocId, u32)> {
        let (entries, _) = self.0.as_chunks::<ENTRY_BYTES>();
        entries.iter().map(entry)
    }
}

fn entry(bytes: &[u8; ENTRY_BYTES]) -> (DocId, u32) {
    let [d0, d1, d2, d3, n0, n1, n2, n3] = *bytes;
    (u32::from_le_bytes([d0, d1, d2, d3]), u32::from_le_bytes([n0, n1, n2, n3]))
}

#[cfg(test)]
mod tests {
    use tantivy::directory::RamDirectory;

    use super::*;

    #[test]
    fn dates_are_found_by_document_and_damage_is_refused() {
        let date = |text: &str| text.parse::<Date>().unwrap();
        let written = [(1, Some(date("2026-11-30"))), (2, None), (7, Some(date("2026-01-01")))];
        let directory = RamDirectory::create();
        SummaryDates::write(&written, &directory).unwrap();
        let dates = SummaryDates::open(&directory, 8).unwrap();
        assert_eq!(dates.docs().map(|doc| (doc, dates.get(doc))).collect::<Vec<_>>(), written);
        assert_eq!((0..9).filter(|doc| dates.get(*doc).is_some()).collect::<Vec<_>>(), [1, 7]);
        let refused = SummaryDates::open(&directory, 7).err().unwrap();
        assert_eq!(refused.to_string(), "document 7 is out of order");
        for damaged in [&[0; 7][..], &[1; 8], &[[1, 0, 0, 0], 20_260_101_u32.to_le_bytes()].concat().repeat(2)] {
            let directory = RamDirectory::create();
            directory.atomic_write(Path::new(SUMMARY_DATES_FILE), damaged).unwrap();
            assert!(SummaryDates::open(&directory, 8).is_err(), "{damaged:?}");
        }
    }
}
