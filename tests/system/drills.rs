//! Drills: the program under overload. They print figures for `docs/resilience.md`. They take too long for every test
//! run, so run them by hand, one after the other:
//!
//! `cargo test --profile dist --workspace --test system system::drills -- --ignored --nocapture --test-threads 1`

mod crowds;
mod shutdown;
mod soak;
mod wire;
