//! The TypeScript client: its generated types match the document, it compiles under strict rules, and its tests and the
//! examples of its README pass against the real server.

use std::fs;
use std::path::Path;
use std::process::Command;

use lexdex_tests::generated;
use lexdex_tests::program::program as built_program;
use lexdex_tests::tool::{ROOT, file, run};

use crate::system::clients::swapping_server::SwappingServer;
use crate::system::support::server::Server;
use crate::system::support::typescript_package::{MODULES, PACKAGE, compile, entries, is_installed, package, program};

#[test]
fn generated_types_match_the_document() {
    if !is_installed() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let generated = directory.path().join("generated.ts");
    let document = Path::new(ROOT).join("tests/openapi/openapi.json");
    run(program("openapi-typescript/bin/cli.js").arg(document).arg("--output").arg(&generated));
    generated::check("clients/typescript/src/generated.ts", &fs::read_to_string(generated).unwrap());
}

#[test]
fn installed_dependencies_match_the_lock_file() {
    if !is_installed() {
        return;
    }
    let installed = fs::read_to_string(Path::new(MODULES).join("../package-lock.json")).unwrap();
    assert!(installed == file(&format!("{PACKAGE}/package-lock.json")), "tests/install-tools has to run again");
}

#[test]
fn client_compiles_and_passes_its_tests_against_the_real_server() {
    if !is_installed() {
        return;
    }
    let package = package();
    compile(package.path(), ".");
    compile(package.path(), "tests");
    let server = Server::start(&["--rate-limit", "0"]);
    let limited = Server::start(&["--rate-limit", "5"]);
    let swapping = SwappingServer::start();
    let tests: Vec<_> = entries(&package.path().join("build")).into_iter().filter(|path| is_test(path)).collect();
    assert_eq!(tests.len(), entries(&package.path().join("tests")).iter().filter(|path| is_test(path)).count());
    let mut node = Command::new("node");
    node.arg("--test").args(&tests).current_dir(package.path());
    for (name, address) in [
        ("LEXDEX_URL", server.address),
        ("LEXDEX_LIMITED_URL", limited.address),
        ("LEXDEX_SWAPPED_URL", swapping.address),
        ("LEXDEX_SWAP_URL", swapping.swap),
    ] {
        node.env(name, format!("http://{address}"));
    }
    node.env("LEXDEX_CORPUS", Path::new(ROOT).join("corpus")).env("LEXDEX_PROGRAM", built_program("lexdex"));
    run(&mut node);
}

fn is_test(path: &Path) -> bool {
    let name = path.file_name().unwrap().to_str().unwrap();
    name.ends_with(".test.ts") || name.ends_with(".test.js")
}
