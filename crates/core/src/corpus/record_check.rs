/*!
Checks the rules for records that their types do not express.
*/

use crate::corpus::catalogue::Catalogue;
use crate::corpus::text;
use crate::model::{LICENSE, MAX_VALUE_CHARS, Record};

/// The maximum length of a short text, such as a title or the name of a court, in bytes.
pub(super) const MAX_TEXT_BYTES: usize = 20_000;

/// Checks a record against the catalogues. Calls `report` with the field and the message of each error.
pub fn check_record<R: Record>(record: &R, catalogue: &Catalogue, report: &mut impl FnMut(&str, String)) {
    check_texts(record, report);
    check_jurisdiction(record, catalogue, report);
    check_topics(record, report);
    if record.meta().license != LICENSE {
        report("meta.license", format!("\"{}\" is not \"{LICENSE}\"", record.meta().license));
    }
}

fn check_texts<R: Record>(record: &R, report: &mut impl FnMut(&str, String)) {
    if let Some(message) = text::record_id_error(record.id()) {
        report("id", message);
    }
    if text::RESERVED_IDS.contains(&record.id()) {
        let id = record.id();
        report("id", format!("\"{id}\" is the name of an endpoint of the list, which no record can have"));
    }
    let meta = record.meta();
    let citation = meta.citation.iter().map(|citation| ("meta.citation", citation.as_str()));
    let texts = record.short_texts().into_iter().chain([("meta.source", meta.source.as_str())]).chain(citation);
    for (field, value) in texts {
        if let Some(message) = short_text_error(value) {
            report(field, message);
        }
    }
    for (field, value) in record.filter_texts() {
        let n_chars = value.chars().count();
        if n_chars > MAX_VALUE_CHARS {
            report(field, format!("is {n_chars} characters long, and a filter value has {MAX_VALUE_CHARS} at most"));
        }
    }
}

/// Returns the error for a text that is empty, too long, or has a control character.
pub(super) fn short_text_error(value: &str) -> Option<String> {
    if value.trim().is_empty() {
        Some("is empty".to_owned())
    } else if has_control_character(value) {
        Some(format!("{value:?} has a control character"))
    } else if value.len() > MAX_TEXT_BYTES {
        Some(format!("is {} bytes long, more than {MAX_TEXT_BYTES}", value.len()))
    } else {
        None
    }
}

fn has_control_character(value: &str) -> bool {
    if value.is_ascii() { value.bytes().any(|byte| byte.is_ascii_control()) } else { value.contains(char::is_control) }
}

fn check_jurisdiction<R: Record>(record: &R, catalogue: &Catalogue, report: &mut impl FnMut(&str, String)) {
    let id = record.jurisdiction_id();
    match catalogue.jurisdictions.get(id) {
        None => {
            let nearest = catalogue.jurisdictions.nearest(id);
            let nearest: Vec<&str> = nearest.iter().map(|entry| entry.id.as_str()).collect();
            let nearest = text::nearest_between("; ", &nearest, "");
            report("jurisdictionId", format!("\"{id}\" is not in the jurisdiction catalogue{nearest}"));
        }
        Some(entry) if entry.name != record.jurisdiction() => {
            let name = record.jurisdiction();
            report("jurisdiction", format!("\"{name}\" is not the name of \"{id}\", which is \"{}\"", entry.name));
        }
        Some(_) => {}
    }
    if record.meta().jurisdiction != id {
        report("meta.jurisdiction", format!("\"{}\" is not the record's jurisdictionId", record.meta().jurisdiction));
    }
}

fn check_topics<R: Record>(record: &R, report: &mut impl FnMut(&str, String)) {
    let topics = record.topics();
    for (idx, tag) in topics.iter().enumerate() {
        if !text::is_tag(tag) {
            let max = text::MAX_TAG_BYTES;
            report("topics", format!("\"{tag}\" is not lower-case words joined by hyphens, at most {max} bytes"));
        } else if topics[..idx].contains(tag) {
            report("topics", format!("\"{tag}\" appears twice"));
        }
    }
}
