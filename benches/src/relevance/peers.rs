//! The compared databases: their data, their questions and their results.

use std::path::Path;

use anyhow::{Context, Result};
use csv::QuoteStyle;
use lexdex_core::model::Resource;
use lexdex_index::{Filter, Index};
use serde_json::Value;

use crate::databases::Database;
use crate::relevance::questions::Question;
use crate::relevance::report::SystemResults;
use crate::relevance::{postgres, sqlite};

/// The columns of every table.
pub(super) const COLUMNS: &str = "id, title, number, citation, summary, topics, court, jurisdiction";

/// Loads the exported records into a database and asks the questions. Returns `None` if the database is not installed.
pub(super) fn results(database: Database, directory: &Path, questions: &[Question]) -> Result<Option<SystemResults>> {
    if !database.is_installed() {
        return Ok(None);
    }
    let script = match database {
        Database::Sqlite => sqlite::script(questions),
        Database::Postgres => postgres::script(questions),
    };
    let output = database.run(directory, &script)?;
    let name = database.name();
    let ids = read_results(&output, questions.len()).with_context(|| format!("cannot read the output of {name}"))?;
    Ok(Some(SystemResults { name, ids }))
}

/// Writes the records of each list, in list order, as a CSV file of [`COLUMNS`] without a header.
pub(super) fn export(index: &Index, directory: &Path) -> Result<()> {
    for resource in Resource::ALL {
        let mut file =
            csv::WriterBuilder::new().quote_style(QuoteStyle::Always).from_path(directory.join(csv_file(*resource)))?;
        index.for_each(&Filter::all(*resource), |record| {
            let record: Value = serde_json::from_slice(record)?;
            Ok(file.write_record(row(&record, index))?)
        })?;
        file.flush()?;
    }
    Ok(())
}

/// Returns the name of the file of a list's records.
pub(super) fn csv_file(resource: Resource) -> String {
    format!("{resource}.csv")
}

/// Returns the texts of a record, one for each column. A field that its list does not have is empty.
fn row(record: &Value, index: &Index) -> [String; 8] {
    let text = |pointer: &str| record.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let topics = record["topics"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let labels: Vec<&str> =
        topics.map(|tag| index.catalogue().topics.get(tag).map_or(tag, |topic| topic.label.as_str())).collect();
    [
        text("/id").to_owned(),
        format!("{}{}", text("/title"), text("/caseName")),
        format!("{} {} {}", text("/titleNumber"), text("/sectionNumber"), text("/billNumber")).trim().to_owned(),
        text("/meta/citation").to_owned(),
        text("/summary").to_owned(),
        labels.join(", "),
        text("/court").to_owned(),
        text("/jurisdiction").to_owned(),
    ]
}

/// Writes the statement of each question, which selects the number of the question and the id of a result. A question
/// without words has no statement and no results.
pub(super) fn statements(questions: &[Question], select: impl Fn(usize, Resource, &[&str]) -> String) -> String {
    let numbered = questions.iter().map(words).zip(questions).enumerate();
    let asked = numbered.filter(|(_, (words, _))| !words.is_empty());
    asked.map(|(number, (words, question))| select(number, question.list, &words) + "\n").collect()
}

/// Returns the words of a question: runs of letters and digits.
fn words(question: &Question) -> Vec<&str> {
    question.text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// Reads lines of a question's number, a tab and an id.
fn read_results(output: &str, n_questions: usize) -> Result<Vec<Vec<String>>> {
    let mut results = vec![Vec::new(); n_questions];
    for line in output.lines() {
        let entry = line.split_once('\t').and_then(|(number, id)| Some((number.parse::<usize>().ok()?, id)));
        let (number, id) = entry.with_context(|| format!("unexpected line: {line}"))?;
        results.get_mut(number).with_context(|| format!("no such question: {line}"))?.push(id.to_owned());
    }
    Ok(results)
}
