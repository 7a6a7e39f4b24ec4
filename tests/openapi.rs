//! The OpenAPI document matches the service, and does not break clients of the released document.

#[path = "openapi/breaking.rs"]
mod breaking;
#[path = "system/support/bundled_index.rs"]
mod bundled_index;
#[path = "openapi/client.rs"]
mod client;
#[path = "openapi/copies.rs"]
mod copies;
#[path = "openapi/docs.rs"]
mod docs;
#[path = "openapi/examples.rs"]
mod examples;
#[path = "openapi/headers.rs"]
mod headers;
#[expect(dead_code, reason = "these tests use less of it than those of the process")]
#[path = "system/support/index.rs"]
mod index;
#[path = "openapi/llms.rs"]
mod llms;
#[path = "openapi/recipes.rs"]
mod recipes;
#[path = "openapi/schemathesis.rs"]
mod schemathesis;
#[expect(dead_code, reason = "these tests use less of it than those of the process")]
#[path = "system/support/server.rs"]
mod server;
#[path = "openapi/service.rs"]
mod service;
#[expect(dead_code, reason = "no test here needs real data")]
#[path = "skip.rs"]
mod skip;
#[path = "system/support/tool.rs"]
mod tool;
