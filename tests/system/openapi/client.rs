//! A client generated from the document passes a type checker, walks all pages and checks citations.

use std::path::Path;
use std::process::Command;

use lexdex_tests::skip::is_there;
use lexdex_tests::tool::{file, run, run_refused};
use serde_json::Value;

use crate::system::support::server::Server;
use crate::system::support::service::ask;

/// The directory where `tests/install-tools` installs the generator, the type checker and Python.
const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/python/bin");

fn program(name: &str, directory: &Path) -> Command {
    let mut command = Command::new(format!("{PROGRAMS}/{name}"));
    // The generator calls a formatter in the same directory.
    let path = std::env::var("PATH").unwrap_or_default();
    command.current_dir(directory).env("PATH", format!("{PROGRAMS}:{path}"));
    command
}

/// The name of each list with the ids of its records, in list order, read from exports.
fn ids() -> Vec<String> {
    let mut ids = Vec::new();
    for list in ["statutes", "cases", "bills"] {
        let export = ask(&format!("GET /api/v1/{list}/export?format=ndjson&fields=id")).body;
        for line in export.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            ids.push(format!("{list} {}", record["id"].as_str().unwrap()));
        }
    }
    ids
}

#[test]
fn generated_client_type_checks_walks_and_checks_citations() {
    let generator = format!("{PROGRAMS}/openapi-python-client");
    if !is_there(&generator, &["--version"]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    for name in ["walk.py", "check_citations.py", "mypy.ini"] {
        std::fs::write(directory.join(name), file(&format!("tests/system/openapi/client/{name}"))).unwrap();
    }
    std::fs::write(directory.join("openapi.json"), file("tests/openapi/openapi.json")).unwrap();
    let mut generate = program("openapi-python-client", directory);
    generate.args(["generate", "--path", "openapi.json", "--meta", "none", "--output-path", "lexdex_client"]);
    // The generator supports neither bodies of plain text nor feeds. It leaves out only these.
    let warnings = run_refused(generate.arg("--fail-on-warning"));
    let n_feeds = warnings.matches("Unsupported content_type application/atom+xml").count();
    let n_texts = warnings.matches("Unsupported content type text/plain").count();
    assert_eq!((warnings.matches("WARNING").count(), n_feeds, n_texts), (4, 3, 1), "{warnings}");
    // The cache keeps the types of the libraries, which take longer to check than the client.
    let mut check = program("mypy", directory);
    check.arg("--cache-dir").arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("mypy"));
    run(check.args(["--config-file", "mypy.ini", "walk.py", "check_citations.py", "lexdex_client"]));

    let server = Server::start(&["--rate-limit", "0"]);
    let url = format!("http://{}", server.address);
    let walked = run(program("python", directory).args(["walk.py", &url]));
    let walked: Vec<&str> = walked.lines().collect();
    let ids = ids();
    assert!(ids.len() > 1000, "{}", ids.len());
    assert!(walked == ids, "{} records walked of {}", walked.len(), ids.len());
    let checked = run(program("python", directory).args(["check_citations.py", &url]));
    assert_eq!(checked, "410 U.S. 113\n42 U.S.C. §§ 1981\n1983\n12 Fict. Rep. 345\n");
}
