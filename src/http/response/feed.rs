/*!
Builds Atom feeds (RFC 4287) of new and changed records, in pages (RFC 5005).

The targets of links are paths without a host, because the service does not know the public address of its proxies. RFC
4287 allows that: a feed reader resolves them against the address of the feed. Identifiers must not depend on the
address, so they are UUIDs of version 8 (RFC 9562) from a digest of the record's list and id.
*/

use std::borrow::Cow;
use std::io;

use axum::body::Bytes;
use axum::http::HeaderValue;
use lexdex_core::model::Resource;
use lexdex_index::{FieldEdit, News, NewsRecord, Page};
use maud::{Markup, html};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::http::request::feed::FeedQuery;
use crate::http::request::params::DEFAULT_LIMIT;
use crate::http::response::changes::time;
use crate::http::response::page_links::offsets;

pub(crate) const MEDIA_TYPE: HeaderValue = HeaderValue::from_static("application/atom+xml");

const NAMESPACE: &str = "http://www.w3.org/2005/Atom";

/// The fields of a record that its entry is built from.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FeedRecord<'r> {
    #[serde(borrow)]
    id: Cow<'r, str>,
    #[serde(borrow)]
    title: Option<Cow<'r, str>>,
    #[serde(borrow)]
    case_name: Option<Cow<'r, str>>,
    #[serde(borrow)]
    bill_number: Option<Cow<'r, str>>,
    #[serde(borrow)]
    status: Option<Cow<'r, str>>,
    #[serde(default, borrow)]
    topics: Vec<Cow<'r, str>>,
    #[serde(borrow)]
    summary: Option<Cow<'r, str>>,
    #[serde(borrow)]
    meta: FeedMeta<'r>,
}

#[derive(Deserialize)]
struct FeedMeta<'r> {
    #[serde(borrow)]
    citation: Option<Cow<'r, str>>,
}

/// Builds the body of a page of a feed. `build` is the id of the build, and `current` the time of its publication, in
/// seconds since the Unix epoch.
pub(crate) fn body(query: &FeedQuery, news: &News<'_>, build: &str, current: u64) -> Result<Bytes, anyhow::Error> {
    let resource = query.filter.resource();
    let records = news.records.iter().map(|news| Ok((news, serde_json::from_slice(news.record)?)));
    let records: Vec<(&NewsRecord<'_>, FeedRecord<'_>)> = records.collect::<serde_json::Result<_>>()?;
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("utf-8"), None)))?;
    writer.create_element("feed").with_attribute(("xmlns", NAMESPACE)).write_inner_content(|writer| {
        let filters = query.filters_in_words();
        let title = match &*filters {
            "" => format!("New and changed {resource}"),
            filters => format!("New and changed {resource}: {filters}"),
        };
        write_text(writer, "id", &urn(&format!("feed/{resource}?{}", query.query_string())))?;
        write_text(writer, "title", &title)?;
        write_text(writer, "updated", &time(news.latest.unwrap_or(current)))?;
        writer.create_element("author").write_inner_content(|writer| write_text(writer, "name", "lexdex"))?;
        writer
            .create_element("generator")
            .with_attribute(("version", env!("CARGO_PKG_VERSION")))
            .write_text_content(BytesText::new("lexdex"))?;
        write_page_links(writer, query, build, news.total)?;
        records.iter().try_for_each(|(news, record)| write_entry(writer, query, news, record))
    })?;
    let mut body = writer.into_inner();
    body.push(b'\n');
    Ok(body.into())
}

/// Writes the links to the feed itself, to the list, and to the other pages of this build.
fn write_page_links(writer: &mut Writer<Vec<u8>>, query: &FeedQuery, build: &str, total: u64) -> io::Result<()> {
    let Page { limit, offset } = query.page;
    let filters = query.query_string();
    let joined = |more: &str| match (&*filters, more) {
        ("", "") => String::new(),
        ("", more) | (more, "") => format!("?{more}"),
        (filters, more) => format!("?{filters}&{more}"),
    };
    let path = query.path();
    let own =
        [(limit != DEFAULT_LIMIT).then(|| format!("limit={limit}")), (offset != 0).then(|| format!("offset={offset}"))];
    let own = own.into_iter().flatten().collect::<Vec<_>>().join("&");
    write_link(writer, "self", Some("application/atom+xml"), &format!("{path}{}", joined(&own)))?;
    let list = query.base_path.join(&format!("/{}", query.filter.resource()));
    write_link(writer, "alternate", Some("text/html"), &format!("{list}{}", joined("")))?;
    for (relation, offset) in offsets(query.page, total) {
        let Some(offset) = offset else { continue };
        // RFC 5005 uses `previous` in place of `prev`.
        let relation = if relation == "prev" { "previous" } else { relation };
        let page = joined(&format!("build={build}&limit={limit}&offset={offset}"));
        write_link(writer, relation, None, &format!("{path}{page}"))?;
    }
    Ok(())
}

fn write_entry(
    writer: &mut Writer<Vec<u8>>,
    query: &FeedQuery,
    news: &NewsRecord<'_>,
    record: &FeedRecord<'_>,
) -> io::Result<()> {
    let resource = query.filter.resource();
    let path = format!("/{resource}/{}", record.id);
    writer.create_element("entry").write_inner_content(|writer| {
        write_text(writer, "id", &urn(&format!("{resource}/{}", record.id)))?;
        write_text(writer, "title", &title(resource, record))?;
        write_text(writer, "updated", &time(news.published))?;
        write_link(writer, "alternate", Some("text/html"), &query.base_path.join(&path))?;
        let in_api = query.base_path.join(&format!("/api/v1{path}"));
        write_link(writer, "alternate", Some("application/json"), &in_api)?;
        for topic in &record.topics {
            writer.create_element("category").with_attribute(("term", &*clean(topic))).write_empty()?;
        }
        if let Some(summary) = &record.summary {
            write_text(writer, "summary", summary)?;
        }
        let content = content(news.edits.as_deref(), record).into_string();
        writer
            .create_element("content")
            .with_attribute(("type", "html"))
            .write_text_content(BytesText::new(&clean(&content)))?;
        Ok(())
    })?;
    Ok(())
}

/// Returns the title with the status: `SB 1 (signed): An act`, `Mail fraud, 18 U.S.C. § 1341 (amended)`.
fn title(resource: Resource, record: &FeedRecord<'_>) -> String {
    let name = record.title.as_deref().or(record.case_name.as_deref()).unwrap_or_default();
    let citation = record.meta.citation.as_deref();
    let status = record.status.as_deref().map(|status| format!(" ({})", status.replace('_', " "))).unwrap_or_default();
    match (resource, record.bill_number.as_deref(), citation) {
        (Resource::Bills, Some(number), _) => format!("{number}{status}: {name}"),
        (_, _, Some(citation)) => format!("{name}, {citation}{status}"),
        _ => format!("{name}{status}"),
    }
}

/// Returns the changed fields, or that the record is new, and the summary.
fn content(edits: Option<&[FieldEdit]>, record: &FeedRecord<'_>) -> Markup {
    html! {
        @match edits {
            None => p { "New" },
            Some(edits) => ul { @for edit in edits { li { (edit_in_words(edit)) } } },
        }
        @if let Some(summary) = &record.summary { p { (summary) } }
    }
}

/// Describes a changed field: `status: from in_committee to signed`.
fn edit_in_words(FieldEdit { field, values }: &FieldEdit) -> String {
    match values {
        None => format!("{field}: changed"),
        Some([from, to]) if from.is_empty() => format!("{field}: added, {to}"),
        Some([from, to]) if to.is_empty() => format!("{field}: removed, {from}"),
        Some([from, to]) => format!("{field}: from {from} to {to}"),
    }
}

fn write_text(writer: &mut Writer<Vec<u8>>, name: &str, text: &str) -> io::Result<()> {
    writer.create_element(name).write_text_content(BytesText::new(&clean(text)))?;
    Ok(())
}

fn write_link(writer: &mut Writer<Vec<u8>>, relation: &str, media_type: Option<&str>, target: &str) -> io::Result<()> {
    let link = writer.create_element("link").with_attribute(("rel", relation));
    let link = match media_type {
        Some(media_type) => link.with_attribute(("type", media_type)),
        None => link,
    };
    link.with_attribute(("href", target)).write_empty()?;
    Ok(())
}

/// Removes the characters that XML 1.0 forbids even in escaped form.
fn clean(text: &str) -> Cow<'_, str> {
    let is_allowed = |character: char| match character {
        '\t' | '\n' | '\r' => true,
        '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => false,
        _ => true,
    };
    if text.chars().all(is_allowed) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|character| is_allowed(*character)).collect())
}

/// Returns the URN of a UUID of version 8 for a name.
fn urn(name: &str) -> String {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&Sha256::digest(format!("lexdex/{name}"))[..16]);
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let digits = const_hex::encode(bytes);
    let (a, b, c, d, e) = (&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]);
    format!("urn:uuid:{a}-{b}-{c}-{d}-{e}")
}
