//! Schemathesis sends valid and invalid requests, made from the document, and checks the responses against it.

use std::process::Command;

use crate::server::Server;
use crate::tool::{file, is_there, run};

/// The program that `tests/install-tools` installs.
const SCHEMATHESIS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/python/bin/schemathesis");

/// Runs some of Schemathesis' phases. It works on one core, so the tests run two of them side by side.
#[track_caller]
fn check(phases: &str) {
    if !is_there(SCHEMATHESIS, &["--version"]) {
        return;
    }
    let server = Server::start(&["--rate-limit", "0"]);
    let directory = tempfile::tempdir().unwrap();
    for name in ["schemathesis.toml", "hooks.py"] {
        std::fs::write(directory.path().join(name), file(&format!("tests/openapi/schemathesis/{name}"))).unwrap();
    }
    let mut schemathesis = Command::new(SCHEMATHESIS);
    schemathesis.args(["run", "--checks", "all", "--no-color", "--phases", phases]);
    schemathesis.arg(format!("http://{}/openapi.json", server.address));
    // It finds the hooks on Python's path, and writes its cache to the current directory.
    schemathesis.env("PYTHONPATH", directory.path()).env("PYTHONDONTWRITEBYTECODE", "1").current_dir(directory.path());
    schemathesis.env("SERVER", format!("http://{}", server.address));
    let report = run(&mut schemathesis);
    assert!(report.contains("No issues found"), "{report}");
}

#[test]
fn schemathesis_finds_no_issue_in_examples_and_edge_cases() {
    check("examples,coverage");
}

#[test]
fn schemathesis_finds_no_issue_in_random_requests_and_their_links() {
    check("fuzzing,stateful");
}
