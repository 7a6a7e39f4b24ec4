//! SQLite: an FTS5 table for each list, ranked by BM25.

use lexdex_core::model::Resource;

use crate::relevance::N_RESULTS;
use crate::relevance::peers::{COLUMNS, csv_file, statements};
use crate::relevance::questions::Question;

/// The weights of the columns: a title weighs 4, and a number and a citation 2. The id is not searched.
const WEIGHTS: &str = "0, 4, 2, 2, 1, 1, 1, 1";

/// Returns the script that loads the exported records and asks the questions.
pub(super) fn script(questions: &[Question]) -> String {
    let columns = COLUMNS.replacen("id", "id UNINDEXED", 1);
    let mut script = "PRAGMA synchronous = off;\n".to_owned();
    for list in Resource::ALL {
        script.push_str(&format!(
            "CREATE VIRTUAL TABLE {list} USING fts5({columns}, tokenize = 'porter unicode61');\n\
             .import --csv {} {list}\n",
            csv_file(*list)
        ));
    }
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
