/*!
Everything a record must fulfil beyond its types.
*/

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::de::DeserializeOwned;

use super::{Catalogue, text};
use crate::corpus::corpus_error::{CorpusError, CorpusErrors};
use crate::corpus::source_location::SourceLocation;
use crate::model::{LICENSE, Record};

/// The longest required text, in bytes: a title or a court's name, not a document.
const MAX_TEXT_BYTES: usize = 20_000;

/// Reads a line of JSON; the error names the field and the column.
pub(super) fn parse_line<T: DeserializeOwned>(line: &[u8], location: &SourceLocation) -> Result<T, CorpusError> {
    // serde would take an array of the fields' values for a record, too.
    let is_object = line.trim_ascii_start().starts_with(b"{");
    // Once for the whole line: serde would look at every text by itself.
    let text = if is_object { std::str::from_utf8(line).ok() } else { None };
    let entry = text.and_then(|text| serde_json::from_str(text).ok());
    entry.ok_or_else(|| describe_json_error::<T>(line, location))
}

/// Reads the line a second time, now with a record of where in it the reader is.
fn describe_json_error<T: DeserializeOwned>(line: &[u8], location: &SourceLocation) -> CorpusError {
    match line.trim_ascii_start().first() {
        None => return CorpusError::of_line(location, "the line is empty: every line is one record"),
        Some(b'{') => {}
        Some(_) => return CorpusError::of_line(location, "the line is not a JSON object: every line is one record"),
    }
    let mut deserializer = serde_json::Deserializer::from_slice(line);
    let error = match serde_path_to_error::deserialize::<_, T>(&mut deserializer) {
        Ok(_) => return CorpusError::of_line(location, "there is text behind the record: every line is one record"),
        Err(error) => error,
    };
    // Where the text is no JSON, the last part of the path may not be known: "?".
    let path = error.path().to_string();
    let field = match path.as_str() {
        "." | "?" => "",
        path => path.strip_suffix(".?").unwrap_or(path),
    };
    // The error speaks of line 1, always: the reader has seen this line alone.
    let message = error.inner().to_string().replace(" at line 1 column ", ", at column ");
    if field.is_empty() {
        CorpusError::of_line(location, message)
    } else {
        CorpusError::of_field(location, field, message)
    }
}

/// Reads a line as a record and checks it against the catalogues.
pub fn parse_record<R: Record>(
    line: &[u8],
    location: &SourceLocation,
    catalogue: &Catalogue,
) -> Result<R, Vec<CorpusError>> {
    let record: R = parse_line(line, location).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    check_record(&record, catalogue, &mut |field, message| {
        errors.push(CorpusError::of_field(location, field, message))
    });
    if errors.is_empty() { Ok(record) } else { Err(errors) }
}

/// Checks a record against the catalogues; `add` is told the field and the message of every error.
pub fn check_record<R: Record>(record: &R, catalogue: &Catalogue, add: &mut impl FnMut(&str, String)) {
    check_texts(record, add);
    check_jurisdiction(record, catalogue, add);
    check_topics(record, add);
    if record.meta().license != LICENSE {
        add("meta.license", format!("\"{}\" is not \"{LICENSE}\"", record.meta().license));
    }
}

fn check_texts<R: Record>(record: &R, add: &mut impl FnMut(&str, String)) {
    if !text::is_record_id(record.id()) {
        let most = text::MAX_ID_BYTES;
        add("id", format!("\"{}\" is not made of a-z, 0-9, dot and hyphen, at most {most} of them", record.id()));
    }
    let meta = record.meta();
    let citation = meta.citation.iter().map(|citation| ("meta.citation", citation.as_str()));
    let texts = record.short_texts().into_iter().chain([("meta.source", meta.source.as_str())]).chain(citation);
    for (field, value) in texts {
        if value.trim().is_empty() {
            add(field, "is empty".to_owned());
        } else if has_control_character(value) {
            add(field, format!("{value:?} has a control character"));
        } else if value.len() > MAX_TEXT_BYTES {
            add(field, format!("is {} bytes long, more than {MAX_TEXT_BYTES}", value.len()));
        }
    }
}

fn has_control_character(value: &str) -> bool {
    if value.is_ascii() { value.bytes().any(|byte| byte.is_ascii_control()) } else { value.contains(char::is_control) }
}

fn check_jurisdiction<R: Record>(record: &R, catalogue: &Catalogue, add: &mut impl FnMut(&str, String)) {
    let id = record.jurisdiction_id();
    match catalogue.jurisdictions.get(id) {
        None => {
            let nearest = catalogue.jurisdictions.nearest(id);
            let nearest: Vec<&str> = nearest.iter().map(|entry| entry.id.as_str()).collect();
            let nearest = nearest.join(", ");
            add("jurisdictionId", format!("\"{id}\" is not in the jurisdiction catalogue; the nearest are {nearest}"));
        }
        Some(entry) if entry.name != record.jurisdiction() => {
            let name = record.jurisdiction();
            add("jurisdiction", format!("\"{name}\" is not the name of \"{id}\", which is \"{}\"", entry.name));
        }
        Some(_) => {}
    }
    if record.meta().jurisdiction != id {
        add("meta.jurisdiction", format!("\"{}\" is not the record's jurisdictionId", record.meta().jurisdiction));
    }
}

fn check_topics<R: Record>(record: &R, add: &mut impl FnMut(&str, String)) {
    let topics = record.topics();
    for (idx, tag) in topics.iter().enumerate() {
        if !text::is_tag(tag) {
            let most = text::MAX_TAG_BYTES;
            add("topics", format!("\"{tag}\" is not lower-case words joined by hyphens, at most {most} bytes"));
        } else if topics[..idx].contains(tag) {
            add("topics", format!("\"{tag}\" is there twice"));
        }
    }
}

/// The identifiers seen so far, to find those used twice.
///
/// Holds 24 bytes an identifier, whatever its length: equal 128-bit hashes are taken for equal identifiers.
#[derive(Default)]
pub struct Ids {
    seen: Vec<([u64; 2], u32, u32)>,
}

impl Ids {
    /// Adds an identifier found in a file (by its position in the list of files) and line.
    pub fn add(&mut self, id: &str, file_idx: u32, line: u32) {
        self.seen.push((hash(id), file_idx, line));
    }

    /// Adds the identifiers seen elsewhere.
    pub fn append(&mut self, other: Self) {
        self.seen.extend(other.seen);
    }

    /// How many identifiers were added.
    pub fn count(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Reports each identifier that stands in two places, with both.
    pub fn check(mut self, path_of: impl Fn(u32) -> String, errors: &mut CorpusErrors) {
        self.seen.sort_unstable();
        let location = |file_idx, line| SourceLocation { path: path_of(file_idx), line: u64::from(line) };
        let mut repeated: Vec<_> = self.seen.windows(2).filter(|pair| pair[0].0 == pair[1].0).collect();
        repeated.sort_unstable_by_key(|pair| (pair[1].1, pair[1].2));
        for pair in repeated {
            let (_, first_file, first_line) = pair[0];
            let (_, file, line) = pair[1];
            let message = format!("the same id stands at {}", location(first_file, first_line));
            errors.add(CorpusError::of_field(&location(file, line), "id", message));
        }
    }
}

fn hash(id: &str) -> [u64; 2] {
    [0_u8, 1].map(|seed| {
        let mut hasher = DefaultHasher::new();
        (seed, id).hash(&mut hasher);
        hasher.finish()
    })
}
