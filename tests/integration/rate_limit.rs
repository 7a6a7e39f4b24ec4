/*!
The rate limit: exactly 100 requests in any 60 seconds, for each client.
*/

use std::time::Duration;

use axum::http::{Method, StatusCode};
use lexdex::http::SnapshotOptions;
use proptest::collection::vec;
use proptest::prelude::*;

use super::support::{ROUTES, ReceivedResponse, TestApp, TestClock, client, proptest_cases, request, tiny_index};

const LIMIT: u32 = 100;

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Returns the number of requests served before the first refusal.
fn n_served(app: &TestApp) -> u64 {
    (0..).find(|_| app.get("/api/v1/bills").status != StatusCode::OK).unwrap()
}

/// Asserts that a response is a refusal by the rate limit, and returns the time to wait.
fn refusal(response: &ReceivedResponse) -> Duration {
    let body = response.error(StatusCode::TOO_MANY_REQUESTS);
    let wait = response.number("retry-after");
    assert!((1..=60).contains(&wait), "{wait}");
    assert_eq!(body["details"]["retryAfter"], wait);
    assert!(body["error"].as_str().unwrap().contains(&format!("retry after {wait} second")), "{body}");
    seconds(wait)
}

/// Returns whether a request was counted. Asserts that it has all three headers or none.
fn is_counted(response: &ReceivedResponse) -> bool {
    let headers = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];
    let n_headers = headers.iter().filter(|name| response.header(name).is_some()).count();
    assert!([0, 3].contains(&n_headers), "{response:?}");
    n_headers == 3
}

#[test]
fn hundred_requests_are_served_and_the_next_is_429() {
    let (app, clock) = TestApp::limited(LIMIT);
    for _ in 0..LIMIT {
        app.get("/api/v1/bills").good();
    }
    assert_eq!(refusal(&app.get("/api/v1/bills")), seconds(60));
    clock.advance(Duration::from_millis(59_999));
    assert_eq!(refusal(&app.get("/api/v1/bills")), seconds(1));
    clock.advance(Duration::from_millis(1));
    assert_eq!(n_served(&app), u64::from(LIMIT));
}

#[test]
fn client_that_waits_for_retry_after_is_served() {
    let (app, clock) = TestApp::limited(LIMIT);
    app.get("/api/v1/bills").good();
    clock.advance(Duration::from_millis(30_500));
    assert_eq!(n_served(&app), u64::from(LIMIT) - 1);
    // The first request leaves the window after another 29.5 seconds, and all others after 60.
    let wait = refusal(&app.get("/api/v1/bills"));
    assert_eq!(wait, seconds(30));
    clock.advance(wait);
    assert_eq!(n_served(&app), 1);
    clock.advance(refusal(&app.get("/api/v1/bills")));
    assert_eq!(n_served(&app), u64::from(LIMIT) - 1);
}

#[test]
fn refused_requests_do_not_extend_the_wait() {
    let (app, clock) = TestApp::limited(LIMIT);
    assert_eq!(n_served(&app), u64::from(LIMIT));
    for second in 0..60 {
        assert_eq!(refusal(&app.get("/api/v1/bills")), seconds(60 - second));
        clock.advance(seconds(1));
    }
    assert_eq!(n_served(&app), u64::from(LIMIT));
}

proptest! {
    #![proptest_config(proptest_cases(32))]

    /// The oracle counts the served requests of the last 60 seconds.
    #[test]
    fn sliding_window_serves_exactly_the_limit(
        limit in 1..8u32,
        steps in vec((prop_oneof![Just(0), 1..2_000u64, 0..61_000u64], 0..2u8), 1..120),
    ) {
        let (app, clock) = TestApp::limited(limit);
        let mut now = 0;
        let mut served: Vec<(u64, u8)> = Vec::new();
        for (pause, number) in steps {
            clock.advance(Duration::from_millis(pause));
            now += pause;
            let address = client(&format!("192.0.2.{number}"));
            let response = app.send_as(address, request(Method::GET, "/api/v1/bills"));
            let n_recent = |at: u64| served.iter().filter(|(time, of)| *of == number && at - time < 60_000).count();
            let is_within = n_recent(now) < limit as usize;
            prop_assert_eq!(response.status == StatusCode::OK, is_within);
            if is_within {
                prop_assert_eq!(response.number("x-ratelimit-remaining"), u64::from(limit) - n_recent(now) as u64 - 1);
                served.push((now, number));
            } else {
                let wait = refusal(&response).as_millis() as u64;
                prop_assert!(n_recent(now + wait) < limit as usize, "the wait is too short");
                prop_assert!(n_recent(now + wait - 1000) >= limit as usize, "the wait is too long");
                prop_assert_eq!(response.number("x-ratelimit-remaining"), 0);
            }
        }
    }
}

#[test]
fn counted_responses_have_rate_limit_headers() {
    let (app, clock) = TestApp::limited(LIMIT);
    clock.advance(seconds(5));
    let long = format!("/api/v1/cases?{}", "&".repeat(8192));
    let requests = [
        (Method::GET, "/api/v1/statutes", StatusCode::OK),
        (Method::GET, "/api/v1/cases/", StatusCode::OK),
        (Method::GET, "/api/v1/bills?limit=1", StatusCode::OK),
        (Method::GET, "/api/v1/jurisdictions", StatusCode::OK),
        (Method::HEAD, "/api/v1/bills", StatusCode::OK),
        (Method::GET, "/api/v1/bills?limit=0", StatusCode::BAD_REQUEST),
        (Method::GET, "/api/v1/jurisdictions?x=y", StatusCode::BAD_REQUEST),
        (Method::GET, "/api/v1/nothing", StatusCode::NOT_FOUND),
        (Method::GET, "/api/v1/", StatusCode::NOT_FOUND),
        (Method::POST, "/api/v1/bills", StatusCode::METHOD_NOT_ALLOWED),
        (Method::DELETE, "/api/v1/nothing", StatusCode::NOT_FOUND),
        (Method::GET, &long, StatusCode::URI_TOO_LONG),
    ];
    for (n_before, (method, target, status)) in requests.into_iter().enumerate() {
        let response = app.send(request(method, target));
        assert_eq!(response.status, status, "{target}");
        assert_eq!(response.number("x-ratelimit-limit"), 100);
        assert_eq!(response.number("x-ratelimit-remaining"), 99 - n_before as u64);
        assert_eq!(response.number("x-ratelimit-reset"), 60 - n_before as u64);
        clock.advance(seconds(1));
    }
    // The rest of the quota is served. The refusal after it has the same headers.
    assert_eq!(n_served(&app), 88);
    let refused = app.get("/api/v1/bills");
    refusal(&refused);
    assert_eq!(refused.number("x-ratelimit-limit"), 100);
    assert_eq!(refused.number("x-ratelimit-remaining"), 0);
    assert_eq!(refused.number("x-ratelimit-reset"), refused.number("retry-after"));
}

#[test]
fn rate_limit_is_checked_before_anything_else() {
    let (app, _) = TestApp::limited(1);
    app.get("/api/v1/bills").good();
    let long = format!("/api/v1/cases?{}", "&".repeat(8192));
    for target in ["/api/v1/bills?limit=0", "/api/v1/nothing", &long] {
        refusal(&app.get(target));
        refusal(&app.send(request(Method::POST, target)));
    }
}

#[test]
fn health_checks_and_options_do_not_count() {
    let (app, _) = TestApp::limited(2);
    for _ in 0..50 {
        for path in ["/healthz", "/readyz", "/healthz/", "/nothing", "/"] {
            assert!(!is_counted(&app.get(path)));
        }
        for path in ROUTES {
            let response = app.send(request(Method::OPTIONS, path));
            assert_eq!(response.status, StatusCode::NO_CONTENT);
            assert!(!is_counted(&response));
        }
    }
    assert_eq!(n_served(&app), 2);
    // They are served even after the quota is used up.
    app.get("/healthz").good();
    app.get("/readyz").good();
    assert_eq!(app.send(request(Method::OPTIONS, "/api/v1/bills")).status, StatusCode::NO_CONTENT);
}

#[test]
fn clients_have_separate_quotas() {
    let (app, _) = TestApp::limited(3);
    let ask = |address: &str| app.send_as(client(address), request(Method::GET, "/api/v1/bills"));
    for _ in 0..3 {
        ask("192.0.2.1").good();
    }
    refusal(&ask("192.0.2.1"));
    for address in ["192.0.2.2", "203.0.113.1", "2001:db8::1", "::1"] {
        assert_eq!(ask(address).number("x-ratelimit-remaining"), 2, "{address}");
    }
    refusal(&ask("192.0.2.1"));
}

#[test]
fn ipv6_clients_are_keyed_by_64_bits_and_ipv4_by_address() {
    let (app, _) = TestApp::limited(100);
    let remaining = |address: &str| {
        app.send_as(client(address), request(Method::GET, "/api/v1/bills")).number("x-ratelimit-remaining")
    };
    assert_eq!(remaining("2001:db8:1:2::1"), 99);
    assert_eq!(remaining("2001:db8:1:2:ffff:ffff:ffff:ffff"), 98);
    assert_eq!(remaining("2001:db8:1:2:8000::"), 97);
    assert_eq!(remaining("2001:db8:1:3::1"), 99);
    assert_eq!(remaining("2001:db8:1:1::1"), 99);
    assert_eq!(remaining("192.0.2.7"), 99);
    assert_eq!(remaining("::ffff:192.0.2.7"), 98);
    assert_eq!(remaining("192.0.2.8"), 99);
}

#[test]
fn forwarding_headers_are_ignored_without_trusted_proxies() {
    let (app, _) = TestApp::limited(20);
    for number in 0..40 {
        let mut forged = request(Method::GET, "/api/v1/bills");
        for (name, value) in [
            ("x-forwarded-for", format!("198.51.100.{number}")),
            ("forwarded", format!("for=198.51.100.{number};proto=https")),
            ("x-real-ip", format!("198.51.100.{number}")),
            ("true-client-ip", format!("198.51.100.{number}")),
            ("cf-connecting-ip", format!("198.51.100.{number}")),
        ] {
            forged.headers_mut().insert(name, value.parse().unwrap());
        }
        let response = app.send(forged);
        assert_eq!(response.status == StatusCode::OK, number < 20, "{number}");
        assert_eq!(response.number("x-ratelimit-remaining"), 19_u64.saturating_sub(number));
    }
    // The forged addresses keep their own quotas.
    app.send_as(client("198.51.100.1"), request(Method::GET, "/api/v1/bills")).good();
}

#[test]
fn service_without_limiter_neither_counts_nor_refuses() {
    let app = TestApp::tiny();
    for _ in 0..3000 {
        let response = app.get("/api/v1/jurisdictions");
        assert_eq!(response.status, StatusCode::OK);
        assert!(!is_counted(&response));
    }
}

#[test]
fn high_rate_limit_serves_exactly_its_quota() {
    let (app, clock) = TestApp::limited(2500);
    for _ in 0..2 {
        assert_eq!(n_served(&app), 2500);
        clock.advance(seconds(60));
    }
}

#[test]
fn flood_guard_admits_everything_within_the_rate_limit() {
    let clock = TestClock::default();
    let (app, admin) = TestApp::with_admin(tiny_index(), SnapshotOptions::default(), Some(clock.limiter(LIMIT)));
    for _ in 0..3 {
        // Sends a whole quota at once, and then requests despite the refusals.
        assert_eq!(n_served(&app), u64::from(LIMIT));
        for _ in 0..400 {
            let refused = app.get("/api/v1/bills");
            refusal(&refused);
            assert!(is_counted(&refused), "the flood guard refused it");
        }
        clock.advance(seconds(60));
    }
    assert_eq!(admin.n_flood_refusals(), 0);
}

#[test]
fn flood_refusal_has_the_windows_state_and_a_time() {
    // The most with which a slow machine can still send a flood.
    const FEW: u32 = 50;
    let clock = TestClock::default();
    let (app, admin) = TestApp::with_admin(tiny_index(), SnapshotOptions::default(), Some(clock.limiter(FEW)));
    app.get("/api/v1/bills").good();
    clock.advance(seconds(20));
    let flood = || app.flood(&admin, || app.get("/api/v1/bills"));
    let (n_served, refused) = flood();
    assert_eq!(refusal(&refused), seconds(1));
    let [limit, remaining, reset] =
        ["limit", "remaining", "reset"].map(|name| refused.number(&format!("x-ratelimit-{name}")));
    assert_eq!((limit, remaining, reset), (50, 49 - n_served, 40));
    // Once the window is closed, the client is served when it opens again.
    std::thread::sleep(seconds(2));
    assert_eq!(self::n_served(&app), 49 - n_served);
    let (_, refused) = flood();
    assert_eq!((refusal(&refused), refused.number("x-ratelimit-reset")), (seconds(40), 40));
    assert_eq!(refused.number("x-ratelimit-remaining"), 0);
    let message = app.post("/mcp", "application/json", "{}");
    assert!(is_counted(&message));
    std::thread::sleep(seconds(2));
    clock.advance(seconds(40));
    app.get("/api/v1/bills").good();
}

#[test]
fn flood_is_refused_on_every_path_until_retry_after() {
    // A low limit, so that a slow machine can send a flood too.
    const FEW: u32 = 10;
    let clock = TestClock::default();
    let (app, admin) = TestApp::with_admin(tiny_index(), SnapshotOptions::default(), Some(clock.limiter(FEW)));
    let is_refused = |(_, response): &(usize, ReceivedResponse)| response.status == StatusCode::TOO_MANY_REQUESTS;
    let mut responses = (0..100_000).map(|n_admitted| (n_admitted, app.get("/healthz")));
    let (n_admitted, refused) = responses.find(is_refused).expect("the machine is too slow to make a flood");
    assert_eq!(admin.n_flood_refusals(), 1);
    assert!(n_admitted >= 1000, "{n_admitted}");
    assert!(!is_counted(&refused));
    let wait = refusal(&refused);
    app.flood(&admin, || app.send(request(Method::OPTIONS, "/api/v1/bills")));
    app.flood(&admin, || app.get("/nothing"));
    let (_, refused) = app.flood(&admin, || app.get("/api/v1/bills"));
    assert!(is_counted(&refused));
    // Another client is served.
    app.send_as(client("192.0.2.99"), request(Method::GET, "/api/v1/bills")).good();
    // The flood guard uses the real clock, not the test's.
    std::thread::sleep(wait);
    clock.advance(seconds(60));
    assert_eq!(n_served(&app), u64::from(FEW));
}
