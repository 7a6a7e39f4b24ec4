/*!
Reads the filters of a list, as [`Parameter`] declares them.
*/

use lexdex_core::corpus::Catalogue;
use lexdex_core::model::{BillStatus, Chamber, FilterKind, Parameter, Resource, StatuteStatus};
use lexdex_index::Filter;

use crate::http::request::params::{MAX_CONGRESS, Params};

/// Reads the filters of a list.
pub(crate) fn read(list: Resource, params: &mut Params<'_>, catalogue: &Catalogue) -> Filter {
    let mut filter = Filter::all(list);
    for parameter in Parameter::filters(list).iter().copied() {
        filter = match parameter.filter_kind() {
            Some(FilterKind::Jurisdiction) => filter.jurisdictions(params.jurisdictions(parameter, catalogue)),
            Some(FilterKind::Topic) => filter.topics(params.topics(parameter, catalogue)),
            Some(FilterKind::TopicAll) => filter.all_topics(params.all_topics(parameter, catalogue)),
            Some(FilterKind::Court) => filter.courts(params.courts(parameter, catalogue)),
            Some(FilterKind::Status) => filter.statuses(match list {
                Resource::Statutes => params.enum_values(parameter, StatuteStatus::as_str),
                Resource::Cases | Resource::Bills => params.enum_values(parameter, BillStatus::as_str),
            }),
            Some(FilterKind::Chamber) => filter.chambers(params.enum_values(parameter, Chamber::as_str)),
            Some(FilterKind::Session) => filter.sessions(params.normalized_values(parameter)),
            Some(FilterKind::Congress) => filter.congress(params.number(parameter, 1, MAX_CONGRESS)),
            Some(FilterKind::Search) => filter.text(params.text_query()),
            Some(FilterKind::Citation) => filter.citation(params.citation(parameter, list)),
            Some(FilterKind::FirstDay { last }) => filter.date_range(params.dates(parameter, last)),
            Some(FilterKind::Id) => filter.ids(params.normalized_values(parameter)),
            // The search reads its mode, and the first day of a range the last one.
            Some(FilterKind::MatchMode | FilterKind::LastDay) | None => filter,
        };
    }
    filter
}
