/*!
Metrics of requests, refusals, the response cache, content codings and the index; the admin service.
*/

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use lexdex::http::{CurrentSnapshot, SnapshotOptions};
use serde_json::json;

use super::support::{TestApp, TestClock, bundled_index, request, tiny_index};

/// Returns the series of a scrape whose names have a prefix, without the prefix and without zeros.
fn series(admin: &TestApp, start: &str) -> BTreeMap<String, f64> {
    let response = admin.get("/metrics");
    assert_eq!(response.status, StatusCode::OK);
    assert_eq!(response.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    assert_eq!(response.header("cache-control"), Some("no-store"));
    let samples = response.text().lines().filter(|line| line.starts_with(start));
    let samples = samples.map(|line| line.rsplit_once(' ').unwrap());
    let samples = samples.map(|(name, value)| (name[start.len()..].to_owned(), value.parse().unwrap()));
    samples.filter(|(_, value)| *value != 0.0).collect()
}

fn expected<const N: usize>(series: [(&str, f64); N]) -> BTreeMap<String, f64> {
    series.map(|(name, value)| (name.to_owned(), value)).into()
}

#[test]
fn requests_are_counted_by_route_and_status() {
    let (app, admin) = TestApp::with_admin(tiny_index(), SnapshotOptions::default(), None);
    assert_eq!(series(&admin, "lexdex_http_requests_total"), expected([]));
    for (method, target, n_times) in [
        (Method::GET, "/api/v1/statutes?limit=1", 3),
        (Method::HEAD, "/api/v1/statutes/", 2),
        (Method::GET, "/api/v1/statutes?limit=0", 1),
        (Method::POST, "/api/v1/cases", 1),
        (Method::OPTIONS, "/api/v1/cases", 1),
        (Method::GET, "/api/v1/jurisdictions", 1),
        (Method::GET, "/readyz", 4),
        (Method::GET, "/nothing", 1),
        (Method::GET, "/api/v1/statutes/x\"y\\{}/", 1),
        (Method::GET, &format!("/api/v1/bills?{}", "&".repeat(8192)), 1),
    ] {
        let target = target.replace(['"', '\\', '{', '}'], "%20");
        (0..n_times).for_each(|_| _ = app.send(request(method.clone(), &target)));
    }
    let requests = expected([
        (r#"{route="/api/v1/statutes",status="200"}"#, 5.0),
        (r#"{route="/api/v1/statutes",status="400"}"#, 1.0),
        (r#"{route="/api/v1/cases",status="405"}"#, 1.0),
        (r#"{route="/api/v1/cases",status="204"}"#, 1.0),
        (r#"{route="/api/v1/bills",status="414"}"#, 1.0),
        (r#"{route="/api/v1/jurisdictions",status="200"}"#, 1.0),
        (r#"{route="/readyz",status="200"}"#, 4.0),
        (r#"{route="/api/v1/statutes/{id}",status="404"}"#, 1.0),
        (r#"{route="(none)",status="404"}"#, 1.0),
    ]);
    assert_eq!(series(&admin, "lexdex_http_requests_total"), requests);

    let durations = series(&admin, "lexdex_http_request_duration_seconds_");
    for (route, n_requests) in [
        ("/api/v1/statutes", 6.0),
        ("/api/v1/cases", 2.0),
        ("/readyz", 4.0),
        ("/api/v1/statutes/{id}", 1.0),
        ("(none)", 1.0),
        ("/api/v1/bills", 1.0),
    ] {
        assert_eq!(durations[&format!("count{{route=\"{route}\"}}")], n_requests, "{route}");
        assert_eq!(durations[&format!("bucket{{route=\"{route}\",le=\"+Inf\"}}")], n_requests, "{route}");
        let sum = durations[&format!("sum{{route=\"{route}\"}}")];
        assert!(sum > 0.0 && sum < 10.0 * n_requests, "{route}: {sum}");
    }
}

#[test]
fn each_status_of_the_service_has_a_series() {
    let (app, admin) = TestApp::with_admin(bundled_index(), SnapshotOptions::default(), None);
    let post = |media_type: &str, origin: Option<&str>, body: String| {
        let mut message = request(Method::POST, "/mcp");
        message.headers_mut().insert("content-type", media_type.parse().unwrap());
        if let Some(origin) = origin {
            message.headers_mut().insert("origin", origin.parse().unwrap());
        }
        *message.body_mut() = body.into();
        app.send(message).status.as_u16()
    };
    const JSON: &str = "application/json";
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned();
    let statuses = [
        app.get("/api/v1/cases/scotus-93-s-ct-705").status.as_u16(),
        post(JSON, None, notification),
        post(JSON, Some("https://elsewhere.example"), "{}".to_owned()),
        post(JSON, None, " ".repeat((64 << 10) + 1)),
        post("text/plain", None, "{}".to_owned()),
    ];
    assert_eq!(statuses, [308, 202, 403, 413, 415]);
    let counted = series(&admin, "lexdex_http_requests_total");
    assert_eq!(counted.len(), statuses.len(), "{counted:?}");
    for status in statuses {
        assert!(counted.keys().any(|labels| labels.ends_with(&format!(",status=\"{status}\"}}"))), "{counted:?}");
    }
}

#[test]
fn refusals_are_counted_by_limit() {
    let clock = TestClock::default();
    let limiter = Some(clock.limiter(1));
    let (app, admin) = TestApp::with_admin(tiny_index(), SnapshotOptions::default(), limiter);
    let refusals = || series(&admin, "lexdex_http_refusals_total");
    app.get("/api/v1/bills").good();
    assert_eq!(refusals(), expected([]));
    let refused = (0..3).map(|_| app.get("/api/v1/bills").status);
    assert!(refused.into_iter().all(|status| status == StatusCode::TOO_MANY_REQUESTS));
    assert_eq!(refusals(), expected([(r#"{by="rate_limit"}"#, 3.0)]));
    clock.advance(Duration::from_secs(60));
    let is_refused = || app.get("/healthz").status == StatusCode::TOO_MANY_REQUESTS;
    assert!((0..100_000).any(|_| is_refused()), "the machine is too slow to make a flood");
    let n_refused = 1 + (0..100).filter(|_| is_refused()).count();
    assert_eq!(refusals(), expected([(r#"{by="flood_guard"}"#, n_refused as f64), (r#"{by="rate_limit"}"#, 3.0)]));
    assert_eq!(series(&admin, "lexdex_http_requests_total")[r#"{route="/healthz",status="429"}"#], n_refused as f64);
}

#[test]
fn response_cache_metrics_count_hits_misses_and_bytes() {
    let options = SnapshotOptions { cache_bytes: 1 << 20, ..SnapshotOptions::default() };
    let (app, admin) = TestApp::with_admin(bundled_index(), options, None);
    let cache = || series(&admin, "lexdex_response_cache_");
    assert_eq!(cache(), expected([]));
    let n_bytes = app.get("/api/v1/cases").body.len();
    assert_eq!(cache(), expected([("misses_total", 1.0)]));
    let pages = [(); 3].map(|()| app.get("/api/v1/cases?limit=20"));
    let n_link_bytes = "limit=20".len() + pages[0].header("link").unwrap().len();
    let held = cache();
    assert_eq!((held["hits_total"], held["misses_total"]), (2.0, 2.0));
    // `tests/memory.rs` compares the figure with the allocator's.
    let n_least_bytes = (n_bytes + n_link_bytes) as f64;
    assert!((n_least_bytes..n_least_bytes + 1000.0).contains(&held["bytes"]), "{held:?}");
    // Neither of these requests uses the response cache.
    app.get("/api/v1/jurisdictions").good();
    app.get("/api/v1/cases?limit=0").error(StatusCode::BAD_REQUEST);
    assert_eq!(cache(), held);
}

#[test]
fn bodies_are_counted_by_content_coding() {
    let (app, admin) = TestApp::with_admin(bundled_index(), SnapshotOptions::default(), None);
    for (accepted, target) in [
        ("gzip", "/api/v1/cases"),
        ("zstd", "/api/v1/cases"),
        ("zstd", "/api/v1/jurisdictions"),
        ("zstd", "/api/v1/cases?court=no-such"),
        ("identity", "/api/v1/jurisdictions"),
        ("zstd", "/healthz"),
        ("zstd", "/nothing"),
    ] {
        let mut request = request(Method::GET, target);
        request.headers_mut().insert("accept-encoding", accepted.parse().unwrap());
        app.send(request);
    }
    let bodies = expected([(r#"{coding="gzip"}"#, 1.0), (r#"{coding="identity"}"#, 2.0), (r#"{coding="zstd"}"#, 2.0)]);
    assert_eq!(series(&admin, "lexdex_http_bodies_total"), bodies);
}

#[test]
fn index_metrics_report_the_build_and_record_counts() {
    let index = tiny_index();
    let (app, admin) = TestApp::with_admin(Arc::clone(&index), SnapshotOptions::default(), None);
    let build = app.get("/readyz").header("lexdex-build").unwrap().to_owned();
    let expected = expected([
        (format!("info{{build=\"{build}\"}}").as_str(), 1.0),
        ("schema_version", f64::from(index.manifest().schema_version)),
        (r#"records{list="statutes"}"#, 5.0),
        (r#"records{list="cases"}"#, 4.0),
        (r#"records{list="bills"}"#, 3.0),
    ]);
    assert_eq!(series(&admin, "lexdex_index_"), expected);
}

#[test]
fn draining_service_is_alive_and_not_ready() {
    let current = Arc::new(CurrentSnapshot::new(tiny_index(), SnapshotOptions::default()));
    let (app, admin) = TestApp::for_snapshot(Arc::clone(&current));
    let build = app.get("/readyz").header("lexdex-build").unwrap().to_owned();
    current.start_draining();
    for ready in [app.get("/readyz"), admin.get("/readyz")] {
        assert_eq!(ready.error(StatusCode::SERVICE_UNAVAILABLE), json!({ "error": "the server is stopping" }));
        assert_eq!(ready.header("lexdex-build"), Some(&*build));
    }
    app.get("/healthz").good();
    admin.get("/livez").good();
    app.get("/api/v1/bills").good();
}

#[test]
fn admin_service_serves_only_its_own_paths() {
    let (app, admin) = TestApp::with_admin(tiny_index(), SnapshotOptions::default(), None);
    assert_eq!(admin.get("/livez").good(), json!({ "status": "alive" }));
    assert_eq!(admin.get("/readyz").good(), app.get("/readyz").good());
    for path in ["/", "/healthz", "/api/v1/statutes", "/api/v1/jurisdictions", "/metrics/"] {
        admin.get(path).error(StatusCode::NOT_FOUND);
    }
    admin.send(request(Method::POST, "/metrics")).error(StatusCode::METHOD_NOT_ALLOWED);
    for path in ["/livez", "/metrics"] {
        app.get(path).error(StatusCode::NOT_FOUND);
    }
}
