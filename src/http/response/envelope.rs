/*!
Builds the bodies of lists and of single records.
*/

use axum::body::Bytes;
use lexdex_core::model::Date;
use lexdex_index::{Hits, Page, Reading};
use prefetch_index::prefetch_index;

use crate::http::request::fields::Fields;

/// Names the author of a summary that the project wrote on this day.
pub(crate) fn summary_source(written: Date) -> String {
    format!("lexdex; date={written}")
}

/// Builds the body of a page: the records and `meta`. For a search, `meta` also says how its words were interpreted.
pub(crate) fn list_body(hits: &Hits<'_>, page: Page, fields: Option<Fields>) -> serde_json::Result<Bytes> {
    const META_BYTES: usize = 128;
    prefetch_records(&hits.records);
    // With chosen fields the size is unknown: they may be a small part of the records.
    let whole_records = if fields.is_none() { hits.records.as_slice() } else { &[] };
    let n_record_bytes: usize = whole_records.iter().map(|record| record.len() + 1).sum();
    let mut body = Vec::with_capacity(n_record_bytes + META_BYTES);
    push_records(&hits.records, fields, &mut body)?;
    let Hits { total, records, reading, .. } = hits;
    let Page { limit, offset } = page;
    let has_more = offset.saturating_add(records.len() as u64) < *total && !records.is_empty();
    body.extend_from_slice(br#","meta":{"total":"#);
    body.extend_from_slice(itoa::Buffer::new().format(*total).as_bytes());
    body.extend_from_slice(br#","limit":"#);
    body.extend_from_slice(itoa::Buffer::new().format(limit).as_bytes());
    body.extend_from_slice(br#","offset":"#);
    body.extend_from_slice(itoa::Buffer::new().format(offset).as_bytes());
    body.extend_from_slice(if has_more { br#","hasMore":true"#.as_slice() } else { br#","hasMore":false"# });
    if let Some(Reading { rule, corrected, hint }) = reading {
        body.extend_from_slice(br#","match":""#);
        body.extend_from_slice(rule.as_str().as_bytes());
        body.push(b'"');
        if !corrected.is_empty() {
            body.extend_from_slice(br#","corrected":"#);
            serde_json::to_writer(&mut body, corrected)?;
        }
        if let Some(hint) = hint {
            body.extend_from_slice(br#","hint":"#);
            serde_json::to_writer(&mut body, hint)?;
        }
    }
    body.extend_from_slice(b"}}");
    Ok(body.into())
}

/// Starts to load the cache lines of the records; the last line of a record may be left out. The records are scattered in
/// memory, and a processor waits for many lines at once if it knows them all, but for one or two at a time in a copy.
fn prefetch_records(records: &[&[u8]]) {
    const CACHE_LINE_BYTES: usize = 64;
    for record in records {
        (0..record.len()).step_by(CACHE_LINE_BYTES).for_each(|position| prefetch_index(record, position));
    }
}

/// Builds the body of one record.
pub(crate) fn record_body(record: &[u8], fields: Option<Fields>) -> serde_json::Result<Bytes> {
    let n_record_bytes = if fields.is_none() { record.len() } else { 0 };
    let mut body = Vec::with_capacity(n_record_bytes + 16);
    body.extend_from_slice(br#"{"data":"#);
    push_record(record, fields, &mut body)?;
    body.push(b'}');
    Ok(body.into())
}

/// The start of a body, up to its first record.
pub(crate) const RECORDS_START: &str = r#"{"data":["#;

/// Returns the end of a body of [`records_body`], after its last record.
pub(crate) fn records_end(total: u64) -> String {
    format!(r#"],"meta":{{"total":{total}}}}}"#)
}

/// Builds the body of records that are not a page of a list. `meta` has only their number.
pub(crate) fn records_body(records: &[&[u8]], fields: Option<Fields>) -> serde_json::Result<Bytes> {
    let mut body = Vec::new();
    push_records(records, fields, &mut body)?;
    body.extend_from_slice(br#","meta":{"total":"#);
    body.extend_from_slice(itoa::Buffer::new().format(records.len()).as_bytes());
    body.extend_from_slice(b"}}");
    Ok(body.into())
}

/// Appends the start of a body, with all its records.
fn push_records(records: &[&[u8]], fields: Option<Fields>, body: &mut Vec<u8>) -> serde_json::Result<()> {
    body.extend_from_slice(RECORDS_START.as_bytes());
    for (idx, record) in records.iter().enumerate() {
        if idx > 0 {
            body.push(b',');
        }
        push_record(record, fields, body)?;
    }
    body.push(b']');
    Ok(())
}

/// Appends a record as it is stored, or reduced to some fields.
fn push_record(record: &[u8], fields: Option<Fields>, body: &mut Vec<u8>) -> serde_json::Result<()> {
    match fields {
        None => body.extend_from_slice(record),
        Some(fields) => fields.push(record, body)?,
    }
    Ok(())
}
