/*!
Builds the bodies of checked citations.
*/

use std::collections::BTreeMap;

use axum::body::Bytes;
use serde::Serialize;
use utoipa::ToSchema;

use crate::citation_check::{CheckedCitation, CitedRecord};
use crate::http::base_path::BasePath;
use crate::model::{CitationKind, CitationStatus, Date, Resource};

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
    span: Span,
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
    /// The number of records that have the citation.
    total: u64,
    /// The cited record, or the first ten candidates. Empty once the body has 4,000 records.
    #[schema(max_items = 10)]
    records: Vec<CitedRecordEntry<'c>>,
}

/// A range of the text, in Unicode code points.
#[derive(Serialize, ToSchema)]
#[schema(as = CitationSpan)]
pub(crate) struct Span {
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

/// The number of citations.
#[derive(Serialize, ToSchema)]
pub(crate) struct CitationsMeta {
    /// The number of citations in the text.
    total: usize,
    /// The number of citations of each status.
    #[schema(value_type = Object)]
    statuses: BTreeMap<&'static str, usize>,
}

/// The maximum number of records in a body. A short text can repeat one citation, with ten records, a thousand times.
const MAX_LISTED_RECORDS: usize = 4000;

/// Builds the body of the citations of a text. The paths of the records begin with the base path.
pub(crate) fn body(citations: &[CheckedCitation<'_, '_>], base_path: &BasePath) -> serde_json::Result<Bytes> {
    let n_of = |status: CitationStatus| citations.iter().filter(|citation| citation.status == status).count();
    let statuses = CitationStatus::ALL.iter().map(|status| (status.as_str(), n_of(*status))).collect();
    let meta = CitationsMeta { total: citations.len(), statuses };
    let mut n_left = MAX_LISTED_RECORDS;
    let data = citations.iter().map(|citation| entry(citation, base_path, &mut n_left)).collect();
    serde_json::to_vec(&CitationsBody { data, meta }).map(Bytes::from)
}

/// Builds the entry of a citation. Lists at most `n_left` records, and subtracts their number from it.
fn entry<'c>(citation: &'c CheckedCitation<'_, '_>, base_path: &BasePath, n_left: &mut usize) -> CitationEntry<'c> {
    let CheckedCitation { text, span, found, status, total, records, name_agrees, year_agrees } = citation;
    let records = &records[..records.len().min(*n_left)];
    *n_left -= records.len();
    CitationEntry {
        text,
        span: Span { start: span.start, end: span.end },
        kind: found.kind,
        normalized: &found.normalized,
        pin_cite: found.pin_cite,
        court: found.court,
        name: found.case_name.map(|written| WrittenName { written, agrees: *name_agrees }),
        year: found.year.map(|written| WrittenYear { written, agrees: *year_agrees }),
        status: *status,
        total: *total,
        records: records.iter().map(|record| record_entry(record, base_path)).collect(),
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
