/*!
`GET /api/v1/jurisdictions`, `topics`, `courts` and `coverage`: the catalogues, encoded in advance for each snapshot.
*/

use axum::body::Body;
use axum::extract::Request;
use lexdex_core::model::{Parameter, Resource};

use crate::http::protocol::json::json_response;
use crate::http::response::catalogues::{CatalogueKind, CataloguePart};
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::reply::Reply;
use crate::http::snapshot::responder::{respond_with_catalogue, with_build_id};

/// Answers with a catalogue.
pub(crate) fn list_catalogue(kind: CatalogueKind, current: &CurrentSnapshot, request: &Request) -> Reply {
    let (snapshot, checked) = current.read(request.uri().query(), &[], |_, _| ());
    Reply::Ready(respond_with_catalogue(&snapshot, request, kind, checked))
}

/// Answers with a page of the entries of a catalogue that the request selects. `resource` is the list of a coverage. Only
/// the MCP tools select a part; the API endpoints always return the whole catalogue.
pub(crate) fn list_catalogue_part(
    kind: CatalogueKind,
    resource: Option<Resource>,
    current: &CurrentSnapshot,
    request: &Request,
) -> Reply {
    let (snapshot, part) = current.read(request.uri().query(), &[part_parameters(kind)], |params, catalogue| {
        let jurisdictions = params.jurisdictions(Parameter::Jurisdiction, catalogue);
        let jurisdictions = jurisdictions.map(|ids| ids.into_iter().map(str::to_owned).collect());
        let courts = params.normalized_values(Parameter::Court);
        CataloguePart { resource, jurisdictions, courts, page: Some(params.page()) }
    });
    let response = part.map(|part| json_response(Body::from(part.body(kind, &snapshot.index))));
    Reply::Ready(with_build_id(&snapshot, response))
}

/// Returns the parameters that select entries of a catalogue.
pub(crate) fn part_parameters(kind: CatalogueKind) -> &'static [Parameter] {
    match kind {
        CatalogueKind::Topics => &[Parameter::Limit, Parameter::Offset],
        CatalogueKind::Jurisdictions | CatalogueKind::Coverage => {
            &[Parameter::Jurisdiction, Parameter::Limit, Parameter::Offset]
        }
        CatalogueKind::Courts => &[Parameter::Jurisdiction, Parameter::Court, Parameter::Limit, Parameter::Offset],
    }
}
