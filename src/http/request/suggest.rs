/*!
The query parameters of `/api/v1/suggest`.
*/

use lexdex_core::model::Parameter;
use lexdex_index::Beginning;

use crate::http::request::param_error::ParamError;
use crate::http::request::params::Params;

/// The parameters of the endpoint.
pub(crate) const PARAMETERS: &[Parameter] = &[Parameter::Q, Parameter::Limit];

pub(crate) const DEFAULT_SUGGESTIONS: usize = 10;
pub(crate) const MAX_SUGGESTIONS: usize = 20;

/// Reads `q`, which is required, and `limit`.
pub(crate) fn suggest_query(params: &mut Params<'_>) -> (Beginning, usize) {
    let beginning = params.value(Parameter::Q).map(Beginning::parse);
    if beginning.is_none() && !params.has_error_of(Parameter::Q) {
        let message = "q is missing: give it the beginning of a name, a title or a citation";
        params.add_error(ParamError::new(Parameter::Q.as_str(), message));
    }
    let limit = params.number(Parameter::Limit, 1, MAX_SUGGESTIONS as u64);
    (beginning.unwrap_or_else(|| Beginning::parse("")), limit.map_or(DEFAULT_SUGGESTIONS, |limit| limit as usize))
}
