use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;

use super::params::Params;
use super::{ApiError, App};
use crate::index::Filter;
use crate::model::Resource;

/// The parameters of the list.
pub(super) const PARAMETERS: &[&str] = &["jurisdiction", "topic", "court", "limit", "offset"];

/// `GET /api/v1/cases`
pub(super) async fn list_cases(State(app): State<App>, uri: Uri) -> Result<Response, ApiError> {
    let catalogue = app.index.catalogue();
    let mut params = Params::parse(uri.query(), PARAMETERS);
    let filter = Filter::all(Resource::Cases)
        .jurisdiction(params.jurisdiction(catalogue))
        .topic(params.topic(catalogue))
        .court(params.court(catalogue));
    let page = params.page();
    params.finish()?;
    app.list(filter, page).await
}
