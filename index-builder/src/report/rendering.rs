/*!
The report of an import as JSON and as text.
*/

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Value, json};

use crate::report::import_report::{Report, Skipped};

impl Report {
    /// The report as JSON.
    pub fn to_json(&self) -> Value {
        let skipped: Vec<Value> = by_count(&self.skipped).into_iter().map(Skipped::to_json).collect();
        let disregarded: Vec<Value> = by_count(&self.disregarded).into_iter().map(Skipped::to_json).collect();
        json!({
            "imported": !self.is_rejected,
            "read": self.read,
            "written": {
                "total": self.written(),
                "added": self.added,
                "replaced": self.replaced,
                "unchanged": self.unchanged,
            },
            "older": self.older,
            "repeated": self.repeated.to_json(),
            "removed": self.removed.to_json(),
            "parts": { "written": self.parts, "broken": self.broken_parts, "lists": self.corpus },
            "skipped": { "total": self.skipped(), "damaged": self.n_damaged(), "reasons": skipped },
            "disregarded": disregarded,
            "topics": { "records": self.valid, "withTopic": self.with_topic },
            "unmappedSubjects": self.unmapped_subjects.to_json(),
            "unresolvedCourts": self.unresolved_courts.to_json(),
            "companionFiles": self.companions.count,
            "completeness": self.completeness,
            "newest": self.newest,
            "warnings": self.warnings,
        })
    }
}

/// The counts of reasons, most frequent first.
fn by_count<'c>(counts: &'c BTreeMap<&'static str, Skipped>) -> Vec<&'c Skipped> {
    let mut counts: Vec<&Skipped> = counts.values().collect();
    counts.sort_by_key(|of_reason| std::cmp::Reverse(of_reason.locations.count));
    counts
}

/// Writes the counts of reasons, with their first locations.
fn write_reasons(f: &mut fmt::Formatter<'_>, counts: &BTreeMap<&'static str, Skipped>) -> fmt::Result {
    for Skipped { reason, locations } in by_count(counts) {
        writeln!(f, "  {} {}: {}", locations.count, reason.name, reason.explanation)?;
        locations.write(f)?;
    }
    Ok(())
}

/// Writes the number and the names of parts.
fn write_names(f: &mut fmt::Formatter<'_>, what: &str, parts: &[String]) -> fmt::Result {
    const MAX_NAMES: usize = 10;
    if parts.is_empty() {
        return Ok(());
    }
    let names = parts.iter().take(MAX_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = if parts.len() > MAX_NAMES { ", ..." } else { "" };
    writeln!(f, "parts {what}: {} ({names}{more})", parts.len())
}

impl Skipped {
    fn to_json(&self) -> Value {
        json!({
            "reason": self.reason.name,
            "explanation": self.reason.explanation,
            "count": self.locations.count,
            "first": self.locations.first(),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_rejected {
            writeln!(f, "nothing was written; these are the counts of the import without --strict:")?;
        }
        writeln!(f, "read      {:>9}", self.read)?;
        let Self { added, replaced, unchanged, .. } = self;
        writeln!(f, "written   {:>9}  {added} added, {replaced} replaced, {unchanged} unchanged", self.written())?;
        writeln!(f, "older     {:>9}  newer data of the import have no record of the id", self.older)?;
        writeln!(f, "repeated  {:>9}  the id occurs more than once in the import", self.repeated.count)?;
        self.repeated.write(f)?;
        writeln!(f, "skipped   {:>9}", self.skipped())?;
        write_reasons(f, &self.skipped)?;
        if !self.disregarded.is_empty() {
            writeln!(f, "disregarded           statements of the inputs that the records do not have")?;
            write_reasons(f, &self.disregarded)?;
        }
        writeln!(f, "removed   {:>9}  records that the replaced parts had", self.removed.count)?;
        self.removed.write(f)?;
        for (list, counts) in &self.corpus {
            let (before, after) = (counts.before, counts.after);
            writeln!(f, "the parts of the import have {after} {list}, and had {before}")?;
        }
        write_names(f, "written", &self.parts)?;
        write_names(f, "not written, because a file breaks off", &self.broken_parts)?;
        for (list, jurisdiction) in self.complete() {
            writeln!(f, "complete: the inputs have all {list} of {jurisdiction}")?;
        }
        if self.companions.count > 0 {
            writeln!(f, "{} files of the format hold no records and were not read", self.companions.count)?;
        }
        writeln!(f, "{} of {} valid records have a topic", self.with_topic, self.valid)?;
        self.unmapped_subjects.write(f, "subjects without a tag")?;
        self.unresolved_courts.write(f, "courts that are not in the catalogue")
    }
}
