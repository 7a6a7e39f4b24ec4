/*!
`GET /api/v1/jurisdictions`, `topics`, `courts` and `coverage`: the catalogues, encoded in advance for each snapshot.
*/

use axum::extract::Request;

use crate::http::response::catalogues::CatalogueKind;
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::reply::Reply;
use crate::http::snapshot::responder::respond_with_catalogue;

/// Answers with a catalogue.
pub(crate) fn list_catalogue(kind: CatalogueKind, current: &CurrentSnapshot, request: &Request) -> Reply {
    let (snapshot, checked) = current.read(request.uri().query(), &[], |_, _| ());
    Reply::Ready(respond_with_catalogue(&snapshot, request, kind, checked))
}
