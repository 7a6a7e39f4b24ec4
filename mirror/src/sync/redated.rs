/*!
Counts the records that have a new date and nothing else new.

A publisher gives a date to a whole release, so a new one changes every record of it in this way. The gate looks for
changes of the law, and leaves these out.
*/

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result};
use lexdex::model::Resource;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A line of the differences. Those of catalogues, texts and aliases have no list.
#[derive(Deserialize)]
struct Line {
    list: Option<Resource>,
    #[serde(default)]
    old: Map<String, Value>,
    #[serde(default)]
    new: Map<String, Value>,
}

/// The numbers of records in a file of differences whose `meta.last_updated` alone differs, by list.
pub(crate) fn count_redated(differences: &Path) -> Result<BTreeMap<Resource, u64>> {
    let context = || format!("cannot read {}", differences.display());
    let mut counts = BTreeMap::new();
    for line in BufReader::new(File::open(differences).with_context(context)?).lines() {
        let Line { list, old, new } = serde_json::from_str(&line.with_context(context)?).with_context(context)?;
        let Some(list) = list else { continue };
        // An added or removed record has one side only.
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
