/*!
`POST /api/v1/citations`: checks the citations of a text.
*/

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header;
use axum::http::request::Parts;
use axum::response::Response;
use jiff::{Timestamp, tz};
use lexdex_index::citation_check::check_text;

use crate::http::base_path::BasePath;
use crate::http::client::client_key::ClientKey;
use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::conditional::NO_STORE;
use crate::http::protocol::content_coding::{ContentCoding, EncodedBody};
use crate::http::protocol::request_body;
use crate::http::request::citations::{CitationsRequest, MEDIA_TYPES};
use crate::http::response::citations;
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::reply::Reply;
use crate::http::snapshot::responder::with_build_id;
use crate::http::snapshot::snapshot::Snapshot;

/// Answers with the checked citations of the body, which must arrive within `time`.
pub(crate) fn check_citations(
    current: &CurrentSnapshot,
    base_path: &BasePath,
    time: Duration,
    request: Request,
) -> Reply {
    let (snapshot, checked) = current.read(request.uri().query(), &[], |_, _| ());
    let base_path = base_path.clone();
    match checked {
        Err(error) => Reply::Ready(with_build_id(&snapshot, Err(error))),
        Ok(()) => Reply::deferred(async move {
            let (head, body) = request.into_parts();
            let response = respond(&snapshot, base_path, time, &head, body).await;
            with_build_id(&snapshot, response)
        }),
    }
}

/// Returns the year of the present day where it begins first, so that no decision of today is in the future.
fn year_somewhere() -> u16 {
    tz::offset(14).to_datetime(Timestamp::now()).year().unsigned_abs()
}

/// Reads the body, and checks its citations on a worker.
async fn respond(
    snapshot: &Arc<Snapshot>,
    base_path: BasePath,
    time: Duration,
    head: &Parts,
    body: Body,
) -> Result<Response, ApiError> {
    let asked = CitationsRequest::read(request_body::read(head, body, MEDIA_TYPES, time).await?)?;
    let ticket = snapshot.workers.admit(ClientKey::from_extensions(&head.extensions))?;
    let coding = ContentCoding::negotiate(&head.headers);
    let of_worker = Arc::clone(snapshot);
    let checked = ticket.run(move || -> Result<EncodedBody, ApiError> {
        let checked = check_text(&of_worker.index, &asked.text, asked.n_preface_bytes, year_somewhere())?;
        Ok(EncodedBody::new(citations::body(&checked, &base_path)?, coding))
    });
    let body = checked.await.map_err(|error| ApiError::internal(format!("a check of citations failed: {error}")))??;
    snapshot.metrics.count_body(body.coding);
    let mut response = body.into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, NO_STORE);
    Ok(response)
}
