//! PostgreSQL: a weighted text vector for each record, ranked by cover density.

use lexdex_core::model::Resource;

use crate::relevance::N_RESULTS;
use crate::relevance::peers::{COLUMNS, csv_file, statements};
use crate::relevance::questions::Question;

/// Returns the script that loads the exported records and asks the questions.
pub(super) fn script(questions: &[Question]) -> String {
    // Suppresses the notices about words that the dictionary leaves out.
    let mut script = "SET client_min_messages = warning;\n".to_owned();
    let columns = COLUMNS.replace(',', " text,");
    for list in Resource::ALL {
        script.push_str(&format!(
            "CREATE UNLOGGED TABLE {list} (position bigserial, {columns} text,\n\
             document tsvector GENERATED ALWAYS AS (\n\
             setweight(to_tsvector('english', title), 'A')\n\
             || setweight(to_tsvector('english', number || ' ' || citation), 'B')\n\
             || setweight(to_tsvector('english', topics || ' ' || court || ' ' || jurisdiction), 'C')\n\
             || setweight(to_tsvector('english', summary), 'D')) STORED);\n\
             \\copy {list} ({COLUMNS}) FROM '{}' (FORMAT csv)\n\
             CREATE INDEX ON {list} USING gin (document);\n\
             ANALYZE {list};\n",
            csv_file(*list)
        ));
    }
    script.push_str(&statements(questions, select));
    script
}

/// Any of the words may match. They have no punctuation, so none is an operator.
fn select(number: usize, list: Resource, words: &[&str]) -> String {
    let query = words.join(" | ");
    format!(
        "SELECT {number}, id FROM {list}, to_tsquery('english', '{query}') AS query WHERE document @@ query \
         ORDER BY ts_rank_cd(document, query) DESC, position LIMIT {N_RESULTS};"
    )
}
