//! `lexdex-mirror init`: the configurations that it writes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use lexdex_mirror::config::Config;
use lexdex_mirror::publishers::registry;

fn init(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lexdex-mirror"));
    command.current_dir(folder).arg("init").args(arguments).output().unwrap()
}

/// The configuration that `init` writes.
fn written(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = init(folder.path(), arguments);
    assert!(output.status.success(), "{output:?}");
    fs::read_to_string(folder.path().join("mirror.toml")).unwrap()
}

fn read(text: &str) -> anyhow::Result<Config> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mirror.toml");
    fs::write(&path, text).unwrap();
    Config::read(&path)
}

/// The configuration with every commented key uncommented.
fn with_all_keys(text: &str) -> String {
    let lines = text.lines().map(|line| match line.strip_prefix('#') {
        Some(key) if key.starts_with(|c: char| c == '[' || c.is_ascii_lowercase()) => key,
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn presets_are_read_back_with_their_sources() {
    let (federal, cases) = (["us-code", "billstatus"], ["courtlistener", "cap"]);
    let states = ["dc-law", "public-resource", "openstates"];
    for (arguments, sources) in [
        (&[][..], &federal[..]),
        (&["--preset", "federal"], &federal),
        (&["--preset", "cases"], &cases),
        (&["--preset", "states"], &states),
        (&["--preset", "all"], &[&federal[..], &cases, &states].concat()),
    ] {
        let text = written(&[arguments, &["--contact", "law@example.org"]].concat());
        for text in [with_all_keys(&text), text] {
            let config = read(&text).unwrap();
            let publishers = registry::for_config(&config).unwrap();
            let names = publishers.iter().map(|publisher| publisher.name());
            let names: Vec<&str> = names.chain(config.placed.iter().map(|placed| &*placed.name)).collect();
            assert_eq!(names, sources, "{arguments:?}");
            assert_eq!(config.contact, "law@example.org");
        }
    }
}

/// The keys of a table, from the message about an unknown one.
fn keys_of(table: &str) -> Vec<String> {
    let message = format!("{:#}", read(&format!("{table}\nno-such-key = 1\n")).unwrap_err());
    let (_, expected) = message.split_once("unknown field `no-such-key`").unwrap_or_else(|| panic!("{message}"));
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn preset_of_all_sources_has_every_key() {
    let text = with_all_keys(&written(&["--preset", "all"]));
    let has_line = |beginning: &str| text.lines().any(|line| line.starts_with(beginning));
    let tables: Vec<String> = keys_of("").into_iter().filter(|key| key != "contact").collect();
    assert!(tables.len() >= 11, "{tables:?}");
    for table in &tables {
        let head = if table == "placed" { format!("[[{table}]]") } else { format!("[{table}]") };
        let keys = keys_of(&head);
        assert!(keys.is_empty() || has_line(&head), "no {head}");
        let (_, after) = text.split_once(&head).unwrap_or_default();
        let section = after.split("\n[").next().unwrap();
        for key in keys {
            // A key that the table's format does not accept is commented out.
            let is_of_key = |line: &str| line.trim_start_matches("# ").starts_with(&format!("{key} = "));
            assert!(section.lines().any(is_of_key), "no {key} in {head}");
        }
    }
}

#[test]
fn known_bytes_of_each_source_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let output = init(folder.path(), &["--preset", "all", "--contact", "law@example.org"]);
    let expected =
        "wrote mirror.toml: look through its sources, and see what they will fetch by `lexdex-mirror fetch --dry-run`
source                                                         first fetch
us-code                                                       about 110 MB
billstatus                                               up to about 60 MB
courtlistener                                                 about 7.7 GB
cap              an estimated 50 to 80 GB in 40,622 zips, 11 hours or more
dc-law                                                         about 20 MB
public-resource                14 archives, 13 MB for a release of Wyoming
openstates                                       none: you place the files
";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
}

#[test]
fn existing_file_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mirror.toml"), "contact = 'x'\n").unwrap();
    let output = init(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, "error: mirror.toml exists, and is not replaced: remove it, or name another by --config\n");
    assert_eq!(fs::read_to_string(folder.path().join("mirror.toml")).unwrap(), "contact = 'x'\n");
    assert!(init(folder.path(), &["--config", "other.toml"]).status.success());
}

#[test]
fn contact_is_written_as_given_or_must_be_set() {
    let contact = "\"Ann\" \\ <https://example.org/>";
    assert_eq!(read(&written(&["--contact", contact])).unwrap().contact, contact);
    let error = format!("{:#}", read(&written(&[])).unwrap_err());
    assert!(error.contains("contact is empty: give an email address or a URL"), "{error}");
    let folder = tempfile::tempdir().unwrap();
    for contact in ["a\nb", "a\u{7f}b", "é"] {
        let output = init(folder.path(), &["--contact", contact]);
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8(output.stderr).unwrap().contains("is not a line of printable ASCII"), "{contact:?}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
