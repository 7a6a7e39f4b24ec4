/*!
Parses a line as a record. Errors name every missing field.
*/

use serde_json::{Map, Value};

use crate::corpus::catalogue::Catalogue;
use crate::corpus::corpus_error::CorpusError;
use crate::corpus::json_line::parse_line;
use crate::corpus::record_check::check_record;
use crate::corpus::source_location::SourceLocation;
use crate::model::{Meta, Record};

/// Parses a line as a record and checks it against the catalogues.
///
/// For a line that can be parsed, reports all errors. For any other line, reports the missing fields and the first
/// error of the parser.
pub fn parse_record<R: Record>(
    line: &[u8],
    location: &SourceLocation,
    catalogue: &Catalogue,
) -> Result<R, Vec<CorpusError>> {
    let record: R = parse_line(line, location).map_err(|first| with_missing_fields::<R>(first, line, location))?;
    let mut errors = Vec::new();
    check_record(&record, catalogue, &mut |field, message| {
        errors.push(CorpusError::in_field(location, field, message))
    });
    if errors.is_empty() { Ok(record) } else { Err(errors) }
}

/// Returns the errors of a line that cannot be parsed: the first error of the parser, and the missing fields.
fn with_missing_fields<R: Record>(first: CorpusError, line: &[u8], location: &SourceLocation) -> Vec<CorpusError> {
    let Ok(record) = serde_json::from_slice::<Map<String, Value>>(line) else { return vec![first] };
    let required = R::FIELDS.iter().filter(|name| !R::OPTIONAL_FIELDS.contains(*name));
    let of_record = missing_fields(&record, required).map(|message| CorpusError::in_line(location, message));
    let of_meta = record.get("meta").and_then(Value::as_object).and_then(|meta| {
        missing_fields(meta, Meta::FIELDS.iter()).map(|message| CorpusError::in_field(location, "meta", message))
    });
    let missing: Vec<CorpusError> = of_record.into_iter().chain(of_meta).collect();
    // The first error can itself be a missing field.
    if !missing.is_empty() && first.message.starts_with("missing field") {
        return missing;
    }
    [first].into_iter().chain(missing).collect()
}

/// Returns the message about missing required fields.
fn missing_fields(
    object: &Map<String, Value>,
    required: impl Iterator<Item = &'static &'static str>,
) -> Option<String> {
    let missing = required.filter(|name| !object.contains_key(**name)).map(|name| format!("`{name}`"));
    match missing.collect::<Vec<_>>().as_slice() {
        [] => None,
        [one] => Some(format!("missing field {one}")),
        several => Some(format!("missing fields {}", several.join(", "))),
    }
}
