pub(crate) mod fields;

pub(crate) mod query_string;

pub(crate) mod param_error;

pub(crate) mod params;

pub(crate) mod suggest;

pub(crate) mod citations;

pub(crate) mod changes;

pub(crate) mod list;

pub(crate) mod filter;

pub(crate) mod feed;
