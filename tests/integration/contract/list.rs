/*!
The lists of the service, with their parameters in the order of the documentation.
*/

use lexdex_core::model::{FilterKind, Parameter, Resource};

/// A list of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::integration) enum List {
    Statutes,
    Cases,
    Bills,
}

impl List {
    pub(in crate::integration) const ALL: [Self; 3] = [Self::Statutes, Self::Cases, Self::Bills];

    pub(in crate::integration) fn path(self) -> &'static str {
        match self {
            Self::Statutes => "/api/v1/statutes",
            Self::Cases => "/api/v1/cases",
            Self::Bills => "/api/v1/bills",
        }
    }

    pub(in crate::integration) fn folder(self) -> &'static str {
        &self.path()["/api/v1/".len()..]
    }

    /// The field by which the list is filtered and sorted by date.
    pub(in crate::integration) fn date_field(self) -> &'static str {
        match self {
            Self::Statutes => "effectiveDate",
            Self::Cases => "decisionDate",
            Self::Bills => "introducedDate",
        }
    }

    pub(in crate::integration) fn resource(self) -> Resource {
        match self {
            Self::Statutes => Resource::Statutes,
            Self::Cases => Resource::Cases,
            Self::Bills => Resource::Bills,
        }
    }

    /// The parameters that select records.
    pub(in crate::integration) fn filters(self) -> &'static [Parameter] {
        Parameter::filters(self.resource())
    }

    /// The parameters for the first and the last day of the date by which the list is filtered.
    pub(in crate::integration) fn date_parameters(self) -> [&'static str; 2] {
        let pair = |parameter: &Parameter| match parameter.filter_kind() {
            Some(FilterKind::FirstDay { last }) => Some([parameter.as_str(), last.as_str()]),
            _ => None,
        };
        self.filters().iter().find_map(pair).unwrap()
    }

    pub(in crate::integration) fn parameters(self) -> Vec<&'static str> {
        let of_page = [Parameter::Sort, Parameter::Fields, Parameter::Limit, Parameter::Offset];
        self.filters().iter().chain(&of_page).map(|parameter| parameter.as_str()).collect()
    }
}
