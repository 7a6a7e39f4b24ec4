/*!
Pulls from a store: the files of a build that are not here, and its publication.
*/

mod work_folder;

mod part;

mod local_files;

mod refused_blobs;

mod downloads;

pub(crate) mod pull_build;

pub(crate) mod watch;
