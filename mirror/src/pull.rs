/*!
Pulls a build from a store: fetches the files that this machine lacks, and publishes the build.
*/

mod work_folder;

mod part;

mod local_files;

mod refused_blobs;

mod downloads;

pub(crate) mod pull_build;

pub(crate) mod watch;
