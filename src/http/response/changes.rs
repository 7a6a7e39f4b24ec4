/*!
Builds the bodies of changes, and the errors of the history.
*/

use axum::body::Bytes;
use axum::http::StatusCode;
use jiff::Timestamp;
use lexdex_core::model::{ChangeKind, Resource};
use lexdex_index::{Change, History, Hits, NoHistory, Page};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::http::protocol::api_error::ApiError;
use crate::http::request::changes::Since;
use crate::http::response::envelope;

/// A record that differs between two builds.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecordChange)]
pub(crate) struct ChangeEntry<'c> {
    /// The kind of change between the build that `since` names and the build of this response.
    change: ChangeKind,
    /// The list of the record.
    resource: Resource,
    /// The id of the record.
    id: &'c str,
    /// The publication time of the build with the record's last change.
    #[schema(value_type = String, format = DateTime)]
    published_at: String,
}

/// Builds the body of a page of changes. `total` counts the changes on all pages.
pub(crate) fn body(changes: &[Change], total: u64, page: Page) -> serde_json::Result<Bytes> {
    let entries: Vec<Vec<u8>> = changes.iter().map(entry).collect::<Result<_, _>>()?;
    let records = entries.iter().map(Vec::as_slice).collect();
    envelope::list_body(&Hits { total, records, is_resident: true, reading: None }, page, None)
}

fn entry(change: &Change) -> serde_json::Result<Vec<u8>> {
    let Change { kind, resource, id, published } = change;
    serde_json::to_vec(&ChangeEntry { change: *kind, resource: *resource, id, published_at: time(*published) })
}

/// Formats a time, in seconds since the Unix epoch, by RFC 3339.
pub(crate) fn time(seconds: u64) -> String {
    let seconds = i64::try_from(seconds).unwrap_or(i64::MAX);
    Timestamp::from_second(seconds).unwrap_or(Timestamp::MAX).to_string()
}

/// Creates the 404 for an index without a history.
pub(crate) fn no_history(reason: NoHistory) -> ApiError {
    let message = match reason {
        NoHistory::NotPublished => {
            "this server has no history of changes, because its index is not in a folder of published indexes: publish \
             each index with `index-builder publish INDEX --to DIR`, and serve DIR"
        }
        NoHistory::Missing => {
            "this build has no history of changes, because the program that published it kept none: the next \
             `index-builder publish` begins one"
        }
        NoHistory::Damaged => {
            "the history of this build is damaged, and the server's log says how: the next `index-builder publish` \
             begins another one"
        }
    };
    ApiError::new(StatusCode::NOT_FOUND, message)
}

/// Finds the build that `since` names, as a position in the history. Fails with a 410 that names the oldest build if
/// the history does not reach back to it.
pub(crate) fn find(history: &History, since: &Since) -> Result<usize, ApiError> {
    let found = match since {
        Since::Build(build) => history.find_build(build),
        Since::Time(seconds) => history.find_time(*seconds),
    };
    found.ok_or_else(|| {
        // A history has at least one build.
        let oldest = history.builds().first();
        let (build, published_at) =
            oldest.map_or_else(Default::default, |oldest| (&*oldest.build, time(oldest.published)));
        let asked = match since {
            Since::Build(asked) => format!("does not have build {asked}, or no longer has it"),
            Since::Time(_) => "does not go back to that time".to_owned(),
        };
        let message = format!(
            "the history of changes {asked}: its oldest build is {build}, published at {published_at}; read the lists \
             again, and then the changes since the build of `Lexdex-Build`"
        );
        ApiError::new(StatusCode::GONE, message)
            .detail("oldestBuild", json!({ "build": build, "publishedAt": published_at }))
    })
}
