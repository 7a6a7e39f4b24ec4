//! The container image, and the files for operators: compose, nginx, `HAProxy`, systemd, Kubernetes,
//! Prometheus and Grafana.
//!
//! External programs, which `tests/install-tools` installs, check most of it. If one is missing, its test is skipped,
//! or fails if `LEXDEX_REQUIRE_TOOLS` is `1`.

#![cfg(target_os = "linux")]

#[path = "deployment/chart.rs"]
mod chart;
#[path = "deployment/chart_leaves.rs"]
mod chart_leaves;
#[path = "deployment/chart_program.rs"]
mod chart_program;
#[path = "deployment/chart_refusals.rs"]
mod chart_refusals;
#[path = "deployment/chart_values.rs"]
mod chart_values;
#[expect(dead_code, reason = "these tests use less of it than those of the process")]
#[path = "process/client.rs"]
mod client;
#[path = "deployment/compose.rs"]
mod compose;
#[path = "deployment/content.rs"]
mod content;
#[path = "deployment/haproxy.rs"]
mod haproxy;
#[path = "deployment/helm.rs"]
mod helm;
#[path = "deployment/image.rs"]
mod image;
#[expect(dead_code, reason = "these tests use less of it than those of the process")]
#[path = "process/index.rs"]
mod index;
#[path = "deployment/index_image.rs"]
mod index_image;
#[path = "replicas/mirror.rs"]
mod mirror;
#[path = "deployment/monitoring.rs"]
mod monitoring;
#[path = "deployment/nginx.rs"]
mod nginx;
#[path = "deployment/pages.rs"]
mod pages;
#[path = "process/port.rs"]
mod port;
#[path = "deployment/promql.rs"]
mod promql;
#[expect(dead_code, reason = "these tests use less of it than those of the replicas")]
#[path = "replicas/s3.rs"]
mod s3;
#[expect(dead_code, reason = "these tests use less of it than those of the process")]
#[path = "process/server.rs"]
mod server;
#[path = "deployment/systemd.rs"]
mod systemd;
#[path = "deployment/tool.rs"]
mod tool;
#[path = "replicas/tools.rs"]
mod tools;
