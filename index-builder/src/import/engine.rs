/*!
Runs an import: reads the input files on all threads, joins rows, and collects records, skips and counts.
*/

mod first_failure;

pub(crate) mod job_queue;

pub(crate) mod partitions;

mod context;

pub(crate) mod sink;

pub(crate) mod session;
