use super::list::List;
use crate::index::Filter;
use crate::model::{BillStatus, Chamber, Resource};

/// The bills.
pub(super) const LIST: List = List {
    resource: Resource::Bills,
    filters: &["jurisdiction", "topic", "status", "chamber", "q", "introduced_from", "introduced_to"],
    filter: |params, catalogue| {
        Filter::all(Resource::Bills)
            .jurisdictions(params.jurisdictions(catalogue))
            .topics(params.topics(catalogue))
            .statuses(params.words("status", BillStatus::as_str))
            .chambers(params.words("chamber", Chamber::as_str))
            .text(params.text())
            .dated(params.dates("introduced_from", "introduced_to"))
    },
};
