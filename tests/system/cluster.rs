//! Replicas behind HAProxy with one limit in Redis and one index on object storage, against oracles.
//!
//! The short drills run with all tests. The others take minutes each, and `docs/resilience.md` has their figures. Run
//! them with:
//!
//! `cargo test --workspace --test system system::cluster -- --ignored --nocapture --test-threads 1`

mod drills;
mod limit;
mod load;
mod oracle;
mod random;
mod redis;
mod replicas;
mod rollout;
mod stamp;

use lexdex_tests::skip::is_there;

/// Whether the programs of these tests are installed.
fn can_run() -> bool {
    is_there("haproxy", &["-v"]) && is_there("redis-server", &["--version"]) && is_there("redis-cli", &["--version"])
}

/// Whether clocks can be faked. If not, the test is reported as skipped.
fn can_fake_clocks() -> bool {
    is_there("faketime", &["--version"])
}

/// Prints a line of figures.
#[expect(clippy::print_stdout, reason = "the result of a drill")]
fn report(line: impl AsRef<str>) {
    println!("{}", line.as_ref());
}
