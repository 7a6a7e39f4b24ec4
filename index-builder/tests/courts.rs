//! A case may name a court that is not in the catalogue. A filter finds it by its words, and by the level that its name
//! implies.

use lexdex_core::model::Resource;
use lexdex_index::{CourtSelection, Filter, Index, Page};

use crate::samples::{CASE, COURTS, JURISDICTIONS, TOPICS, edited, with_id};
use crate::workspace::Workspace;

fn case(id: &str, court: &str, jurisdiction: &str, name: &str) -> String {
    edited(&with_id(CASE, id), "Supreme Court of the United States", court)
        .replace("\"federal\"", &format!("\"{jurisdiction}\""))
        .replace("\"United States\"", &format!("\"{name}\""))
}

/// The ids of the cases that a value of the `court` filter finds.
fn found(index: &Index, court: &str) -> Vec<String> {
    let court = Some(CourtSelection::find([court], &index.catalogue().courts));
    let hits = index.search(&Filter::all(Resource::Cases).courts(court), None, Page { limit: 100, offset: 0 }).unwrap();
    let id = |record: &[u8]| serde_json::from_slice::<serde_json::Value>(record).unwrap()["id"].clone();
    let mut ids: Vec<String> = hits.records.into_iter().map(|record| id(record).as_str().unwrap().to_owned()).collect();
    ids.sort();
    ids
}

#[test]
fn court_outside_the_catalogue_gets_its_level_by_name() {
    let workspace = Workspace::with_corpus(&[
        ("jurisdictions.jsonl", JURISDICTIONS.as_slice()),
        ("courts.jsonl", &COURTS),
        ("topics.jsonl", &TOPICS),
    ]);
    workspace.write_lines(
        "corpus/cases/a.jsonl",
        &[
            case("a-scotus", "U.S. SUPREME COURT", "federal", "United States"),
            case("b-ohio-high", "Supreme Court of Ohio", "oh", "Ohio"),
            case("c-ny-trial", "Supreme Court, Kings County", "ny", "New York"),
            case("d-ohio-appeals", "Court of Appeals of Ohio", "oh", "Ohio"),
            case("e-ca12", "United States Court of Appeals for the Twelfth Circuit", "federal", "United States"),
            case("f-district", "United States District Court for the Moon", "federal", "United States"),
            case("g-nameless", "Peacemaking Program of Ohio", "oh", "Ohio"),
            // The name of a court of the catalogue, in a jurisdiction without that court.
            case("h-impostor", "Supreme Court of the United States", "oh", "Ohio"),
        ],
    );
    workspace.built();
    let index = Index::open(&workspace.path("index")).unwrap();
    for (court, ids) in [
        ("supreme", ["a-scotus", "b-ohio-high", "h-impostor"].as_slice()),
        ("appellate", &["d-ohio-appeals", "e-ca12"]),
        ("circuit", &["e-ca12"]),
        ("trial", &["c-ny-trial", "f-district"]),
        ("district", &["f-district"]),
        ("bankruptcy", &[]),
        ("scotus", &["a-scotus"]),
        ("twelfth circuit", &["e-ca12"]),
        ("ohio supreme court", &["b-ohio-high"]),
        ("peacemaking", &["g-nameless"]),
        ("kings county", &["c-ny-trial"]),
    ] {
        assert_eq!(found(&index, court), ids, "court={court}");
    }
}

#[test]
fn record_keeps_the_court_name_of_the_case() {
    let line = edited(CASE, "Supreme Court of the United States", "  Court /of: Ohio  ");
    let tree = Workspace::with_corpus(&[("cases/a.jsonl", &[&line])]).built();
    assert_eq!(tree.text("cases/records.jsonl"), format!("{line}\n"));
}
