//! A client that a generator makes of the document is sound, and walks through all pages.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::server::Server;
use crate::service::ask;
use crate::tool::{file, is_there, run};

/// Where `tests/install-tools` puts the generator, and what checks and runs its client.
const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/python/bin");

fn program(name: &str, directory: &Path) -> Command {
    let mut command = Command::new(format!("{PROGRAMS}/{name}"));
    // The generator calls a formatter that is beside it.
    let path = std::env::var("PATH").unwrap_or_default();
    command.current_dir(directory).env("PATH", format!("{PROGRAMS}:{path}"));
    command
}

/// The lists with the ids of their records, in list order, as exports tell them.
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
fn a_generated_client_has_sound_types_and_walks_all_pages() {
    let generator = format!("{PROGRAMS}/openapi-python-client");
    if !is_there(&generator, &["--version"]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    for name in ["walk.py", "mypy.ini"] {
        std::fs::write(directory.join(name), file(&format!("tests/openapi/client/{name}"))).unwrap();
    }
    std::fs::write(directory.join("openapi.json"), file("tests/openapi/openapi.json")).unwrap();
    let mut generate = program("openapi-python-client", directory);
    generate.args(["generate", "--path", "openapi.json", "--meta", "none", "--output-path", "lexdex_client"]);
    run(generate.arg("--fail-on-warning"));
    run(program("mypy", directory).args(["--config-file", "mypy.ini", "walk.py", "lexdex_client"]));

    let server = Server::start(&["--rate-limit", "0"]);
    let walked = run(program("python", directory).arg("walk.py").arg(format!("http://{}", server.address)));
    let walked: Vec<&str> = walked.lines().collect();
    let ids = ids();
    assert!(ids.len() > 1000, "{}", ids.len());
    assert!(walked == ids, "{} records walked of {}", walked.len(), ids.len());
}
