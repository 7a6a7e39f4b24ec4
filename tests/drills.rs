//! Drills: the program under overload. They print figures for `docs/under-fire.md`. They take too long for every test
//! run, so run them by hand, one after the other:
//!
//! `cargo test --release --test drills -- --ignored --nocapture --test-threads 1`

#![cfg(target_os = "linux")]

#[path = "drills/crowds.rs"]
mod crowds;
#[path = "process/frames.rs"]
#[expect(dead_code, reason = "drills use less of it than the tests of connections")]
mod frames;
#[path = "drills/http_2.rs"]
mod http_2;
#[path = "process/server.rs"]
#[expect(dead_code, reason = "drills use less of it than the tests of the process")]
mod server;
#[path = "drills/shutdown.rs"]
mod shutdown;
#[path = "drills/soak.rs"]
mod soak;
#[path = "drills/wire.rs"]
mod wire;
