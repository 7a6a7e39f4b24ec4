//! A server that cannot start prints the reason on one line and exits with 2.

use std::fs;
use std::net::TcpListener;
use std::path::MAIN_SEPARATOR;
use std::process::Command;

use clap::CommandFactory;
use lexdex::settings::Settings;
use lexdex_core::platform::CAN_EXCHANGE;
use lexdex_index::Manifest;
use socket2::{Domain, Socket, Type};

use crate::system::support::client::get;
use crate::system::support::index::IndexDirectory;
use crate::system::support::server::{Server, command, indexed_command, run};

/// The output of a program that must refuse to start.
#[track_caller]
fn refused(command: Command) -> String {
    let output = run(command);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()), "{message}");
    message
}

/// The only log line of a program that must refuse to start, without its timestamp.
#[track_caller]
fn error_line(arguments: &[&str]) -> String {
    let message = refused(command(&[&["--listen", "127.0.0.1:0"], arguments].concat()));
    let (_, line) = message.split_once(' ').unwrap();
    let line = line.strip_suffix('\n').unwrap();
    assert!(!line.contains('\n'), "{line}");
    line.to_owned()
}

/// A message with slashes in its paths, whatever the system's separator is.
fn with_slashes(message: &str) -> String {
    message.replace(MAIN_SEPARATOR, "/")
}

#[track_caller]
fn check(index: &IndexDirectory, message: &str) {
    let path = index.argument();
    let expected = format!("ERROR {}", message.replace("INDEX", &path));
    assert_eq!(with_slashes(&error_line(&["--index", &path])), with_slashes(&expected));
}

#[test]
fn other_schema_version_is_refused_with_the_rebuild_command() {
    let index = IndexDirectory::with_statutes(1);
    let version = lexdex_index::SCHEMA_VERSION;
    let schema_version = |version| format!("\"schema_version\": {version}");
    let digest = Manifest::read(&index.path()).unwrap().corpus_digest;
    index.edit_manifest(&schema_version(version), &schema_version(version + 1));
    let place = if CAN_EXCHANGE { "INDEX --replace" } else { "NEW" };
    let message = format!(
        "the index INDEX has schema version {}, and this lexdex reads version {version}. Build it again with \
         `index-builder build --corpus CORPUS --out {place}`",
        version + 1
    );
    check(&index, &format!("{message}, from the corpus with the digest {digest}"));
    // A manifest that index-builder did not write.
    index.edit_manifest("\"corpus_digest\"", "\"digest\"");
    check(&index, &message);
}

#[test]
fn damaged_index_is_refused() {
    let index = IndexDirectory::with_statutes(2);
    let records = index.path().join("statutes/records.jsonl");
    let mut bytes = fs::read(&records).unwrap();
    bytes[40] ^= 1;
    fs::write(&records, &bytes).unwrap();
    let message = "the index INDEX is damaged: build it again: the content of INDEX/statutes/records.jsonl has changed \
                   since the index was built";
    check(&index, message);
    let n_bytes = bytes.len();
    bytes.pop();
    fs::write(&records, &bytes).unwrap();
    let message = format!(
        "the index INDEX is damaged: build it again: INDEX/statutes/records.jsonl has {} bytes in place of {n_bytes}",
        n_bytes - 1
    );
    check(&index, &message);
}

#[test]
fn incomplete_index_is_refused() {
    let index = IndexDirectory::with_statutes(1);
    let offsets = index.path().join("statutes/records.offsets");
    fs::remove_file(&offsets).unwrap();
    let missing = fs::metadata(&offsets).unwrap_err();
    let message =
        format!("the index INDEX is damaged: build it again: cannot read INDEX/statutes/records.offsets: {missing}");
    check(&index, &message);
    fs::remove_file(index.path().join("manifest.json")).unwrap();
    let message = "INDEX is not an index, or not a complete one: it has no manifest.json. Build one with \
                   `index-builder build --corpus CORPUS --out INDEX`";
    check(&index, message);
}

#[test]
fn missing_directory_is_refused() {
    let message = "ERROR /nowhere/index is not an index, or not a complete one: it has no manifest.json. Build one \
                   with `index-builder build --corpus CORPUS --out /nowhere/index`";
    assert_eq!(error_line(&["--index", "/nowhere/index"]), message);
}

/// On Windows, a path below a file does not exist, so the file is not an index.
#[cfg(unix)]
#[test]
fn file_in_place_of_an_index_is_refused() {
    let index = IndexDirectory::with_statutes(1);
    let file = format!("{}/manifest.json", index.argument());
    let message = format!("ERROR cannot read {file}/manifest.json: Not a directory (os error 20)");
    assert_eq!(error_line(&["--index", &file]), message);
}

#[test]
fn port_in_use_is_refused() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let in_use = TcpListener::bind(&address).unwrap_err();
    let message = format!("ERROR cannot listen at {address}: {in_use}");
    let line = refused(indexed_command(&["--listen", &address]));
    assert!(line.ends_with(&format!(" {message}\n")), "{line}");
}

/// With `SO_REUSEADDR`, Windows would let another program listen at the same address if the server had set it too.
#[test]
fn address_of_a_server_is_refused_to_other_programs() {
    let server = Server::start(&[]);
    for may_be_shared in [false, true] {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        socket.set_reuse_address(may_be_shared).unwrap();
        let listening = socket.bind(&server.address.into()).and_then(|()| socket.listen(1));
        assert!(listening.is_err(), "{may_be_shared}");
    }
    assert_eq!(get(server.address, "/readyz").status, 200);
}

#[test]
fn invalid_address_is_refused() {
    for (address, message) in [
        ("8080", "cannot listen at 8080: invalid socket address"),
        ("localhost", "cannot listen at localhost: invalid socket address"),
        ("127.0.0.1:99999", "cannot listen at 127.0.0.1:99999: invalid port value"),
    ] {
        let line = refused(indexed_command(&["--listen", address]));
        assert!(line.ends_with(&format!(" ERROR {message}\n")), "{line}");
    }
}

#[test]
fn refusal_is_json_if_the_log_is() {
    let message = refused(command(&["--index", "/nowhere", "--log-format", "json"]));
    let line: serde_json::Value = serde_json::from_str(&message).unwrap();
    assert_eq!(line["level"], "ERROR");
    assert_eq!(
        line["message"],
        "/nowhere is not an index, or not a complete one: it has no manifest.json. Build one with `index-builder build \
         --corpus CORPUS --out /nowhere`"
    );
}

#[test]
fn invalid_settings_are_refused_by_name() {
    for (arguments, message) in [
        (["--rate-limit", "many"], "invalid value 'many' for '--rate-limit <REQUESTS>': invalid digit found in string"),
        (
            ["--rate-limit", "10000001"],
            "invalid value '10000001' for '--rate-limit <REQUESTS>': 10000001 is not in 0..=10000000",
        ),
        (["--rate-limit", "1.5"], "invalid value '1.5' for '--rate-limit <REQUESTS>': invalid digit found in string"),
        (
            ["--rate-limit", ""],
            "invalid value '' for '--rate-limit <REQUESTS>': cannot parse integer from empty string",
        ),
        (
            ["--watch-secs", "often"],
            "invalid value 'often' for '--watch-secs <SECONDS>': invalid digit found in string",
        ),
        (
            ["--keep-previous-secs", "86401"],
            "invalid value '86401' for '--keep-previous-secs <SECONDS>': 86401 is not in 0..=86400",
        ),
        (
            ["--max-connections", "0"],
            "invalid value '0' for '--max-connections <CONNECTIONS>': 0 is not in 1..=10000000",
        ),
        (["--watch-secs", "60"], "the following required arguments were not provided:"),
        (
            ["--base-path", "/law/"],
            "invalid value '/law/' for '--base-path <PATH>': it must not end with a slash: give /law",
        ),
        (["--log-format", "xml"], "invalid value 'xml' for '--log-format <FORMAT>'"),
        (["--index", ""], "a value is required for '--index <DIR>' but none was supplied"),
        (
            ["--trusted-proxy", "10.0.0.0/33"],
            "invalid value '10.0.0.0/33' for '--trusted-proxy <CIDR>': it is neither a network such as 10.0.0.0/8 or \
             2001:db8::/32 nor an address such as 10.0.0.7",
        ),
        (["--port", "80"], "unexpected argument '--port' found"),
        (["serve", "now"], "unrecognized subcommand 'serve'"),
    ] {
        let said = refused(command(&arguments));
        assert_eq!(said.lines().next(), Some(format!("error: {message}").as_str()), "{said}");
    }
    for (variable, flag, most) in [
        ("LEXDEX_RATE_LIMIT", "--rate-limit <REQUESTS>", 10_000_000),
        ("LEXDEX_CACHE_MIB", "--cache-mib <MIB>", 1_048_576),
        ("LEXDEX_MAX_AGE", "--max-age <SECONDS>", 31_536_000),
    ] {
        let value = (most + 1).to_string();
        let mut command = command(&[]);
        command.env(variable, &value);
        let said = refused(command);
        let message = format!("error: invalid value '{value}' for '{flag}': {value} is not in 0..={most}");
        assert_eq!(said.lines().next(), Some(message.as_str()), "{said}");
    }
}

#[test]
fn empty_variables_are_refused_rather_than_ignored() {
    let settings = Settings::command();
    let variables: Vec<_> = settings.get_arguments().filter_map(|argument| argument.get_env()).collect();
    assert_eq!(variables.len(), 18);
    for variable in variables {
        let mut command = command(&[]);
        command.env("LEXDEX_LISTEN", "127.0.0.1:0").env(variable, "");
        refused(command);
    }
}

#[test]
fn refusal_is_printed_even_with_the_log_off() {
    for filter in ["off", "hyper=debug"] {
        let mut command = command(&["--listen", "127.0.0.1:0", "--index", "nowhere"]);
        command.env("RUST_LOG", filter);
        let message = refused(command);
        assert!(message.starts_with("error: nowhere is not an index, or not a complete one"), "{filter}: {message}");
        assert_eq!(message.lines().count(), 1, "{filter}: {message}");
    }
}
