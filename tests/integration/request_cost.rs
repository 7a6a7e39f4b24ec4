/*!
No request of 8 KiB takes much work before it is admitted: the work of parsing its parameters, of resolving their
values, and of a response that no worker builds. Work is counted in steps, on the thread of the runtime.
*/

use std::sync::{Arc, LazyLock};

use axum::body::Body;
use axum::http::{Method, Request};
use lexdex::http::SnapshotOptions;
use lexdex_core::model::Parameter;
use lexdex_core::steps;
use lexdex_index::Index;
use serde_json::{Value, json};

use super::corpus::{Corpus, bill, case, statute, with};
use super::queries::Draw;
use super::support::{TestApp, encode, request};

/// The maximum length of a request target, in bytes.
const MAX_TARGET_BYTES: usize = 8192;

const N_COURTS: usize = 5000;

/// Words that many of the courts have in their names.
const WORDS: [&str; 16] = [
    "court",
    "of",
    "the",
    "superior",
    "district",
    "county",
    "appeals",
    "state",
    "supreme",
    "circuit",
    "for",
    "common",
    "pleas",
    "municipal",
    "family",
    "division",
];

/// Texts that cost some parser more than others, if repeated.
const PIECES: [&str; 30] = [
    "ﷺ", "ﷺ,", "ﷺ ", "of ", "court ", "a", "a ", "1 ", "1,", "1 a,", ",", "-", "a-", "-a ", "(", "(a)1 ", ")", "\"a\"",
    "AB ", "a OR ", "a AND ", "NOT a ", "sec 1 ", "§1 ", "'s", "a.b.", "u. s. ", "H.R. 1,", "x\u{301}", "⑴",
];

const PATHS: [&str; 17] = [
    "/api/v1/cases",
    "/api/v1/statutes",
    "/api/v1/bills",
    "/api/v1/cases/facets",
    "/api/v1/statutes/facets",
    "/api/v1/bills/facets",
    "/api/v1/cases/export",
    "/api/v1/bills/export",
    "/api/v1/cases.atom",
    "/api/v1/bills.atom",
    "/api/v1/suggest",
    "/api/v1/changes",
    "/api/v1/cases/c1",
    "/api/v1/cases/c1/similar",
    "/api/v1/jurisdictions",
    "/api/v1/coverage",
    "/api/v1/openapi.json",
];

/// Returns every parameter, and one that does not exist.
fn parameters() -> Vec<&'static str> {
    Parameter::ALL.iter().map(|parameter| parameter.as_str()).chain(["juristiction"]).collect()
}

/// The name of a court, of words that many courts share.
fn court(number: usize) -> String {
    let word = |place: usize| WORDS[(number / WORDS.len().pow(place as u32) + place * 5) % WORDS.len()];
    format!("{} {} court of the {} no {number}", word(0), word(1), word(2))
}

/// An index with thousands of courts.
fn index() -> Arc<Index> {
    let of_court = |number: usize| with(case(&format!("c{number}"), "ny"), json!({ "court": court(number) }));
    let corpus = Corpus {
        cases: (0..N_COURTS).map(of_court).collect(),
        statutes: vec![statute("s1", "ca")],
        bills: vec![bill("b1", "ca")],
    };
    corpus.write().index()
}

fn app() -> TestApp {
    static INDEX: LazyLock<Arc<Index>> = LazyLock::new(index);
    // Each request is answered anew.
    TestApp::new(Arc::clone(&INDEX), SnapshotOptions { cache_bytes: 0, ..SnapshotOptions::default() })
}

/// Sends a request. Asserts that it takes few steps.
fn check(app: &TestApp, request: Request<Body>, description: &str) {
    let n_steps = steps::count(|| drop(app.send(request)));
    assert!(n_steps <= steps::MAX_INLINE_STEPS, "{n_steps} steps: {description}");
}

/// Sends a GET of a target, without its last parameters if it is too long.
fn check_target(app: &TestApp, target: &str) {
    let mut target = target;
    while target.len() > MAX_TARGET_BYTES {
        target = target.rsplit_once('&').unwrap().0;
    }
    check(app, request(Method::GET, target), target);
}

/// A text of a piece as long as a parameter may be in a target.
fn long(piece: &str, parameter: &str) -> String {
    let max_chars = if parameter == "q" { 1000 } else { 200 };
    let mut n_bytes = 0;
    let fits = |character: &char| {
        n_bytes += encode(&character.to_string()).len();
        n_bytes <= MAX_TARGET_BYTES - 60
    };
    piece.chars().cycle().take(max_chars).take_while(fits).collect()
}

/// Queries with a parameter: one long value, one value many times, many values that differ, and many with many words.
fn queries(parameter: &str, piece: &str) -> Vec<String> {
    let one = format!("{parameter}={}", encode(&long(piece, parameter)));
    let many = |value: &dyn Fn(usize) -> String| {
        let mut query = String::new();
        for number in 0.. {
            let pair = format!("{parameter}={}&", encode(&value(number)));
            if query.len() + pair.len() > MAX_TARGET_BYTES - 40 {
                return query;
            }
            query += &pair;
        }
        query
    };
    let words = |number: usize| {
        let mut words = WORDS.iter().enumerate().filter(|(bit, _)| ((number * 2_654_435_761) >> bit) & 1 == 1);
        words.by_ref().take(4).map(|(_, word)| format!("{word} ")).collect::<String>()
    };
    vec![
        one.clone(),
        many(&|_| piece.to_owned()),
        many(&|number| format!("{piece}{number}")),
        many(&|number| format!("{piece}{}", words(number))),
        many(&|number| if number == 0 { piece.to_owned() } else { words(number) }),
    ]
}

#[test]
fn any_parameter_of_a_list_takes_few_steps() {
    let app = app();
    let n_steps = steps::count(|| drop(app.get("/api/v1/cases?court=county+court&q=roe&citation=1+U.S.+1")));
    assert!(n_steps > 100, "steps are not counted: {n_steps}");
    for (position, path) in PATHS.iter().enumerate() {
        for parameter in parameters() {
            // The lists have all parameters, and read them like the other endpoints.
            if position >= 3 && !["q", "court", "citation", "jurisdiction", "fields", "since"].contains(&parameter) {
                continue;
            }
            for query in PIECES.iter().flat_map(|piece| queries(parameter, piece)) {
                check_target(&app, &format!("{path}?{query}"));
            }
        }
    }
}

#[test]
fn any_parameters_of_any_endpoint_take_few_steps() {
    let app = app();
    let mut draw = Draw(7);
    let parameters = parameters();
    for _ in 0..3000 {
        let path = PATHS[draw.below(PATHS.len())];
        let mut query = String::new();
        while query.len() < MAX_TARGET_BYTES {
            let (parameter, piece) = (parameters[draw.below(parameters.len())], PIECES[draw.below(PIECES.len())]);
            let queries = queries(parameter, piece);
            let chosen = &queries[draw.below(queries.len())];
            let pairs: Vec<&str> = chosen.split('&').take(1 + draw.below(120)).collect();
            query += &pairs.join("&");
            query.push('&');
        }
        check_target(&app, &format!("{path}?{query}"));
    }
}

#[test]
fn any_identifier_in_a_path_takes_few_steps() {
    let app = app();
    for piece in PIECES {
        let segment = encode(&long(piece, "q").repeat(8));
        let encoded = encode(piece);
        let segment = &segment[..segment.len().min((MAX_TARGET_BYTES - 60) / encoded.len() * encoded.len())];
        for path in ["cases/{}", "statutes/{}", "bills/{}/similar", "jurisdictions/{}", "{}"] {
            check_target(&app, &format!("/api/v1/{}", path.replace("{}", segment)));
        }
    }
}

#[test]
fn any_text_and_any_call_of_a_tool_take_few_steps() {
    let app = app();
    let send = |path: &str, media_type: &str, body: String| {
        let shown = body.clone();
        let request = Request::post(path).header("content-type", media_type).header("host", "localhost");
        let request = request.header("accept", "application/json, text/event-stream");
        check(&app, request.body(Body::from(body)).unwrap(), &shown);
    };
    let call = |tool: &str, arguments: Value| {
        let message = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool, "arguments": arguments },
        });
        send("/mcp", "application/json", message.to_string());
    };
    for piece in PIECES {
        let text: String = piece.chars().cycle().take(MAX_TARGET_BYTES / piece.len()).collect();
        send("/api/v1/citations", "text/plain", text.clone());
        call("check_citations", json!({ "text": text }));
        for parameter in ["q", "court", "citation", "topic", "jurisdiction", "session", "id", "fields", "cort"] {
            let value = long(piece, parameter);
            let values: Vec<String> =
                (0..100).map(|number| format!("{piece}{} {number}", WORDS[number % 16])).collect();
            for tool in ["search_cases", "search_bills", "count_facets"] {
                for value in [json!(value), json!(values)] {
                    let mut arguments = json!({ parameter: value });
                    if tool == "count_facets" {
                        arguments["resource"] = json!("cases");
                    }
                    call(tool, arguments);
                }
            }
        }
    }
}
