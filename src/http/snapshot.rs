pub(crate) mod options;

pub(crate) mod query;

pub(crate) mod workers;

pub(crate) mod reply;

pub(crate) mod cached_response;

pub(crate) mod response_cache;

#[expect(clippy::module_inception, reason = "the folder also holds the types around `Snapshot`")]
pub(crate) mod snapshot;

pub(crate) mod current_snapshot;

pub(crate) mod responder;
