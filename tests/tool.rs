//! External programs that the tests run.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The root of the repository.
pub const ROOT: &str = env!("CARGO_MANIFEST_DIR").split_at(env!("CARGO_MANIFEST_DIR").len() - "/tests".len()).0;

/// Runs a program, asserts that it succeeds, and returns its standard output.
#[track_caller]
pub fn run(command: &mut Command) -> String {
    let output = output(command);
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "{command:?} ends with {}:\n{stdout}{stderr}", output.status);
    stdout
}

/// Runs a program, asserts that it fails, and returns its standard error.
#[track_caller]
pub fn run_refused(command: &mut Command) -> String {
    let output = output(command);
    assert!(!output.status.success(), "{command:?} succeeds");
    text(output.stderr)
}

#[track_caller]
fn output(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// A file of the repository.
#[track_caller]
pub fn file(path: &str) -> String {
    let path = Path::new(ROOT).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
