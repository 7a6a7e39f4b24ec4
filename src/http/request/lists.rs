/*!
Maps each resource to its list.
*/

use lexdex_core::model::Resource;

use crate::http::request::list::List;
use crate::http::request::{bills, cases, statutes};

/// Every list, in the order of [`Resource::ALL`].
pub(crate) const LISTS: [&List; 3] = [&statutes::LIST, &cases::LIST, &bills::LIST];

/// Returns the list of a resource.
pub(crate) fn of(resource: Resource) -> &'static List {
    match resource {
        Resource::Statutes => &statutes::LIST,
        Resource::Cases => &cases::LIST,
        Resource::Bills => &bills::LIST,
    }
}
