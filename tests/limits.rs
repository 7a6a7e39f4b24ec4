//! Tests the rate limit that replicas share through a store, with real replicas, real Redis and, for the central tests,
//! real Valkey.
//!
//! `tests/install-tools` installs both. Without them these tests are skipped, or fail if `LEXDEX_REQUIRE_TOOLS` is `1`.

#![cfg(target_os = "linux")]

#[expect(dead_code, reason = "these tests use less of it than those of the process")]
#[path = "process/client.rs"]
mod client;
#[path = "limits/exact.rs"]
mod exact;
#[path = "limits/failures.rs"]
mod failures;
#[path = "limits/login.rs"]
mod login;
#[path = "process/port.rs"]
mod port;
#[path = "limits/privacy.rs"]
mod privacy;
#[path = "limits/redis_server.rs"]
mod redis_server;
#[path = "limits/replica.rs"]
mod replica;
#[path = "limits/script.rs"]
mod script;
#[expect(dead_code, reason = "these tests use less of it than those of the process")]
#[path = "process/server.rs"]
mod server;
#[path = "limits/settings.rs"]
mod settings;
#[expect(dead_code, reason = "these tests use less of it than those of the deployment")]
#[path = "deployment/tool.rs"]
mod tool;
#[path = "limits/topologies.rs"]
mod topologies;
