//! Paths and files as on desktop systems: spaces, backslashes, long names, CRLF line ends.

use std::path::PathBuf;

use lexdex_index::Index;

use crate::samples::{BILL, CASE, COURTS, JURISDICTIONS, POPULAR_NAMES, STATUTE, SYNONYMS, TOPICS};
use crate::workspace::Workspace;

const FILES: [(&str, &[&str]); 8] = [
    ("statutes/a.jsonl", &[STATUTE]),
    ("cases/a.jsonl", &[CASE]),
    ("bills/a.jsonl", &[BILL]),
    ("jurisdictions.jsonl", &JURISDICTIONS),
    ("courts.jsonl", &COURTS),
    ("topics.jsonl", &TOPICS),
    ("synonyms.tsv", &SYNONYMS),
    ("popular-names.tsv", &POPULAR_NAMES),
];

#[test]
fn lines_that_end_with_crlf_build_the_same_index() {
    let expected = Workspace::with_corpus(&FILES).built();
    let workspace = Workspace::new();
    for (file, lines) in FILES {
        let lines: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        workspace.write(&format!("corpus/{file}"), lines);
    }
    assert_eq!(workspace.built(), expected);
}

/// The maximum length of a file name on all supported systems, in bytes.
const MAX_NAME_BYTES: usize = 255;

#[test]
fn odd_and_long_paths_are_built_published_and_verified() {
    let expected = Workspace::with_corpus(&FILES).built();
    let longest = "n".repeat(MAX_NAME_BYTES - ".jsonl".len());
    // Longer than 260 characters, the limit of a path for old Windows programs.
    let deep = "law data of 2026/".repeat(20);
    let workspace = Workspace::new();
    for (file, lines) in FILES {
        let file = file.replace("/a.jsonl", &format!("/files of {file}/{longest}.jsonl")).replace("a.jsonl/n", "a/n");
        workspace.write_lines(&format!("{deep}my corpus/{file}"), lines);
    }
    let path = |name: &str| -> String { format!("{deep}{name}") };
    let (corpus, index, site) = (path("my corpus"), path("my index"), path("my site"));
    for arguments in [
        &["build", "--corpus", &corpus, "--out", &index][..],
        &["publish", &index, "--to", &site],
        &["verify", &site],
        &["diff", &index, &site],
    ] {
        let outcome = workspace.run(arguments);
        assert_eq!(outcome.code, Some(0), "{arguments:?}: {}", outcome.stderr);
    }
    assert_eq!(workspace.tree(&index), expected);
    let opened = Index::open(&workspace.path(&site)).unwrap();
    assert_eq!(opened.manifest(), Index::open(&workspace.path(&index)).unwrap().manifest());
}

#[test]
fn manifest_names_relative_files_with_slashes_everywhere() {
    let workspace = Workspace::with_corpus(&FILES);
    workspace.built();
    let index = Index::open(&workspace.path("index")).unwrap();
    for file in &index.manifest().files {
        assert!(!file.path.contains(['\\', ':']) && !PathBuf::from(&file.path).has_root(), "{}", file.path);
    }
    assert!(index.manifest().files.iter().any(|file| file.path == "cases/records.jsonl"));
}

/// On a disk that does not tell cases apart, two names that differ only in case are one file.
#[test]
fn files_of_a_published_index_have_lower_case_names() {
    let workspace = Workspace::with_corpus(&FILES);
    workspace.built();
    assert_eq!(workspace.run(&["publish", "index", "--to", "site"]).code, Some(0));
    for file in workspace.tree("site").files() {
        assert_eq!(file, file.to_lowercase());
    }
}

/// A folder of the corpus is found by its exact name on every disk.
#[test]
fn folder_of_another_case_is_not_part_of_a_corpus() {
    let workspace = Workspace::with_corpus(&[("Statutes/a.jsonl", [STATUTE].as_slice()), ("cases/a.jsonl", &[CASE])]);
    let error = workspace.refused();
    assert!(error.contains("corpus/Statutes: is not part of a corpus"), "{error}");
}

/// On other systems a backslash separates folders.
#[cfg(unix)]
#[test]
fn names_with_backslashes_and_drive_letters_are_ordinary_names() {
    let expected = Workspace::with_corpus(&FILES).built();
    let workspace = Workspace::new();
    for (file, lines) in FILES {
        workspace.write_lines(&format!("C:\\corpus/{}", file.replace("a.jsonl", "C:\\law\\a.jsonl")), lines);
    }
    let outcome = workspace.run(&["build", "--corpus", "C:\\corpus", "--out", "D:\\index"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert_eq!(workspace.tree("D:\\index"), expected);
}
