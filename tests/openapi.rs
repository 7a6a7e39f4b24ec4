//! The OpenAPI document says what the service does: no more, no less, and nothing that was promised before is missing.

#[path = "openapi/breaking.rs"]
mod breaking;
#[path = "openapi/copies.rs"]
mod copies;
#[path = "openapi/docs.rs"]
mod docs;
#[path = "openapi/examples.rs"]
mod examples;
#[path = "openapi/headers.rs"]
mod headers;
#[path = "openapi/service.rs"]
mod service;
