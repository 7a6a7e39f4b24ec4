use super::list::List;
use crate::index::Filter;
use crate::model::{Resource, StatuteStatus};

/// The statutes.
pub(super) const LIST: List = List {
    resource: Resource::Statutes,
    filters: &["jurisdiction", "topic", "status", "q", "citation", "effective_from", "effective_to"],
    filter: |params, catalogue| {
        Filter::all(Resource::Statutes)
            .jurisdictions(params.jurisdictions(catalogue))
            .topics(params.topics(catalogue))
            .statuses(params.words("status", StatuteStatus::as_str))
            .text(params.text())
            .cited(params.citation())
            .dated(params.dates("effective_from", "effective_to"))
    },
};
