/*!
The page of a record.
*/

use axum::body::Bytes;
use lexdex_core::citations::with_cited_name;
use lexdex_core::corpus::{Jurisdictions, bill_session};
use lexdex_core::model::{Date, RecordFormat, ReferenceFormat, Resource};
use lexdex_index::Index;
use maud::{Markup, html};

use crate::http::response::envelope;
use crate::http::response::record_fields::RecordFields;
use crate::http::response::references;
use crate::http::response::text_links;
use crate::http::site::pages::answer::answer;
use crate::http::site::pages::linked_data::linked_data;
use crate::http::site::pages::{PageShell, View, embedded};

/// Renders the page of a record, given as JSON, with the day on which the project wrote its summary, if it did.
pub(crate) fn record_page(
    shell: &PageShell,
    list: Resource,
    (record, summary_date): (&[u8], Option<Date>),
    index: &Index,
) -> serde_json::Result<Bytes> {
    let body = envelope::record_body(record, None)?;
    let record: RecordFields<'_> = serde_json::from_slice(record)?;
    let addresses = text_links::addresses(list, &record);
    let summary_source = summary_date.map(envelope::summary_source);
    let path = shell.join(&format!("/{list}/{}", record.id));
    let feed = index.history().is_ok().then(|| shell.join(&format!("/api/v1/{list}.atom?id={}", record.id)));
    let cited = cited(list, &record, &index.catalogue().jurisdictions);
    let name = record.name();
    let title = match (list, &cited) {
        (_, None) => name.to_owned(),
        (Resource::Cases, Some(cited)) => format!("{name}, {cited}"),
        (Resource::Statutes | Resource::Bills, Some(cited)) => format!("{cited}: {name}"),
    };
    let data = embedded(&linked_data(list, &record, &path, &addresses))?;
    let description = match &record.summary {
        Some(summary) => summary.to_string(),
        None => format!("{}. Source: {}.", record.court.as_deref().unwrap_or(&record.jurisdiction), record.source()),
    };
    let content = html! {
        h1 { (name) }
        @if let Some(cited) = &cited { p.cite { (cited) } }
        @if let Some(summary) = &record.summary { p.summary { (summary) } }
        @if summary_source.is_some() { p { "Summary by lexdex, not the text of the " (text_name(list)) "." } }
        @for address in &addresses { p { a href=(address) rel="external noreferrer" { (address) } } }
        @if let Some(feed) = &feed { p { a href=(feed) { "Feed of its changes" } } }
    };
    let head = html! {
        link rel="canonical" href=(path);
        (alternates(&shell.join(&format!("/api/v1/{list}/{}", record.id))))
        @if let Some(feed) = &feed { link rel="alternate" type="application/atom+xml" href=(feed); }
        (citation_tags(list, &record, &addresses))
        (answer(index, &body, &addresses, summary_source.as_deref())?)
        script type="application/ld+json" { (data) }
    };
    Ok(shell.render(View { title, description, head, content }))
}

/// The citation of a decision with its year, of a section by the name by which its code is cited, or the number and the
/// session of a bill.
fn cited(list: Resource, record: &RecordFields<'_>, jurisdictions: &Jurisdictions) -> Option<String> {
    match list {
        Resource::Cases => {
            let citation = record.citation()?;
            // A neutral citation begins with the year.
            let year = record.date().and_then(|date| date.get(..4)).filter(|year| !citation.starts_with(year));
            Some(year.map_or_else(|| citation.to_owned(), |year| format!("{citation} ({year})")))
        }
        Resource::Statutes => {
            let citation = with_cited_name(record.citation()?);
            Some(record.code_year().map(|year| format!("{citation} ({year})")).unwrap_or(citation))
        }
        Resource::Bills => {
            let number = record.bill_number.as_deref()?;
            let session = bill_session::from_id(&record.id, &record.jurisdiction_id, number);
            let session = session.and_then(|session| bill_session::label(session, jurisdictions));
            Some(session.map_or_else(|| number.to_owned(), |session| format!("{number}, {session}")))
        }
    }
}

/// The text that a summary is about.
fn text_name(list: Resource) -> &'static str {
    match list {
        Resource::Cases => "decision",
        Resource::Statutes => "law",
        Resource::Bills => "bill",
    }
}

/// Links to the record in other formats. Zotero imports the first that it can read.
fn alternates(request: &str) -> Markup {
    html! {
        @for format in [RecordFormat::CslJson, RecordFormat::Ris, RecordFormat::Bibtex] {
            @if let Some(reference) = format.reference() {
                link rel="alternate" type=(essence(reference)) title=(format) href={ (request) "?format=" (format) };
            }
        }
        link rel="alternate" type="application/json" href=(request);
    }
}

/// Returns the media type of a format without its parameters.
fn essence(format: ReferenceFormat) -> String {
    let media_type = references::media_type(format);
    let media_type = media_type.to_str().unwrap_or_default();
    media_type.split_once(';').map_or(media_type, |(essence, _)| essence).to_owned()
}

/// The tags of Highwire Press, and the type of item for Zotero.
fn citation_tags(list: Resource, record: &RecordFields<'_>, addresses: &[String]) -> Markup {
    let kind = match list {
        Resource::Cases => "case",
        Resource::Statutes => "statute",
        Resource::Bills => "bill",
    };
    html! {
        meta name="DC.type" content=(kind);
        meta name="citation_title" content=(record.name());
        @if let Some(date) = record.reference_date(list) { meta name="citation_date" content=(date.replace('-', "/")); }
        @for topic in &record.topics { meta name="citation_keywords" content=(topic); }
        @if let Some(address) = addresses.first() { meta name="citation_public_url" content=(address); }
        meta name="citation_language" content="en";
    }
}
