//! Published builds share the files that are the same, and none of them depends on another.

use std::fs;
use std::path::Path;

use lexdex_core::model::Resource;
use lexdex_core::platform::FileVersion;
use lexdex_index::{Index, Manifest};

use crate::samples::{BILL, CASE, STATUTE, edited};
use crate::tree::Tree;
use crate::workspace::Workspace;

/// A workspace with the indexes `old` and `new`. The latter is built from `previous`. Their cases differ.
fn workspace(previous: Option<&str>) -> Workspace {
    let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &[STATUTE]), ("bills/a.jsonl", &[BILL])]);
    workspace.write_lines("corpus/cases/a.jsonl", &[CASE]);
    run(&workspace, &["build", "--corpus", "corpus", "--out", "old"]);
    workspace.write_lines("corpus/cases/a.jsonl", &[edited(CASE, "Held", "Holds")]);
    let previous = previous.map(|previous| ["--previous", previous]);
    let arguments = ["build", "--corpus", "corpus", "--out", "new"];
    run(&workspace, &[&arguments[..], previous.as_ref().map_or(&[], |previous| &previous[..])].concat());
    workspace
}

#[track_caller]
fn run(workspace: &Workspace, arguments: &[&str]) {
    let outcome = workspace.run(arguments);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
}

/// Publishes an index, and returns the path of its build.
#[track_caller]
fn published(workspace: &Workspace, index: &str, keep: &str) -> String {
    run(workspace, &["publish", index, "--to", "site", "--keep", keep]);
    let build = format!("site/builds/{}", Manifest::read(&workspace.path(index)).unwrap().build_id());
    assert_eq!(workspace.tree(&build), workspace.tree(index));
    build
}

/// The files that two indexes share.
fn shared(workspace: &Workspace, one: &str, other: &str) -> Vec<String> {
    let version = |index: &str, file: &str| FileVersion::at(&workspace.path(index).join(file)).ok();
    let tree = workspace.tree(one);
    let is_shared = |file: &&str| version(one, file) == version(other, file);
    tree.files().into_iter().filter(is_shared).map(str::to_owned).collect()
}

/// The files with the same content in two indexes, apart from the manifest.
fn same(one: &Tree, other: &Tree) -> Vec<String> {
    let is_same = |file: &&str| one.0.get(*file) == other.0.get(*file);
    one.files().into_iter().filter(is_same).map(str::to_owned).collect()
}

fn all_but_the_manifest(tree: &Tree) -> Vec<String> {
    tree.files().into_iter().filter(|file| *file != "manifest.json").map(str::to_owned).collect()
}

#[test]
fn published_build_shares_files_but_no_manifest() {
    // An index built with links, and one without.
    for previous in [Some("old"), None] {
        let workspace = workspace(previous);
        let (old, new) = (workspace.tree("old"), workspace.tree("new"));
        let old_build = published(&workspace, "old", "2");
        assert_eq!(shared(&workspace, &old_build, "old"), all_but_the_manifest(&old));
        let new_build = published(&workspace, "new", "2");
        let expected = same(&old, &new);
        assert!(expected.iter().any(|file| file.starts_with("statutes/")), "{expected:?}");
        assert_eq!(shared(&workspace, &new_build, &old_build), expected);
        let of_index = shared(&workspace, &new_build, "new");
        assert!(of_index.contains(&"cases/records.jsonl".to_owned()), "{of_index:?}");
        assert!(!of_index.contains(&"manifest.json".to_owned()));
        assert_eq!(workspace.tree("old"), old);
        assert_eq!(workspace.tree("new"), new);
    }
}

/// Whether an open index still reads its records.
fn reads(index: &Index, workspace: &Workspace, tree: &Tree) -> bool {
    let records = [(Resource::Statutes, STATUTE), (Resource::Cases, CASE), (Resource::Bills, BILL)];
    let id = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].as_str().unwrap().to_owned();
    assert!(!workspace.path("old").exists());
    records.iter().all(|(resource, line)| {
        let record = index.record(*resource, &id(line)).unwrap().unwrap();
        tree.text(&format!("{resource}/records.jsonl")).trim_end().as_bytes() == record
    })
}

#[test]
fn server_keeps_working_while_other_builds_are_removed() {
    let workspace = workspace(Some("old"));
    let (old, new) = (workspace.tree("old"), workspace.tree("new"));
    let old_build = published(&workspace, "old", "1");
    fs::remove_dir_all(workspace.path("old")).unwrap();
    let reader = Index::open(&workspace.path("site")).unwrap();
    let new_build = published(&workspace, "new", "1");
    // The reader locks only its own build.
    assert!(workspace.path(&old_build).exists());
    assert!(reads(&reader, &workspace, &old));
    let reader_of_new = Index::open(&workspace.path("site")).unwrap();
    drop(reader);
    let again = published(&workspace, "new", "1");
    assert_eq!(again, new_build);
    assert!(!workspace.path(&old_build).exists());
    fs::remove_dir_all(workspace.path("new")).unwrap();
    assert!(reads(&reader_of_new, &workspace, &new));
    assert_eq!(workspace.tree(&new_build), new);
    run(&workspace, &["verify", "site"]);
}

#[test]
fn rebuilt_index_leaves_the_published_build_unchanged() {
    let workspace = workspace(None);
    let new = workspace.tree("new");
    let build = published(&workspace, "new", "2");
    workspace.write_lines("corpus/statutes/a.jsonl", &[edited(STATUTE, "Frauds", "Deceits")]);
    run(&workspace, &["build", "--corpus", "corpus", "--out", "new", "--replace", "--previous", "new"]);
    assert_ne!(workspace.tree("new"), new);
    assert_eq!(workspace.tree(&build), new);
}

#[test]
fn damage_of_the_current_build_does_not_spread_to_the_next() {
    let workspace = workspace(None);
    let old_build = published(&workspace, "old", "2");
    let records = workspace.path(&old_build).join("statutes/records.jsonl");
    damage(&records);
    fs::remove_file(workspace.path(&old_build).join("bills/coverage.json")).unwrap();
    let new_build = published(&workspace, "new", "2");
    run(&workspace, &["verify", "site"]);
    let shared = shared(&workspace, &new_build, "new");
    assert!(shared.contains(&"statutes/records.jsonl".to_owned()), "{shared:?}");
    assert!(shared.contains(&"bills/coverage.json".to_owned()), "{shared:?}");
}

/// Replaces a file by another of the same size.
fn damage(file: &Path) {
    let content = fs::read(file).unwrap();
    fs::remove_file(file).unwrap();
    fs::write(file, "x".repeat(content.len())).unwrap();
}
