/*!
The lists: which parameters each takes, and what is asked of them.
*/

use axum::extract::Request;

use crate::corpus::Catalogue;
use crate::http::request::params::Params;
use crate::http::snapshot::current_snapshot::Builds;
use crate::http::snapshot::query::Question;
use crate::http::snapshot::reply::Answer;
use crate::index::Filter;
use crate::model::{Parameter, Resource};

/// A list of records.
pub(crate) struct List {
    /// The records.
    pub(crate) resource: Resource,
    /// The parameters that select records.
    pub(crate) filters: &'static [Parameter],
    /// Reads those parameters.
    pub(crate) filter: fn(&mut Params<'_>, &Catalogue) -> Filter,
}

/// The parameters that choose from the records that were selected.
pub(crate) const PAGE: &[Parameter] = &[Parameter::Sort, Parameter::Fields, Parameter::Limit, Parameter::Offset];

/// `GET /api/v1/statutes` and the like: a page of the records that match.
pub(crate) fn list_records(list: &'static List, builds: &Builds, request: Request) -> Answer {
    let ask = |params: &mut Params<'_>, catalogue: &Catalogue| {
        let filter = (list.filter)(params, catalogue);
        let order = params.order();
        let fields = params.fields(list.resource);
        Question::Page { filter, order, page: params.page(), fields }
    };
    builds.current().answer(request, &[list.filters, PAGE], ask)
}
