use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::response::Response;
use serde::Serialize;

use super::Builds;
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
pub(super) async fn list_jurisdictions(State(builds): State<Arc<Builds>>, request: Request) -> Response {
    builds.current().jurisdictions(&request)
}

/// The whole answer, the same for every request.
pub(super) fn body(catalogue: &Catalogue) -> Bytes {
    let data = catalogue.jurisdictions.entries();
    let body = JurisdictionsBody { data, meta: JurisdictionsMeta { total: data.len() } };
    // Strings and numbers always serialize.
    serde_json::to_vec(&body).unwrap_or_default().into()
}
