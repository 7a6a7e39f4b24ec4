/*!
The explorer's files as responses: media types, caching, size, and the security policy.
*/

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use axum::http::{Method, StatusCode, header};
use lexdex_tests::tool::ROOT;

use super::support::{ReceivedResponse, TestApp, request};

/// The size budget of all files of the explorer, compressed: one or two seconds on a slow connection.
const MAX_BYTES: usize = 74 << 10;

/// The scripts that only the API docs use, and their size budget, compressed.
const OF_DOCS: [&str; 3] = ["/explorer/docs.js", "/explorer/response.js", "/explorer/try.js"];
const MAX_BYTES_OF_DOCS: usize = 6 << 10;

/// The scripts that only the check of a text uses, and their size budget, compressed.
const OF_CHECK: [&str; 8] = [
    "/explorer/check.js",
    "/explorer/check_run.js",
    "/explorer/check_table.js",
    "/explorer/docx.js",
    "/explorer/file.js",
    "/explorer/outcomes.js",
    "/explorer/reading.js",
    "/explorer/report.js",
];
const MAX_BYTES_OF_CHECK: usize = 21 << 10;

/// Paths of views without records, which all get the same page.
const VIEWS: [&str; 5] = ["/", "/cases", "/statutes/", "/bills?", "/?q=privacy"];

/// Returns the names of the explorer's files in the repository.
fn names() -> BTreeSet<String> {
    let folder = Path::new(ROOT).join("src/explorer");
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Returns the paths of the explorer's files, including the page.
fn paths() -> Vec<String> {
    let path = |name: String| if name == "index.html" { "/".to_owned() } else { format!("/explorer/{name}") };
    names().into_iter().map(path).collect()
}

/// Sends a GET that accepts only this coding.
fn in_coding(app: &TestApp, path: &str, coding: &str) -> ReceivedResponse {
    let mut asked = request(Method::GET, path);
    asked.headers_mut().insert(header::ACCEPT_ENCODING, coding.parse().unwrap());
    app.send(asked)
}

#[test]
fn explorer_files_have_media_types_and_a_strict_security_policy() {
    let app = TestApp::tiny();
    for path in paths() {
        let response = app.get(&path);
        assert_eq!(response.status, StatusCode::OK, "{path}");
        let expected = match path.rsplit_once('.') {
            None => "text/html; charset=utf-8",
            Some((_, "css")) => "text/css; charset=utf-8",
            Some((_, "js")) => "text/javascript; charset=utf-8",
            Some((_, "svg")) => "image/svg+xml",
            Some((_, other)) => panic!("{path}: what is {other}?"),
        };
        assert_eq!(response.header("content-type"), Some(expected), "{path}");
        assert_eq!(response.header("cache-control"), Some("no-cache"), "{path}");
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(response.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert_eq!(
            response.header("content-security-policy"),
            Some(
                "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
                 base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            ),
            "{path}"
        );
    }
}

#[test]
fn explorer_page_is_served_for_its_views_and_nowhere_else() {
    let app = TestApp::tiny();
    let page = app.get("/").body;
    for path in VIEWS {
        let response = app.get(path);
        assert_eq!((response.status, response.body), (StatusCode::OK, page.clone()), "{path}");
    }
    for path in
        ["/case", "/cases/a/b", "/jurisdictions", "/explorer", "/explorer/", "/explorer/index.html", "/index.html"]
    {
        app.get(path).error(StatusCode::NOT_FOUND);
    }
    for path in ["/", "/cases", "/check", "/explorer/main.js"] {
        app.send(request(Method::POST, path)).error(StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(app.send(request(Method::OPTIONS, path)).status, StatusCode::NO_CONTENT, "{path}");
    }
}

#[test]
fn missing_explorer_file_is_404_for_any_method() {
    let app = TestApp::tiny();
    for path in ["/explorer/none.js", "/explorer/none.js/", "/explorer/../main.js", "/explorer/%2e%2e/main.rs"] {
        for method in [Method::GET, Method::POST, Method::DELETE, Method::OPTIONS] {
            app.send(request(method, path)).error(StatusCode::NOT_FOUND);
        }
    }
}

#[test]
fn explorer_file_with_a_matching_etag_is_304() {
    let app = TestApp::tiny();
    for path in paths() {
        let mut etags = BTreeSet::new();
        for coding in ["identity", "gzip", "br", "zstd"] {
            let response = in_coding(&app, &path, coding);
            let etag = response.headers[header::ETAG].clone();
            let mut asked = request(Method::GET, &path);
            asked.headers_mut().insert(header::ACCEPT_ENCODING, coding.parse().unwrap());
            asked.headers_mut().insert(header::IF_NONE_MATCH, etag.clone());
            let response = app.send(asked);
            assert_eq!((response.status, response.body.len()), (StatusCode::NOT_MODIFIED, 0), "{path} in {coding}");
            assert_eq!(response.headers.get(header::ETAG), Some(&etag), "{path} in {coding}");
            assert_eq!(response.header("content-type"), None, "{path} in {coding}");
            assert_eq!(response.header("vary"), Some("Accept-Encoding"), "{path} in {coding}");
            etags.insert(etag.to_str().unwrap().to_owned());
        }
        assert_eq!(etags.len(), 4, "{path}: each coding has a tag of its own");
    }
}

#[test]
fn explorer_files_stay_within_their_size_budget() {
    let app = TestApp::tiny();
    for coding in ["gzip", "br", "zstd"] {
        let is_of = |names: &[&str]| paths().into_iter().filter(|path| names.contains(&path.as_str())).collect();
        let [of_docs, of_check]: [Vec<String>; 2] = [is_of(&OF_DOCS), is_of(&OF_CHECK)];
        assert_eq!((of_docs.len(), of_check.len()), (OF_DOCS.len(), OF_CHECK.len()));
        let others = paths().into_iter().filter(|path| !of_docs.contains(path) && !of_check.contains(path)).collect();
        for (paths, most) in [(others, MAX_BYTES), (of_docs, MAX_BYTES_OF_DOCS), (of_check, MAX_BYTES_OF_CHECK)] {
            let n_bytes: usize = paths.iter().map(|path| in_coding(&app, path, coding).body.len()).sum();
            assert!(n_bytes < most, "{n_bytes} bytes in {coding}: {paths:?}");
        }
    }
}

#[test]
fn explorer_has_no_foreign_hosts_and_no_inline_code() {
    let app = TestApp::tiny();
    // An XML namespace is not fetched.
    const SVG_NAMESPACE: &str = "http://www.w3.org/2000/svg";
    for path in paths() {
        let response = app.get(&path);
        let text = response.text().replace(SVG_NAMESPACE, "");
        for foreign in ["http:", "https:", "\"//", "'//", "url(", "@import", "innerHTML", "insertAdjacent", "eval("] {
            assert!(!text.contains(foreign), "{path} has {foreign}");
        }
    }
    let page = app.get("/");
    for inline in ["<style", " style=", " onclick=", "javascript:"] {
        assert!(!page.text().contains(inline), "the page has {inline}");
    }
    assert_eq!(page.text().matches("<script").count(), 1);
}

#[test]
fn explorer_scripts_write_no_path_without_the_base_path() {
    let app = TestApp::tiny();
    let is_code = |line: &&str| !["//", "/**", "*"].iter().any(|start| line.trim_start().starts_with(start));
    // A single slash is a separator, two begin a comment in a shown program, and one after a quoted word ends a regular
    // expression.
    let is_path = |(before, behind): (&str, &str)| {
        behind.starts_with(|next: char| next.is_alphanumeric() || "$?#".contains(next))
            && !before.ends_with(char::is_alphanumeric)
    };
    for path in paths().iter().filter(|path| path.ends_with(".js")) {
        for line in app.get(path).text().lines().filter(is_code) {
            let mut literals = ["\"/", "`/"].into_iter().flat_map(|start| line.match_indices(start));
            let has_path = literals.any(|(at, start)| is_path((&line[..at], &line[at + start.len()..])));
            assert!(!has_path, "put `BASE` before the path in {path}: {line}");
        }
    }
}

#[test]
fn explorer_pages_preload_every_file_that_they_use() {
    let app = TestApp::tiny();
    let [page, check] = ["/", "/check"].map(|path| app.get(path));
    for path in paths().iter().filter(|path| *path != "/" && !OF_DOCS.contains(&path.as_str())) {
        let name = format!("\"{path}\"");
        assert!(check.text().contains(&name), "{path} is not in the page of the check");
        let is_of_check = OF_CHECK.contains(&path.as_str());
        assert_eq!(page.text().contains(&name), !is_of_check, "{path} in index.html");
    }
}

#[test]
fn explorer_without_scripts_shows_the_api_and_the_disclaimer() {
    let app = TestApp::tiny();
    let page = app.get("/");
    let (_, rest) = page.text().split_once("<noscript>").unwrap();
    let (noscript, _) = rest.split_once("</noscript>").unwrap();
    for path in ["/api/v1/statutes", "/api/v1/cases", "/api/v1/bills", "/api/v1/jurisdictions", "/api/v1/coverage"] {
        assert!(noscript.contains(&format!("href=\"{path}\"")), "{path}");
        app.get(path).good();
    }
    assert!(page.text().contains("This is legal information, not legal advice."));
}

#[test]
fn explorer_page_does_not_count_against_the_rate_limit() {
    let (app, _) = TestApp::limited(1);
    for _ in 0..3 {
        for path in ["/", "/cases", "/check", "/check?x=1", "/explorer/main.js"] {
            let response = app.get(path);
            assert_eq!((response.status, response.header("x-ratelimit-limit")), (StatusCode::OK, None), "{path}");
        }
    }
}
