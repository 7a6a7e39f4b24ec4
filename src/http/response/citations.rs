/*!
Builds the bodies of checked citations.
*/

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::rc::Rc;

use axum::body::Bytes;
use axum::http::StatusCode;
use lexdex_core::model::{CitationKind, CitationStatus, Date, Resource};
use lexdex_index::citation_check::{CheckedCitation, CheckedText, CitedRecord};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::base_path::BasePath;
use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::part_context;

#[derive(Serialize)]
struct CitationsBody<'c> {
    data: Vec<CitationEntry<'c>>,
    meta: CitationsMeta,
}

/// A citation in the text, and its records in this index.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckedCitation)]
pub(crate) struct CitationEntry<'c> {
    /// The citation as written, without the name before it and the year after it.
    text: &'c str,
    span: CharSpan,
    kind: CitationKind,
    /// The citation in its normalized form, which is looked up in the index.
    normalized: &'c str,
    /// The cited page, paragraph or subsection, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pin_cite: Option<&'c str>,
    /// The court in the parenthesis after the citation, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    court: Option<&'c str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<WrittenName<'c>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    year: Option<WrittenYear>,
    status: CitationStatus,
    /// Whether this index is complete for the cases, statutes or bills of the jurisdiction that the citation names.
    /// Only with `not_in_index`; absent if the jurisdiction is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    /// The cases with the name beside a citation that no record has, if there are at most three.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 3, required = false)]
    same_name: Vec<CitedRecordEntry<'c>>,
    /// The number of records that have the citation.
    total: u64,
    /// The cited record, or the first ten candidates. Empty if they do not fit into the body.
    #[schema(max_items = 10)]
    records: Vec<CitedRecordEntry<'c>>,
}

/// A range of the text, in Unicode code points.
#[derive(Serialize, ToSchema)]
#[schema(as = CitationSpan)]
pub(crate) struct CharSpan {
    /// The position of the first character, counted from 0.
    start: usize,
    /// The position after the last character.
    end: usize,
}

/// The name beside a citation.
#[derive(Serialize, ToSchema)]
#[schema(as = WrittenName)]
pub(crate) struct WrittenName<'c> {
    /// The name as written.
    written: &'c str,
    /// Whether the name agrees with the record, or with one of several. Absent if that is undecidable.
    #[serde(skip_serializing_if = "Option::is_none")]
    agrees: Option<bool>,
}

/// The year beside a citation.
#[derive(Serialize, ToSchema)]
#[schema(as = WrittenYear)]
pub(crate) struct WrittenYear {
    /// The year.
    written: u16,
    /// Whether the case, or one of several, was decided in that year. Absent for records other than cases, and for a
    /// case without a date.
    #[serde(skip_serializing_if = "Option::is_none")]
    agrees: Option<bool>,
}

/// A record that a citation refers to.
#[derive(Serialize, ToSchema)]
#[schema(as = CitedRecord)]
pub(crate) struct CitedRecordEntry<'c> {
    /// The list of the record.
    resource: Resource,
    /// The record's id.
    id: &'c str,
    /// The path of the record.
    url: String,
    /// The name of the case, or the title.
    name: &'c str,
    /// The record's own citation. Absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    citation: Option<&'c str>,
    /// The date of decision, effect or introduction. Absent if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<Date>,
}

/// The number of citations, and the context of the next part.
#[derive(Serialize, ToSchema)]
pub(crate) struct CitationsMeta {
    /// The number of citations in the text.
    total: usize,
    /// The number of citations of each status.
    #[schema(value_type = Object)]
    statuses: BTreeMap<&'static str, usize>,
    /// The authorities to which the next part of the text may refer, for the request with that part. Absent if
    /// no later reference depends on the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4096)]
    context: Option<String>,
}

/// The maximum length of a body in bytes. A text can repeat a short citation with ten records thousands of times.
/// `/mcp` refuses longer bodies.
const MAX_BYTES: usize = 512 << 10;

/// The key of the cases of the same name in JSON, which is left out without any.
const SAME_NAME_KEY: &str = r#","sameName":"#;

/// Builds the body of the citations of a text. The paths of the records begin with the base path. The citations from the
/// first on have their records as long as these fit. Fails with a 400 if the citations alone do not fit.
pub(crate) fn body<'c>(checked: &'c CheckedText<'_, '_>, base_path: &BasePath) -> Result<Bytes, ApiError> {
    let citations = &checked.citations;
    let n_of = |status: CitationStatus| citations.iter().filter(|citation| citation.status == status).count();
    let statuses = CitationStatus::ALL.iter().map(|status| (status.as_str(), n_of(*status))).collect();
    let context = checked.preface.as_deref().map(part_context::encode);
    let meta = CitationsMeta { total: citations.len(), statuses, context };
    let mut body = CitationsBody { data: citations.iter().map(entry).collect(), meta };
    let mut n_free = MAX_BYTES.checked_sub(json_len(&body)?).ok_or_else(|| too_many(citations.len()))?;
    for (entry, citation) in body.data.iter_mut().zip(citations) {
        let entries = |records: &'c [Rc<CitedRecord<'_>>]| {
            records.iter().map(|record| record_entry(record, base_path)).collect::<Vec<_>>()
        };
        let (records, same_name) = (entries(&citation.records), entries(&citation.same_name));
        // Without the brackets of the records, which an empty list has, too.
        let n_of_names = if same_name.is_empty() { 0 } else { json_len(&same_name)? + SAME_NAME_KEY.len() };
        let n_added = json_len(&records)? - 2 + n_of_names;
        if n_added > n_free {
            break;
        }
        n_free -= n_added;
        (entry.records, entry.same_name) = (records, same_name);
    }
    let mut bytes = Vec::with_capacity(MAX_BYTES - n_free);
    serde_json::to_writer(&mut bytes, &body)?;
    Ok(bytes.into())
}

fn too_many(n_citations: usize) -> ApiError {
    let message = format!(
        "the text has {n_citations} citations, and a response of {MAX_BYTES} bytes has no room for all of them: send \
         the text in parts"
    );
    ApiError::new(StatusCode::BAD_REQUEST, message)
}

/// Returns the length of a value in JSON.
fn json_len(value: &impl Serialize) -> serde_json::Result<usize> {
    let mut length = Length(0);
    serde_json::to_writer(&mut length, value)?;
    Ok(length.0)
}

/// Counts the bytes that are written.
struct Length(usize);

impl Write for Length {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Builds the entry of a citation without its records.
fn entry<'c>(citation: &'c CheckedCitation<'_, '_>) -> CitationEntry<'c> {
    let CheckedCitation { text, span, found, status, complete, total, name_agrees, year_agrees, .. } = citation;
    CitationEntry {
        text,
        span: CharSpan { start: span.start, end: span.end },
        kind: found.kind,
        normalized: &found.normalized,
        pin_cite: found.pin_cite,
        court: found.court,
        name: found.case_name.map(|written| WrittenName { written, agrees: *name_agrees }),
        year: found.year.map(|written| WrittenYear { written, agrees: *year_agrees }),
        status: *status,
        complete: *complete,
        same_name: Vec::new(),
        total: *total,
        records: Vec::new(),
    }
}

fn record_entry<'c>(record: &'c CitedRecord<'_>, base_path: &BasePath) -> CitedRecordEntry<'c> {
    let CitedRecord { resource, id, name, citation, date, .. } = record;
    CitedRecordEntry {
        resource: *resource,
        id,
        url: base_path.join(&format!("/api/v1/{resource}/{id}")),
        name,
        citation: citation.as_deref(),
        date: *date,
    }
}
