/*!
An index that is built in several parts finds the same as one that is built in one part. Stands above the builder and
the search, neither of which knows the other.
*/

use std::collections::BTreeMap;
use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use serde_json::{Value, json};

use crate::corpus::{Catalogue, Source};
use crate::index::build::facet_interner::FacetTable;
use crate::index::build::list_writer::{Batch, RecordsDigest, UnorderedList};
use crate::index::build::part::PART_BYTES;
use crate::index::build::semaphore::Permits;
use crate::index::format::layout::COVERAGE_FILE;
use crate::index::format::storage::Storage;
use crate::index::search::date_index::DateRange;
use crate::index::search::filter::Filter;
use crate::index::search::list_index::ListIndex;
use crate::index::search::page::{Page, read_page};
use crate::index::text::text_query::TextQuery;
use crate::model::{Case, Order, Resource};

/// Cases, some of which share what they are found by.
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
                "source": format!("Test {}", number % 2),
                "jurisdiction": "federal",
                "last_updated": format!("2026-01-{:02}", 20 - number),
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

/// Keys before and behind those of all cases.
const BEFORE_CASES: &[u8] = &[0];
const BEHIND_CASES: &[u8] = &[0xff; 9];

/// The cases in no order, and at a key entries that are none.
fn unordered_list(storage: &Storage, key: &[u8], others: &[&[u8]]) -> UnorderedList {
    storage.create().unwrap();
    let catalogue = Catalogue::read(&Source::Bundled).unwrap();
    let facets = FacetTable::default();
    let mut batch = Batch::new::<Case>(storage, &facets, &catalogue);
    for case in cases() {
        batch.add(&serde_json::from_value::<Case>(case).unwrap()).unwrap();
    }
    let mut sorter = batch.into_sorter();
    for other in others {
        sorter.push(key, other).unwrap();
    }
    UnorderedList { n_records: cases().len() as u64, facets, sorter }
}

/// Writes the cases in parts of so many bytes, of which so many are indexed at once.
fn write(storage: &Storage, part_bytes: usize, n_permits: usize) -> RecordsDigest {
    unordered_list(storage, &[], &[]).write::<Case>(storage, part_bytes, &Permits::new(n_permits), &()).unwrap()
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
    let list = ListIndex::open(storage, Resource::Cases).unwrap();
    let all = || Filter::all(Resource::Cases);
    let text = |q| all().text(Some(TextQuery::parse(q).unwrap()));
    let from = DateRange { from: "1995-01-01".parse().ok(), to: None };
    let mut answers = Vec::new();
    for filter in [
        all(),
        all().jurisdictions(Some(vec!["federal"])),
        all().date_range(from),
        all().citation(Some("Doe v. Roe, 1 F. 3d 5")),
        text("\"wire fraud\" doe"),
        text("Doe v. Roe 1").date_range(from),
        text("fraud-mail"),
    ] {
        for order in [None, Some(Order::Oldest), Some(Order::Relevance)] {
            let hits = read_page(&list, &filter, order, Page { limit: 100, offset: 0 }).unwrap();
            let records = hits.records.iter().map(|record| String::from_utf8_lossy(record).into_owned());
            answers.push((hits.total, records.collect()));
        }
    }
    answers.push((0, list.find("case-07").unwrap().map(|record| format!("{record:?}")).into_iter().collect()));
    answers.push((0, list.nearest_ids("case-070").unwrap()));
    answers
}

#[test]
fn an_index_of_many_parts_is_that_of_one_however_many_are_written_at_once() {
    let at_once = tempfile::tempdir().unwrap();
    let storage = Storage::directory(at_once.path());
    let digest = write(&storage, PART_BYTES, 1);
    let expected = answers(&storage);
    assert!(expected[0].0 == 9 && expected[9].0 == 1 && expected[15].0 > 0 && expected[18].0 == 0, "{expected:?}");
    for part_bytes in [0, 1000] {
        let [alone, in_parallel] = [1, 4].map(|n_permits| {
            let in_parts = tempfile::tempdir().unwrap();
            let storage = Storage::directory(in_parts.path());
            assert_eq!(write(&storage, part_bytes, n_permits), digest);
            assert_eq!(answers(&storage), expected);
            files(in_parts.path())
        });
        assert!(alone == in_parallel, "the bytes differ");
        let at_once = files(at_once.path());
        assert!(alone.keys().eq(at_once.keys()), "{:?}", alone.keys());
        assert_eq!(alone[COVERAGE_FILE], at_once[COVERAGE_FILE]);
    }
    let storage = Storage::memory();
    assert_eq!(write(&storage, 0, 2), digest);
    assert_eq!(answers(&storage), expected);
}

#[test]
fn of_parts_that_fail_the_first_is_told() {
    for n_permits in [1, 2, 8] {
        let directory = tempfile::tempdir().unwrap();
        let storage = Storage::directory(directory.path());
        let list = unordered_list(&storage, BEHIND_CASES, &[b"\0\0\0\x001", b"\0\0\0\x002", b"\0\0\0\x003"]);
        let error = list.write::<Case>(&storage, 0, &Permits::new(n_permits), &()).unwrap_err();
        assert_eq!(
            format!("{error:#}"),
            "a waiting record is damaged: invalid type: integer `1`, expected struct Case at line 1 column 1"
        );
    }
}

#[test]
fn a_part_that_panics_ends_the_build() {
    let directory = tempfile::tempdir().unwrap();
    let storage = Storage::directory(directory.path());
    let with_unknown_facet = [b"\x01\0\0\0\xff\xff\xff\xff", cases()[0].to_string().as_bytes()].concat();
    let list = unordered_list(&storage, BEFORE_CASES, &[&with_unknown_facet]);
    catch_unwind(|| list.write::<Case>(&storage, 0, &Permits::new(1), &())).unwrap_err();
}
