//! The programs, servers, clients and indexes that the tests share. Some of these files are also part of other test
//! programs.

pub(crate) mod bundled_index;
pub(crate) mod client;
pub(crate) mod documents;
pub(crate) mod index;
#[cfg(target_os = "linux")]
pub(crate) mod mirror;
pub(crate) mod port;
#[cfg(target_os = "linux")]
pub(crate) mod s3;
pub(crate) mod server;
#[expect(dead_code, reason = "the tests of the document need more of it")]
#[path = "../openapi/service.rs"]
pub(crate) mod service;
#[cfg(target_os = "linux")]
pub(crate) mod tools;
#[cfg(unix)]
pub(crate) mod typescript_package;
