/*!
Exports: all matching records in one file, in each format and coding, and the limit on concurrent exports.
*/

use std::collections::BTreeMap;
use std::io::Read;

use axum::http::{Method, StatusCode};
use lexdex::http::{ClientKey, SnapshotOptions};
use proptest::prelude::*;
use serde_json::Value;

use super::contract::{Contract, List, bundled_corpus};
use super::corpus::{Corpus, case, with};
use super::oracle::{check_records, is_refused};
use super::parameters::refused;
use super::queries::{Draw, any_query};
use super::random_corpora::{corpora, large};
use super::support::{
    Query, ReceivedResponse, TestApp, bundled_index, client, problem_parameters, proptest_cases, request, target,
};

/// The maximum number of concurrent exports, of all clients and of one.
const MAX_EXPORTS: usize = 4;
const MAX_EXPORTS_PER_CLIENT: usize = 2;

const META: [&str; 5] = ["source", "jurisdiction", "last_updated", "citation", "license"];

fn export_target(list: List, format: &str, query: &Query) -> String {
    let mut query: Query = query.iter().filter(|(name, _)| *name != "sort").cloned().collect();
    query.push(("format", format.to_owned()));
    target(&format!("{}/export", list.path()), &query)
}

fn lines(response: &ReceivedResponse) -> Vec<Value> {
    assert_eq!(response.status, StatusCode::OK, "{}", response.text());
    assert!(response.text().is_empty() || response.text().ends_with('\n'));
    response.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the CSV cell of a value.
fn cell(value: Option<&Value>) -> String {
    let text = match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(tags)) => tags.iter().map(|tag| tag.as_str().unwrap()).collect::<Vec<_>>().join(";"),
        Some(other) => panic!("no cell holds {other}"),
    };
    let visible = text.trim_start_matches(|sign: char| sign.is_whitespace() || "\u{200b}\u{feff}".contains(sign));
    let is_formula = visible.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    if is_formula || text.starts_with(['\t', '\r', '\n']) { format!("'{text}") } else { text }
}

/// Compares CSV with the records, of which all but the addresses are reduced to the wanted fields.
fn check_csv(response: &ReceivedResponse, list: List, records: &[Value], ids: &[String], wanted: Option<&[&str]>) {
    assert_eq!(response.status, StatusCode::OK, "{}", response.text());
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&*response.body);
    let mut rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect::<Vec<_>>());
    let mut names = rows.next().expect("the names of the columns");
    assert_eq!(names.pop().as_deref(), Some("url"));
    if let Some(wanted) = wanted {
        let fields: Vec<&str> =
            names.iter().map(|name| if name.starts_with("meta.") { "meta" } else { name.as_str() }).collect();
        assert!(fields.iter().all(|field| wanted.contains(field)) && wanted.iter().all(|field| fields.contains(field)));
    }
    let expected = records.iter().zip(ids).map(|(record, id)| {
        let of_column = |name: &String| match name.strip_prefix("meta.") {
            Some(member) => cell(record["meta"].get(member)),
            None => cell(record.get(name)),
        };
        let address = format!("/{}/{id}", list.folder());
        names.iter().map(of_column).chain([address]).collect::<Vec<_>>()
    });
    assert_eq!(rows.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    if names.iter().any(|name| name.starts_with("meta.")) {
        assert!(META.iter().all(|member| names.contains(&format!("meta.{member}"))), "{names:?}");
    }
}

fn check_export(app: &TestApp, contract: &Contract, list: List, query: &Query) {
    let query: Query = query.iter().filter(|(name, _)| *name != "sort").cloned().collect();
    if is_refused(app, &format!("{}/export", list.path()), &query) {
        return;
    }
    let records = lines(&app.get(&export_target(list, "ndjson", &query)));
    check_records(&records, contract.selected(list, &query), list, &query);
    let fields = query.iter().find(|(name, _)| *name == "fields").map(|(_, fields)| fields.split(',').map(str::trim));
    let fields: Option<Vec<&str>> = fields.map(Iterator::collect);
    let mut whole = query.clone();
    whole.retain(|(name, _)| *name != "fields");
    let whole = lines(&app.get(&export_target(list, "ndjson", &whole)));
    let ids: Vec<String> = whole.iter().map(|record| record["id"].as_str().unwrap().to_owned()).collect();
    check_csv(&app.get(&export_target(list, "csv", &query)), list, &records, &ids, fields.as_deref());
}

#[test]
fn export_of_the_bundled_corpus_matches_the_contract() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    let mut draw = Draw(3);
    for list in List::ALL {
        check_export(&app, &contract, list, &Query::new());
        assert_eq!(
            lines(&app.get(&export_target(list, "ndjson", &Query::new()))),
            app.walk(list, &Query::new(), || 100)
        );
        for _ in 0..40 {
            check_export(&app, &contract, list, &any_query(&contract, list, &mut draw));
        }
    }
}

proptest! {
    #![proptest_config(proptest_cases(24))]

    #[test]
    fn export_of_a_random_corpus_matches_the_contract(corpus in corpora(), seed in any::<u64>()) {
        let directory = corpus.write();
        let (app, contract) = (directory.app(), directory.contract());
        let mut draw = Draw(seed);
        for list in List::ALL {
            check_export(&app, &contract, list, &Query::new());
            for _ in 0..10 {
                check_export(&app, &contract, list, &any_query(&contract, list, &mut draw));
            }
        }
    }
}

#[test]
fn export_of_ten_thousand_records_matches_the_contract() {
    let directory = large(10_000).write();
    let (app, contract) = (directory.app(), directory.contract());
    for query in [vec![], vec![("jurisdiction", "federal")], vec![("q", "fraud"), ("topic", "privacy")]] {
        let query: Query = query.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
        check_export(&app, &contract, List::Cases, &query);
    }
}

#[test]
fn csv_cell_like_a_formula_is_escaped_with_an_apostrophe() {
    const N_FORMULAS: usize = 8;
    let names = [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        " =1",
        "＝1+1",
        "\u{a0}＋1",
        "\u{feff}\u{200b}-1",
        "'=1",
        "a,b \"c\"",
        ";",
        "1-1",
        "§ = 1",
    ];
    let cases = names.iter().enumerate();
    let cases =
        cases.map(|(idx, name)| with(case(&format!("c-{idx:02}"), "ca"), serde_json::json!({ "caseName": name })));
    let directory = Corpus { cases: cases.collect(), ..Corpus::default() }.write();
    let app = directory.app();
    let response = app.get("/api/v1/cases/export?format=csv&fields=caseName");
    let mut reader = csv::Reader::from_reader(&*response.body);
    let cells: Vec<String> = reader.records().map(|row| row.unwrap()[0].to_owned()).collect();
    let expected = names
        .iter()
        .enumerate()
        .map(|(idx, name)| if idx < N_FORMULAS { format!("'{name}") } else { (*name).to_owned() });
    assert_eq!(cells, expected.collect::<Vec<_>>());
    check_export(&app, &directory.contract(), List::Cases, &Query::new());
}

#[test]
fn compressed_export_decodes_to_the_plain_one() {
    let app = TestApp::bundled();
    for format in ["ndjson", "csv", "bibtex", "ris", "csl-json"] {
        let target = export_target(List::Cases, format, &Query::new());
        let plain = app.get(&target);
        let mut tags = vec![plain.header("etag").unwrap().to_owned()];
        for coding in ["zstd", "br", "gzip"] {
            let mut coded = request(Method::GET, &target);
            coded.headers_mut().insert("accept-encoding", coding.parse().unwrap());
            let response = app.send(coded);
            assert_eq!(response.header("content-encoding"), Some(coding));
            assert!(response.body.len() * 2 < plain.body.len());
            let mut body = Vec::new();
            match coding {
                "zstd" => body = zstd::stream::decode_all(&*response.body).unwrap(),
                "br" => brotli::BrotliDecompress(&mut &*response.body, &mut body).unwrap(),
                _ => _ = flate2::read::GzDecoder::new(&*response.body).read_to_end(&mut body).unwrap(),
            }
            assert_eq!(body, plain.body, "{coding}");
            tags.push(response.header("etag").unwrap().to_owned());
        }
        let n_tags = tags.len();
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), n_tags, "each coding has a tag of its own");
    }
}

#[test]
fn export_has_a_file_name_and_head_has_the_same_headers() {
    let app = TestApp::new(bundled_index(), SnapshotOptions { max_age_secs: 60, ..SnapshotOptions::default() });
    for list in List::ALL {
        for (format, extension, media_type) in [
            ("ndjson", "ndjson", "application/x-ndjson"),
            ("csv", "csv", "text/csv; charset=utf-8; header=present"),
            ("bibtex", "bib", "application/x-bibtex; charset=utf-8"),
            ("ris", "ris", "application/x-research-info-systems; charset=utf-8"),
            ("csl-json", "json", "application/vnd.citationstyles.csl+json"),
        ] {
            for path in [export_target(list, format, &Query::new()), format!("{}/export/?format={format}", list.path())]
            {
                let get = app.get(&path);
                let head = app.send(request(Method::HEAD, &path));
                assert_eq!((head.status, head.stable_headers()), (StatusCode::OK, get.stable_headers()));
                assert!(head.body.is_empty());
                assert_eq!(get.header("content-type"), Some(media_type));
                let name = format!("attachment; filename=\"lexdex-{}.{extension}\"", list.folder());
                assert_eq!(get.header("content-disposition"), Some(name.as_str()));
                assert_eq!(get.header("cache-control"), Some("public, max-age=60"));
                let mut known = request(Method::GET, &path);
                known.headers_mut().insert("if-none-match", get.header("etag").unwrap().parse().unwrap());
                let response = app.send(known);
                assert_eq!((response.status, response.text()), (StatusCode::NOT_MODIFIED, ""));
            }
        }
    }
}

#[test]
fn export_rejects_other_formats_page_and_order() {
    let app = TestApp::bundled();
    for list in List::ALL {
        let path = format!("{}/export", list.path());
        for (query, expected) in [
            ("format=xml", &["format"][..]),
            ("format=", &["format"]),
            ("format=csv&format=csv", &["format"]),
            ("format=csv&limit=5", &["limit"]),
            ("format=csv&offset=0", &["offset"]),
            ("format=csv&sort=newest", &["sort"]),
            ("fields=nothing&topic=", &["fields", "topic"]),
        ] {
            let body = app.get(&format!("{path}?{query}")).error(StatusCode::BAD_REQUEST);
            let mut parameters = problem_parameters(&body);
            parameters.sort_unstable();
            parameters.dedup();
            assert_eq!(parameters, expected, "{query}: {body}");
        }
        let body = app.get(&format!("{path}?format=xml")).error(StatusCode::BAD_REQUEST);
        assert_eq!(
            body["details"]["problems"][0]["allowed"],
            serde_json::json!(["ndjson", "csv", "bibtex", "ris", "csl-json"])
        );
    }
}

#[test]
fn export_without_a_format_is_ndjson() {
    let app = TestApp::bundled();
    for list in List::ALL {
        let path = format!("{}/export?topic=privacy", list.path());
        let [without, named] = [path.clone(), format!("{path}&format=ndjson")].map(|path| app.get(&path));
        for header in ["content-type", "content-disposition"] {
            assert_eq!(without.header(header), named.header(header), "{list:?} {header}");
        }
        assert_eq!(lines(&without), lines(&named), "{list:?}");
    }
}

#[test]
fn csv_begins_with_a_byte_order_mark_only_if_that_is_requested() {
    let (app, empty) = (TestApp::bundled(), Corpus::default().write().app());
    for (app, list) in List::ALL.iter().flat_map(|list| [(&app, list), (&empty, list)]) {
        let path = format!("{}/export?topic=privacy", list.path());
        let get = |query: &str| app.get(&format!("{path}{query}"));
        let plain = get("&format=csv");
        assert!(plain.text().starts_with("id,"));
        for with in [get("&format=csv&bom=true"), get("&bom=+TRUE&format=CSV")] {
            assert_eq!(with.text().strip_prefix('\u{feff}'), Some(plain.text()));
            assert_ne!(with.header("etag"), plain.header("etag"));
            assert_eq!(with.header("content-type"), plain.header("content-type"));
        }
        for without in [get("&format=csv&bom=false"), get("&format=csv&bom=False")] {
            assert_eq!(without.text(), plain.text());
        }
        assert_eq!(lines(&get("&bom=false")), lines(&get("&format=ndjson")));
    }
}

#[test]
fn byte_order_mark_of_json_lines_and_other_words_are_rejected() {
    let app = TestApp::bundled();
    for list in List::ALL {
        let path = format!("{}/export", list.path());
        for query in ["bom=true", "format=ndjson&bom=true"] {
            let body = refused(&app, &format!("{path}?{query}"), &["bom"]);
            assert_eq!(body["error"], "bom=true needs format=csv: only CSV can begin with a byte order mark");
        }
        for query in ["bom=1&format=csv", "bom=yes", "bom=tru%C3%A9&format=csv"] {
            let body = refused(&app, &format!("{path}?{query}"), &["bom"]);
            assert_eq!(body["details"]["problems"][0]["allowed"], serde_json::json!(["true", "false"]));
        }
        refused(&app, &format!("{path}?format=csv&bom=true&bom=true"), &["bom"]);
        // Only the invalid format is reported, and not also that `bom` needs `format=csv`.
        refused(&app, &format!("{path}?format=xml&bom=true"), &["format"]);
    }
    refused(&app, "/api/v1/cases?bom=true", &["bom"]);
}

#[test]
fn exports_above_the_bounds_are_503_until_one_ends() {
    let (app, admin) = TestApp::with_admin(large(10_000).write().index(), SnapshotOptions::default(), None);
    let path = "/api/v1/cases/export?format=ndjson";
    let ask = |client: ClientKey| app.send_as(client, request(Method::GET, path));
    let [first, second, third] = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map(client);
    // The exports are longer than the server's buffers, and no client reads them.
    let begin = |client: ClientKey| app.begin_as(client, request(Method::GET, path));
    let mut of_first = Vec::from([(); MAX_EXPORTS_PER_CLIENT].map(|()| begin(first)));
    let check_refusal = |refused: &ReceivedResponse| {
        refused.error(StatusCode::SERVICE_UNAVAILABLE);
        assert!((1..=60).contains(&refused.number("retry-after")));
        assert_eq!(refused.header("cache-control"), Some("no-store"));
    };
    check_refusal(&ask(first));
    let of_second = [(); MAX_EXPORTS - MAX_EXPORTS_PER_CLIENT].map(|()| begin(second));
    check_refusal(&ask(third));
    check_refusal(&ask(first));
    let refusals = admin.get("/metrics");
    for series in [r#"{by="all"} 2"#, r#"{by="client"} 1"#] {
        assert!(refusals.text().contains(&format!("lexdex_export_refusals_total{series}\n")), "{}", refusals.text());
    }
    assert!(refusals.text().contains("lexdex_http_refusals_total{by=\"rate_limit\"} 0\n"), "{}", refusals.text());
    // HEAD and a 304 take no slot.
    let head = app.send(request(Method::HEAD, path));
    assert_eq!(head.status, StatusCode::OK);
    let mut known = request(Method::GET, path);
    known.headers_mut().insert("if-none-match", head.header("etag").unwrap().parse().unwrap());
    assert_eq!(app.send(known).status, StatusCode::NOT_MODIFIED);
    drop(of_first.pop());
    let whole = app.get_with_retries(path);
    assert_eq!(lines(&whole).len(), 10_000);
    for response in of_first.into_iter().chain(of_second) {
        assert_eq!(app.read(response), whole.body);
    }
}

#[test]
fn export_counts_as_one_request_against_the_rate_limit() {
    let (app, _) = TestApp::limited(3);
    let path = "/api/v1/cases/export?format=csv";
    let remaining: Vec<u64> = (0..3).map(|_| app.get(path).number("x-ratelimit-remaining")).collect();
    assert_eq!(remaining, [2, 1, 0]);
    app.get(path).error(StatusCode::TOO_MANY_REQUESTS);
}

#[test]
fn empty_list_exports_no_lines_or_the_csv_header() {
    let directory = Corpus::default().write();
    let (app, contract) = (directory.app(), directory.contract());
    for list in List::ALL {
        check_export(&app, &contract, list, &Query::new());
        assert_eq!(app.get(&export_target(list, "ndjson", &Query::new())).text(), "");
        assert_eq!(app.get(&export_target(list, "csv", &Query::new())).text().lines().count(), 1);
    }
    let columns: BTreeMap<&str, usize> = List::ALL
        .map(|list| (list.folder(), app.get(&export_target(list, "csv", &Query::new())).text().split(',').count()))
        .into();
    assert_eq!(columns, [("statutes", 16), ("cases", 15), ("bills", 16)].into());
}
