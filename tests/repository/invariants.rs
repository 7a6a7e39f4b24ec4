//! Checks the invariants of the crate's front page that the compiler cannot check.

use std::collections::BTreeMap;
use std::process::Command;

use index_builder::import::publishers::IMPORTERS;
use lexdex_core::corpus::Source;
use lexdex_core::model::{BillStatus, Chamber, MatchMode, Order, RecordFormat, Resource, StatuteStatus};
use lexdex_index::{Filter, Index};
use lexdex_tests::tool::ROOT;
use serde_json::Value;

use super::sources::{code, sources};

/// The code of the server.
const SERVER: [&str; 3] = ["src", "crates/core/src", "crates/index/src"];

/// Lines of code below a folder that contain a text, outside the files that may contain it and files of unit tests.
fn lines_with(text: &str, folder: &str, allowed: &[&str]) -> Vec<String> {
    let mut lines = Vec::new();
    for (file, source) in sources(folder) {
        if allowed.iter().any(|allowed| file.starts_with(allowed)) || file.ends_with("_tests.rs") {
            continue;
        }
        let found = code(&source).filter(|(_, line)| line.contains(text));
        lines.extend(found.map(|(number, line)| format!("{file}:{number}: {line}")));
    }
    lines
}

#[track_caller]
fn assert_only_in(text: &str, folder: &str, allowed: &[&str]) {
    let lines = lines_with(text, folder, allowed);
    assert!(lines.is_empty(), "{text} is found outside {allowed:?}:\n{}", lines.join("\n"));
}

#[test]
fn every_invariant_names_the_tests_that_check_it() {
    let map = include_str!("../../src/lib.rs");
    let (_, invariants) = map.split_once("# Invariants").unwrap();
    let (invariants, _) = invariants.split_once("*/").unwrap();
    let folders = ["src", "crates", "index-builder", "tests"];
    let tests: Vec<String> = folders.into_iter().flat_map(sources).map(|(_, source)| source).collect();
    for (number, invariant) in numbered(invariants) {
        let names: Vec<&str> = invariant.split('`').skip(1).step_by(2).filter(|name| is_test_name(name)).collect();
        assert!(!names.is_empty(), "invariant {number} names no test");
        for name in names {
            let declaration = format!("fn {name}(");
            let n_tests = tests.iter().filter(|source| source.contains(&declaration)).count();
            assert_eq!(n_tests, 1, "invariant {number} names {name}");
        }
    }
}

/// The items of a numbered list.
fn numbered(list: &str) -> Vec<(usize, String)> {
    let mut items: Vec<(usize, String)> = Vec::new();
    for line in list.lines() {
        match line.split_once(". ").and_then(|(number, text)| Some((number.parse().ok()?, text))) {
            Some((number, text)) => items.push((number, text.to_owned())),
            None => items.iter_mut().last().into_iter().for_each(|(_, item)| {
                item.push(' ');
                item.push_str(line);
            }),
        }
    }
    assert!(items.iter().map(|(number, _)| *number).eq(1..=items.len()));
    items
}

fn is_test_name(name: &str) -> bool {
    name.matches('_').count() >= 3
}

#[test]
fn map_of_the_code_is_under_150_lines() {
    assert!(include_str!("../../src/lib.rs").lines().count() < 150);
}

#[test]
fn packages_need_only_the_engines_of_their_layer() {
    let forbidden = [
        ("lexdex-core", &["axum", "redis", "rmcp", "tantivy"][..]),
        ("lexdex-index", &["axum", "redis", "rmcp"]),
        ("index-builder", &["axum", "redis", "rmcp"]),
        ("lexdex-mirror", &["axum", "redis", "rmcp"]),
    ];
    for (package, engines) in forbidden {
        for engine in engines {
            let mut tree = Command::new(env!("CARGO"));
            tree.current_dir(ROOT).args(["tree", "--locked", "--offline", "--package", package, "--invert", engine]);
            let output = tree.output().unwrap();
            let message = String::from_utf8(output.stderr).unwrap();
            let is_without = !output.status.success() && message.contains("did not match any packages");
            assert!(is_without, "{package} needs {engine}: {}{message}", String::from_utf8_lossy(&output.stdout));
        }
    }
}

#[test]
fn engines_are_named_only_by_the_modules_around_them() {
    assert_only_in("axum::", "src", &["src/http", "src/main.rs"]);
    assert_only_in("redis::", "src", &["src/http/limit_store"]);
    assert_only_in("rmcp::", "src", &["src/http/mcp"]);
    assert_only_in("ureq::", "src", &["src/command_line/server.rs", "src/command_line/server_url.rs"]);
}

#[test]
fn foreign_formats_are_named_only_by_importers() {
    // One table has the precedence of the publishers of cases, and the names of their files.
    const ALLOWED: &[&str] =
        &["index-builder/src/import/publishers", "index-builder/src/merged/part_files.rs", "index-builder/src/topics"];
    let check = |name: &str, allowed: &[&str]| {
        // The address of a publisher's site does not count as a format.
        SERVER.iter().for_each(|folder| assert_only_in(name, folder, &["src/http/response/text_links.rs"]));
        assert_only_in(name, "index-builder/src", allowed);
    };
    // The names of these formats are also other words of the code, so only paths into their modules count.
    const OTHER_WORDS: &[&str] = &["cap", "jsonl"];
    for importer in IMPORTERS {
        let module = importer.name.replace('-', "_");
        let name = if OTHER_WORDS.contains(&importer.name) { format!("{module}::") } else { module };
        check(&name, ALLOWED);
    }
    const DOCUMENTS: &str = "src/command_line/check/documents";
    assert_only_in("quick_xml", "src", &["src/http/response/feed.rs", DOCUMENTS]);
    assert_only_in("quick_xml", "index-builder/src", &["index-builder/src/import/text"]);
    SERVER.iter().for_each(|folder| assert_only_in("zip::", folder, &[DOCUMENTS]));
    assert_only_in("zip::", "index-builder/src", &["index-builder/src/import/input"]);
    for name in ["hayro_", "pulldown_cmark"] {
        assert_only_in(name, "src", &[DOCUMENTS]);
    }
}

#[test]
fn corpus_lines_are_the_records_that_are_served() {
    let index = Index::bundled().unwrap();
    for resource in Resource::ALL {
        let mut lines = BTreeMap::new();
        for file in Source::Bundled.record_files(*resource).unwrap() {
            for line in String::from_utf8(file.read().unwrap()).unwrap().lines() {
                let record: Value = serde_json::from_str(line).unwrap();
                lines.insert(record["id"].as_str().unwrap().to_owned(), record);
            }
        }
        let check = |record: &[u8]| {
            let record: Value = serde_json::from_slice(record)?;
            let id = record["id"].as_str().unwrap();
            assert_eq!(lines.remove(id).as_ref(), Some(&record), "{id}");
            Ok(())
        };
        index.for_each(&Filter::all(*resource), check).unwrap();
        assert!(lines.is_empty(), "{} {resource} are not served", lines.len());
    }
}

#[test]
fn server_code_does_not_write_files() {
    // The builder's code may write files. The platform code opens files for reading, and its listener removes the file
    // of its socket.
    let allowed = [
        "crates/index/src/build",
        "crates/index/src/format/manifest.rs",
        "crates/index/src/format/storage.rs",
        "crates/core/src/platform/",
        "crates/core/src/sort",
        // Writes man pages, where a command says so.
        "crates/core/src/shell.rs",
    ];
    for text in [
        "File::create",
        "File::options",
        "OpenOptions",
        "create_new",
        "create_dir",
        "set_len",
        "set_permissions",
        "tempfile",
        "fs::write",
        "fs::copy",
        "fs::hard_link",
        "fs::rename",
        "fs::remove",
        "remove_file",
    ] {
        SERVER.iter().for_each(|folder| assert_only_in(text, folder, &allowed));
    }
}

#[test]
fn only_platform_asks_for_the_operating_system() {
    // The benchmarks run only on Linux.
    let allowed =
        ["crates/core/src/platform.rs", "crates/core/src/platform/", "benches/src/main.rs", "benches/src/lib.rs"];
    let systems = ["unix", "windows", "target_os", "target_family", "target_vendor", "target_env"];
    for folder in ["src", "crates", "index-builder/src", "mirror/src", "benches/src"] {
        for (file, source) in sources(folder) {
            if allowed.iter().any(|allowed| file.starts_with(allowed)) {
                continue;
            }
            // Includes unit tests.
            for (idx, line) in source.lines().enumerate() {
                let is_condition = ["cfg(", "cfg!(", "cfg_attr("].iter().any(|start| line.contains(start));
                let is_asked = is_condition && systems.iter().any(|system| line.contains(system));
                let is_of_one = ["std::os::", "tokio::signal::"].iter().any(|path| line.contains(path));
                let is_call = line.contains("rustix::") && !file.starts_with("benches");
                assert!(!(is_asked || is_of_one || is_call), "{file}:{}: {line}", idx + 1);
            }
        }
    }
}

#[test]
fn error_and_list_bodies_are_made_in_one_place() {
    assert_only_in("struct ErrorBody", "src", &["src/http/protocol/api_error.rs"]);
    assert_only_in(r#""data":["#, "src", &["src/http/response/envelope.rs"]);
}

#[test]
fn scores_are_integers_and_none_is_of_tantivy() {
    for text in ["TopDocs", "Bm25", "EnableScoring", ".score(", "enable_scoring"] {
        assert_only_in(text, "crates/index/src", &[]);
    }
    for text in ["f32", "f64"] {
        // The test of the integer logarithm compares it with the floating-point one.
        assert_only_in(text, "crates/index/src/search", &["crates/index/src/search/text_search/weights.rs"]);
    }
}

#[test]
fn words_of_vocabularies_are_written_once() {
    let words = [
        StatuteStatus::ALL.iter().map(|word| word.as_str()).collect::<Vec<_>>(),
        BillStatus::ALL.iter().map(|word| word.as_str()).collect(),
        Chamber::ALL.iter().map(|word| word.as_str()).collect(),
        Order::ALL.iter().map(|word| word.as_str()).collect(),
        MatchMode::ALL.iter().map(|word| word.as_str()).collect(),
        RecordFormat::ALL.iter().map(|word| word.as_str()).collect(),
    ];
    // The OpenAPI document has examples, and the same words occur with other meanings as a metric label, a stop word
    // and a flag.
    let allowed = [
        "crates/core/src/model",
        "src/http/site/openapi",
        "src/http/metrics",
        "crates/index/src/text/stop_words.rs",
        "src/command_line/arguments.rs",
    ];
    for word in words.concat() {
        SERVER.iter().for_each(|folder| assert_only_in(&format!("\"{word}\""), folder, &allowed));
        let in_model = lines_with(&format!("\"{word}\""), "crates/core/src/model", &[]);
        assert_eq!(in_model.len(), 1, "{word}: {in_model:?}");
    }
}

#[test]
fn source_files_have_at_most_500_lines() {
    const MAX_LINES: usize = 500;
    for folder in ["src", "crates", "index-builder", "mirror", "tests"] {
        for (file, source) in sources(folder) {
            let n_lines = source.lines().count();
            assert!(n_lines <= MAX_LINES, "{file} has {n_lines} lines");
        }
    }
}
