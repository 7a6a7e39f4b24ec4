//! An import that is killed between two files leaves a corpus that `build` accepts, with each file either old or new,
//! and the next import completes it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use lexdex_core::corpus::{Catalogue, Source};
use lexdex_core::model::CourtLevel;

use crate::workspace::Workspace;

const STATES: &[&str] = &[
    "ak", "al", "ar", "az", "ca", "co", "ct", "de", "fl", "ga", "hi", "ia", "id", "il", "in", "ks", "ky", "la", "ma",
    "md", "me", "mi", "mn", "mo", "ms", "nc", "nd", "nh", "nj", "nm", "nv", "ny", "oh", "ok", "or", "pa", "ri", "sc",
];

/// Bills of all these states as a JSON array. From the second day on, every third is a claim, which is skipped.
fn bills(day: u8) -> String {
    let bills = STATES.iter().flat_map(|state| (0..30).map(move |number| (state, number))).map(|(state, number)| {
        let kind = if number % 3 == 0 && day > 1 { "claim" } else { "bill" };
        format!(
            r#"{{"legislative_session": "2025", "identifier": "HB {number}", "title": "As of day {day}", "from_organization":
            "~{{\"classification\": \"lower\"}}", "classification": ["{kind}"], "scraped_at": "2025-09-0{day}",
            "jurisdiction": {{"id": "ocd-jurisdiction/country:us/state:{state}/government"}}}}"#
        )
    });
    format!("[{}]", bills.collect::<Vec<_>>().join(","))
}

/// The files of a folder of the corpus, with their content.
fn files(workspace: &Workspace, folder: &str) -> BTreeMap<String, String> {
    let entries = fs::read_dir(workspace.path(folder)).unwrap().map(Result::unwrap);
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap())).collect()
}

/// Two imports into a folder of the corpus. The second one is killed.
struct Imports {
    folder: &'static str,
    first: [&'static str; 2],
    second: [&'static str; 2],
}

impl Imports {
    #[track_caller]
    fn import(&self, workspace: &Workspace, [format, input]: [&str; 2]) -> BTreeMap<String, String> {
        let outcome = workspace.run(&["import", format, input, "--corpus", "corpus"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        files(workspace, self.folder)
    }

    /// Kills the second import in rounds, each time after another file has been moved to its final path.
    fn kill(&self, workspace: &Workspace) {
        self.import(workspace, self.first);
        let new = self.import(workspace, self.second);
        let mut n_between = 0;
        for round in (0..6).cycle().take(MAX_ROUNDS) {
            fs::remove_dir_all(workspace.path("corpus")).unwrap();
            let old = self.import(workspace, self.first);
            // Each round waits for another file.
            let names: Vec<&String> = new.keys().collect();
            let awaited = workspace.path(self.folder).join(names[round * 12]);
            let inode = || fs::metadata(&awaited).map(|file| file.ino()).ok();
            let before = inode();
            let [format, input] = self.second;
            let mut command = workspace.command(&["import", format, input, "--corpus", "corpus"]);
            let mut importer = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            while importer.try_wait().unwrap().is_none() && inode() == before {
                thread::sleep(Duration::from_micros(20));
            }
            importer.kill().unwrap();
            importer.wait().unwrap();
            let found = files(workspace, self.folder);
            for (name, content) in &found {
                assert!([&old, &new].iter().any(|whole| whole.get(name) == Some(content)), "{name} is neither");
            }
            n_between += u32::from(found != old && found != new);
            let outcome = workspace.run(&["build", "--corpus", "corpus", "--out", "index", "--replace"]);
            assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
            assert!(self.import(workspace, self.second) == new, "round {round}");
            assert!(!workspace.path("corpus/.publishing").exists());
            if round == 5 && n_between > 0 {
                return;
            }
        }
        panic!("no import was killed between two files");
    }
}

/// The maximum number of rounds. On a busy machine the kill often comes too late.
const MAX_ROUNDS: usize = 60;

#[test]
fn import_killed_while_it_publishes_leaves_a_valid_corpus() {
    let workspace = Workspace::new();
    [1, 2].into_iter().for_each(|day| workspace.write(&format!("{day}.json"), bills(day)));
    let (first, second) = (["openstates", "1.json"], ["openstates", "2.json"]);
    Imports { folder: "corpus/bills", first, second }.kill(&workspace);
}

/// The courts of last resort of the states, each with the id and the name of the court, and the name of the state.
fn courts() -> Vec<(String, String, String)> {
    let catalogue = Catalogue::read(&Source::Bundled).unwrap();
    let entries = catalogue.courts.entries().iter().filter(|court| court.jurisdiction != "federal");
    let supreme = entries.filter(|court| court.level == Some(CourtLevel::Supreme));
    let with_state = supreme.filter_map(|court| {
        let state = catalogue.jurisdictions.get(&court.jurisdiction)?;
        Some((court.id.clone()?, court.name.clone(), state.name.clone()))
    });
    with_state.collect()
}

#[test]
fn import_killed_while_ids_move_leaves_a_valid_corpus() {
    let workspace = Workspace::new();
    let courts = courts();
    // Both publishers have a decision on each page. The earlier one, which comes later, gets the plain id.
    let cases = (1..).zip(&courts).map(|(number, (_, court, state))| {
        format!(
            r#"{{"id": {number}, "name_abbreviation": "Doe v. Roe", "decision_date": "1999-12-31", "citations":
            [{{"type": "official", "cite": "9 X. 1"}}, {{"type": "parallel", "cite": "8 Y. {number}"}}],
            "court": {{"name": "{court}"}}, "jurisdiction": {{"name_long": "{state}"}}}}"#
        )
    });
    workspace.write("cap.json", format!("[{}]", cases.collect::<Vec<_>>().join(",")));
    let mut tables = [
        ("courts", "id,full_name,short_name,jurisdiction,citation_string,date_modified\n".to_owned()),
        ("dockets", "id,date_modified,docket_number,nature_of_suit,court_id\n".to_owned()),
        (
            "opinion-clusters",
            "id,date_modified,date_filed,case_name,precedential_status,summary,docket_id\n".to_owned(),
        ),
        ("citations", "id,volume,reporter,page,type,cluster_id\n".to_owned()),
    ];
    for (number, (id, ..)) in (1..).zip(&courts) {
        let [_, dockets, clusters, citations] = &mut tables;
        dockets.1.push_str(&format!("\"{number}\",\"2015-01-01\",\"1\",\"\",\"{id}\"\n"));
        clusters.1.push_str(&format!(
            "\"{number}\",\"2024-01-01\",\"1998-12-31\",\"Poe v. Coe\",\"Published\",\"Text.\",\"{number}\"\n"
        ));
        citations.1.push_str(&format!("\"1{number}\",\"9\",\"X.\",\"1\",\"2\",\"{number}\"\n"));
        citations.1.push_str(&format!("\"2{number}\",\"7\",\"Z.\",\"{number}\",\"3\",\"{number}\"\n"));
    }
    for (name, table) in &tables {
        workspace.write(&format!("tables/{name}-2024-01-31.csv"), table);
    }
    let (first, second) = (["cap", "cap.json"], ["courtlistener", "tables"]);
    Imports { folder: "corpus/cases", first, second }.kill(&workspace);
}
