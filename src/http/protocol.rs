pub(crate) mod json;

pub(crate) mod content_coding;

pub(crate) mod encoder;

pub(crate) mod streamed_body;

pub(crate) mod conditional;

pub(crate) mod api_error;

pub(crate) mod cors;

pub(crate) mod request_body;

pub(crate) mod part_context;

pub(crate) mod uri_limit;

pub(crate) mod unwind;
