use super::list::List;
use crate::index::Filter;
use crate::model::Resource;

/// The cases.
pub(super) const LIST: List = List {
    resource: Resource::Cases,
    filters: &["jurisdiction", "topic", "court", "q", "citation", "decided_from", "decided_to"],
    filter: |params, catalogue| {
        Filter::all(Resource::Cases)
            .jurisdictions(params.jurisdictions(catalogue))
            .topics(params.topics(catalogue))
            .courts(params.courts(catalogue))
            .text(params.text())
            .cited(params.citation())
            .dated(params.dates("decided_from", "decided_to"))
    },
};
