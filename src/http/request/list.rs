/*!
The query parameters of a list beside its filters.
*/

use lexdex_core::model::Parameter;

/// The parameters that choose the page, the order and the fields.
pub(crate) const PAGE_PARAMETERS: &[Parameter] =
    &[Parameter::Sort, Parameter::Fields, Parameter::Limit, Parameter::Offset];

/// The parameters that choose the format and the fields of an export.
pub(crate) const EXPORT_PARAMETERS: &[Parameter] = &[Parameter::Format, Parameter::Bom, Parameter::Fields];
