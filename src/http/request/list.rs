/*!
The parameters that each list takes, and how they are read into a filter.
*/

use crate::corpus::Catalogue;
use crate::http::request::params::Params;
use crate::index::Filter;
use crate::model::{Parameter, Resource};

/// A list of records.
pub(crate) struct List {
    pub(crate) resource: Resource,
    /// The parameters that select records.
    pub(crate) filters: &'static [Parameter],
    /// Reads those parameters into a filter.
    pub(crate) filter: fn(&mut Params<'_>, &Catalogue) -> Filter,
}

/// The parameters that choose a page of those records, its order and its fields.
pub(crate) const PAGE_PARAMETERS: &[Parameter] =
    &[Parameter::Sort, Parameter::Fields, Parameter::Limit, Parameter::Offset];

/// The parameters that choose the form of an export of all those records.
pub(crate) const EXPORT_PARAMETERS: &[Parameter] = &[Parameter::Format, Parameter::Bom, Parameter::Fields];
