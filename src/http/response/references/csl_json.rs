/*!
Writes references as CSL-JSON: an array of items, also for one item, as the schema of the format has it.
*/

use std::io::{self, Write};
use std::iter;

use lexdex_core::model::Resource;
use serde::Serialize;

use crate::http::response::references::{Reference, ReferenceDate};

/// An item.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Item<'r> {
    id: &'r str,
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    volume: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    container_title: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chapter_number: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    references: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    authority: Option<&'r str>,
    jurisdiction: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    issued: Option<Issued>,
    #[serde(skip_serializing_if = "Option::is_none")]
    keyword: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#abstract: Option<&'r str>,
    #[serde(rename = "URL", skip_serializing_if = "Option::is_none")]
    address: Option<&'r str>,
    source: &'r str,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Issued {
    /// The year, or the year, the month and the day.
    date_parts: [Vec<u16>; 1],
}

/// Writes an item, with the start of the array before the first.
pub(super) fn write(reference: &Reference<'_>, is_first: bool, writer: &mut impl Write) -> io::Result<()> {
    let Reference { list, record, place, session, date, address } = reference;
    let item = Item {
        id: &record.id,
        kind: match list {
            Resource::Cases => "legal_case",
            Resource::Statutes => "legislation",
            Resource::Bills => "bill",
        },
        title: record.name(),
        volume: place.volume,
        container_title: place.container,
        page: place.page,
        section: place.section,
        number: record.bill_number.as_deref(),
        chapter_number: session.as_deref(),
        references: record.law(),
        authority: record.court.as_deref(),
        jurisdiction: &record.jurisdiction,
        issued: date.map(|ReferenceDate { year, day }| {
            let day = day.into_iter().flat_map(|(month, day)| [month.into(), day.into()]);
            Issued { date_parts: [iter::once(year).chain(day).collect()] }
        }),
        keyword: (!record.topics.is_empty()).then(|| record.topics.join(", ")),
        r#abstract: record.summary.as_deref(),
        address: address.as_deref(),
        source: record.source(),
    };
    writer.write_all(if is_first { b"[\n" } else { b",\n" })?;
    Ok(serde_json::to_writer(writer, &item)?)
}

/// Writes the end of the array, and its start if it has no item.
pub(super) fn write_end(is_empty: bool, writer: &mut impl Write) -> io::Result<()> {
    writer.write_all(if is_empty { b"[]\n" } else { b"\n]\n" })
}
