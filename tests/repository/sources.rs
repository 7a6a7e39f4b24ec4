//! The project's source files.

use lexdex_tests::tool::ROOT;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// The Rust files below a folder of the repository, by path with slashes, with their text.
pub(super) fn sources(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(ROOT);
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
                sources.push((name.replace(MAIN_SEPARATOR, "/"), fs::read_to_string(path).unwrap()));
            }
        }
    }
    sources.sort();
    sources
}

/// The lines of code of a source file with their numbers, without comments and without the module of unit tests and
/// everything after it. Other items for tests count as code.
pub(super) fn code(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = source.find("\n#[cfg(test)]\nmod tests {").unwrap_or(source.len());
    let lines = source[..end].lines().enumerate().map(|(idx, line)| (idx + 1, line.trim()));
    let mut is_doc = false;
    lines.filter(move |(_, line)| {
        is_doc |= line.starts_with("/*!");
        let is_comment = is_doc || line.starts_with("//");
        is_doc &= !line.ends_with("*/");
        !is_comment
    })
}

#[test]
fn code_resumes_after_test_items_and_ends_at_unit_tests() {
    let source = "/*!\nDocs.\n*/\n#[cfg(test)]\nmod drills;\n// A comment.\nfn f() {}\n#[cfg(test)]\nmod tests {\n}\n";
    let expected = [(4, "#[cfg(test)]"), (5, "mod drills;"), (7, "fn f() {}")];
    assert_eq!(code(source).collect::<Vec<_>>(), expected);
}
