//! `lexdex get`: the API's responses from each source, and the output formats.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::process::Stdio;

use clap::Command;
#[cfg(unix)]
use lexdex_tests::program::program;
use serde_json::{Value, json};

use crate::system::support::client;
use crate::system::support::index::IndexDirectory;
use crate::system::support::server::{Server, command, indexed_command, run};

/// The exit code, standard output and standard error.
pub(crate) type Outcome = (Option<i32>, String, String);

pub(crate) fn outcome_of(command: std::process::Command) -> Outcome {
    let output = run(command);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Runs a command over the index of the bundled corpus.
fn get(arguments: &[&str]) -> Outcome {
    outcome_of(indexed_command(&[&["get"], arguments].concat()))
}

/// Runs a command against a server.
fn get_from(server: &Server, arguments: &[&str]) -> Outcome {
    let url = format!("http://{}", server.address);
    outcome_of(command(&[&["get"], arguments, &["--server", &url]].concat()))
}

#[track_caller]
fn success(outcome: Outcome) -> String {
    assert_eq!(outcome.0, Some(0), "{outcome:?}");
    outcome.1
}

/// A query string of pairs.
fn target(path: &str, pairs: &[(&str, &str)]) -> String {
    let encode = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
    let pairs: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect();
    format!("{path}?{}", pairs.join("&"))
}

#[test]
fn server_index_and_bundled_corpus_give_the_same_output() {
    let server = Server::start(&["--rate-limit", "0"]);
    let below_a_path = Server::start(&["--rate-limit", "0", "--base-path", "/law"]);
    for arguments in [
        &["cases", "--court", "ca9", "--topic", "privacy"][..],
        &["cases", "--q", "cell phone", "--format", "json", "--limit", "3"],
        &["statutes", "--jurisdiction", "CA", "--jurisdiction", "NY", "--format", "csv"],
        &["bills", "--congress", "117", "--all", "--format", "jsonl"],
        &["bills", "--status", "signed", "--all"],
        &["bills", "--topic", "privacy", "--all", "--format", "json"],
        &["cases", "--topic", "privacy", "--facets"],
        &["cases", "--topic", "privacy", "--facets", "--format", "csv"],
        &["cases", "scotus-410-us-113"],
        &["cases", "scotus-93-s-ct-705", "--format", "json"],
        &["cases", "scotus-410-us-113", "--similar", "--format", "jsonl"],
        &["statutes", "federal-usc-18-1341", "--fields", "id,title", "--format", "csv"],
        &["jurisdictions"],
        &["jurisdictions", "New York"],
        &["jurisdictions", "--format", "csv"],
        &["courts", "--format", "jsonl"],
        &["topics"],
        &["coverage", "--format", "csv"],
        // The errors are also the same.
        &["cases", "no-such-case"],
        &["bills", "--status", "vetoed", "--limit", "0"],
    ] {
        let of_index = get(arguments);
        assert_eq!(get_from(&server, arguments), of_index, "{arguments:?}");
        let url = format!("http://{}/law/", below_a_path.address);
        let (code, stdout, stderr) = outcome_of(command(&[&["get"], arguments, &["--server", &url]].concat()));
        // The addresses of records begin with the path.
        let of_path = (code, stdout.replace(",/law/", ",/"), stderr);
        assert_eq!(of_path, of_index, "{arguments:?}");
        let has_addresses = ["cases", "statutes", "bills"].contains(&arguments[0])
            && arguments.contains(&"csv")
            && !arguments.contains(&"--facets");
        assert_eq!(stdout.contains(",/law/"), has_addresses, "{arguments:?}");
    }
    // Without optimization it takes seconds to index the bundled corpus.
    let arguments = ["cases", "--court", "ca9", "--topic", "privacy"];
    assert_eq!(outcome_of(command(&[&["get"], &arguments[..]].concat())), get(&arguments));
}

#[test]
fn json_is_the_body_of_the_api_byte_for_byte() {
    let server = Server::start(&["--rate-limit", "0"]);
    for (arguments, path) in [
        (&["cases", "--court", "ca9", "--limit", "2"][..], "/api/v1/cases?court=ca9&limit=2"),
        (&["statutes", "--facets"], "/api/v1/statutes/facets"),
        (&["cases", "scotus-410-us-113"], "/api/v1/cases/scotus-410-us-113"),
        (&["jurisdictions", "CA"], "/api/v1/jurisdictions/CA"),
        (&["coverage"], "/api/v1/coverage"),
    ] {
        let body = client::get(server.address, path).body;
        assert_eq!(success(get(&[arguments, &["--format", "json"]].concat())), body, "{path}");
    }
}

#[test]
fn exports_match_the_api_and_a_page_of_csv_has_the_same_format() {
    let server = Server::start(&["--rate-limit", "0"]);
    // HTTP/1.0, because its responses have no chunks.
    let export = |query: &str| {
        let mut connection = client::Client::connect(server.address);
        connection.send(format!("GET /api/v1/cases/export?{query} HTTP/1.0\r\nHost: lexdex\r\n\r\n"));
        let response = connection.rest();
        response.split_once("\r\n\r\n").unwrap().1.to_owned()
    };
    let lines = export("topic=privacy");
    let of_topic = ["cases", "--topic", "privacy"];
    let of = |more: &[&str]| success(get(&[&of_topic[..], more].concat()));
    assert_eq!(of(&["--all", "--format", "jsonl"]), lines);
    let csv = export("topic=privacy&format=csv");
    assert_eq!(of(&["--all", "--format", "csv"]), csv);
    assert_eq!(of(&["--limit", "100", "--format", "csv"]), csv);
    assert_eq!(of(&["--limit", "100", "--format", "jsonl"]), lines);
    assert_eq!(of(&["--all", "--format", "csv", "--bom"]), format!("\u{feff}{csv}"));
    assert_eq!(of(&["--limit", "100", "--format", "csv", "--bom"]), format!("\u{feff}{csv}"));
    let some = ["--fields", "topics,id", "--format", "csv"];
    assert_eq!(of(&[&["--all"], &some[..]].concat()), of(&[&["--limit", "100"], &some[..]].concat()));

    let all: Value = serde_json::from_str(&of(&["--all", "--format", "json"])).unwrap();
    let records: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(all, json!({ "data": records, "meta": { "total": records.len() } }));
    let none: Value =
        serde_json::from_str(&success(get(&["cases", "--court", "none", "--all", "--format", "json"]))).unwrap();
    assert_eq!(none, json!({ "data": [], "meta": { "total": 0 } }));
}

fn collection_command(name: &str) -> Command {
    let program = lexdex::command_line::command();
    program.find_subcommand("get").unwrap().find_subcommand(name).unwrap().clone()
}

fn document() -> Value {
    serde_json::from_str(include_str!("../../openapi/openapi.json")).unwrap()
}

/// The query parameters of the paths that begin with `start`, each with an example.
fn parameters(document: &Value, start: &str) -> Vec<(String, Value)> {
    let paths = document["paths"].as_object().unwrap();
    let is_below = |path: &str| path == start || path.starts_with(&format!("{start}/"));
    let operations = paths.iter().filter(|(path, _)| is_below(path)).map(|(_, operations)| &operations["get"]);
    let parameters = operations.flat_map(|operation| operation["parameters"].as_array().unwrap());
    let of_query = parameters.filter(|parameter| parameter["in"] == "query");
    of_query.map(|parameter| (parameter["name"].as_str().unwrap().to_owned(), parameter["example"].clone())).collect()
}

#[test]
fn flags_match_the_parameters_of_the_openapi_document() {
    let document = document();
    for name in ["statutes", "cases", "bills", "jurisdictions", "topics", "courts", "coverage"] {
        let mut expected: BTreeSet<String> =
            parameters(&document, &format!("/api/v1/{name}")).into_iter().map(|(name, _)| name).collect();
        // The flag `--format` is the output format, and accepts more values than the parameter.
        expected.remove("format");
        let own = ["record", "facets", "similar", "all", "output_format", "server", "index", "help"];
        let command = collection_command(name);
        let flags = command.get_arguments().filter(|argument| !own.contains(&argument.get_id().as_str()));
        let flags: BTreeSet<String> = flags.map(|flag| flag.get_long().unwrap().replace('-', "_")).collect();
        assert_eq!(flags, expected, "{name}");
    }
}

#[test]
fn every_flag_sends_the_same_request_as_its_parameter() {
    let server = Server::start(&["--rate-limit", "0"]);
    let document = document();
    for list in ["statutes", "cases", "bills"] {
        for (name, example) in parameters(&document, &format!("/api/v1/{list}")) {
            if ["format", "bom"].contains(&name.as_str()) {
                continue;
            }
            let value = match &example {
                Value::Array(values) => {
                    values.iter().map(|value| value.as_str().unwrap()).collect::<Vec<_>>().join(",")
                }
                Value::String(text) => text.clone(),
                value => value.to_string(),
            };
            let mut pairs = vec![(name.as_str(), value.as_str())];
            if name == "match" {
                pairs.push(("q", "court"));
            }
            let flags: Vec<String> = pairs
                .iter()
                .flat_map(|(name, value)| [format!("--{}", name.replace('_', "-")), (*value).to_owned()])
                .collect();
            let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
            let (code, stdout, stderr) = get(&[&[list, "--format", "json"], &flags[..]].concat());
            let response = client::get(server.address, &target(&format!("/api/v1/{list}"), &pairs));
            if response.status == 200 {
                assert_eq!((code, stdout.as_str()), (Some(0), response.body.as_str()), "{list} {pairs:?}");
            } else {
                let error = response.json()["error"].as_str().unwrap().to_owned();
                assert_eq!((code, stdout.as_str()), (Some(1), ""), "{list} {pairs:?}");
                assert!(stderr.starts_with(&format!("error: {error}\n")), "{stderr}");
            }
        }
    }
}

#[test]
fn csv_of_a_catalogue_has_every_member_of_the_document() {
    fn members(document: &Value, schema: &Value, name: &str, into: &mut BTreeSet<String>) {
        let reference =
            |schema: &Value| schema["$ref"].as_str().map(|path| path.rsplit('/').next().unwrap().to_owned());
        let schema = match reference(schema).or_else(|| schema["allOf"].get(0).and_then(reference)) {
            Some(name) => document["components"]["schemas"][&name].clone(),
            None => schema.clone(),
        };
        match (schema["properties"].as_object(), schema.get("items")) {
            (Some(properties), _) => properties.iter().for_each(|(member, schema)| {
                let dot = if name.is_empty() { "" } else { "." };
                members(document, schema, &format!("{name}{dot}{member}"), into);
            }),
            (None, Some(items)) => members(document, items, name, into),
            (None, None) => {
                into.insert(name.to_owned());
            }
        }
    }
    let document = document();
    for (name, schema) in
        [("jurisdictions", "Jurisdiction"), ("topics", "Topic"), ("courts", "Court"), ("coverage", "Coverage")]
    {
        let mut expected = BTreeSet::new();
        members(&document, &document["components"]["schemas"][schema], "", &mut expected);
        let csv = success(get(&[name, "--format", "csv"]));
        let titles: BTreeSet<String> = csv.lines().next().unwrap().split(',').map(str::to_owned).collect();
        assert_eq!(titles, expected, "{name}");
        let total = client_total(name);
        assert_eq!(csv.lines().count() as u64, total + 1, "{name}");
    }
}

/// The number of entries of a catalogue.
fn client_total(name: &str) -> u64 {
    let body: Value = serde_json::from_str(&success(get(&[name, "--format", "json"]))).unwrap();
    body["meta"]["total"].as_u64().unwrap()
}

#[test]
fn mistakes_of_the_api_exit_with_1_and_of_the_line_with_2() {
    let (code, stdout, stderr) = get(&["bills", "--status", "vetoed", "--limit", "0"]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    let expected = "error: 2 parameters are invalid:\n  status must be one of in_committee, passed_chamber, signed; the one for \
                    \"vetoed\" is passed_chamber\n  limit must be between 1 and 100\n";
    assert_eq!(stderr, expected);
    let (code, stdout, stderr) = get(&["cases", "scotus-410-us-114"]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(stderr.contains("scotus-410-us-113"), "{stderr}");
    for (arguments, message) in [
        (&["case"][..], "unrecognized subcommand 'case'"),
        (&["cases", "--colour", "red"], "unexpected argument '--colour' found"),
        (&["cases", "--chamber", "senate"], "unexpected argument '--chamber' found"),
        (&["cases", "--format", "xml"], "invalid value 'xml' for '--format <FORMAT>'"),
        (&["cases", "an-id", "--court", "ca9"], "cannot be used with"),
        (&["cases", "an-id", "--limit", "5"], "cannot be used with"),
        (&["cases", "an-id", "--all"], "cannot be used with"),
        (&["cases", "--similar"], "the following required arguments were not provided"),
        (&["cases", "--facets", "--fields", "id"], "cannot be used with"),
        (&["cases", "--facets", "--all"], "cannot be used with"),
        (&["cases", "--all", "--limit", "5"], "cannot be used with"),
        (&["cases", "--all", "--sort", "oldest"], "cannot be used with"),
        (&["cases", "--limit", "5", "--limit", "6"], "cannot be used multiple times"),
        (&["cases", "--bom"], "--bom needs --format csv"),
        (&["cases", ""], "a value is required for '[ID]'"),
        (&["topics", "privacy"], "unexpected argument 'privacy' found"),
        (&["cases", "--server", "localhost:8080"], "it does not begin with http:// or https://"),
        (&["cases", "--server", "http://localhost:1"], "--server and --index are two sources"),
    ] {
        let (code, stdout, stderr) = get(arguments);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{arguments:?}: {stderr}");
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    }
}

#[test]
fn empty_list_is_a_success_that_says_so() {
    for more in [&[][..], &["--format", "csv"], &["--format", "jsonl"], &["--all"], &["--all", "--format", "csv"]] {
        let (code, stdout, stderr) = get(&[&["cases", "--court", "no such court"], more].concat());
        assert_eq!(code, Some(0), "{more:?}");
        assert!(stdout.lines().count() <= 1, "{more:?}: {stdout}");
        assert_eq!(
            stderr, "0 of 0: no record in this index matches; `lexdex get coverage` lists its contents\n",
            "{more:?}"
        );
    }
    let (code, stdout, stderr) = get(&["cases", "--court", "ca9", "--topic", "privacy", "--offset", "1000"]);
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (Some(0), "", "0 of 10: the offset is at or past the end\n"));
}

#[test]
fn corrected_words_are_reported() {
    for more in [&["--all"][..], &["--all", "--format", "csv"], &["--all", "--fields", "id"], &["--limit", "100"]] {
        let (code, _, stderr) = get(&[&["cases", "--q", "plessey"], more].concat());
        assert_eq!((code, stderr.as_str()), (Some(0), "no record has \"plessey\": read as \"plessy\"\n"), "{more:?}");
    }
    let (_, _, stderr) = get(&["cases", "--q", "plessy wade", "--all"]);
    assert_eq!(stderr, "these records have at least one of the words, not all of them\n");
    assert_eq!(get(&["cases", "--q", "plessy wade", "--match", "any", "--all"]).2, "");
    let (_, _, stderr) = get(&["cases", "--q", "student speech school banner", "--all"]);
    assert_eq!(stderr, "these records have enough of the words, not all of them\n");
}

#[test]
fn variables_of_the_server_do_not_affect_commands() {
    let mut get = indexed_command(&["get", "jurisdictions", "CA", "--fields-are-not-read"]);
    get.env("LEXDEX_RATE_LIMIT", "many");
    assert_eq!(outcome_of(get).0, Some(2));
    let mut get = indexed_command(&["get", "jurisdictions", "CA"]);
    for (name, value) in [
        ("LEXDEX_RATE_LIMIT", "many"),
        ("LEXDEX_LISTEN", ""),
        ("LEXDEX_BASE_PATH", "law/"),
        ("LEXDEX_WATCH_SECS", "5"),
        ("LEXDEX_LIMIT_STORE", "redis://nowhere"),
        ("LEXDEX_LOG_FORMAT", "xml"),
    ] {
        get.env(name, value);
    }
    success(outcome_of(get));
    let help = success(outcome_of(command(&["get", "cases", "--help"])));
    assert!(help.contains("--court <TEXT>") && !help.contains("--listen") && !help.contains("RATE_LIMIT"), "{help}");
}

#[test]
fn flag_wins_over_variable_and_server_over_index() {
    let other = IndexDirectory::with_statutes(3);
    let server = Server::start(&["--rate-limit", "0"]);
    let url = format!("http://{}", server.address);
    let total = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut get = command(&[&["get", "statutes", "--format", "json", "--limit", "1"], arguments].concat());
        get.envs(variables.iter().copied());
        let body: Value = serde_json::from_str(&success(outcome_of(get))).unwrap();
        body["meta"]["total"].as_u64().unwrap()
    };
    let index = other.argument();
    let of_server = client::get(server.address, "/api/v1/statutes?limit=1").total();
    assert_eq!(total(&["--index", &index], &[]), 3);
    assert_eq!(total(&[], &[("LEXDEX_INDEX", &index)]), 3);
    assert_eq!(total(&[], &[("LEXDEX_SERVER", &url)]), of_server);
    assert_eq!(total(&["--index", &index], &[("LEXDEX_SERVER", &url)]), 3);
    assert_eq!(total(&["--server", &url], &[("LEXDEX_INDEX", &index)]), of_server);
    assert_eq!(total(&[], &[("LEXDEX_SERVER", &url), ("LEXDEX_INDEX", &index)]), of_server);
}

#[test]
fn hostile_values_are_sent_as_values() {
    let server = Server::start(&["--rate-limit", "0"]);
    let long = "x".repeat(9000);
    for arguments in [
        &["cases", "--q", "-fraud"][..],
        &["cases", "--q", "a&limit=1#b?c%00 +\u{1b}[31m"],
        &["cases", "--court", "=&="],
        &["cases", "--topic", ""],
        &["cases", "--limit", "-1"],
        &["cases", "--offset", "99999999999999999999"],
        &["cases", "--court", &long],
        // Names of endpoints, and path segments that proxies resolve.
        &["cases", "facets"],
        &["cases", "export"],
        &["cases", "a/b"],
        &["cases", "%66"],
        &["cases", " "],
        &["cases", "é\u{1b}"],
    ] {
        let of_index = get(arguments);
        assert_eq!(get_from(&server, arguments), of_index, "{arguments:?}");
        let (code, stdout, stderr) = of_index;
        assert!(matches!(code, Some(0 | 1)), "{arguments:?}: {stderr}");
        assert_eq!(stdout.is_empty(), code == Some(1) || stderr.contains("0 of 0: "), "{arguments:?}: {stdout}");
        assert!(!stderr.contains('\u{1b}'), "{stderr}");
    }
}

#[test]
fn closed_pipe_is_not_an_error() {
    for format in ["table", "json", "jsonl", "csv"] {
        let mut child = indexed_command(&["get", "cases", "--all", "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), String::from_utf8(output.stderr).unwrap()),
            (Some(0), String::new()),
            "{format}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_an_error() {
    for format in ["table", "json", "jsonl", "csv"] {
        let mut get = indexed_command(&["get", "jurisdictions", "--format", format]);
        get.stdout(fs::File::create("/dev/full").unwrap()).stderr(Stdio::piped());
        let output = get.spawn().unwrap().wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{format}: {stderr}");
        assert!(stderr.starts_with("error: cannot write: No space left on device"), "{format}: {stderr}");
    }
}

#[test]
fn damaged_index_is_an_error_that_names_it() {
    let index = IndexDirectory::with_statutes(1);
    fs::remove_file(index.path().join("manifest.json")).unwrap();
    let (code, stdout, stderr) = outcome_of(command(&["get", "statutes", "--index", &index.argument()]));
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(stderr.starts_with(&format!("error: {} is not an index", index.argument())), "{stderr}");
}

/// The commands of `docs/command-line.md`, each with the output shown below it.
#[cfg(unix)]
fn documented_commands() -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    for block in include_str!("../../../docs/command-line.md").split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        if !["$ lexdex get", "$ lexdex check", "$ echo"].iter().any(|start| block.starts_with(start)) {
            continue;
        }
        for line in block.lines() {
            match line.strip_prefix("$ ") {
                Some(command) => commands.push((command.to_owned(), String::new())),
                None => commands.last_mut().unwrap().1 += &format!("{line}\n"),
            }
        }
    }
    commands
}

#[cfg(unix)]
#[test]
fn documented_commands_print_the_shown_output() {
    let program = program("lexdex");
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let commands = documented_commands();
    assert!(commands.len() >= 5);
    for (line, shown) in commands {
        let mut shell = std::process::Command::new("sh");
        // Uses an existing index of the bundled corpus, because building one takes seconds without optimization.
        let indexed = indexed_command(&[]);
        let index = indexed.get_args().last().unwrap();
        shell.args(["-c", &format!("exec 2>&1\n{line}")]).env("PATH", &path).env("LEXDEX_INDEX", index);
        let (_, printed, _) = outcome_of(shell);
        // Lines of CSV end with CRLF, by RFC 4180.
        assert_eq!(printed.replace("\r\n", "\n"), shown, "{line}");
    }
}
