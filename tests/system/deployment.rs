//! The container image, and the files for operators: compose, nginx, `HAProxy`, systemd, Kubernetes,
//! Prometheus and Grafana.
//!
//! External programs, which `tests/install-tools` installs, check most of it. If one is missing, its test is skipped,
//! or fails if `LEXDEX_REQUIRE_TOOLS` is `1`.

mod chart;
mod chart_program;
mod chart_refusals;
mod chart_values;
mod compose;
mod content;
mod haproxy;
mod helm;
mod image;
mod index_image;
mod monitoring;
mod nginx;
mod pages;
mod promql;
mod systemd;
