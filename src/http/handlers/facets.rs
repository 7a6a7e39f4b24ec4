/*!
`GET /api/v1/statutes/facets` and the like: the number of matching records for each value of each facet.
*/

use axum::extract::Request;
use lexdex_core::model::{Parameter, Resource};

use crate::http::request::filter;
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::query::ApiQuery;
use crate::http::snapshot::reply::Reply;
use crate::http::snapshot::responder::respond;

/// Answers with the facet counts of a list.
pub(crate) fn count_facets(list: Resource, current: &CurrentSnapshot, request: Request) -> Reply {
    let (snapshot, query) = current.read(request.uri().query(), &[Parameter::filters(list)], |params, catalogue| {
        ApiQuery::Facets(filter::read(list, params, catalogue))
    });
    respond(snapshot, request, query)
}
