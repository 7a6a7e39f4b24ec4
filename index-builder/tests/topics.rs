//! `build --topics`: topics of records whose source gives none.

use lexdex_core::model::Resource;
use lexdex_index::{Index, Manifest};
use serde_json::{Value, json};

use crate::samples::{BILL, CASE, STATUTE};
use crate::workspace::Workspace;

/// A record with other fields; a field that is null is left out.
fn with(record: &str, fields: &Value) -> String {
    let mut record: Value = serde_json::from_str(record).unwrap();
    for (name, value) in fields.as_object().unwrap() {
        match value {
            Value::Null => drop(record.as_object_mut().unwrap().remove(name)),
            value => record[name] = value.clone(),
        }
    }
    record.to_string()
}

fn text(id: &str, text: &str) -> String {
    json!({ "id": id, "text": text }).to_string()
}

/// The topics of a record in an index.
fn topics(index: &Index, list: Resource, id: &str) -> Value {
    let record: Value = serde_json::from_slice(index.record(list, id).unwrap().unwrap()).unwrap();
    record["topics"].clone()
}

/// The numbers of records of each list with topics, and with inferred ones.
fn numbers(index: &Index) -> [[u64; 2]; 3] {
    [Resource::Statutes, Resource::Cases, Resource::Bills].map(|list| {
        let coverages = index.coverage(list).jurisdictions();
        coverages.fold([0, 0], |[with, inferred], (_, coverage)| {
            [with + coverage.with_topics, inferred + coverage.inferred_topics]
        })
    })
}

#[test]
fn records_without_topics_get_those_of_their_words() {
    let bill = |id: &str, title: &str| with(BILL, &json!({ "id": id, "title": title, "topics": [], "summary": null }));
    let case = |id: &str, name: &str| with(CASE, &json!({ "id": id, "caseName": name, "topics": [], "summary": null }));
    let statute = |id: &str, topics: Value| {
        let title = "Possession of firearms by convicted felons";
        with(STATUTE, &json!({ "id": id, "title": title, "topics": topics, "summary": null }))
    };
    let workspace = Workspace::with_corpus(&[
        ("statutes/a.jsonl", &[statute("none", json!([])), statute("own", json!(["tax"]))]),
        (
            "bills/a.jsonl",
            &[
                bill("guns", "Concerning background checks for the sale of firearms and ammunition."),
                bill("spanish", "Para enmendar la Ley de Armas de Puerto Rico y otros fines"),
                bill("vague", "Concerning certain matters."),
            ],
        ),
        ("cases/a.jsonl", &[case("name", "Firearms Dealers Association v. Gun Owners"), case("opinion", "Doe v. Roe")]),
        (
            "text/cases/a.jsonl",
            &[text("opinion", "The patent claims are invalid for obviousness. The inventor's patent is infringed.")],
        ),
    ]);
    let build = |index: &str, arguments: &[&str]| {
        let arguments = [&["build", "--corpus", "corpus", "--out", index, "--summaries", "none"], arguments].concat();
        let outcome = workspace.run(&arguments);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        let path = workspace.path(index);
        (Index::open(&path).unwrap(), Manifest::read(&path).unwrap().build_id())
    };
    let (inferred, id) = build("inferred", &[]);
    let (same, same_id) = build("same", &["--topics", "inferred", "--previous", "inferred"]);
    let (sources, sources_id) = build("sources", &["--topics", "sources", "--previous", "inferred"]);
    assert_eq!((same_id, numbers(&same)), (id.clone(), numbers(&inferred)));
    assert_ne!(sources_id, id);
    let expected = [
        (Resource::Statutes, "none", json!(["firearms"])),
        (Resource::Statutes, "own", json!(["tax"])),
        (Resource::Bills, "guns", json!(["firearms"])),
        (Resource::Bills, "spanish", json!([])),
        (Resource::Bills, "vague", json!([])),
        (Resource::Cases, "name", json!([])),
        (Resource::Cases, "opinion", json!(["patents"])),
    ];
    for (list, id, topics_of_record) in expected {
        assert_eq!(topics(&inferred, list, id), topics_of_record, "{id}");
        let own = if id == "own" { json!(["tax"]) } else { json!([]) };
        assert_eq!(topics(&sources, list, id), own, "{id}");
    }
    assert_eq!((numbers(&inferred), numbers(&sources)), ([[2, 1], [1, 1], [1, 1]], [[1, 0], [0, 0], [0, 0]]));
}
