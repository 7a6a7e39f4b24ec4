/*!
Writes the tantivy index of a list: a document a record, in list order.

tantivy holds the postings in memory until a segment is finished. When they have grown too much, the segment is finished
and another one begun; in the end the segments are merged into one, from disk to disk.
*/

use anyhow::{Context, Result};
use tantivy::indexer::{SingleSegmentIndexWriter, merge_filtered_segments};
use tantivy::{Directory, Index as TantivyIndex, TantivyDocument};

use super::coverage::Coverage;
use super::document::document;
use super::facet_table::FacetNumber;
use super::indexed::Indexed;
use super::schema::{FacetField, FacetPath, schema, tokenizers};
use super::storage::Storage;

/// How large the tables of a new segment are.
const INITIAL_BYTES: usize = 64 << 20;

/// How much memory a segment may take before it is finished.
pub(super) const MOST_SEGMENT_BYTES: usize = 256 << 20;

/// The index of a list that is being written.
pub(super) struct IndexWriter<'f> {
    storage: &'f Storage,
    facets: &'f [(FacetField, FacetPath)],
    most_segment_bytes: usize,
    coverage: Coverage,
    segment: SingleSegmentIndexWriter,
    /// The segments before this one.
    finished: Vec<TantivyIndex>,
}

impl<'f> IndexWriter<'f> {
    /// Writes the index of a list whose documents have these facets, by number.
    pub(super) fn create<R: Indexed>(
        storage: &'f Storage,
        facets: &'f [(FacetField, FacetPath)],
        most_segment_bytes: usize,
    ) -> Result<Self> {
        Ok(Self {
            storage,
            facets,
            most_segment_bytes,
            coverage: Coverage::default(),
            segment: new_segment(storage.list(R::RESOURCE)?)?,
            finished: Vec::new(),
        })
    }

    /// Adds the next record of the list, given as JSON and by the numbers of its facets.
    pub(super) fn add<R: Indexed>(&mut self, record: &[u8], facets: &[FacetNumber]) -> Result<()> {
        let record: R = serde_json::from_slice(record).context("a waiting record is damaged")?;
        self.coverage.add(&record);
        let facets = facets.iter().map(|number| &self.facets[*number as usize]);
        self.segment.add_document(document(&record, facets))?;
        if self.segment.mem_usage() > self.most_segment_bytes {
            let next = new_segment(self.storage.part(R::RESOURCE, self.finished.len())?)?;
            self.finished.push(std::mem::replace(&mut self.segment, next).finalize()?);
        }
        Ok(())
    }

    /// Finishes the index, of one segment, and writes what the list covers.
    pub(super) fn finish<R: Indexed>(self) -> Result<()> {
        let last = self.segment.finalize()?;
        let index = if self.finished.is_empty() {
            last
        } else {
            let parts = [self.finished, vec![last]].concat();
            merge(&parts, self.storage.part(R::RESOURCE, parts.len())?)?;
            self.storage.put_in_place(R::RESOURCE, &parts[0], parts.len())?;
            // What was merged knows its files at the place where it was made.
            TantivyIndex::open(self.storage.list(R::RESOURCE)?)?
        };
        self.coverage.write(&*self.storage.list(R::RESOURCE)?)?;
        self.storage.settle(R::RESOURCE, &index)
    }
}

fn new_segment(directory: Box<dyn Directory>) -> Result<SingleSegmentIndexWriter> {
    let index = TantivyIndex::builder().schema(schema()).tokenizers(tokenizers());
    Ok(index.single_segment_index_writer::<TantivyDocument>(directory, INITIAL_BYTES)?)
}

/// One index of several, whose documents follow each other.
fn merge(parts: &[TantivyIndex], directory: Box<dyn Directory>) -> Result<TantivyIndex> {
    let mut segments = Vec::new();
    for part in parts {
        segments.extend(part.searchable_segments()?);
    }
    let settings = parts[0].settings().clone();
    let all_documents = segments.iter().map(|_| None).collect();
    Ok(merge_filtered_segments(&segments, settings, all_documents, directory)?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    use serde_json::{Value, json};

    use super::super::facet_table::{FacetNumbers, FacetTable};
    use super::super::list_reader::{ListReader, Page};
    use super::super::list_writer::{OFFSETS_FILE, RECORDS_FILE};
    use super::super::{DateRange, Filter, TextQuery, record_offsets};
    use super::*;
    use crate::corpus::{Catalogue, Source};
    use crate::model::{Case, Order, Resource};

    /// Cases in list order, some of which share what they are found by.
    fn cases() -> Vec<Value> {
        let case = |number: usize| {
            let mut case = json!({
                "id": format!("case-{number:02}"),
                "caseName": format!("Doe v. Roe {}", number % 3),
                "citation": format!("{} F.3d {number}", number % 4),
                "court": if number.is_multiple_of(2) { "Supreme Court of the United States" } else { "Peacemaking Program" },
                "jurisdiction": "United States",
                "jurisdictionId": "federal",
                "topics": [format!("topic-{}", number % 5), "privacy"],
                "summary": "Mail fraud and wire fraud, side by side.",
                "meta": {
                    "source": "A test",
                    "jurisdiction": "federal",
                    "last_updated": "2026-01-01",
                    "citation": null,
                    "license": "CC0 1.0",
                },
            });
            if number < 7 {
                case["decisionDate"] = json!(format!("{}-01-01", 2000 - number / 2));
            }
            case
        };
        (0..9).map(case).collect()
    }

    fn write(directory: &Path, most_segment_bytes: usize) -> Storage {
        let storage = Storage::directory(directory);
        storage.create().unwrap();
        let catalogue = Catalogue::read(&Source::Bundled).unwrap();
        let table = FacetTable::default();
        let mut numbers = FacetNumbers::new(&table, &catalogue);
        let (mut records, mut offsets, mut entries) = (Vec::new(), Vec::new(), Vec::new());
        record_offsets::write(0, &mut offsets).unwrap();
        for case in cases() {
            let record: Case = serde_json::from_value(case).unwrap();
            let mut facets = Vec::new();
            record.add_facets(&mut |source| facets.push(numbers.number(source)));
            let json = serde_json::to_vec(&record).unwrap();
            records.extend_from_slice(&json);
            records.push(b'\n');
            record_offsets::write(records.len() as u64, &mut offsets).unwrap();
            entries.push((json, facets));
        }
        let facets = table.into_facets();
        let mut writer = IndexWriter::create::<Case>(&storage, &facets, most_segment_bytes).unwrap();
        for (json, facets) in entries {
            writer.add::<Case>(&json, &facets).unwrap();
        }
        writer.finish::<Case>().unwrap();
        let folder = directory.join(Resource::Cases.as_str());
        fs::write(folder.join(RECORDS_FILE), records).unwrap();
        fs::write(folder.join(OFFSETS_FILE), offsets).unwrap();
        storage
    }

    /// Everything in the folder of the list.
    fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(directory.join(Resource::Cases.as_str())).unwrap();
        let files = entries.map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
        });
        files.collect()
    }

    /// What the list answers to questions of every kind.
    fn answers(storage: &Storage) -> Vec<(u64, Vec<String>)> {
        let list = ListReader::open::<Case>(storage).unwrap();
        let all = || Filter::all(Resource::Cases);
        let text = |q| all().text(Some(TextQuery::parse(q).unwrap()));
        let from = DateRange { from: "1995-01-01".parse().ok(), to: None };
        let mut answers = Vec::new();
        for filter in [
            all(),
            all().jurisdictions(Some(vec!["federal"])),
            all().dated(from),
            all().cited(Some("Doe v. Roe, 1 F. 3d 5")),
            text("\"wire fraud\" doe"),
            text("Doe v. Roe 1").dated(from),
            text("fraud-mail"),
        ] {
            for order in [None, Some(Order::Oldest), Some(Order::Relevance)] {
                let hits = list.search(&filter, order, Page { limit: 100, offset: 0 }).unwrap();
                let records = hits.records.iter().map(|record| String::from_utf8_lossy(record).into_owned());
                answers.push((hits.total, records.collect()));
            }
        }
        answers.push((0, list.find("case-07").unwrap().map(|record| format!("{record:?}")).into_iter().collect()));
        answers.push((0, list.nearest_ids("case-070").unwrap()));
        answers
    }

    #[test]
    fn an_index_of_many_segments_is_that_of_one_and_the_same_every_time() {
        let places = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let [at_once, in_parts, again] = places.each_ref().map(tempfile::TempDir::path);
        let expected = answers(&write(at_once, MOST_SEGMENT_BYTES));
        assert!(expected[0].0 == 9 && expected[9].0 == 1 && expected[15].0 > 0 && expected[18].0 == 0, "{expected:?}");
        // Every record is a segment, and behind the last one stands an empty one.
        assert_eq!(answers(&write(in_parts, 0)), expected);
        write(again, 0);
        assert!(files(in_parts) == files(again), "the bytes differ");
        assert!(files(in_parts).keys().eq(files(at_once).keys()), "{:?}", files(in_parts).keys());
    }
}
