use lexdex_core::model::{BillStatus, Chamber, Parameter, Resource};
use lexdex_index::Filter;

use crate::http::request::list::List;

/// The bills.
pub(crate) const LIST: List = List {
    resource: Resource::Bills,
    filters: &[
        Parameter::Jurisdiction,
        Parameter::Topic,
        Parameter::TopicAll,
        Parameter::Status,
        Parameter::Chamber,
        Parameter::Session,
        Parameter::Congress,
        Parameter::Q,
        Parameter::Match,
        Parameter::Citation,
        Parameter::IntroducedFrom,
        Parameter::IntroducedTo,
        Parameter::Id,
    ],
    filter: |params, catalogue| {
        Filter::all(Resource::Bills)
            .jurisdictions(params.jurisdictions(catalogue))
            .topics(params.topics(catalogue))
            .all_topics(params.all_topics(catalogue))
            .statuses(params.enum_values(Parameter::Status, BillStatus::as_str))
            .chambers(params.enum_values(Parameter::Chamber, Chamber::as_str))
            .sessions(params.sessions())
            .congress(params.congress())
            .text(params.text_query())
            .citation(params.citation(Resource::Bills))
            .date_range(params.dates(Parameter::IntroducedFrom, Parameter::IntroducedTo))
            .ids(params.ids())
    },
};
