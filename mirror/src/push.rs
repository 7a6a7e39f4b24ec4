/*!
Pushes an index to a store: its blobs, then its manifest, and last `latest`.
*/

mod local_build;

mod uploads;

mod prune;

pub(crate) mod push_index;

pub(crate) mod rollback;
