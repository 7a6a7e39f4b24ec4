//! Replicas behind HAProxy with one limit in Redis and one index on object storage, against oracles.
//!
//! The short drills run with all tests. The others take minutes each, and `docs/under-fire.md` has their figures. Run
//! them with:
//!
//! `cargo test --workspace --test replicas -- --ignored --nocapture --test-threads 1`

#![cfg(target_os = "linux")]

#[expect(dead_code, reason = "these tests use less of it than those of the process")]
#[path = "process/client.rs"]
mod client;
#[path = "replicas/cluster.rs"]
mod cluster;
#[path = "replicas/drills.rs"]
mod drills;
#[expect(dead_code, reason = "these tests use less of it than those of the process")]
#[path = "process/index.rs"]
mod index;
#[path = "replicas/limit.rs"]
mod limit;
#[path = "replicas/load.rs"]
mod load;
#[path = "replicas/mirror.rs"]
mod mirror;
#[path = "replicas/oracle.rs"]
mod oracle;
#[path = "process/port.rs"]
mod port;
#[path = "replicas/random.rs"]
mod random;
#[path = "replicas/redis.rs"]
mod redis;
#[path = "replicas/rollout.rs"]
mod rollout;
#[path = "replicas/s3.rs"]
mod s3;
#[expect(dead_code, reason = "these tests use less of it than those of the process")]
#[path = "process/server.rs"]
mod server;
#[path = "replicas/stamp.rs"]
mod stamp;
#[expect(dead_code, reason = "these tests use less of it than those of the deployment")]
#[path = "deployment/tool.rs"]
mod tool;
#[path = "replicas/tools.rs"]
mod tools;

/// Whether the programs of these tests are installed.
fn can_run() -> bool {
    tool::is_there("haproxy", &["-v"])
        && tool::is_there("redis-server", &["--version"])
        && tool::is_there("redis-cli", &["--version"])
}

/// Whether clocks can be faked. If not, the test is reported as skipped.
fn can_fake_clocks() -> bool {
    tool::is_there("faketime", &["--version"])
}

/// Prints a line of figures.
#[expect(clippy::print_stdout, reason = "the result of a drill")]
fn report(line: impl AsRef<str>) {
    println!("{}", line.as_ref());
}
