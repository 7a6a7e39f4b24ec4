use lexdex_core::model::{Parameter, Resource};
use lexdex_index::Filter;

use crate::http::request::list::List;

/// The cases.
pub(crate) const LIST: List = List {
    resource: Resource::Cases,
    filters: &[
        Parameter::Jurisdiction,
        Parameter::Topic,
        Parameter::TopicAll,
        Parameter::Court,
        Parameter::Q,
        Parameter::Match,
        Parameter::Citation,
        Parameter::DecidedFrom,
        Parameter::DecidedTo,
        Parameter::Id,
    ],
    filter: |params, catalogue| {
        Filter::all(Resource::Cases)
            .jurisdictions(params.jurisdictions(catalogue))
            .topics(params.topics(catalogue))
            .all_topics(params.all_topics(catalogue))
            .courts(params.courts(catalogue))
            .text(params.text_query())
            .citation(params.citation(Resource::Cases))
            .date_range(params.dates(Parameter::DecidedFrom, Parameter::DecidedTo))
            .ids(params.ids())
    },
};
