/*!
`GET /api/v1/changes`: the records that were added, changed or removed since a build, and the feeds of new and changed
records, `GET /api/v1/statutes.atom` and the like.
*/

use axum::extract::Request;
use lexdex_core::model::{Parameter, Resource};

use crate::http::base_path::BasePath;
use crate::http::request::changes::{self, Since};
use crate::http::request::feed::{self, FeedQuery};
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::query::ApiQuery;
use crate::http::snapshot::reply::Reply;
use crate::http::snapshot::responder::respond;

/// Answers with a page of the changes since a build.
pub(crate) fn list_changes(current: &CurrentSnapshot, request: Request) -> Reply {
    let (snapshot, query) = current.read(request.uri().query(), &[changes::PARAMETERS], |params, _| {
        // The default is never used: a parameter error prevents the execution.
        let since = changes::since(params).unwrap_or(Since::Time(0));
        ApiQuery::Changes { since, resource: changes::resource(params), page: params.page(), history: None }
    });
    respond(snapshot, request, query)
}

/// Answers with a page of the feed of a list.
pub(crate) fn get_feed(list: Resource, current: &CurrentSnapshot, base_path: &BasePath, request: Request) -> Reply {
    let known = [Parameter::filters(list), feed::PAGE_PARAMETERS];
    let (snapshot, query) = current.read(request.uri().query(), &known, |params, catalogue| {
        let feed = Box::new(FeedQuery::read(list, base_path, params, catalogue));
        ApiQuery::Feed { feed, history: None }
    });
    respond(snapshot, request, query)
}
