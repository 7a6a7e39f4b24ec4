//! The section of `docs/data.md` about a corpus of one's own: its commands run word for word, one after the other.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use lexdex_core::model::Resource;
use lexdex_index::Index;
use serde_json::{Value, json};

use crate::samples::{STATUTE, with_id};
use crate::workspace::Workspace;

const PAGE: &str = include_str!("../../docs/data.md");

/// The commands of the section.
fn commands() -> impl Iterator<Item = &'static str> {
    let (_, section) = PAGE.split_once("\n## A corpus of your own\n").unwrap();
    let blocks = section.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.flat_map(str::lines).filter_map(|line| line.strip_prefix("$ "))
}

/// A bill of a `LegiScan` dataset, with the fields that its mapping reads and some others.
const LEGISCAN_BILL: &str = r#"{"bill":{"bill_id":230086,"change_hash":"9f2c","session_id":122,
"session":{"session_id":122,"session_name":"27th Legislature","year_start":2011,"year_end":2012,"special":0},
"url":"https://legiscan.com/AK/bill/HB3/2011","status":4,"status_date":"2011-05-11","state":"AK","state_id":2,
"bill_number":"HB3","bill_type":"B","body":"H","current_body":"S","title":"Requirements For Driver's License",
"description":"An Act relating to issuance of driver's licenses.","history":[
{"date":"2011-01-18","action":"Read the first time","chamber":"H","importance":1},
{"date":"2011-05-11","action":"Signed into law","chamber":"H","importance":1}],
"sponsors":[{"people_id":1,"name":"A. Member"}],"subjects":[{"subject_id":3,"subject_name":"Motor Vehicles"}]}}"#;

/// The mapping of the section.
fn mapping() -> &'static str {
    let (_, mapping) = PAGE.split_once("```toml\nlist = \"bills\"").unwrap();
    let start = PAGE.len() - mapping.len() - "list = \"bills\"".len();
    PAGE[start..].split("```").next().unwrap()
}

/// Runs a command in a shell, and returns its exit code and what it prints. `lexdex` only notes its arguments.
fn run(workspace: &Workspace, command: &str) -> (Option<i32>, String) {
    let programs = Path::new(env!("CARGO_BIN_EXE_index-builder")).parent().unwrap().display();
    let path = format!("{}:{programs}:{}", workspace.path("bin").display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(workspace.root()).env("PATH", path);
    let output = shell.output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(!stderr.contains("error"), "{command}: {stderr}");
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn corpus_of_the_page_is_built_published_and_refreshed() {
    let workspace = Workspace::new();
    workspace.write("bin/lexdex", "#!/bin/sh\necho \"$@\" >> served\n");
    fs::set_permissions(workspace.path("bin/lexdex"), PermissionsExt::from_mode(0o755)).unwrap();
    let corpus = "my-corpus/statutes/a.jsonl";
    workspace.write_lines(corpus, &[STATUTE.to_owned(), with_id(STATUTE, "old")]);
    workspace.write("AK/2011-2012_27th_Legislature/bill/HB3.json", LEGISCAN_BILL);
    workspace.write("legiscan.toml", mapping());
    let build_id = |index: &str| Index::open(&workspace.path(index)).unwrap().manifest().build_id();

    let mut last = String::new();
    for command in commands() {
        if command.contains(" --previous ") {
            assert_eq!(build_id("my-indexes"), build_id("my-index"));
            workspace.write_lines(corpus, &[STATUTE]);
        }
        // Two indexes that differ.
        let expected = i32::from(command == "index-builder diff my-index my-index.new");
        let (code, stdout) = run(&workspace, command);
        assert_eq!(code, Some(expected), "{command}");
        last = stdout;
    }
    assert!(last.contains(r#""id":"old""#) && last.lines().count() == 1, "{last}");
    assert_eq!(build_id("my-indexes"), build_id("my-index.new"));
    let served = fs::read_to_string(workspace.path("served")).unwrap();
    let index = Index::open(&workspace.path("my-index.new")).unwrap();
    let bill = index.record(Resource::Bills, "ak-27th-legislature-hb3").unwrap().unwrap();
    assert_eq!(
        serde_json::from_slice::<Value>(bill).unwrap(),
        json!({
            "id": "ak-27th-legislature-hb3",
            "billNumber": "HB3",
            "title": "Requirements For Driver's License",
            "jurisdiction": "Alaska",
            "jurisdictionId": "ak",
            "chamber": "house",
            "status": "signed",
            "introducedDate": "2011-01-18",
            "topics": ["motor-vehicles"],
            "meta": {
                "source": "LegiScan",
                "jurisdiction": "ak",
                "last_updated": "2026-11-29",
                "citation": null,
                "license": "CC0 1.0",
            },
        })
    );
    assert_eq!(served, "--index my-index\n--index my-indexes --watch-secs 10\n");
}
