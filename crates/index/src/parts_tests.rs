/*!
Tests that an index built in several parts is the same as an index built in one. They need both the builder and the
search, which must not depend on each other.
*/

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, LazyLock};

use anyhow::Result;
use lexdex_core::corpus::{Catalogue, Source, Summaries, SummarySource};
use lexdex_core::model::{Case, MatchMode, Order, Resource};
use rayon::ThreadPoolBuilder;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::build::aliases::JoinedAliases;
use crate::build::facet_interner::FacetInterner;
use crate::build::list_writer::{Beside, ListDigests, RecordBatch, UnsortedList};
use crate::build::part::PART_BYTES;
use crate::build::summary_use::SummaryUse;
use crate::build::texts::{TextFiles, TextOptions};
use crate::format::storage::Storage;
use crate::search::date_index::DateRange;
use crate::search::filter::Filter;
use crate::search::list_index::ListIndex;
use crate::search::page::{Page, read_page};
use crate::search::text_search::synonyms::Synonyms;
use crate::text::citation::Citation;
use crate::text::text_query::TextQuery;

/// Cases that share some of their names, citations, topics and dates.
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
        if number == 3 {
            case.as_object_mut().unwrap().remove("summary");
        }
        if number < 7 {
            case["decisionDate"] = json!(format!("{}-01-01", 2000 - number / 2));
        }
        case
    };
    (0..9).map(case).collect()
}

/// The texts behind every second case.
fn texts() -> TextFiles {
    static CORPUS: LazyLock<TempDir> = LazyLock::new(|| {
        let corpus = tempfile::tempdir().unwrap();
        let folder = corpus.path().join("text/cases");
        fs::create_dir_all(&folder).unwrap();
        let text = |number: usize| {
            let text = format!("A trespass on {number} acres, and a trespasser.");
            json!({ "id": format!("case-{number:02}"), "text": text }).to_string()
        };
        let lines: Vec<String> = (0..9).step_by(2).map(text).collect();
        fs::write(folder.join("all.jsonl"), lines.join("\n")).unwrap();
        corpus
    });
    let source = Source::Directory(CORPUS.path().to_owned());
    TextFiles::from_source(&source, Resource::Cases, TextOptions::default()).unwrap()
}

/// Summaries for three cases, one of which has none.
fn summaries() -> Summaries {
    static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
        let folder = tempfile::tempdir().unwrap();
        let line = |number: usize| {
            let id = format!("case-{number:02}");
            json!({ "id": id, "summary": "Told in plain words.", "written": "2026-11-30", "textAsOf": "2026" })
                .to_string()
        };
        fs::write(folder.path().join("all.jsonl"), [2, 3, 8].map(line).join("\n")).unwrap();
        folder
    });
    Summaries::read(&SummarySource::Folder(FOLDER.path().to_owned())).unwrap()
}

/// Sort keys before and after those of all cases.
const BEFORE_CASES: &[u8] = &[0];
const AFTER_CASES: &[u8] = &[0xff; 9];

/// The cases, and invalid entries with this sort key.
fn unsorted_list(storage: &Storage, key: &[u8], invalid: &[&[u8]]) -> UnsortedList {
    storage.create().unwrap();
    let catalogue = Catalogue::read(&Source::Bundled).unwrap();
    let facets = FacetInterner::default();
    let texts = texts();
    let (table, _) = texts.table(&()).unwrap();
    let mut batch = RecordBatch::new::<Case>(storage, &facets, &catalogue);
    for (number, case) in cases().into_iter().enumerate() {
        // Two cases share a parallel citation.
        let aliases = if number < 2 { "7 S. Ct. 8".into() } else { JoinedAliases::default() };
        // The use of the summary differs from record to record.
        let mut case = serde_json::from_value::<Case>(case).unwrap();
        let summary = SummaryUse::apply(&mut case, &summaries());
        let text = table.claim(&case.id);
        let beside = Beside { text, aliases: &aliases, summary, has_inferred_topics: number == 1 };
        batch.add(&case, beside).unwrap();
    }
    let mut sorter = batch.into_sorter();
    for value in invalid {
        sorter.push(key, value).unwrap();
    }
    UnsortedList { n_records: cases().len() as u64, facets, sorter, texts }
}

/// Writes a list of cases in parts of `part_bytes`, on `n_threads` threads.
fn write(list: UnsortedList, storage: &Storage, part_bytes: usize, n_threads: usize) -> Result<ListDigests> {
    let threads = ThreadPoolBuilder::new().num_threads(n_threads).build().unwrap();
    let catalogue = Catalogue::read(&Source::Bundled).unwrap();
    threads.install(|| list.write::<Case>(storage, (&catalogue, &summaries()), part_bytes, &()))
}

/// Writes the valid cases.
fn write_cases(storage: &Storage, part_bytes: usize, n_threads: usize) -> ListDigests {
    write(unsorted_list(storage, &[], &[]), storage, part_bytes, n_threads).unwrap()
}

/// The files of the list, by name.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory.join(Resource::Cases.as_str())).unwrap();
    let files = entries.map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
    });
    files.collect()
}

/// The results of one search of each kind.
fn results(storage: &Storage) -> Vec<(u64, Vec<String>)> {
    let catalogue = Catalogue::read(&Source::Bundled).unwrap();
    let synonyms = Arc::new(Synonyms::new(catalogue.thesaurus.groups()));
    let list = ListIndex::open(storage, Resource::Cases, &catalogue, &synonyms).unwrap();
    let all = || Filter::all(Resource::Cases);
    let text = |q| all().text(Some(TextQuery::parse(q, MatchMode::Auto).unwrap()));
    let from = DateRange { from: "1995-01-01".parse().ok(), to: None };
    let mut results = Vec::new();
    for filter in [
        all(),
        all().jurisdictions(Some(vec!["federal"])),
        all().date_range(from),
        all().citation(Some(Citation::parse("Doe v. Roe, 1 F. 3d 5"))),
        text("\"wire fraud\" doe"),
        text("Doe v. Roe 1").date_range(from),
        text("\"fraud mail\""),
        text("frauds roee zebra 3 supreme"),
        text("trespasses trespaser"),
        all().citation(Some(Citation::parse("7 S.Ct. 8"))),
    ] {
        for order in [None, Some(Order::Oldest), Some(Order::Relevance)] {
            let hits = read_page(&list, &filter, order, Page { limit: 100, offset: 0 }).unwrap();
            let records = hits.records.iter().map(|record| String::from_utf8_lossy(record).into_owned());
            results.push((hits.total, records.collect()));
        }
    }
    results.push((0, list.find("case-07").unwrap().map(|record| format!("{record:?}")).into_iter().collect()));
    results.push((0, list.nearest_ids("case-070").unwrap()));
    results
}

#[test]
fn index_of_many_parts_equals_that_of_one_on_any_thread_count() {
    let one_part = tempfile::tempdir().unwrap();
    let storage = Storage::directory(one_part.path());
    let digest = write_cases(&storage, PART_BYTES, 1);
    let expected = results(&storage);
    let totals: Vec<u64> = expected.iter().step_by(3).map(|(total, _)| *total).collect();
    assert!(totals[0] == 9 && totals[5] > 0 && totals[3] == 1 && totals[6..10] == [0, 5, 5, 2], "{totals:?}");
    for part_bytes in [0, 1000] {
        let [sequential, parallel] = [1, 4].map(|n_threads| {
            let in_parts = tempfile::tempdir().unwrap();
            let storage = Storage::directory(in_parts.path());
            assert_eq!(write_cases(&storage, part_bytes, n_threads), digest);
            assert_eq!(results(&storage), expected);
            files(in_parts.path())
        });
        assert!(sequential == parallel, "the bytes differ");
        assert!(sequential == files(one_part.path()), "the bytes differ from those of one part");
    }
    let storage = Storage::memory();
    assert_eq!(write_cases(&storage, 0, 2), digest);
    assert_eq!(results(&storage), expected);
}

/// An entry without facets, parallel citations, a text, a summary or inferred topics.
fn damaged(record: &[u8]) -> Vec<u8> {
    [&[0; 8][..], &[0xff; 8], &[0; 2], record].concat()
}

#[test]
fn build_of_several_failing_parts_reports_the_first() {
    for n_threads in [1, 2, 8] {
        let directory = tempfile::tempdir().unwrap();
        let storage = Storage::directory(directory.path());
        let list = unsorted_list(&storage, AFTER_CASES, &[&damaged(b"1"), &damaged(b"2"), &damaged(b"3")]);
        let error = write(list, &storage, 0, n_threads).unwrap_err();
        assert_eq!(
            format!("{error:#}"),
            "a spilled record is damaged: invalid type: integer `1`, expected struct Case at line 1 column 1"
        );
    }
}

#[test]
fn panic_in_a_part_ends_the_build() {
    let directory = tempfile::tempdir().unwrap();
    let storage = Storage::directory(directory.path());
    let with_unknown_facet =
        [&[1, 0, 0, 0, 0, 0, 0, 0][..], &[0xff; 8], &[0; 2], &[0xff; 4], cases()[0].to_string().as_bytes()].concat();
    let list = unsorted_list(&storage, BEFORE_CASES, &[&with_unknown_facet]);
    catch_unwind(AssertUnwindSafe(|| write(list, &storage, 0, 1))).unwrap_err();
}
