//! The OpenAPI document and the pages made of the same declarations match the service.

#[path = "openapi/copies.rs"]
mod copies;
#[path = "openapi/docs.rs"]
mod docs;
#[path = "openapi/examples.rs"]
mod examples;
#[path = "openapi/filters.rs"]
mod filters;
#[path = "openapi/headers.rs"]
mod headers;
#[path = "openapi/llms.rs"]
mod llms;
#[path = "openapi/service.rs"]
mod service;
