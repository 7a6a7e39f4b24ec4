//! The forms of the API docs: every endpoint can be tried, and the response is shown as it is.

use std::num::NonZero;

use index_builder::commands::publish::{PublishArguments, publish};
use serde_json::{Value, json};

use crate::system::explorer::page::Page;
use crate::system::support::bundled_index::bundled_index;

const NONE: [String; 0] = [];

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";

/// The operations of the OpenAPI document, which another test compares with what is served.
fn operations() -> Vec<Value> {
    let document: Value = serde_json::from_str(include_str!("../../openapi/openapi.json")).unwrap();
    let paths = document["paths"].as_object().unwrap().values();
    paths.flat_map(|item| item.as_object().unwrap().values().cloned().collect::<Vec<_>>()).collect()
}

/// The box of an operation's form, as an expression.
fn form_of(operation: &str) -> String {
    format!("document.getElementById('{operation}-try')")
}

/// Opens the form of an operation.
fn unfold(page: &Page, operation: &str) {
    page.browser().run(&format!("{}.open = true", form_of(operation)));
}

/// Gives a field a value.
fn set(page: &Page, operation: &str, name: &str, value: &str) {
    page.browser().run(&format!("{}.querySelector('[name={name}]').value = {}", form_of(operation), json!(value)));
}

/// Sends the form of an operation, and returns the outcome.
#[track_caller]
fn send(page: &Page, operation: &str) -> String {
    let form = form_of(operation);
    page.browser().run(&format!("{form}.querySelector('.main').click()"));
    page.wait_until(&format!("{form}.querySelector('.outcome')"));
    page.see(&format!("{form}.querySelector('.outcome').textContent"))
}

/// The address of the request that was sent, without the origin.
fn address(page: &Page, operation: &str) -> String {
    page.see(&format!("{}.querySelector('.response a').href.slice(location.origin.length)", form_of(operation)))
}

/// The body that is shown.
fn body(page: &Page, operation: &str) -> String {
    page.see(&format!("[...{}.querySelectorAll('.response pre')].at(-1).textContent", form_of(operation)))
}

/// The headers that are shown, by name.
fn header(page: &Page, operation: &str, name: &str) -> String {
    let names = format!("[...{}.querySelectorAll('dt')]", form_of(operation));
    page.see(&format!("{names}.find((each) => each.textContent === '{name}')?.nextElementSibling.textContent"))
}

#[test]
fn every_form_of_the_document_succeeds_and_fits_a_phone() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    let arguments =
        PublishArguments { index: bundled_index().to_owned(), to: site.clone(), keep: NonZero::new(1).unwrap() };
    publish(&arguments).unwrap();
    let Some(page) = Page::with_arguments(&["--rate-limit", "0", "--index", site.to_str().unwrap()]) else { return };
    page.resize(360, 800);
    page.open("/docs");
    let operations = operations();
    assert_eq!(page.see("document.querySelectorAll('.try').length"), operations.len().to_string());
    for operation in operations {
        let id = operation["operationId"].as_str().unwrap();
        let form = form_of(id);
        assert_eq!(page.see(&format!("{form}.checkVisibility()")), "true", "{id}");
        unfold(&page, id);
        if id == "listChanges" {
            page.wait_until("document.getElementById('listChanges-since').value.length === 64");
        }
        for parameter in operation["parameters"].as_array().unwrap() {
            let name = parameter["name"].as_str().unwrap();
            let field = format!("{form}.querySelector('[name={name}]')");
            let schema = &parameter["schema"];
            let kind = match (schema.get("items").unwrap_or(schema).get("enum"), schema.get("items")) {
                (Some(_), Some(_)) => "checkbox",
                (Some(_), None) => "select-one",
                (None, _) if schema["type"] == "boolean" => "select-one",
                _ => "text",
            };
            assert_eq!(page.see(&format!("{field}.type")), kind, "{id} {name}");
            let required = parameter["required"] == true;
            assert_eq!(page.see(&format!("{field}.required")), required.to_string(), "{id} {name}");
            let described = format!(
                "document.getElementById({field}.closest('[aria-describedby]').getAttribute('aria-describedby'))"
            );
            let description = parameter["description"].as_str().unwrap().replace('`', "");
            assert_eq!(page.see(&format!("{described}.textContent")), description, "{id} {name}");
        }
        let (status, success) =
            operation["responses"].as_object().unwrap().iter().find(|(status, _)| status.starts_with('2')).unwrap();
        assert!(
            send(&page, id).starts_with(&format!("{status} OK, ")),
            "{id}: {}",
            page.see(&format!("{form}.innerText"))
        );
        let media_type = header(&page, id, "Content-Type");
        assert!(success["content"].get(&media_type).is_some(), "{id} {media_type}");
        assert_eq!(header(&page, id, "Lexdex-Build").len(), 64, "{id}");
        assert_eq!(page.see("document.getElementById('status').textContent").split(' ').next(), Some(status.as_str()));
        let overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(page.see(overflow), "0", "{id}");
    }
    assert!(!page.requests().is_empty(), "which are all to this server");
    assert_eq!(page.complaints(), NONE);
}

#[test]
fn values_and_bodies_arrive_as_they_are_typed() {
    let Some(page) = Page::start() else { return };
    page.open("/docs");
    unfold(&page, "listCases");
    for (name, value) in [("court", ""), ("limit", "2"), ("q", "privacy OR \"50% & +x?#é'/\""), ("sort", "oldest")] {
        set(&page, "listCases", name, value);
    }
    page.browser().click("#listCases-try [aria-label='Add another topic']");
    assert_eq!(page.see("document.activeElement.getAttribute('aria-label')"), "topic, value 2");
    page.browser().run("document.activeElement.value = 'free-speech'");
    for word in ["id", "topics"] {
        page.browser().run(&format!("document.querySelector('#listCases-try [value={word}]').click()"));
    }
    let outcome = send(&page, "listCases");
    let target = "/api/v1/cases?topic=privacy&topic=free-speech&q=privacy+OR+%2250%25+%26+%2Bx%3F%23%C3%A9%27%2F%22\
                  &sort=oldest&fields=id%2Ctopics&limit=2";
    assert_eq!(address(&page, "listCases"), target);
    let direct = page.browser().run_until_done(&format!("fetch('{target}').then((it) => it.text()).then(done)"));
    let direct = direct.as_str().unwrap();
    assert!(outcome.starts_with(&format!("200 OK, {} bytes in ", direct.len())), "{outcome}");
    let parsed = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    assert_eq!(parsed(&body(&page, "listCases")), parsed(direct));
    assert_eq!(parsed(direct)["meta"]["limit"], 2);
    let command = page.see("document.querySelector('#listCases-try .response pre').textContent");
    assert_eq!(command, format!("curl '{}{target}'", page.see("location.origin")));

    // Numbers too large for JavaScript are shown unchanged.
    set(&page, "listCases", "offset", "9223372036854775807");
    send(&page, "listCases");
    assert!(body(&page, "listCases").contains("\"offset\": 9223372036854775807"));

    // A header, and a value that is a path in itself.
    unfold(&page, "getCase");
    send(&page, "getCase");
    let etag = header(&page, "getCase", "ETag");
    set(&page, "getCase", "If-None-Match", &etag);
    assert!(send(&page, "getCase").starts_with("304 Not Modified, 0 bytes"));
    let command = page.see("document.querySelector('#getCase-try .response pre').textContent");
    assert!(command.ends_with(&format!("\\\n  --header 'If-None-Match: {etag}'")), "{command}");
    set(&page, "getCase", "If-None-Match", "");
    set(&page, "getCase", "id", "a/b?c {id}");
    assert!(send(&page, "getCase").starts_with("4"));
    assert_eq!(address(&page, "getCase"), "/api/v1/cases/a%2Fb%3Fc%20%7Bid%7D");
    set(&page, "getCase", "id", "scotus-93-s-ct-705");
    assert!(send(&page, "getCase").starts_with("200 OK"));
    let text = page.see("document.querySelector('#getCase-try .response').textContent");
    assert!(text.contains(&format!("Redirected to {}/api/v1/cases/scotus-410-us-113", page.see("location.origin"))));

    // A body, in each of its types.
    unfold(&page, "checkCitations");
    set(&page, "checkCitations", "body", "It's 410 U.S. 113\nand 12 Fict. Rep. 345.");
    send(&page, "checkCitations");
    assert_eq!(parsed(&body(&page, "checkCitations"))["data"].as_array().unwrap().len(), 2);
    let command = page.see("document.querySelector('#checkCitations-try .response pre').textContent");
    let data = "--data-raw 'It'\\''s 410 U.S. 113\nand 12 Fict. Rep. 345.'";
    assert!(command.ends_with(&format!("--header 'Content-Type: text/plain' \\\n  {data}")), "{command}");
    page.browser().run(
        "document.querySelector('#checkCitations-try textarea').value = \
                        document.querySelector('[data-example]:checked').dataset.example",
    );
    page.browser().run(
        "const type = document.querySelector('#checkCitations-type'); \
                        type.value = 'application/json'; type.dispatchEvent(new Event('change', { bubbles: true }))",
    );
    assert!(page.see("document.querySelector('#checkCitations-body').value").starts_with("{\"text\":\""));
    assert!(send(&page, "checkCitations").starts_with("200 OK"));
}

#[test]
fn problems_of_an_error_are_beside_their_fields() {
    let Some(page) = Page::start() else { return };
    page.open("/docs");
    unfold(&page, "listBills");
    for (name, value) in [("jurisdiction", "Californa"), ("limit", "many"), ("introduced_from", "yesterday")] {
        set(&page, "listBills", name, value);
    }
    assert!(send(&page, "listBills").starts_with("400 Bad Request"));
    let problems = page.texts("#listBills-try .problem");
    assert_eq!(problems.len(), 3, "{problems:?}");
    assert_eq!(page.focus(), "listBills-jurisdiction");
    for (name, part) in
        [("jurisdiction", "California"), ("limit", "between 1 and 100"), ("introduced_from", "YYYY-MM-DD")]
    {
        let field = format!("document.getElementById('listBills-{name}')");
        assert_eq!(page.see(&format!("{field}.getAttribute('aria-invalid')")), "true", "{name}");
        let note = format!("document.getElementById({field}.getAttribute('aria-describedby').split(' ')[0])");
        let text = page.see(&format!("{note}.textContent"));
        assert!(text.contains(part), "{name}: {text}");
        assert_eq!(page.see(&format!("{note}.closest('.field') === {field}.closest('.field')")), "true");
        set(&page, "listBills", name, "");
    }
    assert!(send(&page, "listBills").starts_with("200 OK"));
    assert_eq!(page.texts("#listBills-try .problem, #listBills-try [aria-invalid]"), NONE);
    assert_eq!(
        page.see("document.getElementById('listBills-limit').getAttribute('aria-describedby')"),
        "listBills-limit-is"
    );
}

#[test]
fn refused_request_shows_when_to_retry() {
    let Some(page) = Page::with_limit(1) else { return };
    page.open("/docs");
    unfold(&page, "listTopics");
    assert!(send(&page, "listTopics").starts_with("200 OK"));
    assert_eq!(header(&page, "listTopics", "X-RateLimit-Remaining"), "0");
    assert!(send(&page, "listTopics").starts_with("429 Too Many Requests"));
    let seconds: u32 = header(&page, "listTopics", "Retry-After").parse().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");
    let hint = "The request counts toward the rate limit.";
    assert!(page.texts("#listTopics-try .hint").contains(&hint.to_owned()));
}

#[test]
fn hostile_values_and_responses_are_plain_text() {
    let Some(page) = Page::start() else { return };
    page.open("/docs");
    let hostile = "\"><img src=x onerror=\"document.title='broken'\"><a href='javascript:document.title=`broken`'>";
    unfold(&page, "listStatutes");
    for name in ["q", "jurisdiction", "limit", "fields"] {
        set(&page, "listStatutes", name, hostile);
    }
    page.browser().run("document.querySelector('#listStatutes-try [name=fields]').checked = true");
    assert!(send(&page, "listStatutes").starts_with("400 Bad Request"));
    assert!(page.see("document.querySelector('#listStatutes-try .problem').textContent").contains("<img"));

    let response = json!({
        hostile: hostile, "script": "javascript:document.title='broken'", "data": "data:text/html,x",
        "place": "https://example.org/\"><img src=x>", "near": "/api/v1/cases/<img src=x>", "good": "/api/v1/cases/a",
        "error": hostile, "details": { "problems": [
            { "parameter": "q", "message": hostile }, { "parameter": hostile, "message": {} },
            { "parameter": "limit", "message": [hostile] }, { "parameter": "constructor" },
        ] },
    });
    let link = "<javascript:document.title='broken'>; rel=next, <img>; rel=\"<b>\"";
    page.browser().run(&format!(
        "window.fetch = async (url) => Object.defineProperty(new Response({}, {{ status: 400, statusText: {}, \
         headers: {{ 'Content-Type': 'application/json', 'Link': {}, 'ETag': {} }} }}), 'url', {{ value: url }})",
        json!(response.to_string()),
        json!(hostile),
        json!(link),
        json!(hostile)
    ));
    let outcome = send(&page, "listStatutes");
    assert!(outcome.contains("<img"), "{outcome}");
    assert_eq!(serde_json::from_str::<Value>(&body(&page, "listStatutes")).unwrap(), response);
    assert_eq!(header(&page, "listStatutes", "Link"), link);
    assert_eq!(page.texts("#listStatutes-try .problem")[0], hostile.trim());
    let links = page
        .see("[...document.querySelectorAll('#listStatutes-try .response a')].map(({ protocol }) => protocol).join()");
    assert!(!links.is_empty() && links.split(',').all(|protocol| protocol == "http:"), "{links}");
    let hrefs = page.texts("#listStatutes-try .response pre a");
    assert_eq!(hrefs, ["/api/v1/cases/a"]);

    page.browser().run(&format!("window.fetch = async () => {{ throw new Error({}) }}", json!(hostile)));
    let outcome = send(&page, "listStatutes");
    assert_eq!(outcome, format!("No response: {hostile}"));
    assert_eq!(page.see("document.querySelectorAll('.try :is(img, b, script)').length"), "0");
    assert_ne!(page.see("document.title"), "broken");
}

#[test]
fn long_body_is_cut_and_an_endless_one_is_not_read() {
    let Some(page) = Page::start() else { return };
    page.open("/docs");
    unfold(&page, "listCourts");
    send(&page, "listCourts");
    assert_eq!(body(&page, "listCourts").chars().count(), 10_000);
    page.browser().click("#listCourts-try .response p:last-child button");
    let all: Value = serde_json::from_str(&body(&page, "listCourts")).unwrap();
    let n_courts = page.see("fetch('/api/v1/courts').then((it) => it.json()).then(({ data }) => data.length)");
    assert_eq!(all["data"].as_array().unwrap().len().to_string(), n_courts);
    assert_eq!(page.see("document.activeElement.tagName"), "PRE");

    unfold(&page, "exportBills");
    send(&page, "exportBills");
    let file = "document.querySelector('#exportBills-try a[download]')";
    assert_eq!(page.see(&format!("{file}.href.slice(location.origin.length)")), address(&page, "exportBills"));
    page.browser().run(
        "window.fetch = async () => new Response(new ReadableStream({ \
         pull: (to) => to.enqueue(new Uint8Array(100_000).fill(97)), cancel: () => { window.isCancelled = true } }))",
    );
    let outcome = send(&page, "exportBills");
    assert!(outcome.starts_with("200, the first 1,048,576 bytes in "), "{outcome}");
    assert_eq!(page.see("window.isCancelled"), "true");
    assert_eq!(page.see(&format!("{file}.textContent")), "Download all");
}

#[test]
fn endpoint_can_be_tried_by_keyboard_with_explanations() {
    let Some(page) = Page::start() else { return };
    page.open("/docs");
    page.browser().run("document.querySelector('#suggest-try summary').focus()");
    page.browser().press(ENTER);
    page.wait_until("document.querySelector('#suggest-try').open");
    page.browser().press(TAB);
    assert_eq!(page.focus(), "suggest-q");
    let help = page.see("document.querySelector('#suggest-try .help').innerText");
    assert!(help.contains("up to 1000 characters") && help.contains("The beginning of a name"), "{help}");
    page.browser().press(ENTER);
    page.wait_until("document.querySelector('#suggest-try .outcome')");
    assert!(page.see("document.getElementById('status').textContent").starts_with("200 OK"));
    assert_eq!(page.focus(), "suggest-q", "an announcement does not move the focus");
    // The suggestion's address leads to the record.
    let href = "/api/v1/cases/scotus-163-us-537";
    assert_eq!(page.texts("#suggest-try .response pre a"), [href]);
    // A required field that is empty is not sent.
    page.browser().run("document.querySelector('#suggest-q').value = ''");
    page.browser().press(ENTER);
    assert_eq!(page.requests(), ["/api/v1/suggest?q=plessy+v+f&limit=5"]);
}

#[test]
fn forms_below_a_base_path_ask_the_service_there() {
    let Some(page) = Page::with_arguments(&["--base-path", "/law/lexdex"]) else { return };
    page.open("/law/lexdex/docs");
    for (operation, target) in [
        ("getStatute", "/law/lexdex/api/v1/statutes/federal-usc-18-1341"),
        ("suggest", "/law/lexdex/api/v1/suggest?q=plessy+v+f&limit=5"),
    ] {
        unfold(&page, operation);
        assert!(send(&page, operation).starts_with("200 OK"));
        assert_eq!(address(&page, operation), target);
    }
    let links = "[...document.querySelectorAll('#suggest-try pre a')].map(({ pathname }) => pathname).join()";
    assert_eq!(page.see(links), "/law/lexdex/api/v1/cases/scotus-163-us-537");
    assert_eq!(page.requests_below("/law/lexdex/api/").len(), 2);
    assert_eq!(page.requests_below("/").len(), page.requests_below("/law/lexdex/").len());
    assert_eq!(page.complaints(), NONE);
}

#[test]
fn docs_without_scripts_are_readable_and_show_no_form() {
    let Some(page) = Page::start() else { return };
    page.browser().devtools("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    page.open("/docs");
    let visible = "[...document.querySelectorAll('.try, input, button')].filter((it) => it.checkVisibility()).length";
    assert_eq!(page.see(visible), "0");
    let text = page.see("document.querySelector('#content').innerText");
    for part in ["GET /api/v1/cases", "curl 'http://localhost:8080/api/v1/cases?", "A full-text search over titles"] {
        assert!(text.contains(part), "{part}");
    }
}
