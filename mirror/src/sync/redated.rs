/*!
Counts the records in which only the date is new.

Publishers date whole releases, so a new release changes the date of every record. The gate looks for changes of the
law, so it does not count these.
*/

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::model::Resource;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A line of the differences. Lines of catalogues, texts and aliases have no list.
#[derive(Deserialize)]
struct DifferenceLine {
    list: Option<Resource>,
    #[serde(default)]
    old: Map<String, Value>,
    #[serde(default)]
    new: Map<String, Value>,
}

/// Counts, by list, the records in a file of differences that differ only in `meta.last_updated`.
pub(crate) fn count_redated(differences: &Path) -> Result<BTreeMap<Resource, u64>> {
    let context = || format!("cannot read {}", differences.display());
    let mut counts = BTreeMap::new();
    for line in BufReader::new(File::open(differences).with_context(context)?).lines() {
        let DifferenceLine { list, old, new } =
            serde_json::from_str(&line.with_context(context)?).with_context(context)?;
        let Some(list) = list else { continue };
        // An added record has no old side, and a removed one no new side.
        if undated(old) == undated(new) {
            *counts.entry(list).or_default() += 1;
        }
    }
    Ok(counts)
}

fn undated(mut record: Map<String, Value>) -> Map<String, Value> {
    if let Some(Value::Object(meta)) = record.get_mut("meta") {
        meta.remove("last_updated");
    }
    record
}
