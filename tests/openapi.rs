//! The OpenAPI document matches the service, and does not break clients of the released document.

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
#[path = "openapi/llms.rs"]
mod llms;
#[path = "openapi/service.rs"]
mod service;
