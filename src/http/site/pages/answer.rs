/*!
The response of the API for the view of a page, as a data block. The scripts draw the view from it, so that it costs one
request.
*/

use lexdex_index::Index;
use maud::{Markup, html};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::http::response::catalogues::{Extent, extent};
use crate::http::site::pages::embedded;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    build: &'a str,
    body: &'a RawValue,
    /// The addresses of the text of a record.
    texts: &'a [String],
    /// Whether the record or the list has a feed.
    has_feed: bool,
    /// The author of the summary of a record, if the source of the record is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    summary_source: Option<&'a str>,
    extent: Extent,
}

/// Renders the data block of a response with this body.
pub(super) fn answer(
    index: &Index,
    body: &[u8],
    texts: &[String],
    summary_source: Option<&str>,
) -> serde_json::Result<Markup> {
    let answer = Answer {
        build: &index.manifest().build_id(),
        body: serde_json::from_slice(body)?,
        texts,
        has_feed: index.history().is_ok(),
        summary_source,
        extent: extent(index),
    };
    let data = embedded(&answer)?;
    Ok(html! { script id="answer" type="application/json" { (data) } })
}
