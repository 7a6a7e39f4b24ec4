/*!
Pushes to a store: the blobs and the manifest of an index, and only then `latest`.
*/

mod local_build;

mod uploads;

mod prune;

pub(crate) mod push_index;

pub(crate) mod rollback;
