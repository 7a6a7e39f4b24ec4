/*!
Summaries of the project on records of other sources.
*/

use std::fs;
use std::sync::Arc;

use lexdex::http::SnapshotOptions;
use lexdex_core::corpus::{Source, Summaries, SummarySource};
use lexdex_index::{BuildOptions, Index, Storage, build};
use serde_json::{Value, json};

use super::corpus::{Corpus, CorpusDirectory, bill, case, statute, with};
use super::support::TestApp;

/// Records as imports write them: most have no summary.
fn imported() -> Corpus {
    Corpus {
        statutes: vec![
            with(statute("federal-usc-13-9", "federal"), json!({ "title": "Information as confidential; exception" })),
            with(statute("federal-usc-13-10", "federal"), json!({ "title": "Former rules", "status": "repealed" })),
            with(statute("federal-usc-13-11", "federal"), json!({ "title": "Untouched" })),
        ],
        cases: vec![case("scotus-1-test-1", "federal")],
        bills: vec![with(bill("federal-119-hr-1", "federal"), json!({ "summary": "Amends title 13, section 9." }))],
    }
}

/// A summary for each of the records but one, and for a record that the corpus lacks.
const SUMMARIES: [(&str, &str, &str); 5] = [
    ("federal-usc-13-9", "Keeps census answers private.", "2026-11-30"),
    ("federal-usc-13-10", "Was about census enumerators.", "2026-11-29"),
    ("scotus-1-test-1", "Held that a census taker may knock.", "2026-11-28"),
    ("federal-119-hr-1", "Would protect census answers.", "2026-11-27"),
    ("federal-usc-99-9", "Nobody has this census record.", "2026-11-26"),
];

fn summaries(lines: &[(&str, &str, &str)]) -> Summaries {
    let folder = tempfile::tempdir().unwrap();
    let line = |(id, summary, written): &(&str, &str, &str)| {
        format!("{}\n", json!({ "id": id, "summary": summary, "written": written, "textAsOf": "Pub. L. 119-99" }))
    };
    fs::write(folder.path().join("all.jsonl"), lines.iter().map(line).collect::<String>()).unwrap();
    Summaries::read(&SummarySource::Folder(folder.path().to_owned())).unwrap()
}

/// Builds and opens an index directory.
fn index(corpus: &CorpusDirectory, options: &BuildOptions) -> Arc<Index> {
    let out = tempfile::tempdir().unwrap();
    let manifest = build(&Source::Directory(corpus.path().to_owned()), &Storage::directory(out.path()), options, &());
    let manifest = manifest.unwrap();
    manifest.write(out.path()).unwrap();
    manifest.verify(out.path()).unwrap();
    Arc::new(Index::open(out.path()).unwrap())
}

fn index_with(lines: &[(&str, &str, &str)]) -> Arc<Index> {
    index(&imported().write(), &BuildOptions { summaries: summaries(lines), ..BuildOptions::default() })
}

fn app_with(lines: &[(&str, &str, &str)]) -> TestApp {
    TestApp::new(index_with(lines), SnapshotOptions::default())
}

/// Every record of a list, by its path.
fn records(app: &TestApp) -> Vec<(String, Value)> {
    let page = |list: &str| app.get(&format!("/api/v1/{list}")).good()["data"].as_array().unwrap().clone();
    let of_list = |list| page(list).into_iter().map(move |record| (path(list, &record), record));
    ["statutes", "cases", "bills"].into_iter().flat_map(of_list).collect()
}

fn path(list: &str, record: &Value) -> String {
    format!("/api/v1/{list}/{}", record["id"].as_str().unwrap())
}

#[test]
fn records_without_a_summary_show_that_of_the_project() {
    let (without, with_summaries) = (app_with(&[]), app_with(&SUMMARIES));
    let mut expected = records(&without);
    let imported = imported();
    let lines = [&imported.statutes[..], &imported.cases, &imported.bills].concat();
    assert!(expected.iter().all(|(_, record)| lines.contains(record)), "{expected:?}");
    for (path, record) in &mut expected {
        match path.as_str() {
            "/api/v1/statutes/federal-usc-13-9" => record["summary"] = json!(SUMMARIES[0].1),
            "/api/v1/cases/scotus-1-test-1" => record["summary"] = json!(SUMMARIES[2].1),
            _ => {}
        }
    }
    assert_eq!(records(&with_summaries), expected);
    for (path, record) in expected {
        let source = match path.as_str() {
            "/api/v1/statutes/federal-usc-13-9" => Some("lexdex; date=2026-11-30"),
            "/api/v1/cases/scotus-1-test-1" => Some("lexdex; date=2026-11-28"),
            _ => None,
        };
        // The second response comes from the cache.
        for _ in 0..2 {
            let response = with_summaries.get(&path);
            assert_eq!((response.header("x-summary-source"), &response.good()["data"]), (source, &record), "{path}");
            assert_eq!(record["meta"]["source"], "A test");
        }
        assert_eq!(without.get(&path).header("x-summary-source"), None, "{path}");
        assert_eq!(with_summaries.get(&format!("{path}?fields=id,meta")).header("x-summary-source"), None, "{path}");
        assert_eq!(with_summaries.get(&format!("{path}?fields=id,summary")).header("x-summary-source"), source);
    }
    assert_eq!(with_summaries.get("/api/v1/statutes").header("x-summary-source"), None, "a list has many");
}

#[test]
fn page_of_a_record_names_the_author_of_its_summary() {
    let app = app_with(&SUMMARIES);
    for (path, said, source) in [
        ("/statutes/federal-usc-13-9", "not the text of the law.", "lexdex; date=2026-11-30"),
        ("/cases/scotus-1-test-1", "not the text of the decision.", "lexdex; date=2026-11-28"),
    ] {
        let page = app.get(path);
        assert!(page.text().contains(&format!("<p>Summary by lexdex, {said}</p>")), "{path}: {}", page.text());
        assert!(page.text().contains(&format!("\"summarySource\":\"{source}\"")), "{path}: {}", page.text());
    }
    for path in ["/statutes/federal-usc-13-11", "/bills/federal-119-hr-1"] {
        let page = app.get(path);
        assert!(!page.text().contains("Summary by") && !page.text().contains("summarySource"), "{path}");
    }
}

#[test]
fn words_of_the_project_find_records_with_and_without_own_summary() {
    let found = |app: &TestApp, list: &str, q: &str| -> Vec<String> {
        let body = app.get(&format!("/api/v1/{list}?q={q}&match=all")).good();
        body["data"].as_array().unwrap().iter().map(|record| record["id"].as_str().unwrap().to_owned()).collect()
    };
    let (without, with_summaries) = (app_with(&[]), app_with(&SUMMARIES));
    for (list, q, id) in [
        ("statutes", "census+private", "federal-usc-13-9"),
        ("statutes", "%22keeps+census+answers%22", "federal-usc-13-9"),
        ("cases", "census+taker", "scotus-1-test-1"),
        ("bills", "protect+census", "federal-119-hr-1"),
        ("bills", "%22section+9%22+census", "federal-119-hr-1"),
    ] {
        assert_eq!(found(&with_summaries, list, q), [id], "{q}");
        assert_eq!(found(&without, list, q), [""; 0], "{q}");
    }
    assert_eq!(found(&with_summaries, "bills", "%22section+9+would%22"), [""; 0], "no phrase spans both summaries");
    assert_eq!(found(&with_summaries, "statutes", "enumerators"), [""; 0], "a repealed statute has no summary");
}

#[test]
fn coverage_counts_the_shown_summaries_of_each_list() {
    let counts = |app: &TestApp| -> Vec<(String, u64)> {
        let body = app.get("/api/v1/coverage").good();
        let entries = body["data"].as_array().unwrap().iter();
        let count = |entry: &Value| entry["lexdexSummaries"].as_u64().unwrap();
        let name = |entry: &Value| format!("{} {}", entry["resource"], entry["jurisdictionId"]).replace('"', "");
        entries.filter(|entry| count(entry) > 0).map(|entry| (name(entry), count(entry))).collect()
    };
    assert_eq!(counts(&app_with(&[])), []);
    let expected = [("statutes federal".to_owned(), 1), ("cases federal".to_owned(), 1)];
    assert_eq!(counts(&app_with(&SUMMARIES)), expected);
}

#[test]
fn other_summaries_give_another_build_and_are_counted_if_used() {
    let manifest = |lines: &[(&str, &str, &str)]| index_with(lines).manifest().clone();
    let (without, all) = (manifest(&[]), manifest(&SUMMARIES));
    assert_eq!(without.summaries, []);
    let counts: Vec<(&str, u64)> = all.summaries.iter().map(|list| (list.list.as_str(), list.count)).collect();
    assert_eq!(counts, [("statutes", 1), ("cases", 1), ("bills", 1)]);
    assert_eq!(all, manifest(&SUMMARIES));
    let mut ids = vec![without.build_id(), all.build_id()];
    let changed = |line: usize, text: &'static str, written: &'static str| {
        let mut lines = SUMMARIES;
        lines[line] = (lines[line].0, text, written);
        manifest(&lines)
    };
    let (_, text, _) = SUMMARIES[0];
    let cases = [
        ("the text that is shown", changed(0, "Another text.", "2026-11-30"), true),
        ("the day", changed(0, text, "2026-11-29"), true),
        ("the text that is searched", changed(3, "Another text.", "2026-11-27"), true),
        ("the text for an unknown id", changed(4, "Another text.", "2026-11-26"), false),
    ];
    for (difference, other, is_used) in cases {
        assert!(!ids.contains(&other.build_id()), "{difference}");
        assert_eq!(other.corpus_digest != all.corpus_digest, is_used, "{difference}");
        assert_ne!(other.inputs, all.inputs, "{difference}");
        ids.push(other.build_id());
    }
}

#[test]
fn summary_equal_to_the_records_own_changes_nothing() {
    let own = imported().bills[0]["summary"].as_str().unwrap().to_owned();
    let index = index_with(&[("federal-119-hr-1", &own, "2026-11-27")]);
    assert_eq!(index.manifest().summaries, []);
    let app = TestApp::new(index, SnapshotOptions::default());
    assert_eq!(app.get("/api/v1/bills/federal-119-hr-1").header("x-summary-source"), None);
}

#[test]
fn record_that_the_project_summarized_is_first_of_its_name() {
    let named = |id: &str, summary: Option<&str>| {
        let mut statute = with(statute(id, "federal"), json!({ "title": "Census" }));
        summary.into_iter().for_each(|summary| statute["summary"] = json!(summary));
        statute
    };
    let statutes = vec![named("a", Some("Own.")), named("b", Some("Own.")), named("c", None), named("d", None)];
    let corpus = Corpus { statutes, ..Corpus::default() }.write();
    let first = |summarized: &str, summary: &str| {
        let summaries = summaries(&[(summarized, summary, "2026-11-30")]);
        let app = TestApp::new(
            index(&corpus, &BuildOptions { summaries, ..BuildOptions::default() }),
            SnapshotOptions::default(),
        );
        let body = app.get("/api/v1/statutes?q=census").good();
        body["data"][0]["id"].as_str().unwrap().to_owned()
    };
    // The summary is shown, searched beside the record's own, or equal to it.
    for (id, summary) in [("d", "Of the project."), ("b", "Of the project."), ("b", "Own.")] {
        assert_eq!(first(id, summary), id, "{summary}");
    }
    assert_eq!(first("elsewhere", "Of the project."), "c");
}

#[test]
fn bundled_parallel_citations_need_the_same_id_and_name() {
    let roe = |name: &str| {
        with(case("scotus-410-us-113", "federal"), json!({ "caseName": name, "citation": "410 U.S. 113" }))
    };
    let app = |name: &str, own: &[&str]| {
        let corpus = Corpus { cases: vec![roe(name)], ..Corpus::default() }.write();
        if !own.is_empty() {
            let own = own.iter().map(|citation| (*citation).to_owned()).collect();
            corpus.add_aliases(&[("scotus-410-us-113".to_owned(), own)]);
        }
        let options = BuildOptions::with_summaries(&SummarySource::Nothing).unwrap();
        TestApp::new(index(&corpus, &options), SnapshotOptions::default())
    };
    let n_found = |app: &TestApp, citation: &str| {
        app.get(&format!("/api/v1/cases?citation={citation}")).good()["meta"]["total"].as_u64().unwrap()
    };
    for (name, own, expected) in [
        ("Roe v. Wade", &[][..], [1, 1]),
        ("Jane ROE, et al. v. Henry WADE", &[], [1, 1]),
        ("Doe v. Bolton", &[], [0, 0]),
        ("Roe v. Wade", &["93 S. Ct. 705"], [1, 0]),
    ] {
        let app = app(name, own);
        let found = ["93+S.+Ct.+705", "35+L.+Ed.+2d+147"].map(|citation| n_found(&app, citation));
        assert_eq!(found, expected, "{name} {own:?}");
    }
}
