//! Tests the rate limit that replicas share through a store, with real replicas, real Redis and, for the central tests,
//! real Valkey.
//!
//! `tests/install-tools` installs both. Without them these tests are skipped, or fail if `LEXDEX_REQUIRE_TOOLS` is `1`.

mod exact;
mod failures;
mod login;
mod privacy;
mod redis_server;
mod replica;
mod script;
mod settings;
mod topologies;
