/*!
The metrics of the process, which [`crate::http::admin`] serves to the operator.
*/

pub(crate) mod scrape;

pub(crate) mod process;

pub(crate) mod registry;
