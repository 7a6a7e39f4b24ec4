pub(crate) mod openapi;

pub(crate) mod branding;

pub(crate) mod pages;

pub(crate) mod docs;

pub(crate) mod explorer;

pub(crate) mod llms;

pub(crate) mod static_response;
