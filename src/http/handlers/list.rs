/*!
`GET /api/v1/statutes`, `cases` and `bills`: a page of the matching records.
*/

use axum::extract::Request;
use lexdex_core::model::{Parameter, Resource};

use crate::http::request::filter;
use crate::http::request::list::PAGE_PARAMETERS;
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::query::ApiQuery;
use crate::http::snapshot::reply::Reply;
use crate::http::snapshot::responder::respond;

/// Answers with a page of a list.
pub(crate) fn list_records(list: Resource, current: &CurrentSnapshot, request: Request) -> Reply {
    let known = [Parameter::filters(list), PAGE_PARAMETERS];
    let (snapshot, query) = current.read(request.uri().query(), &known, |params, catalogue| ApiQuery::Page {
        filter: filter::read(list, params, catalogue),
        order: params.order(),
        fields: params.fields(list),
        page: params.page(),
    });
    respond(snapshot, request, query)
}
