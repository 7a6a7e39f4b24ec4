use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;

use super::Builds;
use crate::index::Filter;
use crate::model::Resource;

/// The parameters of the list.
pub(super) const PARAMETERS: &[&str] = &["jurisdiction", "topic", "limit", "offset"];

/// `GET /api/v1/statutes`
pub(super) async fn list_statutes(State(builds): State<Arc<Builds>>, request: Request) -> Response {
    builds.current().list(&request, PARAMETERS, |params, catalogue| {
        Filter::all(Resource::Statutes).jurisdiction(params.jurisdiction(catalogue)).topic(params.topic(catalogue))
    })
}
