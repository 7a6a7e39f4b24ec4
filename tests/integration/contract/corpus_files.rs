/*!
The files of a corpus.
*/

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::normalize;

pub(super) fn read_lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Reads the rows of a table, without comments.
pub(super) fn read_table(path: &Path) -> Vec<Vec<String>> {
    let table = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split('\t').map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// Reads the popular names, sorted without regard to capitals, each with its records.
pub(super) fn read_popular_names(path: &Path) -> Vec<(String, Vec<String>)> {
    let mut rows = read_table(path);
    rows.sort_by_key(|cells| normalize(&cells[0]));
    let records = |cells: &str| cells.split_whitespace().map(str::to_owned).collect();
    rows.into_iter().map(|cells| (cells[0].clone(), records(&cells[3]))).collect()
}

/// Returns the popular names of each record, in the order of the rows.
pub(super) fn popular_names_of_records(rows: &[(String, Vec<String>)]) -> HashMap<String, Vec<String>> {
    let mut names = HashMap::<String, Vec<String>>::new();
    for (name, records) in rows {
        for record in records {
            names.entry(record.clone()).or_default().push(name.clone());
        }
    }
    names
}

/// Reads the records of all files in a folder and its subfolders.
pub(super) fn read_folder(folder: &Path) -> Vec<Value> {
    let mut records = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            records.extend(read_folder(&path));
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            records.extend(read_lines(&path));
        }
    }
    records
}
