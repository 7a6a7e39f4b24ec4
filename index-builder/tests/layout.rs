//! A corpus directory contains only the parts of a corpus, so that nothing is silently ignored.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::symlink;

use lexdex_index::Index;

#[cfg(unix)]
use crate::samples::with_id;
use crate::samples::{BILL, CASE, COURTS, JURISDICTIONS, POPULAR_NAMES, STATUTE, SYNONYMS, TOPICS};
use crate::workspace::{Outcome, Workspace, problems};

const NO_PART: &str = "is not part of a corpus, which has the folders statutes, cases, bills, text, aliases and the files \
                       jurisdictions.jsonl, courts.jsonl, topics.jsonl, synonyms.tsv, popular-names.tsv, coverage.toml: \
                       rename it or move it away";
const NO_FOLDERS: &str = "has none of the folders statutes, cases and bills: is it a corpus directory?";

#[test]
fn unknown_folder_or_catalogue_is_rejected() {
    let workspace = Workspace::with_corpus(&[
        ("statutes/a.jsonl", &[STATUTE]),
        ("case/a.jsonl", &[CASE]),
        ("Bills/a.jsonl", &[BILL]),
        ("court.jsonl", &[COURTS[0]]),
        ("popular_names.tsv", &[POPULAR_NAMES[1]]),
        ("statutes.jsonl", &[STATUTE]),
        ("LICENSES/MIT", &["a folder, not a licence"]),
        ("crosswalks/us-code.tsv", &["17\tcopyright"]),
    ]);
    let names = ["Bills", "LICENSES", "case", "court.jsonl", "crosswalks", "popular_names.tsv", "statutes.jsonl"];
    assert_eq!(workspace.refused(), problems(&names.map(|name| format!("corpus/{name}: {NO_PART}"))));
}

#[test]
fn file_of_another_format_among_the_records_is_rejected() {
    let workspace = Workspace::with_corpus(&[
        ("statutes/a.json", &[STATUTE]),
        ("statutes/b.jsonl", &[STATUTE]),
        ("statutes/nested/c.jsonl.gz", &[STATUTE]),
        ("cases/d.JSONL", &[CASE]),
        ("cases/e", &[CASE]),
    ]);
    let files = ["cases/d.JSONL", "cases/e", "statutes/a.json", "statutes/nested/c.jsonl.gz"];
    let message = |file| format!("corpus/{file}: is not a .jsonl file: rename it or move it away");
    assert_eq!(workspace.refused(), problems(&files.map(message)));
}

#[test]
fn folder_of_parallel_citations_has_one_file_for_the_cases() {
    let workspace = Workspace::with_corpus(&[
        ("cases/a.jsonl", &[CASE]),
        ("aliases/README.md", &["About."]),
        ("aliases/.hidden", &["not json"]),
        ("aliases/bills.jsonl", &[]),
        ("aliases/cases/a.jsonl", &[]),
        ("aliases/cases.json", &[]),
    ]);
    let message = "is not the file cases.jsonl of parallel citations: rename it or move it away";
    let names = ["bills.jsonl", "cases", "cases.json"];
    assert_eq!(workspace.refused(), problems(&names.map(|name| format!("corpus/aliases/{name}: {message}"))));
}

#[test]
fn list_without_a_folder_is_empty() {
    for (file, line, counts) in [
        ("statutes/a.jsonl", STATUTE, "1 statutes, 0 cases, 0 bills"),
        ("cases/a.jsonl", CASE, "0 statutes, 1 cases, 0 bills"),
        ("bills/a.jsonl", BILL, "0 statutes, 0 cases, 1 bills"),
    ] {
        let workspace = Workspace::with_corpus(&[(file, &[line])]);
        workspace.built();
        assert_eq!(Index::open(&workspace.path("index")).unwrap().manifest().counts.to_string(), counts);
    }
}

#[test]
fn corpus_without_records_builds_an_empty_index() {
    let workspace = Workspace::new();
    fs::create_dir_all(workspace.path("corpus/bills")).unwrap();
    workspace.built();
    let counts = "0 statutes, 0 cases, 0 bills";
    assert_eq!(Index::open(&workspace.path("index")).unwrap().manifest().counts.to_string(), counts);
    assert_eq!(workspace.run(&["verify", "index"]).code, Some(0));
}

#[test]
fn directory_without_any_list_folder_is_rejected() {
    let workspace = Workspace::with_corpus(&[("README.md", &["statutes to come"])]);
    assert_eq!(workspace.refused(), problems(&[format!("corpus: {NO_FOLDERS}")]));
}

#[test]
fn file_as_folder_and_folder_as_catalogue_are_rejected() {
    let workspace = Workspace::with_corpus(&[("statutes", [STATUTE].as_slice()), ("courts.jsonl/a.jsonl", &COURTS)]);
    assert_eq!(
        workspace.refused(),
        problems(&[
            format!("corpus/courts.jsonl: {NO_PART}"),
            format!("corpus/statutes: {NO_PART}"),
            format!("corpus: {NO_FOLDERS}"),
        ])
    );
}

#[test]
fn corpus_that_is_missing_or_not_a_directory_is_rejected() {
    let workspace = Workspace::new();
    let no_directory = "error: cannot read the directory corpus: ";
    let reason = || fs::read_dir(workspace.path("corpus")).unwrap_err();
    assert_eq!(workspace.refused(), format!("{no_directory}{}\n", reason()));
    workspace.write("corpus", STATUTE);
    assert_eq!(workspace.refused(), format!("{no_directory}{}\n", reason()));
}

#[cfg(unix)]
#[test]
fn dangling_link_among_the_records_is_rejected() {
    let workspace = Workspace::with_corpus(&[("bills/a.jsonl", &[BILL])]);
    symlink("nowhere", workspace.path("corpus/bills/b.jsonl")).unwrap();
    let message = "error: cannot read corpus/bills/b.jsonl: No such file or directory (os error 2)\n";
    assert_eq!(workspace.refused(), message);
}

#[cfg(unix)]
#[test]
fn nested_folders_and_links_are_read() {
    let workspace = Workspace::with_corpus(&[
        ("cases/a.jsonl", &[with_id(CASE, "a")]),
        ("cases/federal/appeals/b.jsonl", &[with_id(CASE, "b")]),
        ("cases/federal/c.jsonl", &[with_id(CASE, "c")]),
    ]);
    workspace.write_lines("elsewhere/d.jsonl", &[with_id(CASE, "d")]);
    symlink(workspace.path("elsewhere"), workspace.path("corpus/cases/linked")).unwrap();
    let records = ["a", "b", "c", "d"].map(|id| with_id(CASE, id) + "\n").concat();
    assert_eq!(workspace.built().text("cases/records.jsonl"), records);
}

#[test]
fn hidden_files_licenses_and_readmes_are_ignored() {
    let workspace = Workspace::with_corpus(&[
        ("statutes/a.jsonl", &[STATUTE]),
        (".git/HEAD", &["ref"]),
        (".hidden.jsonl", &["not json"]),
        ("README.md", &["About."]),
        ("LICENSE", &["CC0"]),
        ("LICENSE-DATA", &["CC0"]),
        ("sources.txt", &["Where it is from."]),
        ("statutes/README.md", &["About."]),
        ("statutes/.a.jsonl.swp", &["not json"]),
        ("statutes/.b.jsonl", &["not json"]),
        ("statutes/.hidden/c.jsonl", &["not json"]),
    ]);
    let only_records = Workspace::with_corpus(&[("statutes/a.jsonl", &[STATUTE])]);
    assert_eq!(workspace.built(), only_records.built());
}

#[test]
fn bundled_catalogues_are_used_where_the_corpus_has_none() {
    let catalogues = [
        ("jurisdictions.jsonl", JURISDICTIONS.as_slice()),
        ("courts.jsonl", COURTS.as_slice()),
        ("topics.jsonl", TOPICS.as_slice()),
        ("synonyms.tsv", SYNONYMS.as_slice()),
        ("popular-names.tsv", POPULAR_NAMES.as_slice()),
    ];
    // An index has the lines of a catalogue in sorted order, without comments.
    let sorted = |mut lines: Vec<&str>| {
        lines.retain(|line| !line.starts_with('#'));
        lines.sort_unstable();
        lines.into_iter().map(|line| format!("{line}\n")).collect::<String>().into_bytes()
    };
    let bundled = |file: &str| {
        let text = fs::read_to_string(format!("{}/../corpus/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        sorted(text.lines().collect())
    };

    let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &[STATUTE])]);
    let without_own = workspace.built();
    for (file, lines) in catalogues {
        assert_eq!(without_own.0[file], bundled(file), "{file}");
        workspace.write_lines(&format!("corpus/{file}"), lines);
    }
    fs::remove_dir_all(workspace.path("index")).unwrap();
    assert!(without_own.0["coverage.toml"].is_empty(), "the bundled declarations are not about this corpus");
    workspace.write_lines("corpus/coverage.toml", &["[cases] # none", "ny = 'partial'", "[statutes]", "oh = 'sample'"]);
    let with_own = workspace.built();
    assert_eq!(with_own.text("coverage.toml"), "[statutes]\noh = \"sample\"\n[cases]\nny = \"partial\"\n");
    for (file, lines) in catalogues {
        assert_eq!(with_own.0[file], sorted(lines.to_vec()), "{file}");
    }

    let out_of_own = STATUTE.replace("\"federal\"", "\"ca\"").replace("\"United States\"", "\"California\"");
    workspace.write_lines("corpus/statutes/a.jsonl", &[&out_of_own]);
    fs::remove_dir_all(workspace.path("index")).unwrap();
    let message = "corpus/statutes/a.jsonl:1: jurisdictionId: \"ca\" is not in the jurisdiction catalogue";
    assert_eq!(workspace.refused(), problems(&[message]));
}

#[test]
fn without_a_corpus_the_bundled_one_is_built() {
    let workspace = Workspace::new();
    let Outcome { code, stdout, .. } = workspace.run(&["build", "--out", "index"]);
    assert_eq!(code, Some(0));
    let bundled = Index::bundled().unwrap();
    let built = Index::open(&workspace.path("index")).unwrap();
    assert_eq!(built.manifest().corpus_digest, bundled.manifest().corpus_digest);
    assert_eq!(built.manifest().counts, bundled.manifest().counts);
    let lines: Vec<&str> = stdout.lines().collect();
    assert!(lines[0].starts_with(&format!("index: {} in ", bundled.manifest().counts)), "{stdout}");
    assert_eq!(lines[1], format!("corpus digest {}", bundled.manifest().corpus_digest));
    assert_eq!(lines[2], format!("build {}", built.manifest().build_id()));
    assert_eq!(lines[3..], ["serve it with: lexdex --index index"]);
}
