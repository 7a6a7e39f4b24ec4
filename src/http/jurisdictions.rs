use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use serde::Serialize;

use super::envelope::json_response;
use super::params::Params;
use super::{ApiError, App};
use crate::corpus::Catalogue;
use crate::model::Jurisdiction;

#[derive(Serialize)]
struct JurisdictionsBody<'c> {
    data: &'c [Jurisdiction],
    meta: JurisdictionsMeta,
}

#[derive(Serialize)]
struct JurisdictionsMeta {
    total: usize,
}

/// `GET /api/v1/jurisdictions`
pub(super) async fn list_jurisdictions(State(app): State<App>, uri: Uri) -> Result<Response, ApiError> {
    Params::parse(uri.query(), &[]).finish()?;
    Ok(json_response(Body::from(app.jurisdictions.clone())))
}

/// The whole answer, the same for every request.
pub(super) fn body(catalogue: &Catalogue) -> Bytes {
    let data = catalogue.jurisdictions.entries();
    let body = JurisdictionsBody { data, meta: JurisdictionsMeta { total: data.len() } };
    // Strings and numbers always serialize.
    serde_json::to_vec(&body).unwrap_or_default().into()
}
