//! `sync`: imports what changed, and publishes unless the gate refuses.

use std::fs;
use std::path::Path;

use crate::directory::with_slashes;
use crate::folder::Folder;
use crate::placed_files::{CONFIGURATION, place, published_mirror};

/// A record that the operator has written.
const OWN_RECORD: &str = concat!(
    r#"{"id":"ny-penal-law-1","jurisdiction":"New York","jurisdictionId":"ny","title":"One","titleNumber":"Penal Law","#,
    r#""sectionNumber":"§ 1","status":"active","topics":[],"summary":"A section.","meta":{"source":"Own","#,
    r#""jurisdiction":"ny","last_updated":"2024-01-01","citation":"N.Y. Penal Law § 1","license":"CC0 1.0"}}"#,
    "\n"
);

/// The published index, which a refused or failed sync must not change.
fn served(folder: &Folder) -> crate::tree::Tree {
    folder.tree("published")
}

#[test]
fn first_sync_publishes_and_the_next_finds_nothing_new() {
    let folder = Folder::new(CONFIGURATION);
    place(&folder, "7", "2024-01-01", 1..=3, "old");
    let outcome = folder.run_to(0, &["sync"]);
    let build = fs::read_to_string(folder.path("published/current")).unwrap();
    let table = "source  read  written  removed  skipped\ncode       3        3        0        0\n";
    assert_eq!(outcome.stdout, format!("{table}build {} is published\n", build.trim()));
    let ids: Vec<String> = folder.published().into_keys().collect();
    assert_eq!(ids, ["federal-usc-7-1", "federal-usc-7-2", "federal-usc-7-3"]);
    let report = fs::read_to_string(folder.path("downloads/reports/code.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!((&report["format"], &report["written"]["added"]), (&"uslm".into(), &3.into()));
    let before = served(&folder);
    let outcome = folder.run_to(10, &["sync"]);
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("nothing new\n", ""));
    folder.run_to(0, &["sync", "--unchanged-ok"]);
    assert_eq!(served(&folder), before);
    let mut names: Vec<_> = fs::read_dir(folder.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["corpus", "downloads", "mirror.toml", "parts", "placed", "published"]);
}

#[test]
fn rows_are_imported_again_after_a_change_of_mapping_or_topics() {
    let folder = Folder::new(
        "[publish]\nto = \"published\"\n\n[[placed]]\nname = \"rows\"\nformat = \"jsonl\"\nfolder = \"placed\"\n\
         mapping = \"ours/m.toml\"\n",
    );
    let mapping = |title: &str| {
        format!(
            "list = \"statutes\"\nname = \"test\"\nsource = \"Test\"\n\n[fields]\njurisdiction = \"wy\"\n\
             id = {{ code = \"code\" }}\nsectionNumber = \"{{number}}\"\ntitle = \"{title}\"\nstatus = \"active\"\n\
             topics = {{ from = \"{{title}}\", table = \"topics.tsv\" }}\nmeta.last_updated = \"2025-01-01\"\n"
        )
    };
    folder.write("placed/rows.csv", "number,title\n1,One\n");
    folder.write("ours/m.toml", mapping("{title}"));
    folder.write("ours/topics.tsv", "one\ttax\n");
    folder.run_to(0, &["sync"]);
    folder.run_to(10, &["sync"]);
    let record = || folder.published().into_values().next().unwrap();
    assert_eq!((&record()["title"], &record()["topics"]), (&"One".into(), &serde_json::json!(["tax"])));

    folder.write("ours/topics.tsv", "one\twater\n");
    folder.run_to(0, &["sync", "--max-changed", "100%"]);
    assert_eq!(record()["topics"], serde_json::json!(["water"]));
    folder.write("ours/m.toml", mapping("Section {title}"));
    folder.run_to(0, &["sync", "--max-changed", "100%"]);
    assert_eq!(record()["title"], "Section One");
}

#[test]
fn rows_of_cases_are_imported_again_after_a_mapping_change() {
    let folder = Folder::new(
        "[publish]\nto = \"published\"\n\n[[placed]]\nname = \"opinions\"\nformat = \"jsonl\"\nfolder = \"placed\"\n\
         mapping = \"m.toml\"\n",
    );
    let mapping = |name: &str| {
        format!(
            "list = \"cases\"\nname = \"opinions\"\nsource = \"Test\"\n\n[fields]\nkey = \"{{id}}\"\ncourt = \"wyo\"\n\
             caseName = \"{name}\"\ncitation = \"{{cite}}\"\nmeta.last_updated = \"2025-01-01\"\n"
        )
    };
    folder.write("placed/rows.csv", "id,name,cite\n1,Poe,2024 WY 1\n");
    folder.write("m.toml", mapping("In re {name}"));
    folder.run_to(0, &["sync"]);
    folder.run_to(10, &["sync"]);
    let names = || folder.published().into_values().map(|record| record["caseName"].clone()).collect::<Vec<_>>();
    assert_eq!(names(), ["In re Poe"]);
    folder.write("m.toml", mapping("Ex parte {name}"));
    folder.run_to(0, &["sync", "--max-changed", "100%"]);
    assert_eq!(names(), ["Ex parte Poe"]);
}

#[test]
fn only_changed_files_are_imported_and_differences_printed() {
    let folder = published_mirror();
    place(&folder, "7", "2024-01-01", 1..=100, "old");
    // A file with the same bytes and another date counts as unchanged.
    folder.run_to(10, &["sync"]);
    place(&folder, "8", "2024-02-01", 1..=2, "new");
    let outcome = folder.run_to(0, &["sync"]);
    let build = fs::read_to_string(folder.path("published/current")).unwrap();
    let expected = format!(
        "source  read  written  removed  skipped\n\
         code     102      102        0        0\n\
         statutes: 2 added, 0 removed, 0 changed, 100 unchanged\n\
         cases: 0 added, 0 removed, 0 changed, 0 unchanged\n\
         bills: 0 added, 0 removed, 0 changed, 0 unchanged\n\
         build {} is published\n",
        build.trim()
    );
    assert_eq!(outcome.stdout, expected);
    assert_eq!(folder.published().len(), 102);
}

#[test]
fn removals_are_refused_beyond_the_limit() {
    let folder = published_mirror();
    place(&folder, "7", "2024-02-01", 1..=99, "old");
    // 1 of 100 is exactly the limit.
    folder.run_to(0, &["sync"]);
    place(&folder, "7", "2024-03-01", 2..=98, "old");
    let before = served(&folder);
    let outcome = folder.run_to(4, &["sync"]);
    let refusal = "the new index is refused, and downloads/refused.jsonl has the differences:\n  \
                   2 of 99 statutes would be removed, more than 1%: raise the limit with --max-removed if this is \
                   right\n";
    assert!(outcome.stderr.ends_with(refusal), "{}", outcome.stderr);
    let refused = fs::read_to_string(folder.path("downloads/refused.jsonl")).unwrap();
    let refused: Vec<serde_json::Value> = refused.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let removed: Vec<&str> =
        refused.iter().filter(|line| line["change"] == "removed").map(|line| line["id"].as_str().unwrap()).collect();
    assert_eq!(removed, ["federal-usc-7-1", "federal-usc-7-99"]);
    assert_eq!(served(&folder), before);
    // Each sync refuses it again, until a person decides.
    folder.run_to(4, &["sync", "--max-removed", "2%"]);
    assert_eq!(served(&folder), before);
    folder.run_to(0, &["sync", "--max-removed", "2.1%"]);
    assert_eq!(folder.published().len(), 97);
    assert!(!fs::exists(folder.path("downloads/refused.jsonl")).unwrap());
    folder.run_to(10, &["sync"]);
}

#[test]
fn changes_are_refused_beyond_the_limit() {
    let folder = Folder::new(CONFIGURATION);
    for (title, n_sections) in [("7", 80), ("8", 20), ("9", 1)] {
        place(&folder, title, "2024-01-01", 1..=n_sections, "old");
    }
    folder.run_to(0, &["sync"]);
    // 20 of 101 records change, which is within the limit.
    place(&folder, "8", "2024-02-01", 1..=20, "new");
    folder.run_to(0, &["sync"]);
    let before = served(&folder);
    place(&folder, "8", "2024-03-01", 1..=20, "newer");
    place(&folder, "9", "2024-03-01", 1..=1, "newer");
    let outcome = folder.run_to(4, &["sync"]);
    let refusal =
        "  21 of 101 statutes would be changed, more than 20%: raise the limit with --max-changed if this is right\n";
    assert!(outcome.stderr.ends_with(refusal), "{}", outcome.stderr);
    assert_eq!(served(&folder), before);
    folder.configure(&format!("{CONFIGURATION}[gate]\nmax-changed = \"20.8%\"\n"));
    folder.run_to(0, &["sync"]);
}

#[test]
fn gate_does_not_count_new_dates_as_changes() {
    let folder = published_mirror();
    place(&folder, "7", "2024-02-01", 1..=100, "old");
    let outcome = folder.run_to(0, &["sync"]);
    assert!(outcome.stdout.contains("statutes: 0 added, 0 removed, 100 changed, 0 unchanged\n"), "{}", outcome.stdout);
}

#[test]
fn list_that_loses_a_jurisdiction_is_refused() {
    let folder = Folder::new(CONFIGURATION);
    place(&folder, "7", "2024-01-01", 1..=3, "old");
    folder.write("corpus/statutes/own.jsonl", OWN_RECORD);
    folder.run_to(0, &["sync"]);
    assert_eq!(folder.published().len(), 4);
    fs::remove_file(folder.path("corpus/statutes/own.jsonl")).unwrap();
    let outcome = folder.run_to(4, &["sync", "--max-removed", "100%"]);
    let refusal = "  no statutes of ny would be left: give --allow-fewer-jurisdictions if this is right\n";
    assert!(outcome.stderr.ends_with(refusal), "{}", outcome.stderr);
    folder.run_to(0, &["sync", "--max-removed", "100%", "--allow-fewer-jurisdictions"]);
    assert_eq!(folder.published().len(), 3);
}

#[test]
fn source_that_loses_a_jurisdictions_records_is_refused() {
    let folder = Folder::new(CONFIGURATION);
    place(&folder, "7", "2024-01-01", 1..=4000, "old");
    let own = |n_records: usize| {
        let lines = (0..n_records).map(|number| OWN_RECORD.replacen("\"id\":\"", &format!("\"id\":\"{number}-"), 1));
        lines.collect::<String>()
    };
    folder.write("corpus/statutes/own.jsonl", own(40));
    folder.run_to(0, &["sync"]);
    // A few records of a small source may go.
    folder.write("corpus/statutes/own.jsonl", own(30));
    folder.run_to(0, &["sync"]);
    folder.write("corpus/statutes/own.jsonl", own(1));
    let outcome = folder.run_to(4, &["sync"]);
    let refusal = "has the differences:\n  29 of 30 statutes of ny from Own would be removed, more than 1%: raise the \
                   limit with --max-removed if this is right\n";
    assert!(outcome.stderr.ends_with(refusal), "{}", outcome.stderr);
    folder.run_to(0, &["sync", "--max-removed", "97%"]);
    assert_eq!(folder.published().len(), 4001);
}

#[test]
fn source_that_cannot_be_imported_does_not_stop_the_others() {
    let broken = "[[placed]]\nname = \"broken\"\nformat = \"openstates\"\nfolder = \"broken\"\n";
    let folder = Folder::new(&format!("{CONFIGURATION}{broken}"));
    place(&folder, "7", "2024-01-01", 1..=3, "old");
    folder.write("broken/readme.bin", "no bills");
    let outcome = folder.run_to(3, &["sync"]);
    assert!(
        outcome.stderr.contains("error: broken: cannot import: nothing to import: looked for"),
        "{}",
        outcome.stderr
    );
    assert_eq!(folder.published().len(), 3);
    // The next sync tries again, and still reports the error.
    folder.run_to(3, &["sync"]);
    let status = folder.run_to(0, &["status"]).stdout;
    assert!(status.contains("\nbroken: cannot import: nothing to import"), "{status}");
    // A missing folder may be a disk that is not mounted.
    fs::remove_dir_all(folder.path("broken")).unwrap();
    let outcome = folder.run_to(3, &["sync"]);
    assert!(outcome.stderr.contains("error: broken: there is no folder broken: make it"), "{}", outcome.stderr);
    fs::create_dir(folder.path("broken")).unwrap();
    folder.run_to(10, &["sync"]);
    let status = folder.run_to(0, &["status"]).stdout;
    assert!(!status.contains("\nbroken: "), "{status}");
}

#[test]
fn damaged_inputs_are_imported_again_until_they_are_whole() {
    let folder = published_mirror();
    place(&folder, "8", "2024-01-01", 1..=3, "old");
    let whole = fs::read(folder.path("placed/usc8.xml")).unwrap();
    folder.write("placed/usc8.xml", &whole[..whole.len() / 2]);
    let error = "error: code: a part of the inputs is damaged and was left out: each sync imports them again\n";
    for _ in 0..2 {
        let outcome = folder.run_to(3, &["sync"]);
        assert!(outcome.stderr.contains(error), "{}", outcome.stderr);
    }
    folder.write("placed/usc8.xml", whole);
    folder.run_to(0, &["sync"]);
    assert_eq!(folder.published().len(), 103);
    folder.run_to(10, &["sync"]);
}

#[test]
fn first_sync_without_a_record_publishes_nothing() {
    let folder = Folder::new(CONFIGURATION);
    fs::create_dir(folder.path("placed")).unwrap();
    let expected = "error: there is nothing to publish: no source has brought a record yet\n";
    assert_eq!(folder.run_to(1, &["sync"]).stderr, expected);
    folder.write("placed/usc8.xml", "<uscDoc");
    let outcome = folder.run_to(1, &["sync"]);
    assert!(outcome.stderr.ends_with(expected), "{}", outcome.stderr);
    assert!(!folder.path("published").exists());
}

#[test]
fn folders_within_each_other_are_an_error() {
    for (downloads, corpus, to, reason) in [
        ("all", "all/corpus", "published", "folders.downloads (all) and folders.corpus (all/corpus)"),
        ("downloads", "law", "law", "folders.corpus (law) and publish.to (law)"),
        (".", "corpus", "published", "folders.downloads (.) and folders.corpus (corpus)"),
        ("placed", "corpus", "published", "folders.downloads (placed) and the folder of [[placed]] (placed)"),
    ] {
        let folders = format!("[folders]\ndownloads = \"{downloads}\"\ncorpus = \"{corpus}\"\n");
        let folder = Folder::new(&format!("{folders}{}", CONFIGURATION.replace("\"published\"", &format!("{to:?}"))));
        place(&folder, "7", "2024-01-01", 1..=3, "old");
        let expected = format!(
            "error: mirror.toml is wrong: {reason} are one folder, or one is within the other: name two apart\n"
        );
        assert_eq!(folder.run_to(1, &["sync"]).stderr, expected);
    }
}

#[test]
fn change_by_hand_in_the_corpus_is_published() {
    let folder = published_mirror();
    folder.write("corpus/statutes/own.jsonl", OWN_RECORD);
    let outcome = folder.run_to(0, &["sync"]);
    assert!(
        outcome.stdout.starts_with("statutes: 1 added, 0 removed, 0 changed, 100 unchanged\n"),
        "{}",
        outcome.stdout
    );
    folder.run_to(10, &["sync"]);
    let before = served(&folder);
    folder.write("corpus/statutes/own.jsonl", "{}\n");
    let outcome = folder.run_to(1, &["sync"]);
    let error = "error: cannot build the index of the new corpus: the corpus has 1 problem:\n  \
                 corpus/statutes/own.jsonl:1: missing fields";
    assert!(with_slashes(&outcome.stderr).contains(error), "{}", outcome.stderr);
    assert_eq!(served(&folder), before);
}

#[test]
fn server_is_notified_of_a_new_index_only() {
    let told = "[publish]\nto = \"published\"\nreload = [\"sh\", \"-c\", \"echo told >> told\"]\n";
    let folder = Folder::new(&CONFIGURATION.replace("[publish]\nto = \"published\"\n", told));
    place(&folder, "7", "2024-01-01", 1..=3, "old");
    folder.run_to(0, &["sync"]);
    folder.run_to(10, &["sync"]);
    assert_eq!(fs::read_to_string(folder.path("told")).unwrap(), "told\n");
    folder.configure(
        &CONFIGURATION.replace("[publish]\nto = \"published\"\n", &told.replace("echo told >> told", "exit 7")),
    );
    place(&folder, "8", "2024-01-01", 1..=3, "old");
    let outcome = folder.run_to(0, &["sync"]);
    let error = "warning: the index is published, but publish.reload of the configuration failed: sh: it ended with exit status: 7\n";
    assert!(outcome.stderr.ends_with(error), "{}", outcome.stderr);
    assert_eq!(folder.published().len(), 6);
    // The next sync only notifies the server.
    folder.run_to(10, &["sync"]);
    folder.configure(&CONFIGURATION.replace("[publish]\nto = \"published\"\n", told));
    folder.run_to(10, &["sync"]);
    folder.run_to(10, &["sync"]);
    assert_eq!(fs::read_to_string(folder.path("told")).unwrap(), "told\ntold\n");
}

#[test]
fn second_sync_at_the_same_time_is_an_error() {
    let folder = published_mirror();
    let work = folder.path(".parts.syncing");
    let lock = lexdex_core::platform::DirectoryLock::claim(&work).unwrap().unwrap();
    let outcome = folder.run_to(1, &["sync"]);
    let expected = "error: another sync works in .parts.syncing: wait for it to end\n";
    assert_eq!(outcome.stderr, expected);
    drop(lock);
    // A process that another test starts inherits this one's open files for a moment, including the lock.
    while folder.run(&["sync"]).stderr == expected {}
    folder.run_to(10, &["sync"]);
}

#[test]
fn import_by_hand_at_the_same_time_is_an_error() {
    let folder = published_mirror();
    place(&folder, "8", "2024-01-01", 1..=3, "old");
    let _lock = lexdex_core::platform::DirectoryLock::claim(&folder.path("parts/.importing")).unwrap().unwrap();
    let outcome = folder.run_to(3, &["sync"]);
    let expected = "error: code: cannot import: another import works in parts/.importing: wait for it to end\n";
    assert!(with_slashes(&outcome.stderr).contains(expected), "{}", outcome.stderr);
}

#[test]
fn source_that_is_dropped_takes_its_parts_with_it() {
    let more = "[[placed]]\nname = \"more\"\nformat = \"uslm\"\nfolder = \"more\"\n";
    let folder = Folder::new(&format!("{CONFIGURATION}{more}"));
    place(&folder, "7", "2024-01-01", 1..=3, "old");
    let title = fs::read_to_string(folder.path("placed/usc7.xml")).unwrap();
    folder.write("more/usc8.xml", title.replace(">7<", ">8<"));
    folder.run_to(0, &["sync"]);
    assert_eq!(folder.published().len(), 6);
    folder.configure(CONFIGURATION);
    folder.run_to(0, &["sync", "--max-removed", "100%"]);
    assert_eq!(folder.published().len(), 3);
    assert!(!folder.path("parts/more.part").exists() && folder.path("parts/code.part").exists());
}

#[test]
fn override_of_an_imported_record_is_published_and_taken_back() {
    let folder = published_mirror();
    let imported = folder.published()["federal-usc-7-1"].clone();
    let mut reviewed = imported.clone();
    reviewed["title"] = "Reviewed".into();
    folder.write("corpus/statutes/own.jsonl", format!("{reviewed}\n"));
    folder.run_to(0, &["sync"]);
    assert_eq!(folder.published()["federal-usc-7-1"], reviewed);
    folder.run_to(10, &["sync"]);
    fs::remove_file(folder.path("corpus/statutes/own.jsonl")).unwrap();
    folder.run_to(0, &["sync"]);
    assert_eq!(folder.published()["federal-usc-7-1"], imported);
}

#[test]
fn mirror_of_the_former_layout_is_refused_with_the_remedy() {
    let folder = Folder::new(CONFIGURATION);
    place(&folder, "7", "2024-01-01", 1..=3, "old");
    folder.write("corpus/.mirror.json", "{}");
    let outcome = folder.run_to(1, &["sync"]);
    assert!(
        outcome.stderr.contains("is of the former layout") && outcome.stderr.contains("sync again"),
        "{}",
        outcome.stderr
    );
}

/// The first hundred lines of a file of the bundled corpus.
fn bundled(path: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(path);
    fs::read_to_string(path).unwrap().lines().take(100).map(|line| format!("{line}\n")).collect()
}

fn id(line: &str) -> String {
    let line: serde_json::Value = serde_json::from_str(line).unwrap();
    line["id"].as_str().unwrap().to_owned()
}

#[test]
fn records_that_lose_texts_or_parallel_citations_are_counted() {
    let folder = Folder::new(CONFIGURATION);
    fs::create_dir(folder.path("placed")).unwrap();
    let (statutes, cases) = (bundled("statutes/federal.jsonl"), bundled("cases/scotus.jsonl"));
    // With other names, so that the cases do not get the parallel citations of the bundled ones.
    let renamed = |line: &String| {
        let mut case: serde_json::Value = serde_json::from_str(line).unwrap();
        case["caseName"] = "In re Doe".into();
        format!("{case}\n")
    };
    let cases: Vec<String> = cases.iter().map(renamed).collect();
    let texts: Vec<String> =
        statutes.iter().map(|line| format!("{{\"id\":{:?},\"text\":\"A text of its own.\"}}\n", id(line))).collect();
    let aliases: Vec<String> = (1..)
        .zip(&cases)
        .map(|(page, line)| format!("{{\"id\":{:?},\"citations\":[\"9 Wall. {page}\"]}}\n", id(line)))
        .collect();
    folder.write("corpus/statutes/own.jsonl", statutes.concat());
    folder.write("corpus/cases/own.jsonl", cases.concat());
    for (path, lines, noun) in [
        ("corpus/text/statutes/own.jsonl", texts, "statutes would lose their text"),
        ("corpus/aliases/cases.jsonl", aliases, "cases would lose their parallel citations"),
    ] {
        folder.write(path, lines.concat());
        folder.run_to(0, &["sync"]);
        // 1 of 100 is exactly the limit.
        folder.write(path, lines[1..].concat());
        folder.run_to(0, &["sync"]);
        folder.write(path, lines[3..].concat());
        let published = folder.tree("published");
        let outcome = folder.run_to(4, &["sync"]);
        let refusal = format!("  2 of 99 {noun}, more than 1%: raise the limit with --max-removed if this is right\n");
        assert!(outcome.stderr.ends_with(&refusal), "{}", outcome.stderr);
        assert_eq!(folder.tree("published"), published);
        folder.run_to(0, &["sync", "--max-removed", "3%"]);
    }
    // The texts of removed records do not count twice.
    folder.write("corpus/statutes/own.jsonl", statutes[..99].concat());
    let of_others = fs::read_to_string(folder.path("corpus/text/statutes/own.jsonl")).unwrap();
    let of_others: String = of_others.lines().take(96).map(|line| format!("{line}\n")).collect();
    folder.write("corpus/text/statutes/own.jsonl", of_others);
    folder.run_to(0, &["sync"]);
}
