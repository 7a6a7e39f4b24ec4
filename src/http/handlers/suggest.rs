/*!
`GET /api/v1/suggest`: completions of a partly typed search.
*/

use axum::extract::Request;

use crate::http::base_path::BasePath;
use crate::http::request::suggest::{PARAMETERS, suggest_query};
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::query::ApiQuery;
use crate::http::snapshot::reply::Reply;
use crate::http::snapshot::responder::respond;

/// Answers with suggestions.
pub(crate) fn suggest(current: &CurrentSnapshot, base_path: &BasePath, request: Request) -> Reply {
    let (snapshot, query) = current.read(request.uri().query(), &[PARAMETERS], |params, _| {
        let (beginning, limit) = suggest_query(params);
        ApiQuery::Suggest { beginning, limit, base_path: base_path.clone() }
    });
    respond(snapshot, request, query)
}
