/*!
`GET /api/v1/statutes`, `cases` and `bills`: a page of the matching records.
*/

use axum::extract::Request;

use crate::http::request::list::{List, PAGE_PARAMETERS};
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::query::ApiQuery;
use crate::http::snapshot::reply::Reply;
use crate::http::snapshot::responder::respond;

/// Answers with a page of a list.
pub(crate) fn list_records(list: &List, current: &CurrentSnapshot, request: Request) -> Reply {
    let known = [list.filters, PAGE_PARAMETERS];
    let (snapshot, query) = current.read(request.uri().query(), &known, |params, catalogue| ApiQuery::Page {
        filter: (list.filter)(params, catalogue),
        order: params.order(),
        fields: params.fields(list.resource),
        page: params.page(),
    });
    respond(snapshot, request, query)
}
