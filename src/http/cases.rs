use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;

use super::params::Params;
use super::{ApiError, App};
use crate::index::{CaseFilter, CourtSelection, ListFilter};

/// The parameters of the list.
pub(super) const PARAMETERS: &[&str] = &["jurisdiction", "topic", "court", "limit", "offset"];

/// `GET /api/v1/cases`
pub(super) async fn list_cases(State(app): State<App>, uri: Uri) -> Result<Response, ApiError> {
    let catalogue = app.index.catalogue();
    let mut params = Params::parse(uri.query(), PARAMETERS);
    let filter = CaseFilter {
        jurisdiction: params.jurisdiction(catalogue),
        topic: params.topic(catalogue),
        court: params.value("court").map(|court| CourtSelection::find(court, &catalogue.courts)),
    };
    let page = params.page();
    params.finish()?;
    Ok(app.list(ListFilter::Cases(filter), page))
}
