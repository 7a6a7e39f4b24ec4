/*!
`GET /api/v1/statutes/{id}` and the like: one record.
*/

use axum::extract::Request;
use axum::http::Uri;

use crate::corpus::Catalogue;
use crate::http::request::list::List;
use crate::http::request::params::Params;
use crate::http::snapshot::current_snapshot::Builds;
use crate::http::snapshot::query::Question;
use crate::http::snapshot::reply::Answer;
use crate::model::Parameter;

/// Answers with the record of a list that the path names.
pub(crate) fn get_record(list: &'static List, builds: &Builds, request: Request) -> Answer {
    let id = last_segment(request.uri());
    let ask = |params: &mut Params<'_>, _: &Catalogue| {
        let fields = params.fields(list.resource);
        Question::Record { resource: list.resource, id: params.id(&id), fields }
    };
    builds.current().answer(request, &[&[Parameter::Fields]], ask)
}

/// Answers with the jurisdiction that the path names, by its id, abbreviation, slug or another name.
pub(crate) fn get_jurisdiction(builds: &Builds, request: Request) -> Answer {
    let id = last_segment(request.uri());
    let ask = |params: &mut Params<'_>, _: &Catalogue| Question::Jurisdiction(params.id(&id));
    builds.current().answer(request, &[], ask)
}

/// What stands behind the last slash of a path, but for one at its end.
fn last_segment(target: &Uri) -> String {
    let path = target.path().strip_suffix('/').unwrap_or(target.path());
    path.rsplit_once('/').map_or(path, |(_, segment)| segment).to_owned()
}
