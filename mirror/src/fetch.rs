/*!
Downloads: the requests to a publisher's server, the checks of downloaded files, and the record of the mirror's files.
*/

pub mod planned_file;

pub mod lock_file;

pub(crate) mod journal;

pub(crate) mod retries;

pub(crate) mod failures;

mod pauses;

pub(crate) mod rate_floor;

mod response;

pub mod client;

pub mod progress;

pub(crate) mod check;

pub(crate) mod part;

pub(crate) mod complete_file;

pub(crate) mod download;
