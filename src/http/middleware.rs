pub(crate) mod access_log;

pub(crate) mod rate_limit;

pub(crate) mod sliding_window;

pub(crate) mod flood_guard;

pub(crate) mod catch_panic;

pub(crate) mod from_fn;

pub(crate) mod limits;
