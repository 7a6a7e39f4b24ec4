//! The recipes of the API docs run, and print the data of the service.

use std::path::Path;
use std::process::Command;

use lexdex_tests::skip::is_there;
use lexdex_tests::tool::{ROOT, file, run};
use serde_json::Value;

use crate::system::support::server::Server;
use crate::system::support::service::ask;

/// Runs a recipe against a server, with lines after it. Returns the lines that it prints; `None` without Python.
fn output_of(recipe: &str, server: &Server, after: &str) -> Option<Vec<String>> {
    if !is_there("python3", &["--version"]) {
        return None;
    }
    let program = file(&format!("src/docs/recipes/{recipe}.py"));
    let address = format!("http://{}", server.address);
    let program = program.replace("http://localhost:8080", &address);
    let mut python = Command::new("python3");
    python.env("PYTHONPATH", Path::new(ROOT).join("tests/system/openapi/recipes")).env("PYTHONDONTWRITEBYTECODE", "1");
    let printed = run(python.args(["-c", &format!("{program}{after}")]));
    Some(printed.lines().map(str::to_owned).collect())
}

fn server() -> Server {
    Server::start(&["--rate-limit", "0"])
}

/// The total of a list.
fn total(target: &str) -> usize {
    let body: Value = serde_json::from_str(&ask(&format!("GET {target}")).body).unwrap();
    usize::try_from(body["meta"]["total"].as_u64().unwrap()).unwrap()
}

/// The ids of all cases on privacy, in list order.
fn ids() -> Vec<String> {
    let export = ask("GET /api/v1/cases/export?topic=privacy&format=ndjson&fields=id").body;
    let id = |line: &str| serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned();
    export.lines().map(id).collect()
}

#[test]
fn pandas_recipe_reads_a_page_and_an_export() {
    let after = "print(len(page), len(everything))\nfor record in everything: print(record['id'])";
    let Some(printed) = output_of("pandas", &server(), after) else { return };
    let n_records = total("/api/v1/cases?topic=privacy");
    assert_eq!(printed[0], format!("{} {n_records}", n_records.min(100)));
    assert_eq!(printed[1..], ids());
}

#[test]
fn pages_recipe_prints_every_record_once_in_order() {
    let Some(printed) = output_of("pages", &server(), "") else { return };
    assert_eq!(printed, ids());
}

#[test]
fn citations_recipe_tells_known_citations_from_unknown_ones() {
    let Some(printed) = output_of("citations", &server(), "") else { return };
    let expected = [
        "410 U.S. 113 is scotus-410-us-113",
        "Roe v. Wade, 410 US 113, 153 (1973) is scotus-410-us-113",
        "18 USC 1341 is federal-usc-18-1341",
        "999 U.S. 9999 is not in this index",
    ];
    assert_eq!(printed, expected);
}

#[test]
fn build_recipe_reads_all_records_across_a_change_of_build() {
    let n_records = total("/api/v1/cases?topic=privacy");
    let Some(printed) = output_of("build", &server(), "") else { return };
    assert_eq!(printed, [n_records.to_string()]);
    // The second page is of a build that the server no longer has.
    let after = "real = requests.get\nseen = []\n\
                 def other(url):\n    seen.append(url)\n    \
                 return real(url[:-64] + 64 * '0' if len(seen) == 2 else url)\n\
                 requests.get = other\nprint(read_all(), len(read_all()))\n\
                 print(seen[0] == seen[2], len({url.split('build=')[1] for url in seen[3:]}))";
    let printed = output_of("build", &server(), after).unwrap();
    assert_eq!(printed[1..], [format!("None {n_records}"), "True 1".to_owned()]);
}

#[test]
fn limit_recipe_waits_as_long_as_the_refusal_says() {
    let Some(printed) = output_of("limit", &server(), "") else { return };
    let expected: Vec<String> = ["in_committee", "passed_chamber", "signed"]
        .map(|status| format!("{status} {}", total(&format!("/api/v1/bills?status={status}"))))
        .into();
    assert_eq!(printed, expected);
    // The second of its requests is over the limit. The test shortens the wait.
    let limited = Server::start(&["--rate-limit", "3"]);
    let after = "import sys\ndef sleep(seconds):\n    print('waits', 1 <= seconds <= 60)\n    sys.exit()\n\
                 time.sleep = sleep\nget('http://localhost:8080/api/v1/topics')";
    let address = format!("http://{}", limited.address);
    let printed = output_of("limit", &limited, &after.replace("http://localhost:8080", &address)).unwrap();
    assert_eq!(printed[3], "waits True");
}

#[test]
fn every_recipe_of_the_page_is_run_by_a_test() {
    let tests = file("tests/system/openapi/recipes.rs");
    for entry in std::fs::read_dir(Path::new(ROOT).join("src/docs/recipes")).unwrap() {
        let entry = entry.unwrap().path();
        let name = entry.file_stem().and_then(|name| name.to_str()).unwrap();
        assert!(tests.contains(&format!("output_of(\"{name}\"")), "{name}");
        let first = file(Path::new("src/docs/recipes").join(entry.file_name().unwrap()).to_str().unwrap());
        assert!(ask("GET /docs").body.contains(first.lines().next().unwrap()), "{name}");
    }
}
