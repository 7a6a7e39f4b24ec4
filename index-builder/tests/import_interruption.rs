//! An import that is killed between two files leaves a corpus that `build` accepts, with each file either old or new,
//! and the next import completes it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

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

/// The files of the corpus, with their content.
fn files(workspace: &Workspace) -> BTreeMap<String, String> {
    let entries = fs::read_dir(workspace.path("corpus/bills")).unwrap().map(Result::unwrap);
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap())).collect()
}

#[track_caller]
fn import(workspace: &Workspace, day: u8) -> BTreeMap<String, String> {
    let outcome = workspace.run(&["import", "openstates", &format!("{day}.json"), "--corpus", "corpus"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    files(workspace)
}

/// The maximum number of rounds. On a busy machine the kill often comes too late.
const MAX_ROUNDS: usize = 60;

#[test]
fn import_killed_while_it_publishes_leaves_a_valid_corpus() {
    let workspace = Workspace::new();
    [1, 2].into_iter().for_each(|day| workspace.write(&format!("{day}.json"), bills(day)));
    import(&workspace, 1);
    let new = import(&workspace, 2);
    let mut n_between = 0;
    for round in (0..6).cycle().take(MAX_ROUNDS) {
        fs::remove_dir_all(workspace.path("corpus")).unwrap();
        let old = import(&workspace, 1);
        // Each round kills the import when another file has been moved to its place.
        let names: Vec<&String> = new.keys().collect();
        let awaited = workspace.path("corpus/bills").join(names[round * 12]);
        let inode = || fs::metadata(&awaited).map(|file| file.ino()).ok();
        let before = inode();
        let mut command = workspace.command(&["import", "openstates", "2.json", "--corpus", "corpus"]);
        let mut importer = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while importer.try_wait().unwrap().is_none() && inode() == before {
            thread::sleep(Duration::from_micros(20));
        }
        importer.kill().unwrap();
        importer.wait().unwrap();
        let found = files(&workspace);
        for (name, content) in &found {
            assert!([&old, &new].iter().any(|whole| whole.get(name) == Some(content)), "{name} is neither");
        }
        n_between += u32::from(found != old && found != new);
        let outcome = workspace.run(&["build", "--corpus", "corpus", "--out", "index", "--replace"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        assert!(import(&workspace, 2) == new, "round {round}");
        if round == 5 && n_between > 0 {
            return;
        }
    }
    panic!("no import was killed between two files");
}
