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

/// Reads the popular names of each record, sorted without regard to capitals.
pub(super) fn read_popular_names(path: &Path) -> HashMap<String, Vec<String>> {
    let mut rows = read_table(path);
    rows.sort_by_key(|cells| normalize(&cells[0]));
    let mut names = HashMap::<String, Vec<String>>::new();
    for cells in rows {
        for record in cells[3].split_whitespace() {
            names.entry(record.to_owned()).or_default().push(cells[0].clone());
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
