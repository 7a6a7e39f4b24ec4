use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;

use super::Builds;
use super::params::Params;
use crate::corpus::Catalogue;
use crate::index::Filter;
use crate::model::Resource;

/// The parameters of the list.
pub(super) const PARAMETERS: &[&str] = &["jurisdiction", "topic", "court", "limit", "offset"];

/// `GET /api/v1/cases`
pub(super) async fn list_cases(State(builds): State<Arc<Builds>>, request: Request) -> Response {
    let filter = |params: &mut Params<'_>, catalogue: &Catalogue| {
        Filter::all(Resource::Cases)
            .jurisdiction(params.jurisdiction(catalogue))
            .topic(params.topic(catalogue))
            .court(params.court(catalogue))
    };
    builds.current().list(request, PARAMETERS, filter).await
}
