/*!
Runs an import: reads the input files in parallel, joins rows, and collects records, skips and counts.
*/

mod first_failure;

pub(crate) mod queue;

pub(crate) mod partitions;

pub mod sink;

pub mod session;
