/*!
The files of a corpus.
*/

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use lexdex_index::TextOptions;
use serde_json::Value;

use super::{List, normalize, text};

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

/// Reads the declared completeness of each list, which a corpus may lack: tables of strings, with comments.
pub(super) fn read_completeness(path: &Path) -> HashMap<String, HashMap<String, String>> {
    let mut lists = HashMap::<String, HashMap<String, String>>::new();
    let mut list = String::new();
    for line in fs::read_to_string(path).unwrap_or_default().lines() {
        if let Some(name) = line.strip_prefix('[') {
            list = name.trim_end_matches(']').to_owned();
        } else if let Some((key, value)) = line.split_once(" = ") {
            lists.entry(list.clone()).or_default().insert(key.to_owned(), value.trim_matches('"').to_owned());
        }
    }
    lists
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

/// Reads the parallel citations of each case, by its id.
fn read_aliases(directory: &Path) -> HashMap<String, Vec<String>> {
    let path = directory.join("aliases/cases.jsonl");
    let lines = if path.exists() { read_lines(&path) } else { Vec::new() };
    let citations = |line: &Value| -> Vec<String> { serde_json::from_value(line["citations"].clone()).unwrap() };
    lines.iter().map(|line| (text(line, "id").to_owned(), citations(line))).collect()
}

/// The data that belong to records and are not served: the searched beginnings of their texts, and their parallel
/// citations.
pub(in super::super) struct Texts {
    by_list_and_id: HashMap<String, String>,
    /// The parallel citations of each case, by its id.
    aliases: HashMap<String, Vec<String>>,
    /// Whether phrases are found in them.
    pub(super) has_phrases: bool,
}

impl Texts {
    /// Reads as many whole characters of each text as are indexed.
    pub(super) fn read(directory: &Path, options: TextOptions) -> Self {
        let max_bytes = usize::from(options.max_kib) * 1024;
        let mut by_list_and_id = HashMap::new();
        for list in List::ALL {
            for line in read_folder(&directory.join("text").join(list.folder())) {
                let mut beginning = String::new();
                for character in text(&line, "text").chars() {
                    if beginning.len() + character.len_utf8() > max_bytes {
                        break;
                    }
                    beginning.push(character);
                }
                by_list_and_id.insert(format!("{}/{}", list.folder(), text(&line, "id")), beginning);
            }
        }
        Self { by_list_and_id, aliases: read_aliases(directory), has_phrases: options.has_positions }
    }

    /// Returns the parallel citations of a record.
    pub(in super::super) fn aliases_of(&self, list: List, record: &Value) -> &[String] {
        let aliases = self.aliases.get(text(record, "id")).filter(|_| list == List::Cases);
        aliases.map_or(&[], Vec::as_slice)
    }

    /// Returns the beginning of the text behind a record, or an empty text.
    pub(in super::super) fn line(&self, list: List, record: &Value) -> &str {
        self.by_list_and_id.get(&format!("{}/{}", list.folder(), text(record, "id"))).map_or("", String::as_str)
    }
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
