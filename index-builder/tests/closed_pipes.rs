//! The program completes its work even if the reader of its output is gone, as with `| head -n 1`.

use std::process::{ExitStatus, Stdio};

use crate::samples::STATUTE;
use crate::workspace::Workspace;

/// Runs the program with the readers of its standard output and standard error closed.
fn run_unread(workspace: &Workspace, arguments: &[&str]) -> ExitStatus {
    let mut program = workspace.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop((program.stdout.take(), program.stderr.take()));
    program.wait().unwrap()
}

#[test]
fn exit_code_is_right_when_the_output_pipe_is_closed() {
    let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &[STATUTE])]);
    let build = ["build", "--corpus", "corpus", "--out", "index"];
    assert_eq!(run_unread(&workspace, &build).code(), Some(0));
    assert_eq!(workspace.names(), ["corpus", "index"]);
    assert_eq!(run_unread(&workspace, &["verify", "index"]).code(), Some(0));
    assert_eq!(run_unread(&workspace, &build).code(), Some(1));
    assert_eq!(run_unread(&workspace, &["verify", "corpus"]).code(), Some(1));
}
