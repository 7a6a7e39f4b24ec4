/*!
The query parameters of a list, and the function that reads them into a filter.
*/

use lexdex_core::corpus::Catalogue;
use lexdex_core::model::{Parameter, Resource};
use lexdex_index::Filter;

use crate::http::request::params::Params;

/// The query parameters of one list of records.
pub(crate) struct List {
    pub(crate) resource: Resource,
    /// The parameters that select records.
    pub(crate) filters: &'static [Parameter],
    /// Reads those parameters into a filter.
    pub(crate) filter: fn(&mut Params<'_>, &Catalogue) -> Filter,
}

/// The parameters that choose the page, the order and the fields.
pub(crate) const PAGE_PARAMETERS: &[Parameter] =
    &[Parameter::Sort, Parameter::Fields, Parameter::Limit, Parameter::Offset];

/// The parameters that choose the format and the fields of an export.
pub(crate) const EXPORT_PARAMETERS: &[Parameter] = &[Parameter::Format, Parameter::Bom, Parameter::Fields];
