/*!
Places that `q` names in statutes and bills.
*/

use serde_json::{Value, json};

use super::rules::{Expected, check_all, write};
use crate::integration::contract::{List, text};
use crate::integration::corpus::{Corpus, CorpusDirectory, bill, case, statute, with};
use crate::integration::support::{Query, TestApp, target};

/// Records with these ids, jurisdictions and titles in each list.
fn records(titles: &[(&str, &str, &str)]) -> CorpusDirectory {
    let all = |record: fn(&str, &str) -> Value, field: &str| -> Vec<Value> {
        let record = |(id, place, title): &(&str, &str, &str)| match *place {
            "wa" => {
                with(record(id, "ca"), json!({ "jurisdiction": "Washington", "jurisdictionId": "wa", field: title }))
            }
            _ => with(record(id, place), json!({ field: title })),
        };
        titles.iter().map(record).collect()
    };
    let mut corpus =
        Corpus { statutes: all(statute, "title"), cases: all(case, "caseName"), bills: all(bill, "title") };
    for record in corpus.statutes.iter_mut().chain(&mut corpus.cases).chain(&mut corpus.bills) {
        record["meta"]["jurisdiction"] = record["jurisdictionId"].clone();
    }
    write(&corpus, "")
}

fn of_custody() -> CorpusDirectory {
    records(&[
        ("a", "al", "Custody"),
        ("b", "ny", "Custody of children in the divorce of their parents"),
        ("c", "ny", "Roads"),
        ("d", "federal", "Custody of New York"),
        ("e", "dc", "Custody of a person in a jail"),
        ("f", "al", "Custody of children"),
    ])
}

#[test]
fn named_place_ranks_its_records_first_and_selects_none() {
    let directory = of_custody();
    let searches: &[Expected<'_>] = &[
        ("custody", &["a", "f", "d", "e", "b"]),
        ("new york custody", &["b", "d", "a", "f", "e"]),
        ("Custody law in New York's courts", &["b", "d", "a", "f", "e"]),
        ("custody in the State of New York", &["b", "d", "a", "f", "e"]),
        ("alabama or new york custody", &["b", "a", "f", "d", "e"]),
        ("custody District of Columbia", &["e", "a", "f", "d", "b"]),
        ("new york custody of children", &["b", "f", "d", "a", "e"]),
        ("new york custody -jail", &["b", "d", "a", "f"]),
    ];
    for list in [List::Statutes, List::Bills] {
        check_all(&directory, list, "auto", searches);
    }
}

#[test]
fn place_alone_quoted_beside_an_operator_or_with_all_is_a_word() {
    let directory = of_custody();
    let searches: &[Expected<'_>] = &[
        ("new york", &["d", "b", "c"]),
        ("the laws of new york", &["d", "b", "c"]),
        ("new york zebra", &["d", "b", "c"]),
        ("\"new york\" AND custody", &["d", "b"]),
        ("new AND york AND custody", &["d", "b"]),
        ("custody -york", &["a", "f", "e"]),
    ];
    check_all(&directory, List::Statutes, "auto", searches);
    check_all(
        &directory,
        List::Statutes,
        "all",
        &[("new york custody", &["d", "b"]), ("alabama custody", &["a", "f"])],
    );
}

#[test]
fn longest_name_counts_and_washington_alone_is_the_state() {
    let directory =
        records(&[("a", "al", "Parking"), ("b", "dc", "Parking of cars"), ("c", "wa", "Parking of trucks and cars")]);
    let searches: &[Expected<'_>] = &[
        ("parking in washington", &["c", "b", "a"]),
        ("parking in Washington state", &["c", "a", "b"]),
        ("parking in Washington, D.C.", &["b", "c", "a"]),
        ("parking in washington dc", &["b", "c", "a"]),
        ("parking United States", &["a", "c", "b"]),
    ];
    check_all(&directory, List::Bills, "auto", searches);
}

#[test]
fn record_of_the_place_may_lack_words() {
    let directory = records(&[
        ("a", "al", "Custody of stray animals"),
        ("b", "al", "Custody of stray animals"),
        ("c", "al", "Custody of stray animals"),
        ("d", "ny", "Custody of stray pets"),
        ("e", "ny", "Animals"),
        ("f", "ca", "Animals"),
        ("g", "ca", "Animals"),
    ]);
    let searches: &[Expected<'_>] =
        &[("new york custody of stray animals", &["d", "a", "b", "c"]), ("custody of stray animals", &["a", "b", "c"])];
    check_all(&directory, List::Statutes, "auto", searches);
    check_all(&directory, List::Bills, "auto", searches);
}

#[test]
fn record_with_more_words_comes_before_one_of_the_place() {
    let app = TestApp::bundled();
    for (list, q, expected) in [
        (List::Statutes, "texas freedom access clinic entrances", "federal-usc-18-248"),
        (List::Statutes, "alaska marine mammal taking importing native", "federal-usc-16-1371"),
    ] {
        let found = app.walk(list, &vec![("q", q.to_owned())], || 100);
        assert_eq!(text(&found[0], "id"), expected, "{q}");
    }
}

#[test]
fn cases_of_a_named_place_need_its_words() {
    let titles = [("a", "al"), ("b", "al"), ("c", "al"), ("d", "ny")];
    let titles = titles.map(|(id, place)| (id, place, "Custody of a child"));
    let app = records(&titles).app();
    let total = |list: List| {
        let query: Query = vec![("q", "alabama custody".to_owned())];
        app.get(&target(list.path(), &query)).good()["meta"]["total"].as_u64().unwrap()
    };
    assert_eq!([List::Statutes, List::Bills, List::Cases].map(total), [4, 4, 3]);
}

#[test]
fn place_does_not_change_totals_facets_and_exports() {
    let app = TestApp::bundled();
    for list in [List::Statutes, List::Bills] {
        let ask = |path: &str, q: &str| app.get(&target(&format!("{}{path}", list.path()), &vec![("q", q.to_owned())]));
        for (q, other) in [("texas privacy", "privacy"), ("landlord of New York", "landlord")] {
            let [named, unnamed] = [q, other].map(|q| ask("/facets", q).good());
            assert_eq!(named, unnamed, "{q}");
            let [named, unnamed] = [q, other].map(|q| {
                let export = app.get(&target(
                    &format!("{}/export", list.path()),
                    &vec![("q", q.to_owned()), ("format", "ndjson".to_owned())],
                ));
                let mut lines: Vec<String> = export.text().lines().map(str::to_owned).collect();
                lines.sort_unstable();
                lines
            });
            assert_eq!(named, unnamed, "{q}");
        }
        let query: Query = vec![("q", "texas health".to_owned())];
        let found = app.walk(list, &query, || 100);
        let places: Vec<&str> = found.iter().map(|record| text(record, "jurisdictionId")).collect();
        let n_first = places.iter().take_while(|place| **place == "tx").count();
        assert_eq!(n_first, places.iter().filter(|place| **place == "tx").count(), "{places:?}");
        assert!(n_first > 0 && n_first < places.len(), "{places:?}");
    }
}
