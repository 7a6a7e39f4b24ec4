//! The invariants of the crate's front page that the compiler does not hold.

use std::fs;
use std::path::{Path, PathBuf};

/// The source files below a folder of the project, with their text.
fn sources(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                let is_built = path.ends_with("target");
                folders.extend((!is_built).then_some(path));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(root).unwrap().display().to_string();
                sources.push((name, fs::read_to_string(path).unwrap()));
            }
        }
    }
    sources
}

/// The places in which code (not a comment) has a text, outside the files that may have it.
fn places_of(text: &str, in_folder: &str, allowed: &[&str]) -> Vec<String> {
    let mut places = Vec::new();
    for (name, source) in sources(in_folder) {
        if allowed.iter().any(|allowed| name.starts_with(allowed)) {
            continue;
        }
        for (idx, line) in source.lines().enumerate() {
            if line.contains(text) && !line.trim_start().starts_with("//") {
                places.push(format!("{name}:{}", idx + 1));
            }
        }
    }
    places
}

const NONE: [String; 0] = [];

#[test]
fn only_the_index_names_tantivy_and_only_http_names_axum() {
    assert_eq!(places_of("tantivy::", "src", &["src/index"]), NONE);
    assert_eq!(places_of("axum::", "src", &["src/http", "src/main.rs"]), NONE);
}

#[test]
fn the_arrows_between_the_modules_point_one_way() {
    let above: &[(&str, &[&str])] = &[
        ("src/model", &["crate::sort", "crate::corpus", "crate::index", "crate::http"]),
        ("src/sort", &["crate::model", "crate::corpus", "crate::index", "crate::http"]),
        ("src/corpus", &["crate::index", "crate::http"]),
        ("src/index", &["crate::http"]),
        ("src/http", &["crate::settings"]),
    ];
    for (folder, modules) in above {
        for module in *modules {
            assert_eq!(places_of(module, folder, &[]), NONE, "{folder} uses {module}");
        }
    }
}

#[test]
fn error_bodies_and_list_bodies_are_made_in_one_place() {
    assert_eq!(places_of("struct ErrorBody", "src", &["src/http/protocol/api_error.rs"]), NONE);
    assert_eq!(places_of(r#""data":["#, "src", &["src/http/response/envelope.rs"]), NONE);
}

#[test]
fn no_file_is_more_than_one_thing() {
    const MOST_LINES: usize = 500;
    for folder in ["src", "index-builder", "tests"] {
        for (name, source) in sources(folder) {
            let n_lines = source.lines().count();
            assert!(n_lines <= MOST_LINES, "{name} has {n_lines} lines");
        }
    }
}
