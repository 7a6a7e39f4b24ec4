/*!
`GET /api/v1/statutes/facets` and the like: the number of matching records for each value of each facet.
*/

use axum::extract::Request;

use crate::http::request::list::List;
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::query::ApiQuery;
use crate::http::snapshot::reply::Reply;
use crate::http::snapshot::responder::respond;

/// Answers with the facet counts of a list.
pub(crate) fn count_facets(list: &List, current: &CurrentSnapshot, request: Request) -> Reply {
    let (snapshot, query) = current.read(request.uri().query(), &[list.filters], |params, catalogue| {
        ApiQuery::Facets((list.filter)(params, catalogue))
    });
    respond(snapshot, request, query)
}
