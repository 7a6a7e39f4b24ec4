//! The README and the pages in `docs` agree with the programs: their examples, settings and metrics.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use clap::CommandFactory;
use http_body_util::BodyExt;
use lexdex::http::{CurrentSnapshot, ServiceOptions, SnapshotOptions};
use lexdex::settings::Settings;
use lexdex_index::Index;
use lexdex_tests::tool::ROOT;
use serde_json::Value;
use tower::ServiceExt;

const README: &str = include_str!("../../README.md");
const API: &str = include_str!("../../docs/api.md");
const OPERATING: &str = include_str!("../../docs/operating.md");

/// The example requests of a page, each with the response shown for it.
fn examples(page: &str) -> Vec<(&str, Value)> {
    let mut examples = Vec::new();
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        if let Some((path, answer)) =
            block.strip_prefix("$ curl 'localhost:8080").and_then(|rest| rest.split_once("'\n"))
        {
            examples.push((path, serde_json::from_str(answer).unwrap()));
        }
    }
    examples
}

pub(super) fn current_snapshot() -> Arc<CurrentSnapshot> {
    Arc::new(CurrentSnapshot::new(Arc::new(Index::bundled().unwrap()), SnapshotOptions::default()))
}

#[tokio::test]
async fn examples_return_the_bodies_shown() {
    let service = lexdex::http::service(current_snapshot(), ServiceOptions::default());
    let [readme, api] = [README, API].map(examples);
    assert_eq!((readme.len(), api.len()), (5, 2));
    for (path, shown) in readme.into_iter().chain(api) {
        let response = service.clone().oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let answer: Value = serde_json::from_slice(&body).unwrap();
        assert!(answer == shown, "{path} answers:\n{answer:#}");
    }
}

#[test]
fn documented_settings_match_the_command_line() {
    let command = Settings::command();
    let table: Vec<&str> = OPERATING.lines().filter(|line| line.starts_with("| `--")).collect();
    let arguments: Vec<_> = command.get_arguments().filter(|argument| argument.get_env().is_some()).collect();
    assert_eq!(table.len(), arguments.len());
    for (line, argument) in table.into_iter().zip(arguments) {
        let flag = argument.get_long().unwrap();
        let variable = argument.get_env().unwrap().to_str().unwrap();
        let start = format!("| `--{flag}` | `{variable}` | ");
        assert!(line.starts_with(&start), "{line} does not start with {start}");
        if let [default] = argument.get_default_values() {
            let default = format!("`{}`", default.to_str().unwrap());
            assert!(line.contains(&default), "{line} has not the default {default}");
        }
    }
}

/// A table row for each metric of a scrape: name, kind, labels and help. Windows lacks some of them.
#[cfg(unix)]
fn rows(scrape: &str) -> Vec<String> {
    let mut rows = Vec::new();
    for family in scrape.split("# HELP ").skip(1) {
        let mut lines = family.lines();
        let (name, help) = lines.next().unwrap().split_once(' ').unwrap();
        let kind = lines.next().unwrap().rsplit(' ').next().unwrap();
        let sample = lines.next().unwrap();
        let labels = sample.split_once('{').map_or("", |(_, labels)| labels);
        let labels = labels.split("\",").filter_map(|label| label.split_once('=')).map(|(name, _)| format!("`{name}`"));
        let labels: Vec<String> = labels.filter(|name| name != "`le`").collect();
        rows.push(format!("| `{name}` | {kind} | {} | {} |", labels.join(", "), help.trim_end_matches('.')));
    }
    rows
}

/// The paths in the table of endpoints, without their methods.
fn documented_endpoints() -> BTreeSet<String> {
    let rows = API.lines().filter(|line| line.starts_with("| `GET /api/") || line.starts_with("| `POST /api/"));
    let cells = rows.map(|row| row.split('|').nth(1).unwrap());
    let names = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    names.map(|name| name.rsplit(' ').next().unwrap().replace('…', "/api/v1")).collect()
}

#[tokio::test]
async fn documented_api_has_every_endpoint_and_parameter() {
    let service = lexdex::http::service(current_snapshot(), ServiceOptions::default());
    let response = service.oneshot(Request::get("/openapi.json").body(Body::empty()).unwrap()).await.unwrap();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    let document: Value = serde_json::from_slice(&body).unwrap();
    let paths = document["paths"].as_object().unwrap();
    assert_eq!(documented_endpoints(), paths.keys().cloned().collect());
    let operations = paths.values().flat_map(|path| path.as_object().unwrap().values());
    let parameters = operations.flat_map(|operation| operation["parameters"].as_array().into_iter().flatten());
    let names: BTreeSet<&str> = parameters.filter_map(|parameter| parameter["name"].as_str()).collect();
    assert!(names.len() > 20, "{names:?}");
    let missing: Vec<_> = names.into_iter().filter(|name| !API.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/api.md does not have {missing:?}");
}

#[test]
fn readme_is_short_and_opens_with_the_two_commands() {
    const MAX_README_LINES: usize = 199;
    let n_lines = README.lines().count();
    assert!(n_lines <= MAX_README_LINES, "{n_lines} lines");
    let (_, commands) = README.split_once("```console\n").unwrap();
    assert!(commands.starts_with("$ cargo run --release\n$ cargo test\n```"));
}

/// `docs/take-picture` takes the picture.
#[test]
fn readme_shows_a_small_picture_of_the_explorer() {
    const MAX_PICTURE_BYTES: usize = 200_000;
    assert!(README.contains("](docs/explorer.webp)"));
    let path = Path::new(ROOT).join("docs/explorer.webp");
    let picture = fs::read(path).expect("docs/take-picture takes it");
    assert_eq!((&picture[..4], &picture[8..12]), (&b"RIFF"[..], &b"WEBP"[..]));
    assert!(picture.len() < MAX_PICTURE_BYTES, "{} bytes", picture.len());
}

#[cfg(unix)]
#[tokio::test]
async fn documented_metrics_match_a_scrape() {
    use lexdex::http::{Connections, LimitStoreOptions, RateLimiter, admin_service, service};

    let current = current_snapshot();
    // Nothing listens at this address. The service has the metrics of a store even if the store is down.
    let url = "redis://127.0.0.1:1".parse().unwrap();
    let store = LimitStoreOptions { url, secret: "secret".to_owned(), is_closed_on_failure: false };
    let limiter = Some(Arc::new(RateLimiter::with_store(1, store).await));
    service(Arc::clone(&current), ServiceOptions { limiter, ..ServiceOptions::default() });
    let admin = admin_service(current, Connections::new(1), || 0);
    let response = admin.oneshot(Request::get("/metrics").body(Body::empty()).unwrap()).await.unwrap();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    let is_metric = |line: &&str| line.starts_with("| `lexdex_") || line.starts_with("| `process_");
    let table: Vec<&str> = OPERATING.lines().filter(is_metric).collect();
    assert_eq!(table, rows(std::str::from_utf8(&body).unwrap()));
}
