/*!
The columns of each collection, as paths to members of its rows.
*/

use lexdex_core::model::Resource;
use serde_json::Value;

use crate::command_line::table::Column;
use crate::http::{CatalogueKind, cell};

pub(crate) const FACET_COLUMNS: &[&str] = &["facet", "value", "label", "count"];

/// Returns the fields of a list's records that a table shows by default, as the parameter `fields` has them.
pub(crate) fn record_columns(resource: Resource) -> &'static str {
    match resource {
        Resource::Statutes => "id,jurisdiction,title,sectionNumber,status",
        Resource::Cases => "id,caseName,citation,court,decisionDate",
        Resource::Bills => "id,billNumber,title,jurisdiction,status,introducedDate",
    }
}

/// Returns the members of a catalogue's entries that a table shows.
pub(crate) fn table_columns(kind: CatalogueKind) -> &'static [&'static str] {
    match kind {
        CatalogueKind::Jurisdictions => &["id", "abbreviation", "name", "level", "capital", "population"],
        CatalogueKind::Topics => &["tag", "label", "counts.statutes", "counts.cases", "counts.bills"],
        CatalogueKind::Courts => &["id", "name", "level", "jurisdiction", "cases"],
        CatalogueKind::Coverage => {
            &["resource", "jurisdiction", "records", "completeness", "firstDate", "lastDate", "lastUpdated"]
        }
    }
}

/// Returns all members of a catalogue's entries.
pub(crate) fn csv_columns(kind: CatalogueKind) -> &'static [&'static str] {
    match kind {
        CatalogueKind::Jurisdictions => &[
            "id",
            "name",
            "abbreviation",
            "slug",
            "level",
            "capital",
            "population",
            "meta.source",
            "meta.jurisdiction",
            "meta.last_updated",
            "meta.citation",
            "meta.license",
        ],
        CatalogueKind::Topics => &["tag", "label", "aliases", "counts.statutes", "counts.cases", "counts.bills"],
        CatalogueKind::Courts => &["id", "name", "level", "jurisdiction", "jurisdictionId", "cases"],
        CatalogueKind::Coverage => &[
            "resource",
            "jurisdiction",
            "jurisdictionId",
            "records",
            "completeness",
            "firstDate",
            "lastDate",
            "lastUpdated",
            "sources.name",
            "sources.records",
            "lexdexSummaries",
            "withTopics",
            "inferredTopics",
            "titles",
            "titlesOf.total",
            "titlesOf.source",
        ],
    }
}

pub(crate) fn column(path: &str) -> Column {
    let is_id = matches!(path, "id" | "tag" | "value");
    // These paths are counts, of records or people.
    const COUNTS: [&str; 7] =
        ["count", "records", "cases", "population", "lexdexSummaries", "withTopics", "inferredTopics"];
    let is_number = COUNTS.contains(&path) || path.starts_with("counts.");
    Column { title: title(path), is_number, is_whole: is_id }
}

/// Returns the title for a path, such as DECISION DATE for `decisionDate` and CASES for `counts.cases`.
fn title(path: &str) -> String {
    let name = path.rsplit('.').next().unwrap_or(path);
    let mut title = String::new();
    for character in name.chars() {
        if character.is_ascii_uppercase() || character == '_' {
            title.push(' ');
        }
        title.extend(Some(character.to_ascii_uppercase()).filter(|character| *character != '_'));
    }
    title
}

/// Returns the text at a path for a table; empty for an absent member.
pub(crate) fn text(row: &Value, path: &str) -> String {
    match at(row, path) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text,
        Some(Value::Array(values)) => values.iter().map(|value| text(value, "")).collect::<Vec<_>>().join(", "),
        Some(value) => value.to_string(),
    }
}

/// Returns the text at a path as a CSV cell.
pub(crate) fn csv_cell(row: &Value, path: &str) -> String {
    cell(at(row, path).as_ref())
}

/// Returns the value at a path. For a list, returns the values in all its elements. An empty path returns the value
/// itself.
fn at(value: &Value, path: &str) -> Option<Value> {
    if path.is_empty() {
        return Some(value.clone());
    }
    let (name, rest) = path.split_once('.').unwrap_or((path, ""));
    match value {
        Value::Array(values) => Some(values.iter().filter_map(|value| at(value, path)).collect()),
        value => at(value.get(name)?, rest),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn titles_are_words() {
        for (path, expected) in [
            ("id", "ID"),
            ("decisionDate", "DECISION DATE"),
            ("counts.cases", "CASES"),
            ("meta.last_updated", "LAST UPDATED"),
        ] {
            assert_eq!(title(path), expected);
        }
    }

    #[test]
    fn paths_lead_into_objects_and_lists() {
        let row = json!({ "a": { "b": 1 }, "c": [{ "d": "x" }, { "d": "=y" }], "e": ["f", "g"], "h": null });
        for (path, expected) in [("a.b", "1"), ("c.d", "x, =y"), ("e", "f, g"), ("h", ""), ("i", ""), ("a.c.d", "")] {
            assert_eq!(text(&row, path), expected, "{path}");
        }
        assert_eq!(csv_cell(&row, "c.d"), "x;'=y");
    }
}
