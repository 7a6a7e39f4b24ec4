/*!
The HTML of the explorer's views: the head and the content of a record, a search and an error.
*/

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::http::{Method, StatusCode, header};
use lexdex::http::{RateLimiter, ServiceOptions};
use serde_json::{Value, json};

use super::contract::List;
use super::corpus::{Corpus, bill, case, statute, with};
use super::support::{ReceivedResponse, TestApp, request};

const RECORDS: [&str; 3] = ["/statutes/federal-usc-18-1341", "/cases/scotus-410-us-113", "/bills/federal-117-hr-3684"];

/// Texts that could leave an attribute, an element or a data block.
const HOSTILE: [&str; 9] = [
    "</script><script>alert(1)</script>",
    "</title><img src=x onerror=alert(1)>",
    "<!--",
    "--> ]]>",
    "\"><b>",
    "' onload='x",
    "a & b &amp; c &lt;",
    "x\u{2028}y\u{2029}z",
    "{{7*7}} ${x}",
];

fn get(app: &TestApp, path: &str) -> ReceivedResponse {
    let response = app.get(path);
    assert_eq!(response.status, StatusCode::OK, "{path}: {}", response.text());
    assert_eq!(response.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
    response
}

/// Reads a text of HTML.
fn unescaped(html: &str) -> String {
    assert!(!html.contains(['<', '>', '"']), "{html}");
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
        .into_iter()
        .fold(html.to_owned(), |text, (escape, sign)| text.replace(escape, sign))
}

/// Returns the text between two others, the only one in the page.
fn between<'p>(page: &'p str, start: &str, end: &str) -> &'p str {
    assert_eq!(page.matches(start).count(), 1, "{start} in {page}");
    page.split_once(start).unwrap().1.split_once(end).unwrap().0
}

fn title(page: &str) -> String {
    unescaped(between(page, "<title>", "</title>"))
}

fn heading(page: &str) -> String {
    unescaped(between(page, "<h1>", "</h1>"))
}

/// Returns the contents of the `meta` elements, by name or property.
fn metas(page: &str) -> BTreeMap<String, Vec<String>> {
    let mut metas = BTreeMap::<String, Vec<String>>::new();
    for start in ["<meta name=\"", "<meta property=\""] {
        for rest in page.split(start).skip(1) {
            let (name, rest) = rest.split_once("\" content=\"").unwrap();
            metas.entry(name.to_owned()).or_default().push(unescaped(rest.split_once('"').unwrap().0));
        }
    }
    metas
}

fn linked_data(page: &str) -> Value {
    serde_json::from_str(between(page, "<script type=\"application/ld+json\">", "</script>")).unwrap()
}

#[test]
fn page_of_a_record_describes_it() {
    let app = TestApp::bundled();
    let [statute, case, bill] = RECORDS.map(|path| get(&app, path));
    assert_eq!(title(case.text()), "Roe v. Wade, 410 U.S. 113 (1973) · lexdex");
    assert_eq!(title(statute.text()), "18 U.S.C. § 1341: Frauds and swindles · lexdex");
    assert_eq!(title(bill.text()), "H.R. 3684, 117th Congress: Infrastructure Investment and Jobs Act · lexdex");
    assert_eq!(title(get(&app, "/cases/guam-2023-guam-11").text()).matches("2023").count(), 1);
    let summary = app.get("/api/v1/cases/scotus-410-us-113").good()["data"]["summary"].clone();
    let mut metas = metas(case.text());
    for general in ["viewport", "color-scheme"] {
        metas.remove(general).unwrap();
    }
    let expected = json!({
        "description": [summary],
        "og:site_name": ["lexdex"],
        "og:title": ["Roe v. Wade, 410 U.S. 113 (1973)"],
        "og:description": [summary],
        "og:type": ["article"],
        "twitter:card": ["summary"],
        "DC.type": ["case"],
        "citation_title": ["Roe v. Wade"],
        "citation_date": ["1973/01/22"],
        "citation_keywords": ["abortion", "privacy", "women", "due-process"],
        "citation_public_url": ["https://www.courtlistener.com/c/U.S./410/113/"],
        "citation_language": ["en"],
    });
    assert_eq!(json!(metas), expected);
    assert_eq!(
        linked_data(case.text()),
        json!({
            "@context": "https://schema.org",
            "@type": "CreativeWork",
            "@id": "/cases/scotus-410-us-113",
            "name": "Roe v. Wade",
            "genre": "Court decision",
            "identifier": "410 U.S. 113",
            "datePublished": "1973-01-22",
            "abstract": summary,
            "keywords": ["abortion", "privacy", "women", "due-process"],
            "creator": { "@type": "GovernmentOrganization", "name": "Supreme Court of the United States" },
            "spatialCoverage": { "@type": "AdministrativeArea", "name": "United States" },
            "sameAs": ["https://www.courtlistener.com/c/U.S./410/113/", "https://www.loc.gov/item/usrep410113/"],
            "sdLicense": "https://creativecommons.org/publicdomain/zero/1.0/",
        })
    );
    let law = linked_data(statute.text());
    assert_eq!(law["@type"], "Legislation");
    assert_eq!(law["legislationIdentifier"], "18 U.S.C. § 1341");
    assert_eq!(law["legislationLegalForce"], "https://schema.org/InForce");
    assert_eq!(law["temporalCoverage"], "1948-09-01/..");
    let measure = linked_data(bill.text());
    assert_eq!((&measure["legislationType"], &measure["dateCreated"]), (&json!("Bill"), &json!("2021-06-04")));
}

/// Returns the data block from which the scripts draw the view.
fn answer(page: &str) -> Value {
    serde_json::from_str(between(page, "<script id=\"answer\" type=\"application/json\">", "</script>")).unwrap()
}

#[test]
fn page_contains_the_response_of_its_view_and_the_extent() {
    let app = TestApp::bundled();
    let coverage = app.get("/api/v1/coverage").good();
    let list = |name: &str| {
        let entries = coverage["data"].as_array().unwrap().iter();
        let entries: Vec<&Value> = entries.filter(|entry| entry["resource"] == name).collect();
        let records = entries.iter().map(|entry| entry["records"].as_u64().unwrap());
        let last_updated = entries.iter().filter_map(|entry| entry["lastUpdated"].as_str()).max().unwrap();
        let records: u64 = records.sum();
        json!({ "resource": name, "records": records, "completeness": "sample", "lastUpdated": last_updated })
    };
    let lists = ["statutes", "cases", "bills"].map(list);
    let extent = json!({
        "data": lists,
        "meta": { "completeness": coverage["meta"]["completeness"] },
    });
    let searches = ["/cases?court=ca9&sort=oldest&fields=id,caseName&limit=3&offset=2", "/bills?q=privasy+laws&topic="];
    for path in RECORDS.into_iter().chain(searches) {
        let response = app.get(&format!("/api/v1{}", path.trim_end_matches("&topic=")));
        let links = response.header("link").unwrap();
        let texts: Vec<&str> =
            links.split("; rel=\"alternate\"").map(|link| link.rsplit('<').next().unwrap()).collect();
        let texts: Vec<&str> = texts.iter().filter_map(|link| link.strip_suffix('>')).collect();
        let expected = json!({
            "build": response.header("lexdex-build").unwrap(),
            "body": response.good(),
            "texts": texts,
            "hasFeed": false,
            "extent": extent,
        });
        assert_eq!(answer(get(&app, path).text()), expected, "{path}");
    }
}

#[test]
fn page_links_to_the_record_in_every_format() {
    let app = TestApp::bundled();
    for path in RECORDS {
        let page = get(&app, path);
        assert!(page.text().contains(&format!("<link rel=\"canonical\" href=\"{path}\">")));
        let links: Vec<(&str, &str)> = page
            .text()
            .split("<link rel=\"alternate\" type=\"")
            .skip(1)
            .map(|rest| (rest.split('"').next().unwrap(), between(rest.split('>').next().unwrap(), "href=\"", "\"")))
            .collect();
        let types: Vec<&str> = links.iter().map(|(media_type, _)| *media_type).collect();
        let expected = [
            "application/vnd.citationstyles.csl+json",
            "application/x-research-info-systems",
            "application/x-bibtex",
            "application/json",
        ];
        assert_eq!(types, expected, "{path}");
        for (media_type, link) in links {
            let response = app.get(link);
            assert_eq!(response.status, StatusCode::OK, "{link}");
            assert!(response.header("content-type").unwrap().starts_with(media_type), "{link}");
        }
    }
}

#[test]
fn every_bundled_record_has_a_page_with_its_name() {
    let app = TestApp::bundled();
    for list in List::ALL {
        for line in app.get(&format!("{}/export", list.path())).text().lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            let page = get(&app, &format!("/{}/{}", list.folder(), record["id"].as_str().unwrap()));
            let name = if list == List::Cases { &record["caseName"] } else { &record["title"] };
            assert_eq!(linked_data(page.text())["name"], *name);
            assert_eq!(json!(heading(page.text())), *name);
            assert!(title(page.text()).contains(name.as_str().unwrap()));
            let year = record["decisionDate"].as_str().map(|date| &date[..4]);
            assert!(year.is_none_or(|year| title(page.text()).contains(year)), "{}", title(page.text()));
        }
    }
}

#[test]
fn every_reference_of_a_section_has_the_year_of_its_citation() {
    let section = |id: &str, of: &str, status: &str| {
        let meta = json!({
            "source": "A test",
            "jurisdiction": of,
            "last_updated": "2022-11-22",
            "citation": "Cal. Penal Code § 1",
            "license": "CC0 1.0",
        });
        with(statute(id, of), json!({ "status": status, "effectiveDate": "1984-07-13", "meta": meta }))
    };
    let statutes =
        vec![section("ca-1", "ca", "amended"), section("ca-2", "ca", "repealed"), section("us-1", "federal", "active")];
    let app = Corpus { statutes, ..Corpus::default() }.write().app();
    for (id, year) in [("ca-1", Some("2022")), ("ca-2", None), ("us-1", None)] {
        let page = get(&app, &format!("/statutes/{id}"));
        assert_eq!(title(page.text()).contains(" (2022): "), year.is_some(), "{}", title(page.text()));
        assert_eq!(metas(page.text()).get("citation_date").map(|dates| dates[0].as_str()), year, "{id}");
        let reference = |format: &str| app.get(&format!("/api/v1/statutes/{id}?format={format}")).text().to_owned();
        for (format, start) in
            [("ris", "PY  - "), ("bibtex", "year = {"), ("csl-json", "\"issued\":{\"date-parts\":[[")]
        {
            let reference = reference(format);
            let found = reference.split_once(start).map(|(_, rest)| &rest[..4]);
            assert_eq!(found, year, "{reference}");
            assert!(!reference.contains("1984"), "{reference}");
        }
    }
}

#[test]
fn hostile_texts_stay_texts() {
    let hostile = |record: Value, name: &str, text: &str| {
        with(record, json!({ name: text, "summary": text, "topics": ["a-topic"] }))
    };
    let texts = || HOSTILE.iter().enumerate();
    let corpus = Corpus {
        statutes: texts().map(|(idx, text)| hostile(statute(&format!("ca-{idx}"), "ca"), "title", text)).collect(),
        cases: texts().map(|(idx, text)| hostile(case(&format!("ca-{idx}"), "ca"), "caseName", text)).collect(),
        bills: texts().map(|(idx, text)| hostile(bill(&format!("ca-{idx}"), "ca"), "title", text)).collect(),
    };
    let app = corpus.write().app();
    for list in List::ALL {
        for (idx, text) in texts() {
            let page = get(&app, &format!("/{}/ca-{idx}", list.folder()));
            let page = page.text();
            assert_eq!(page.matches("<script").count(), 3, "{page}");
            assert_eq!(page.matches("</script>").count(), 3, "{page}");
            assert_eq!((page.matches("<!--").count(), page.matches("<title>").count()), (0, 1), "{page}");
            assert!(!page.contains("<img") && !page.contains("<b>"), "{page}");
            assert!(title(page).contains(text), "{}", title(page));
            assert_eq!(heading(page), *text);
            assert_eq!(metas(page)["og:description"], [*text]);
            let data = linked_data(page);
            assert_eq!((&data["name"], &data["abstract"]), (&json!(text), &json!(text)));
        }
        let page = get(&app, &format!("/{}?jurisdiction=ca&limit=100", list.folder()));
        assert_eq!((page.text().matches("<script").count(), page.text().matches("<img").count()), (2, 0));
        let page = get(&app, &format!("/{}?topic=%3C/title%3E%3Cscript%3E", list.folder()));
        assert_eq!(page.text().matches("<script").count(), 2);
    }
    let page = app.get("/cases/%3Cscript%3E\"%3E");
    assert_eq!((page.status, page.text().matches("<script").count()), (StatusCode::NOT_FOUND, 1));
}

#[test]
fn page_has_the_security_policy_and_is_revalidated() {
    let app = TestApp::bundled();
    let policy = app.get("/").header("content-security-policy").unwrap().to_owned();
    assert!(policy.contains("script-src 'self';"));
    for path in RECORDS.into_iter().chain(["/cases?topic=privacy"]) {
        let mut tags = Vec::new();
        for coding in ["identity", "gzip", "br", "zstd"] {
            let asked = |tag: Option<&str>| {
                let mut asked = request(Method::GET, path);
                asked.headers_mut().insert(header::ACCEPT_ENCODING, coding.parse().unwrap());
                if let Some(tag) = tag {
                    asked.headers_mut().insert(header::IF_NONE_MATCH, tag.parse().unwrap());
                }
                app.send(asked)
            };
            let response = asked(None);
            assert_eq!(response.header("content-security-policy"), Some(policy.as_str()), "{path}");
            assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
            assert_eq!(response.header("cache-control"), Some("no-cache"));
            assert_eq!(response.header("content-encoding"), Some(coding).filter(|coding| *coding != "identity"));
            let tag = response.header("etag").unwrap().to_owned();
            let known = asked(Some(&tag));
            assert_eq!((known.status, known.text()), (StatusCode::NOT_MODIFIED, ""), "{path}");
            assert_eq!(known.header("cache-control"), Some("no-cache"));
            tags.push(tag);
        }
        tags.sort();
        tags.dedup();
        assert_eq!(tags.len(), 4, "each coding has a tag of its own");
        let (page, head) = (app.get(path), app.send(request(Method::HEAD, path)));
        assert_eq!((head.status, head.stable_headers()), (StatusCode::OK, page.stable_headers()));
    }
    for path in RECORDS {
        assert_eq!(get(&app, &format!("{path}/?utm_source=x&q=")).body, get(&app, path).body);
    }
}

#[test]
fn unknown_record_is_a_404_page_and_an_alias_redirects() {
    let app = TestApp::bundled();
    let page = app.get("/cases/scotus-410-us-1133");
    assert_eq!((page.status, page.header("content-type")), (StatusCode::NOT_FOUND, Some("text/html; charset=utf-8")));
    assert_eq!(title(page.text()), "Record not found · lexdex");
    let message = app.get("/api/v1/cases/scotus-410-us-1133").error(StatusCode::NOT_FOUND)["error"].clone();
    assert_eq!(json!(metas(page.text())["description"][0]), message);
    assert_eq!(metas(page.text())["robots"], ["noindex"]);
    assert!(page.text().contains("src=\"/explorer/main.js\""), "the explorer shows the nearest ids");
    assert_eq!(page.header("cache-control"), Some("no-store"));
    assert!(page.header("content-security-policy").is_some());
    let head = app.send(request(Method::HEAD, "/cases/scotus-410-us-1133"));
    assert_eq!((head.status, head.text()), (StatusCode::NOT_FOUND, ""));
    let moved = app.get("/cases/scotus-93-s-ct-705");
    assert_eq!(moved.status, StatusCode::PERMANENT_REDIRECT);
    assert_eq!(moved.header("location"), Some("/cases/scotus-410-us-113"));
    assert_eq!(app.get("/cases/%ff").status, StatusCode::BAD_REQUEST);
}

#[test]
fn page_of_a_search_names_its_words_and_results() {
    let app = TestApp::bundled();
    let page = get(&app, "/cases?q=roe+v+wade&court=scotus&topic=&limit=100");
    assert_eq!(title(page.text()), "Cases: court scotus, roe v wade · lexdex");
    let answer = app.get("/api/v1/cases?q=roe+v+wade&court=scotus&limit=10").good();
    let names: Vec<&str> =
        answer["data"].as_array().unwrap().iter().map(|record| record["caseName"].as_str().unwrap()).collect();
    let total = &answer["meta"]["total"];
    assert_eq!(metas(page.text())["description"], [format!("{total} matches. The first: {}.", names.join("; "))]);
    assert_eq!(metas(page.text())["robots"], ["noindex"]);
    for record in answer["data"].as_array().unwrap() {
        assert!(page.text().contains(&format!("href=\"/cases/{}\"", record["id"].as_str().unwrap())));
    }
    let invalid = app.get("/bills?status=vetoed");
    assert_eq!(invalid.status, StatusCode::BAD_REQUEST);
    let message = app.get("/api/v1/bills?status=vetoed").error(StatusCode::BAD_REQUEST)["error"].clone();
    assert_eq!(json!(metas(invalid.text())["description"][0]), message);
    assert_eq!(metas(get(&app, "/cases?topic=no-such-topic").text())["description"], ["0 matches."]);
    let named = with(case("ca-1", "ca"), json!({ "caseName": "Roe v. Wade, Inc." }));
    let app = Corpus { cases: vec![named], ..Corpus::default() }.write().app();
    let found = get(&app, "/cases?jurisdiction=ca");
    assert_eq!(metas(found.text())["description"], ["1 match. The first: Roe v. Wade, Inc."]);
    assert_eq!(get(&app, "/cases").body, get(&app, "/").body);
}

#[test]
fn page_of_the_check_has_a_title_and_the_explorers_headers() {
    let app = TestApp::bundled();
    let [page, start] = ["/check", "/"].map(|path| get(&app, path));
    assert_eq!(
        (title(page.text()), heading(page.text())),
        ("Check a brief · lexdex".to_owned(), "Check a brief".to_owned())
    );
    let description = &metas(page.text())["description"][0];
    assert!(description.starts_with("Check the citations of a brief: "), "{description}");
    assert_eq!(metas(page.text()).get("robots"), None, "search engines may list it");
    for name in ["cache-control", "content-security-policy", "x-content-type-options", "referrer-policy"] {
        assert_eq!(page.header(name), start.header(name), "{name}");
    }
    for (path, text) in [("/", "href=\"/check\""), ("/docs", "href=\"/check\""), ("/llms.txt", "(/check)")] {
        assert!(app.get(path).text().contains(text), "{path}");
    }
    let below =
        TestApp::with_options(ServiceOptions { base_path: "/law".parse().unwrap(), ..ServiceOptions::default() });
    let page = get(&below, "/law/check");
    assert_eq!(page.text().matches("href=\"/law/explorer/check.js\"").count(), 1);
    assert_eq!(page.text().matches("=\"/explorer/").count(), 0);
}

#[test]
fn page_with_records_counts_and_says_when_to_return() {
    let (app, clock) = TestApp::limited(2);
    for path in ["/", "/cases", "/statutes/", "/explorer/main.js"] {
        assert_eq!(app.get(path).header("x-ratelimit-limit"), None, "{path}");
    }
    let remaining = |path: &str| get(&app, path).number("x-ratelimit-remaining");
    assert_eq!(remaining("/statutes/federal-usc-18-1341"), 1);
    assert_eq!(remaining("/cases?jurisdiction=ny"), 0);
    for path in ["/statutes/federal-usc-18-1341", "/cases?jurisdiction=ny", "/cases/none"] {
        let page = app.get(path);
        assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS, "{path}");
        assert_eq!(title(page.text()), "Too many requests · lexdex");
        let seconds = page.number("retry-after");
        assert!((1..=60).contains(&seconds));
        assert_eq!(metas(page.text())["description"], [format!("too many requests: retry after {seconds} seconds")]);
        assert_eq!(page.header("cache-control"), Some("no-store"));
    }
    app.get("/api/v1/cases").error(StatusCode::TOO_MANY_REQUESTS);
    get(&app, "/");
    clock.advance(std::time::Duration::from_secs(61));
    get(&app, "/statutes/federal-usc-18-1341");
}

#[test]
fn page_links_lead_below_the_base_path() {
    let options = |limiter| ServiceOptions { base_path: "/law".parse().unwrap(), limiter, ..ServiceOptions::default() };
    let app = TestApp::with_options(options(None));
    let page = get(&app, "/law/statutes/federal-usc-18-1341");
    assert!(page.text().contains("<link rel=\"canonical\" href=\"/law/statutes/federal-usc-18-1341\">"));
    assert!(page.text().contains("href=\"/law/api/v1/statutes/federal-usc-18-1341?format=ris\""));
    assert_eq!(linked_data(page.text())["@id"], "/law/statutes/federal-usc-18-1341");
    assert_eq!(app.get("/law/cases/none").text().matches("src=\"/law/explorer/main.js\"").count(), 1);
    let limited = TestApp::with_options(options(Some(Arc::new(RateLimiter::new(1)))));
    get(&limited, "/law/statutes/federal-usc-18-1341");
    assert_eq!(limited.get("/law/statutes/federal-usc-18-1341").status, StatusCode::TOO_MANY_REQUESTS);
}
