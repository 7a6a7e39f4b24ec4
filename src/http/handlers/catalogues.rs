/*!
`GET /api/v1/jurisdictions`, `topics`, `courts` and `coverage`: the catalogues, encoded in advance for each snapshot.
*/

use axum::body::Body;
use axum::extract::Request;
use lexdex_core::model::{Parameter, Resource};

use crate::http::protocol::json::json_response;
use crate::http::response::catalogues::{CatalogueKind, CoveragePart};
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::reply::Reply;
use crate::http::snapshot::responder::{respond_with_catalogue, with_build_id};

/// Answers with a catalogue.
pub(crate) fn list_catalogue(kind: CatalogueKind, current: &CurrentSnapshot, request: &Request) -> Reply {
    let (snapshot, checked) = current.read(request.uri().query(), &[], |_, _| ());
    Reply::Ready(respond_with_catalogue(&snapshot, request, kind, checked))
}

/// Answers with the coverage of one list or of all, in the jurisdictions that the request names. Only the MCP tool
/// selects a part; the API endpoint always returns the whole coverage.
pub(crate) fn narrowed_coverage(resource: Option<Resource>, current: &CurrentSnapshot, request: &Request) -> Reply {
    let known: &[&[Parameter]] = &[&[Parameter::Jurisdiction]];
    let (snapshot, part) = current.read(request.uri().query(), known, |params, catalogue| {
        let ids = params.jurisdictions(Parameter::Jurisdiction, catalogue);
        let jurisdictions = ids.map(|ids| ids.into_iter().map(str::to_owned).collect());
        CoveragePart { resource, jurisdictions }
    });
    let response = part.map(|part| json_response(Body::from(part.body(&snapshot.index))));
    Reply::Ready(with_build_id(&snapshot, response))
}
