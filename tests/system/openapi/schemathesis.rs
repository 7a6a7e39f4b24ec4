//! Schemathesis sends valid and invalid requests, made from the document, and checks the responses against it.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitCode};

use clap::Parser;
use index_builder::cli::{BuilderArguments, run as build_index};
use lexdex_tests::skip::is_there;
use lexdex_tests::tool::{ROOT, file, run};

use crate::system::support::index::IndexDirectory;
use crate::system::support::server::Server;

/// The program that `tests/install-tools` installs.
const SCHEMATHESIS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/python/bin/schemathesis");

/// Runs some of Schemathesis' phases. It works on one core, so the tests run two of them side by side.
#[track_caller]
fn check(phases: &str) {
    if !is_there(SCHEMATHESIS, &["--version"]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let published = published(directory.path());
    let server = Server::start(&["--rate-limit", "0", "--index", &published]);
    for name in ["schemathesis.toml", "hooks.py"] {
        std::fs::write(directory.path().join(name), file(&format!("tests/system/openapi/schemathesis/{name}")))
            .unwrap();
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

/// Publishes the bundled corpus after another one, so that there are changes and feeds. Returns the folder.
fn published(directory: &Path) -> String {
    let [bundled, folder] = ["bundled", "published"].map(|name| directory.join(name));
    let build = |arguments: &[&Path]| {
        let arguments = arguments.iter().map(OsString::from);
        let arguments = BuilderArguments::parse_from([OsString::from("index-builder")].into_iter().chain(arguments));
        assert_eq!(build_index(arguments), ExitCode::SUCCESS);
    };
    let [publish, to] = ["publish", "--to"].map(Path::new);
    let corpus = Path::new(ROOT).join("corpus");
    build(&[Path::new("build"), Path::new("--corpus"), &corpus, Path::new("--out"), &bundled]);
    build(&[publish, &IndexDirectory::with_statutes(25).path(), to, &folder]);
    build(&[publish, &bundled, to, &folder]);
    folder.to_str().unwrap().to_owned()
}

#[test]
fn schemathesis_finds_no_issue_in_examples_and_edge_cases() {
    check("examples,coverage");
}

#[test]
fn schemathesis_finds_no_issue_in_random_requests() {
    check("fuzzing,stateful");
}
