/*!
The report of an import: counts, and the reason and location of everything left out.
*/

pub mod skip;

pub mod sample_locations;

pub mod tally;

pub(crate) mod skip_log;

pub mod import_report;

mod rendering;
