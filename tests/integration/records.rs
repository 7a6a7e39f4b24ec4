/*!
Records by id, and the 404 for an unknown id.
*/

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::contract::{Contract, List, bundled_corpus, text, with_fields};
use super::corpus::{Corpus, bill};
use super::support::{TestApp, problem_parameters, request};

#[test]
fn bundled_records_are_found_by_every_spelling_of_their_id() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    for list in List::ALL {
        for (idx, record) in contract.records(list).iter().enumerate() {
            let (path, id) = (list.path(), text(record, "id"));
            assert_eq!(app.get(&format!("{path}/{id}")).good(), json!({ "data": record }));
            if idx % 20 == 0 {
                let escaped: String = id.bytes().map(|byte| format!("%{byte:02x}")).collect();
                for id in [id.to_uppercase(), escaped, format!("%20{id}%20"), format!("{id}/"), format!("{id}?")] {
                    assert_eq!(app.get(&format!("{path}/{id}")).good(), json!({ "data": record }), "{id}");
                }
                let fields = "meta,id";
                let part = json!({ "data": with_fields(record, fields) });
                assert_eq!(app.get(&format!("{path}/{id}?fields={fields}")).good(), part);
            }
        }
    }
}

#[test]
fn jurisdictions_are_found_by_each_of_their_names() {
    let app = TestApp::bundled();
    for jurisdiction in Contract::read(&bundled_corpus()).jurisdictions {
        let mut expected = jurisdiction.clone();
        expected.as_object_mut().unwrap().remove("aliases");
        let fields = ["id", "abbreviation", "slug", "name"].map(|field| text(&jurisdiction, field).to_owned());
        let aliases = jurisdiction["aliases"].as_array().into_iter().flatten();
        for name in fields.into_iter().chain(aliases.map(|alias| alias.as_str().unwrap().to_owned())) {
            for name in [name.to_uppercase(), name] {
                let response = app.get(&format!("/api/v1/jurisdictions/{}", super::support::encode(&name)));
                assert_eq!(response.good(), json!({ "data": expected }), "{name}");
            }
        }
    }
}

#[test]
fn unknown_id_is_404_with_the_nearest_ids() {
    let app = TestApp::bundled();
    for (target, nearest) in [
        ("statutes/federal-usc-18-1342", Some("federal-usc-18-1341")),
        ("cases/scotus-401-us-113", Some("scotus-410-us-113")),
        ("cases/SCOTUS-410-US-113x", Some("scotus-410-us-113")),
        ("jurisdictions/californa", Some("ca")),
        ("statutes/no-such-record-anywhere", None),
        ("bills/%F0%9F%8F%9B", None),
        ("cases/x%2F..%2F..", None),
        ("cases/%00", None),
    ] {
        let body = app.get(&format!("/api/v1/{target}")).error(StatusCode::NOT_FOUND);
        let ids: Vec<&str> =
            body["details"]["nearest"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
        match nearest {
            Some(nearest) => assert!(ids.contains(&nearest) && ids.len() <= 5, "{target}: {body}"),
            None => assert_eq!(ids, [""; 0], "{target}"),
        }
        assert!(ids.iter().all(|id| body["error"].as_str().unwrap().contains(id)), "{body}");
    }
}

#[test]
fn nearest_ids_are_found_among_all_ids_of_a_list() {
    // Each of these ids is at most two edits away from any other, and the nearest are the last of the list.
    let characters = || ('0'..='9').chain('a'..='z');
    let ids = characters().flat_map(|first| characters().map(move |second| format!("b-{first}{second}")));
    let bills = ids.filter(|id| id != "b-zz").map(|id| bill(&id, "federal")).collect();
    let app = Corpus { bills, ..Corpus::default() }.write().app();
    let body = app.get("/api/v1/bills/b-zz").error(StatusCode::NOT_FOUND);
    assert_eq!(body["details"]["nearest"], json!(["b-z0", "b-z1", "b-z2", "b-z3", "b-z4"]));
}

#[test]
fn plus_sign_in_a_path_is_not_a_space() {
    let app = TestApp::bundled();
    app.get("/api/v1/jurisdictions/new%20york").good();
    let body = app.get("/api/v1/jurisdictions/new+york").error(StatusCode::NOT_FOUND);
    assert!(body["error"].as_str().unwrap().contains("\"new+york\""), "{body}");
}

#[test]
fn id_that_is_not_utf8_is_400_and_a_long_one_404() {
    let app = TestApp::bundled();
    for path in List::ALL.map(List::path).into_iter().chain(["/api/v1/jurisdictions"]) {
        for id in ["%", "%zz", "a%2", "%FF", "%C3"] {
            let body = app.get(&format!("{path}/{id}")).error(StatusCode::BAD_REQUEST);
            assert_eq!(problem_parameters(&body), ["id"], "{path}/{id}");
        }
        // A space decodes to an empty id. Without it, the path is that of the list.
        app.get(&format!("{path}/%20")).error(StatusCode::NOT_FOUND);
        assert_eq!(app.get(&format!("{path}/")).text(), app.get(path).text());
        app.get(&format!("{path}//")).error(StatusCode::NOT_FOUND);
        app.get(&format!("{path}/a/b")).error(StatusCode::NOT_FOUND);
        for unit in ["a", "%F0%9F%8F%9B", "-"] {
            let id = unit.repeat(8000 / unit.len());
            let response = app.get(&format!("{path}/{id}"));
            response.error(StatusCode::NOT_FOUND);
            assert!(response.body.len() < 32 << 10, "{} bytes", response.body.len());
        }
    }
}

#[test]
fn problems_of_id_and_parameters_are_reported_at_once() {
    let app = TestApp::bundled();
    let body = app.get("/api/v1/cases/%zz?fields=id,nam&limit=5").error(StatusCode::BAD_REQUEST);
    let mut parameters = problem_parameters(&body);
    parameters.sort_unstable();
    assert_eq!(parameters, ["fields", "id", "limit"]);
    let body = app.get("/api/v1/jurisdictions/ca?fields=id").error(StatusCode::BAD_REQUEST);
    assert_eq!(problem_parameters(&body), ["fields"]);
}

#[test]
fn missing_record_is_never_304() {
    let app = TestApp::bundled();
    for target in ["/api/v1/cases/no-such-case", "/api/v1/jurisdictions/atlantis"] {
        for method in [Method::GET, Method::HEAD] {
            let mut request = request(method, target);
            request.headers_mut().insert("if-none-match", "*".parse().unwrap());
            assert_eq!(app.send(request).status, StatusCode::NOT_FOUND, "{target}");
        }
    }
    let mut unchanged = request(Method::GET, "/api/v1/cases/scotus-410-us-113");
    unchanged.headers_mut().insert("if-none-match", "*".parse().unwrap());
    assert_eq!(app.send(unchanged).status, StatusCode::NOT_MODIFIED);
}

#[test]
fn selected_fields_keep_the_order_of_the_record() {
    let app = TestApp::bundled();
    let response = app.get("/api/v1/cases/scotus-410-us-113?fields=citation,caseName,id");
    assert_eq!(
        response.text(),
        r#"{"data":{"id":"scotus-410-us-113","caseName":"Roe v. Wade","citation":"410 U.S. 113"}}"#
    );
    assert_eq!(response.good()["data"]["meta"], Value::Null);
}
