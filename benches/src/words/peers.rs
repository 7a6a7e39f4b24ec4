/*!
The same cases in SQLite (FTS5) and in PostgreSQL (GIN), with the stems of title, summary and citation. Each search is two
statements, which count the matches and select the first page by rank.
*/

use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::databases::Database;
use crate::synthetic_corpus;
use crate::words::queries::Class;

/// The file of the exported cases.
const CSV_FILE: &str = "cases.csv";

/// The number of times that a search runs. The fastest one counts, because the first may read from the disk.
const N_RUNS: usize = 2;

/// A measured search.
pub(super) struct Measured {
    /// The processor time of the first page and of the number of matches, in microseconds.
    pub(super) micros: f64,
    pub(super) n_matches: u64,
}

/// Writes the cases of a corpus as CSV, for all databases.
pub(super) fn export(corpus: &Path, directory: &Path) -> Result<()> {
    let mut csv = csv::Writer::from_path(directory.join(CSV_FILE))?;
    for case in synthetic_corpus::cases(corpus)? {
        let case = case?;
        let summary = case.summary.as_deref().unwrap_or_default();
        csv.write_record([&*case.id, &case.case_name, summary, &case.citation])?;
    }
    Ok(csv.flush()?)
}

/// Loads the exported cases into a database, and measures searches for words.
pub(super) fn measure(
    database: Database,
    directory: &Path,
    searches: &[(Class, String)],
    limit: usize,
) -> Result<Vec<Measured>> {
    let dialect = match database {
        Database::Sqlite => SQLITE,
        Database::Postgres => POSTGRES,
    };
    let mut script = dialect.load.replace("CSV_FILE", CSV_FILE);
    for (class, words) in searches {
        let condition = (dialect.condition)(*class, words);
        for _ in 0..N_RUNS {
            let count = format!("SELECT 'matches', count(*) {condition};");
            let page = format!("SELECT 'id', id {condition} ORDER BY {} LIMIT {limit};", dialect.rank);
            for statement in [count, page] {
                script.push_str(&format!("{clock}{statement}\n{clock}", clock = dialect.clock));
            }
        }
    }
    let output = database.run(directory, &script)?;
    let results = read(&output, dialect.read_clock);
    let results = results.with_context(|| format!("cannot read the output of {}", database.name()))?;
    ensure!(results.len() == searches.len() * N_RUNS, "{} measured {} searches", database.name(), results.len());
    let fastest = |runs: &[Measured]| {
        let micros = runs.iter().map(|run| run.micros).fold(f64::INFINITY, f64::min);
        Measured { micros, n_matches: runs[0].n_matches }
    };
    Ok(results.chunks(N_RUNS).map(fastest).collect())
}

/// The statements and the output of a database.
struct Dialect {
    /// Creates the table and its index.
    load: &'static str,
    /// The rest of a statement after its columns, which selects the cases with words.
    condition: fn(Class, &str) -> String,
    /// The order of a page.
    rank: &'static str,
    /// A statement before and after each measured one; empty if the database prints the time of each statement.
    clock: &'static str,
    /// Reads a processor time from a line of the output.
    read_clock: fn(&str) -> Option<Clock>,
}

/// A processor time in microseconds.
enum Clock {
    /// Of the server process so far.
    SoFar(f64),
    /// Of the last statement.
    OfStatement(f64),
}

const SQLITE: Dialect = Dialect {
    load: "PRAGMA synchronous = off;
PRAGMA cache_size = -1000000;
CREATE VIRTUAL TABLE cases USING fts5(id UNINDEXED, title, summary, citation, tokenize = 'porter unicode61');
.import --csv CSV_FILE cases
INSERT INTO cases(cases) VALUES ('optimize');
.timer on
",
    condition: |class, words| {
        let words: Vec<&str> = words.split(' ').collect();
        let query = if class == Class::Any { words.join(" OR ") } else { words.join(" ") };
        format!("FROM cases WHERE cases MATCH '{query}'")
    },
    rank: "rank",
    clock: "",
    // `Run Time: real 0.012 user 0.011204 sys 0.000000`
    read_clock: |line| {
        let numbers = line.strip_prefix("Run Time: real ")?.split(' ');
        let seconds: Vec<f64> = numbers.filter_map(|number| number.parse().ok()).collect();
        let [_, user, system] = seconds[..] else { return None };
        Some(Clock::OfStatement((user + system) * 1e6))
    },
};

const POSTGRES: Dialect = Dialect {
    load: "SET max_parallel_workers_per_gather = 0;
CREATE UNLOGGED TABLE cases (id text, title text, summary text, citation text, document tsvector GENERATED ALWAYS AS (
to_tsvector('english', title || ' ' || summary || ' ' || citation)) STORED);
\\copy cases (id, title, summary, citation) FROM 'CSV_FILE' (FORMAT csv)
CREATE INDEX ON cases USING gin (document);
VACUUM ANALYZE cases;
",
    condition: |class, words| {
        let operator = match class {
            Class::Any => " | ",
            Class::Phrase => " <-> ",
            Class::All | Class::TypingError => " & ",
        };
        let query = words.trim_matches('"').split(' ').collect::<Vec<_>>().join(operator);
        format!("FROM cases, to_tsquery('english', '{query}') AS query WHERE document @@ query")
    },
    rank: "ts_rank_cd(document, query) DESC",
    // The server process reads its own processor time, in nanoseconds. It is up to date, because the process has just
    // waited for this statement to arrive.
    clock: "SELECT 'clock', split_part(pg_read_file('/proc/self/schedstat'), ' ', 1);\n",
    read_clock: |line| Some(Clock::SoFar(line.strip_prefix("clock\t")?.parse::<f64>().ok()? / 1e3)),
};

/// Reads the times and counts of searches, each of which is a count and a page.
fn read(output: &str, read_clock: fn(&str) -> Option<Clock>) -> Result<Vec<Measured>> {
    let (mut times, mut counts, mut start) = (Vec::new(), Vec::new(), None);
    for line in output.lines() {
        match read_clock(line) {
            Some(Clock::OfStatement(time)) => times.push(time),
            Some(Clock::SoFar(now)) => match start.take() {
                None => start = Some(now),
                Some(before) => times.push(now - before),
            },
            None => counts.extend(line.strip_prefix("matches\t").map(str::parse::<u64>).transpose()?),
        }
    }
    ensure!(times.len() == 2 * counts.len(), "there are {} times of {} searches", times.len(), counts.len());
    // Some kernels do not count the time of a process.
    ensure!(times.iter().any(|time| *time > 0.0), "it says that no statement took processor time");
    let measured = times.chunks(2).zip(counts);
    Ok(measured.map(|(times, n_matches)| Measured { micros: times.iter().sum(), n_matches }).collect())
}
