use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;

use super::params::Params;
use super::{ApiError, App};
use crate::index::Filter;
use crate::model::Resource;

/// The parameters of the list.
pub(super) const PARAMETERS: &[&str] = &["jurisdiction", "topic", "status", "chamber", "limit", "offset"];

/// `GET /api/v1/bills`
pub(super) async fn list_bills(State(app): State<App>, uri: Uri) -> Result<Response, ApiError> {
    let catalogue = app.index.catalogue();
    let mut params = Params::parse(uri.query(), PARAMETERS);
    let filter = Filter::all(Resource::Bills)
        .jurisdiction(params.jurisdiction(catalogue))
        .topic(params.topic(catalogue))
        .status(params.word("status"))
        .chamber(params.word("chamber"));
    let page = params.page();
    params.finish()?;
    app.list(filter, page).await
}
