//! The section of `docs/data.md` about a corpus of one's own: its commands run word for word, one after the other.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use lexdex_index::Index;

use crate::samples::{STATUTE, with_id};
use crate::workspace::Workspace;

const PAGE: &str = include_str!("../../docs/data.md");

/// The commands of the section.
fn commands() -> impl Iterator<Item = &'static str> {
    let (_, section) = PAGE.split_once("\n## A corpus of your own\n").unwrap();
    let blocks = section.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.flat_map(str::lines).filter_map(|line| line.strip_prefix("$ "))
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
    assert_eq!(served, "--index my-index\n--index my-indexes --watch-secs 10\n");
}
