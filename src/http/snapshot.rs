pub(crate) mod options;

pub(crate) mod query;

pub(crate) mod reply;

pub(crate) mod response_cache;

pub(crate) mod snapshot;

pub(crate) mod current_snapshot;

pub(crate) mod responder;
