//! Tests the clients in other languages against the real server: their types, their own tests and the examples in their
//! READMEs.
#![cfg(target_os = "linux")]

#[expect(dead_code, reason = "these tests use less of it than those of the process")]
#[path = "process/index.rs"]
mod index;
#[path = "clients/python.rs"]
mod python;
#[expect(dead_code, reason = "these tests use less of it than those of the process")]
#[path = "process/server.rs"]
mod server;
#[path = "clients/swapping_server.rs"]
mod swapping_server;
#[expect(dead_code, reason = "these tests use less of it than those of the deployment")]
#[path = "deployment/tool.rs"]
mod tool;
#[path = "clients/typescript.rs"]
mod typescript;
#[path = "clients/typescript_package.rs"]
mod typescript_package;
