//! An existing index is replaced only with `--replace`, in one step. Nothing else is ever replaced.

use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::samples::{STATUTE, with_id};
use crate::tree::Tree;
use crate::workspace::{Outcome, Workspace};

const REPLACE: [&str; 6] = ["build", "--corpus", "corpus", "--out", "index", "--replace"];

/// A workspace with a corpus of one statute.
fn workspace(id: &str) -> Workspace {
    Workspace::with_corpus(&[("statutes/a.jsonl", &[with_id(STATUTE, id)])])
}

/// A workspace with an index of one corpus and another corpus to build, and the two indexes.
fn workspace_with_an_index() -> (Workspace, Tree, Tree) {
    let workspace = workspace("old");
    let old = workspace.built();
    workspace.write_lines("corpus/statutes/a.jsonl", &[with_id(STATUTE, "new")]);
    let new = self::workspace("new").built();
    assert_ne!(old, new);
    (workspace, old, new)
}

#[track_caller]
fn replacing_is_refused(workspace: &Workspace, message: &str) {
    let before = workspace.tree("index");
    let names = workspace.names();
    let expected = Outcome { code: Some(1), stdout: String::new(), stderr: format!("error: {message}\n") };
    assert_eq!(workspace.run(&REPLACE), expected);
    assert_eq!((workspace.tree("index"), workspace.names()), (before, names));
}

#[test]
fn existing_index_is_not_replaced_without_the_flag() {
    let (workspace, old, _) = workspace_with_an_index();
    let message = "error: index is already there: give --replace to replace it, or another --out\n";
    assert_eq!(workspace.refused(), message);
    assert_eq!(workspace.tree("index"), old);
}

#[test]
fn replace_swaps_the_index() {
    let (workspace, _, new) = workspace_with_an_index();
    let outcome = workspace.run(&REPLACE);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert_eq!((workspace.tree("index"), workspace.names()), (new, vec!["corpus".to_owned(), "index".to_owned()]));
}

#[test]
fn replace_accepts_a_missing_or_empty_directory() {
    let expected = workspace("a").built();
    let workspace = workspace("a");
    assert_eq!(workspace.run(&REPLACE).code, Some(0));
    assert_eq!(workspace.tree("index"), expected);
    fs::remove_dir_all(workspace.path("index")).unwrap();
    fs::create_dir(workspace.path("index")).unwrap();
    assert_eq!(workspace.run(&REPLACE).code, Some(0));
    assert_eq!((workspace.tree("index"), workspace.names()), (expected, vec!["corpus".to_owned(), "index".to_owned()]));
}

#[test]
fn index_of_another_version_or_a_damaged_one_is_replaced() {
    let (workspace, old, new) = workspace_with_an_index();
    let other_version = old.text("manifest.json").replace(r#""schema_version": "#, r#""schema_version": 7"#);
    workspace.write("index/manifest.json", other_version);
    fs::remove_dir_all(workspace.path("index/cases")).unwrap();
    assert_eq!(workspace.run(&REPLACE).code, Some(0));
    assert_eq!(workspace.tree("index"), new);
}

#[test]
fn directory_that_is_not_an_index_is_never_replaced() {
    let workspace = workspace("a");
    workspace.write("index/photos/wedding.jpg", "dear to someone");
    replacing_is_refused(&workspace, "index is not an index: it has no manifest.json, so it is not replaced");
}

#[test]
fn directory_with_a_foreign_manifest_is_never_replaced() {
    for manifest in [r#"{"manifest_version":3,"name":"a browser extension"}"#, "", "[]", r#"{"schema_version":"1"}"#] {
        let workspace = workspace("a");
        workspace.write("index/manifest.json", manifest);
        workspace.write("index/photos/wedding.jpg", "dear to someone");
        replacing_is_refused(
            &workspace,
            "index is not an index: its manifest.json is not that of an index, so it is not replaced",
        );
    }
}

#[test]
fn corpus_with_a_problem_leaves_the_old_index_as_it_was() {
    let (workspace, _, _) = workspace_with_an_index();
    workspace.write_lines("corpus/statutes/a.jsonl", &["{"]);
    let message = "the corpus has 1 problem:\n  corpus/statutes/a.jsonl:1: EOF while parsing an object, at column 1";
    replacing_is_refused(&workspace, message);
}

#[test]
fn link_at_the_output_path_is_replaced_and_its_target_kept() {
    let (workspace, old, new) = workspace_with_an_index();
    fs::rename(workspace.path("index"), workspace.path("version-1")).unwrap();
    symlink("version-1", workspace.path("index")).unwrap();
    assert_eq!(workspace.run(&REPLACE).code, Some(0));
    assert_eq!((workspace.tree("index"), workspace.tree("version-1")), (new, old));
    assert_eq!(workspace.names(), ["corpus", "index", "version-1"]);
}

#[test]
fn files_of_a_killed_build_are_removed() {
    let workspace = workspace("a");
    let expected = workspace.built();
    workspace.write(".index.building/statutes/waiting", "half a record");
    workspace.write(".index.building/manifest.json", "{");
    fs::create_dir_all(workspace.path(".index.building/statutes/deep/er")).unwrap();
    assert_eq!(workspace.run(&REPLACE).code, Some(0));
    assert_eq!((workspace.tree("index"), workspace.names()), (expected, vec!["corpus".to_owned(), "index".to_owned()]));
}

#[test]
fn build_during_another_build_is_rejected_harmlessly() {
    let (workspace, _, _) = workspace_with_an_index();
    workspace.write(".index.building/statutes/waiting", "the other's");
    let of_the_other = File::open(workspace.path(".index.building")).unwrap();
    of_the_other.lock().unwrap();
    replacing_is_refused(&workspace, "another build works in .index.building: wait for it to end");
    assert_eq!(workspace.tree(".index.building").text("statutes/waiting"), "the other's");
}

#[test]
fn concurrent_builds_succeed_or_are_rejected() {
    let (workspace, _, new) = workspace_with_an_index();
    let mut n_built = 0;
    for _ in 0..6 {
        let start = |_| workspace.command(&REPLACE).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let builders: Vec<Child> = (0..6).map(start).collect();
        for builder in builders {
            let Outcome { code, stderr, .. } = builder.wait_with_output().unwrap().into();
            match code {
                Some(0) => n_built += 1,
                _ => assert_eq!(
                    (code, stderr.as_str()),
                    (Some(1), "error: another build works in .index.building: wait for it to end\n")
                ),
            }
        }
        assert_eq!(
            (workspace.tree("index"), workspace.names()),
            (new.clone(), vec!["corpus".to_owned(), "index".to_owned()])
        );
    }
    assert!(n_built >= 6, "{n_built}");
}

#[test]
fn build_does_not_disturb_one_that_still_removes_the_old_index() {
    const REFUSED: &str = "error: another build works in .index.building: wait for it to end\n";
    let (workspace, _, new) = workspace_with_an_index();
    let first = build_halted_while_it_removes(&workspace);
    let second = workspace.run(&REPLACE);
    assert_eq!((second.code, second.stderr.as_str()), (Some(1), REFUSED));
    kill_process(Pid::from_child(&first), Signal::CONT).unwrap();
    let first: Outcome = first.wait_with_output().unwrap().into();
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    assert_eq!((workspace.tree("index"), workspace.names()), (new, vec!["corpus".to_owned(), "index".to_owned()]));
}

/// A stopped build that has moved its index to its final path, and is still removing the old one.
fn build_halted_while_it_removes(workspace: &Workspace) -> Child {
    // On a busy machine the signal can come too late.
    const MAX_TRIES: usize = 10;
    let halted = (0..MAX_TRIES).find_map(|_| {
        // Many files make the removal take a while.
        for number in 0..20_000 {
            workspace.write(&format!("index/aside/{number}"), "");
        }
        let mut build = workspace.command(&REPLACE).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        while workspace.path("index/aside").exists() {
            if build.try_wait().unwrap().is_some() {
                return None;
            }
            thread::sleep(Duration::from_micros(100));
        }
        kill_process(Pid::from_child(&build), Signal::STOP).unwrap();
        build.try_wait().unwrap().is_none().then_some(build)
    });
    halted.expect("each build ended before it could be halted")
}

#[test]
fn files_of_an_index_are_readable_by_all_users() {
    let workspace = workspace("a");
    let files = workspace.built();
    let mode = |path: &str| fs::metadata(workspace.path(path)).unwrap().permissions().mode() & 0o777;
    workspace.write("an-ordinary-file", "");
    let expected = mode("an-ordinary-file");
    for file in files.files() {
        assert_eq!(mode(&format!("index/{file}")), expected, "{file}");
    }
}
