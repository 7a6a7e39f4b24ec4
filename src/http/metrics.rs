/*!
The metrics of the process, for the operator: see [`crate::http::admin`].
*/

pub(crate) mod scrape;

pub(crate) mod process;

pub(crate) mod registry;
