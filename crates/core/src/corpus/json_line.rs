/*!
Parses a line of JSON into a record or a catalogue entry.
*/

use serde::de::DeserializeOwned;

use crate::corpus::corpus_error::CorpusError;
use crate::corpus::source_location::SourceLocation;

/// Parses a line of JSON. The error names the field and the column.
pub(super) fn parse_line<T: DeserializeOwned>(line: &[u8], location: &SourceLocation) -> Result<T, CorpusError> {
    // The derived implementations of serde would also accept an array of the field values.
    let is_object = line.trim_ascii_start().starts_with(b"{");
    // Checking the UTF-8 of the whole line once is cheaper than letting serde_json check every string.
    let text = if is_object { std::str::from_utf8(line).ok() } else { None };
    let entry = text.and_then(|text| serde_json::from_str(text).ok());
    entry.ok_or_else(|| describe_error::<T>(line, location))
}

/// Parses an invalid line a second time, to find the path of the field.
fn describe_error<T: DeserializeOwned>(line: &[u8], location: &SourceLocation) -> CorpusError {
    match line.trim_ascii_start().first() {
        None => return CorpusError::in_line(location, "the line is empty: every line is one record"),
        Some(b'{') => {}
        Some(_) => return CorpusError::in_line(location, "the line is not a JSON object: every line is one record"),
    }
    let mut deserializer = serde_json::Deserializer::from_slice(line);
    let error = match serde_path_to_error::deserialize::<_, T>(&mut deserializer) {
        Ok(_) => return CorpusError::in_line(location, "there is text after the record: every line is one record"),
        Err(error) => error,
    };
    // In malformed JSON the last part of the path may be unknown: "?".
    let path = error.path().to_string();
    let field = match path.as_str() {
        "." | "?" => "",
        path => path.strip_suffix(".?").unwrap_or(path),
    };
    // The input of serde_json is this line, so its line number is always 1.
    let message = error.inner().to_string().replace(" at line 1 column ", ", at column ");
    if field.is_empty() {
        CorpusError::in_line(location, message)
    } else {
        CorpusError::in_field(location, field, message)
    }
}
