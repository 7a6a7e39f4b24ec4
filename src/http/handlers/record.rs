/*!
`GET /api/v1/statutes/{id}` and the like: one record; `GET /api/v1/statutes/{id}/similar`: the records similar to it.
*/

use axum::extract::Request;
use axum::http::Uri;
use lexdex_core::model::{Parameter, Resource};

use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::query::ApiQuery;
use crate::http::snapshot::reply::Reply;
use crate::http::snapshot::responder::respond;

/// Answers with the record of a list that the path names.
pub(crate) fn get_record(resource: Resource, current: &CurrentSnapshot, request: Request) -> Reply {
    let known = &[Parameter::Fields, Parameter::Format];
    let (snapshot, query) = current.read(request.uri().query(), &[known], |params, _| {
        let id = params.id(last_segment(request.uri()));
        match params.reference_format() {
            Some(format) => {
                params.reject_fields();
                ApiQuery::Reference { resource, id, format }
            }
            None => ApiQuery::Record { resource, id, fields: params.fields(resource) },
        }
    });
    respond(snapshot, request, query)
}

/// Answers with the records similar to the one that the path names.
pub(crate) fn get_similar(resource: Resource, current: &CurrentSnapshot, request: Request) -> Reply {
    let (snapshot, query) = current.read(request.uri().query(), &[&[Parameter::Fields]], |params, _| {
        let fields = params.fields(resource);
        ApiQuery::Similar { resource, id: params.id(record_segment(request.uri())), fields }
    });
    respond(snapshot, request, query)
}

/// Answers with the jurisdiction that the path names, by its id, abbreviation, slug or another name.
pub(crate) fn get_jurisdiction(current: &CurrentSnapshot, request: Request) -> Reply {
    let (snapshot, query) = current
        .read(request.uri().query(), &[], |params, _| ApiQuery::Jurisdiction(params.id(last_segment(request.uri()))));
    respond(snapshot, request, query)
}

/// Returns the second-to-last segment of a path, with or without a trailing slash.
fn record_segment(target: &Uri) -> &str {
    let path = target.path().strip_suffix('/').unwrap_or(target.path());
    path.rsplit('/').nth(1).unwrap_or(path)
}

/// Returns the last segment of a path, with or without a trailing slash.
pub(crate) fn last_segment(target: &Uri) -> &str {
    let path = target.path().strip_suffix('/').unwrap_or(target.path());
    path.rsplit_once('/').map_or(path, |(_, segment)| segment)
}
