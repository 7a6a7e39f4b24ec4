//! The Python client builds as a package, type-checks under strict rules, and passes its own tests against the real
//! server. Its tests also compare the generated code with the document, and run the examples of the README.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;
use index_builder::cli::{BuilderArguments, run as build_index};
use lexdex_tests::program::program;
use lexdex_tests::skip::is_there;
use lexdex_tests::tool::{ROOT, run};

use crate::system::support::index::IndexDirectory;
use crate::system::support::server::Server;

/// The directory where `tests/install-tools` installs Python with the packages of `tests/requirements.txt`.
const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/python/bin");

fn python() -> String {
    format!("{PROGRAMS}/python")
}

/// Whether Python and the packages are installed. If not, the test is reported as skipped.
#[track_caller]
fn is_installed() -> bool {
    is_there(
        &python(),
        &["-c", "import hatchling, httpx, mypy, openapi_python_client, pandas, polars, pyarrow, pytest, trio"],
    )
}

fn package() -> PathBuf {
    Path::new(ROOT).join("clients/python")
}

/// Python, with a module to run, in the directory of the package.
fn module(name: &str) -> Command {
    let mut command = Command::new(python());
    command.current_dir(package()).args(["-m", name]).env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

#[test]
fn python_client_type_checks() {
    if !is_installed() {
        return;
    }
    // The cache keeps the types of the libraries, which take longer to check than the client.
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mypy-of-client");
    run(module("mypy").arg("--cache-dir").arg(cache).args(["src", "tests", "generate"]));
    run(module("ruff").args(["check", "--no-cache", ".", "generate"]));
    run(module("ruff").args(["format", "--no-cache", "--check", ".", "generate"]));
}

#[test]
fn python_client_passes_its_tests_against_the_real_server() {
    if !is_installed() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let installed = directory.path().join("installed");
    let install =
        ["install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation"];
    run(module("pip").args(install).arg("--target").arg(&installed).arg("."));

    let builds = directory.path().join("builds");
    for n_statutes in [250, 340] {
        publish(&IndexDirectory::with_statutes(n_statutes), &builds);
    }
    let watch = ["--index", builds.to_str().unwrap(), "--rate-limit", "0", "--watch-secs", "1"];
    let servers = [
        ("LEXDEX_TEST_SERVER", Server::start(&["--rate-limit", "0"])),
        ("LEXDEX_TEST_LIMITED", Server::start(&["--rate-limit", "5", "--trusted-proxy", "127.0.0.0/8"])),
        ("LEXDEX_TEST_SWAPPED", Server::start(&[&watch[..], &["--keep-previous-secs", "0"]].concat())),
        ("LEXDEX_TEST_KEEPING", Server::start(&watch)),
    ];
    let mut pytest = module("pytest");
    pytest.args(["-p", "no:schemathesis", "-q"]).env("PYTHONPATH", installed).env("LEXDEX_TEST_BUILDS", &builds);
    pytest.env("LEXDEX_TEST_PROGRAM", program("lexdex"));
    for (name, server) in &servers {
        pytest.env(name, format!("http://{}", server.address));
    }
    run(&mut pytest);
}

/// Publishes an index into a folder.
fn publish(index: &IndexDirectory, to: &Path) {
    let arguments: [OsString; 5] =
        ["index-builder".into(), "publish".into(), index.path().into(), "--to".into(), to.into()];
    assert_eq!(build_index(BuilderArguments::parse_from(arguments)), ExitCode::SUCCESS);
}
