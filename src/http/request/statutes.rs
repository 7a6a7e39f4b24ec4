use lexdex_core::model::{Parameter, Resource, StatuteStatus};
use lexdex_index::Filter;

use crate::http::request::list::List;

/// The statutes.
pub(crate) const LIST: List = List {
    resource: Resource::Statutes,
    filters: &[
        Parameter::Jurisdiction,
        Parameter::Topic,
        Parameter::TopicAll,
        Parameter::Status,
        Parameter::Q,
        Parameter::Match,
        Parameter::Citation,
        Parameter::EffectiveFrom,
        Parameter::EffectiveTo,
        Parameter::Id,
    ],
    filter: |params, catalogue| {
        Filter::all(Resource::Statutes)
            .jurisdictions(params.jurisdictions(catalogue))
            .topics(params.topics(catalogue))
            .all_topics(params.all_topics(catalogue))
            .statuses(params.enum_values(Parameter::Status, StatuteStatus::as_str))
            .text(params.text_query())
            .citation(params.citation(Resource::Statutes))
            .date_range(params.dates(Parameter::EffectiveFrom, Parameter::EffectiveTo))
            .ids(params.ids())
    },
};
