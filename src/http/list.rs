/*!
The lists: which parameters each takes, and what is asked of them.
*/

use axum::extract::Request;

use super::Builds;
use super::answer::Answer;
use super::params::Params;
use super::question::Question;
use crate::corpus::Catalogue;
use crate::index::Filter;
use crate::model::{Parameter, Resource};

/// A list of records.
pub(super) struct List {
    /// The records.
    pub(super) resource: Resource,
    /// The parameters that select records.
    pub(super) filters: &'static [Parameter],
    /// Reads those parameters.
    pub(super) filter: fn(&mut Params<'_>, &Catalogue) -> Filter,
}

/// The parameters that choose from the records that were selected.
pub(super) const PAGE: &[Parameter] = &[Parameter::Sort, Parameter::Fields, Parameter::Limit, Parameter::Offset];

/// `GET /api/v1/statutes` and the like: a page of the records that match.
pub(super) fn list_records(list: &'static List, builds: &Builds, request: Request) -> Answer {
    let ask = |params: &mut Params<'_>, catalogue: &Catalogue| {
        let filter = (list.filter)(params, catalogue);
        let order = params.order();
        let fields = params.fields(list.resource);
        Question::Page { filter, order, page: params.page(), fields }
    };
    builds.current().answer(request, &[list.filters, PAGE], ask)
}
