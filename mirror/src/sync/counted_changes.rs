/*!
Counts the differences that the totals of a comparison do not show.

Publishers date whole releases, so a new release changes the date of every record. The gate looks for changes of the
law, so it does not count records in which only the date is new.
*/

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::model::Resource;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A line of the differences. Lines of catalogues, texts, aliases and summaries have no list.
#[derive(Deserialize)]
struct DifferenceLine {
    list: Option<Resource>,
    #[serde(default)]
    old: Map<String, Value>,
    #[serde(default)]
    new: Map<String, Value>,
}

/// The records of a list that a source has of a jurisdiction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RecordGroup {
    pub(crate) list: Resource,
    /// The id of the jurisdiction.
    pub(crate) jurisdiction: String,
    /// The source, as `meta.source` has it.
    pub(crate) source: String,
}

/// The numbers of records with some kinds of differences.
#[derive(Debug, Default)]
pub(crate) struct CountedChanges {
    /// The records that differ only in `meta.last_updated`, or have got a summary and had none.
    pub(crate) redated: BTreeMap<Resource, u64>,
    /// The removed records.
    pub(crate) removed: BTreeMap<RecordGroup, u64>,
}

/// Counts the changes in a file of differences.
pub(crate) fn count_changes(differences: &Path) -> Result<CountedChanges> {
    let context = || format!("cannot read {}", differences.display());
    let mut counts = CountedChanges::default();
    for line in BufReader::new(File::open(differences).with_context(context)?).lines() {
        let DifferenceLine { list, old, new } =
            serde_json::from_str(&line.with_context(context)?).with_context(context)?;
        let Some(list) = list else { continue };
        // An added record has no old side, and a removed one no new side.
        if new.is_empty() {
            *counts.removed.entry(group(list, &old)).or_default() += 1;
        } else if is_minor(old, new) {
            *counts.redated.entry(list).or_default() += 1;
        }
    }
    Ok(counts)
}

fn group(list: Resource, record: &Map<String, Value>) -> RecordGroup {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let source = record.get("meta").and_then(|meta| meta.get("source"));
    RecordGroup { list, jurisdiction: text(record.get("jurisdictionId")), source: text(source) }
}

/// Whether a record has only another date, or a summary or topics that it did not have, such as those of a new release
/// of lexdex.
fn is_minor(mut old: Map<String, Value>, mut new: Map<String, Value>) -> bool {
    if !old.contains_key("summary") {
        new.remove("summary");
    }
    if old.get("topics").is_none_or(|topics| topics.as_array().is_some_and(Vec::is_empty)) {
        old.remove("topics");
        new.remove("topics");
    }
    undated(old) == undated(new)
}

fn undated(mut record: Map<String, Value>) -> Map<String, Value> {
    if let Some(Value::Object(meta)) = record.get_mut("meta") {
        meta.remove("last_updated");
    }
    record
}
