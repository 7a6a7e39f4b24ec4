//! SQLite: an FTS5 table for each list, ranked by BM25.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use lexdex::model::Resource;

use crate::relevance::N_RESULTS;
use crate::relevance::peers::{COLUMNS, csv_file, is_installed, output_of, statements};
use crate::relevance::questions::Question;

/// The weights of the columns: a title weighs 4, and a number and a citation 2. The id is not searched.
const WEIGHTS: &str = "0, 4, 2, 2, 1, 1, 1, 1";

const PROGRAM: &str = "sqlite3";

/// Returns the name of the program if it is not installed.
pub(super) fn missing_program() -> Option<&'static str> {
    (!is_installed(PROGRAM)).then_some(PROGRAM)
}

/// Loads the exported records and asks the questions in one run of the program. Returns the lines of results.
pub(super) fn ask(directory: &Path, questions: &[Question]) -> Result<String> {
    let path = directory.join("sqlite.sql");
    fs::write(&path, script(questions)).with_context(|| format!("cannot write {}", path.display()))?;
    output_of(Command::new(PROGRAM).args(["-batch", "-bail", "sqlite.db", ".read sqlite.sql"]).current_dir(directory))
}

fn script(questions: &[Question]) -> String {
    let columns = COLUMNS.replacen("id", "id UNINDEXED", 1);
    let mut script = "PRAGMA synchronous = off;\n".to_owned();
    for list in Resource::ALL {
        script.push_str(&format!(
            "CREATE VIRTUAL TABLE {list} USING fts5({columns}, tokenize = 'porter unicode61');\n\
             .import --csv {} {list}\n",
            csv_file(*list)
        ));
    }
    script.push_str(".mode tabs\n");
    script.push_str(&statements(questions, select));
    script
}

/// Any of the words may match. Each is quoted, so none is an operator.
fn select(number: usize, list: Resource, words: &[&str]) -> String {
    let query: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    let query = query.join(" OR ");
    format!(
        "SELECT {number}, id FROM {list} WHERE {list} MATCH '{query}' \
         ORDER BY bm25({list}, {WEIGHTS}), rowid LIMIT {N_RESULTS};"
    )
}
