//! The view that checks the citations of a text.

use serde_json::{Value, json};

use crate::system::explorer::keyboard::{ENTER, tab_to};
use crate::system::explorer::page::Page;

const NONE: [String; 0] = [];

/// A text with a citation of each outcome, in this order: found, a wrong name and year, not in the index, impossible,
/// not checkable, unresolved, not a citation.
const TEXT: &str = "Roe v. Wade, 410 U.S. 113, 153 (1973). Smith v. Jones, 347 U.S. 483 (1999). Doe v. Poe, 9 F.4th 12 \
                    (9th Cir. 2021). Doe v. Poe, 1200 F.2d 5 (1950). Fed. R. Civ. P. 56(a). Id. 12 Fict. Rep. 345.";

/// Opens the view and sets the text. The driver types long texts slowly.
#[track_caller]
fn paste(page: &Page, text: &str) {
    page.open("/check");
    page.browser().run(&format!(
        "const box = document.querySelector('#brief'); box.value = {}; box.dispatchEvent(new Event('input'))",
        json!(text)
    ));
}

/// Checks a text until the end.
#[track_caller]
fn check(page: &Page, text: &str) {
    paste(page, text);
    page.browser().click("#check-text");
    page.wait_until("document.querySelector('.checked h2') && !document.querySelector('#stop')");
}

/// Saves the report in a format, and returns the name and the text of the file.
#[track_caller]
fn report(page: &Page, format: &str) -> (String, String) {
    page.browser()
        .run("window.made = null; URL.createObjectURL = (file) => { window.made = file; return 'blob:none' }");
    page.browser().click(&format!("#save-{format}"));
    page.wait_until("window.made");
    let decode = "(bytes) => done(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))";
    let text = page.browser().run_until_done(&format!("window.made.arrayBuffer().then({decode})"));
    (page.see("window.made.name"), text.as_str().unwrap().to_owned())
}

#[test]
fn pasted_text_has_a_row_and_a_mark_for_each_citation() {
    let Some(page) = Page::start() else { return };
    check(&page, TEXT);
    assert_eq!(page.see("document.querySelector('.checked h2').textContent"), "7 citations, 5 to review");
    let statuses = page.texts("tbody .outcome");
    let expected = [
        "Found",
        "Name or year differs",
        "Not in this index",
        "Cannot exist",
        "Not checkable",
        "Unclear short form",
        "Not a citation",
    ];
    assert_eq!(statuses, expected);
    assert_eq!(page.texts("#row-0 td:first-child"), ["Roe v. Wade, 410 U.S. 113, 153 (1973)"]);
    assert_eq!(
        page.texts("#row-0 td:last-child a, #row-0 small"),
        ["Roe v. Wade", "410 U.S. 113 · Supreme Court of the United States · 1973"]
    );
    assert_eq!(page.see("document.querySelector('#row-0 td:last-child a').pathname"), "/cases/scotus-410-us-113");
    assert_eq!(
        page.texts("#row-1 td:nth-child(2) p"),
        ["Written as “Smith v. Jones”, but the record is “Brown v. Board of Education”. Written with 1999, but \
          decided in 1954."]
    );
    assert_eq!(
        page.texts("#row-2 td:nth-child(2) p, #row-3 td:nth-child(2) p"),
        [
            "This index is not complete there, so it may exist.",
            "Its reporter ended before this volume, or began after 1950."
        ]
    );
    assert_eq!(page.see("document.querySelector('.text').textContent"), TEXT);
    let marks = ["410 U.S. 113", "347 U.S. 483", "9 F.4th 12", "1200 F.2d 5", "Fed. R. Civ. P. 56(a)", "Id."];
    assert_eq!(page.texts(".text a")[..6], marks);
    assert_eq!(page.texts(".top [aria-current]"), ["Check a brief"]);
    assert_eq!(page.complaints(), NONE);
}

#[test]
fn row_leads_to_its_mark_and_the_mark_back() {
    let Some(page) = Page::start() else { return };
    check(&page, &format!("{TEXT}{}410 U.S. 113", "\nNothing is cited in this line.".repeat(200)));
    page.browser().click("#row-7 td:nth-child(2)");
    assert_eq!(page.focus(), "mark-7");
    let is_visible = "(() => { const { top, bottom } = document.querySelector('#mark-7').getBoundingClientRect(); \
                      return top >= 0 && bottom <= innerHeight })()";
    page.wait_until(is_visible);
    let current = "[...document.querySelectorAll('.check [aria-current]')].map(({ id }) => id).join()";
    assert_eq!(page.see(current), "row-7,mark-7");
    page.browser().click("#mark-7");
    assert_eq!(page.focus(), "citation-7");
    assert_eq!(page.address(), "/check", "the marks are no addresses");
}

#[test]
fn filters_show_the_citations_of_a_status() {
    let Some(page) = Page::start() else { return };
    check(&page, TEXT);
    let filters = [
        "All 7",
        "To review 5",
        "Cannot exist 1",
        "Name or year differs 1",
        "Not in this index 1",
        "Unclear short form 1",
        "Not a citation 1",
        "Not checkable 1",
        "Found 1",
    ];
    assert_eq!(page.texts(".segments label"), filters);
    page.browser().run("document.querySelector('#only-cannot_exist').click()");
    assert_eq!(page.texts("tbody .outcome"), ["Cannot exist"]);
    assert_eq!(page.texts(".text a"), ["1200 F.2d 5"]);
    assert_eq!(page.texts("caption, #status"), ["Cannot exist: 1 citation", "Only: Cannot exist (1)"]);
    assert!(page.texts(".chosen > p")[0].starts_with("No decision can have this citation"));
    page.browser().run("document.querySelector('#only-review').click()");
    assert_eq!(page.texts("tbody tr").len(), 5);
    page.browser().run("document.querySelector('#only-all').click()");
    assert_eq!(page.texts("caption"), [""; 0]);
}

#[test]
fn repealed_statute_is_to_review() {
    let Some(page) = Page::start() else { return };
    check(&page, "17 U.S.C. § 509. 18 U.S.C. § 1341.");
    assert_eq!(page.texts("tbody .outcome"), ["Repealed", "Found"]);
    let reason = "Repealed in the source of April 29, 2021.";
    assert_eq!(page.texts("#row-0 td:nth-child(2) p"), [reason]);
    assert_eq!(page.texts(".checked h2"), ["2 citations, 1 to review"]);
    let (_, csv) = report(&page, "csv");
    assert!(csv.contains(&format!(",Repealed,\"{reason}\",")), "{csv}");
    let (_, json) = report(&page, "json");
    let body: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(body["counts"], json!({ "repealed": 1, "found": 1 }));
    assert_eq!(body["citations"][0]["records"][0]["repealed"], "2021-04-29");
}

#[test]
fn check_without_statuses_and_build_has_its_citations() {
    let Some(page) = Page::start() else { return };
    paste(&page, "17 U.S.C. § 509. 18 U.S.C. § 1341.");
    page.browser().run(
        "window.asked = []; const real = fetch; window.fetch = async (path, options) => { asked.push(path); \
         if (path.includes('/statutes')) return new Response('{}', { status: 500 }); \
         const answer = await real(path, options); \
         const headers = new Headers(answer.headers); headers.delete('lexdex-build'); \
         return new Response(await answer.text(), { headers }) }",
    );
    page.browser().click("#check-text");
    page.wait_until("document.querySelector('#save-csv')");
    assert_eq!(page.texts("tbody .outcome"), ["Found", "Found"]);
    assert!(page.texts("#asked")[0].starts_with("Index unknown, with sources of "));
    assert_eq!(page.see("asked.some((path) => path.includes('build=null'))"), "false");
    assert!(report(&page, "csv").1.contains("\r\nIndex,unknown\r\n"));
}

#[test]
fn one_repealed_record_of_several_is_to_review() {
    let Some(page) = Page::start() else { return };
    page.open("/check");
    let outcome = |records: Value, years: Value| {
        page.browser().run_until_done(&format!(
            "Promise.all(['outcomes', 'coverage'].map((name) => import(`/explorer/${{name}}.js`))) \
             .then(([{{ outcomeOf, reasonOf }}, {{ sourcesIn }}]) => {{ \
             const citation = {{ status: 'found', records: {records} }}; citation.outcome = outcomeOf(citation); \
             done([citation.outcome, reasonOf(citation), sourcesIn({years})]) }})"
        ))
    };
    let none = json!({ "data": [] });
    let repealed = json!([{ "id": "a" }, { "id": "b", "repealed": "2021-04-29" }]);
    let reason = "Repealed in the source of April 29, 2021.";
    assert_eq!(outcome(repealed, none), json!(["repealed", reason, "unknown years"]));
    let statutes = json!({ "data": [{ "resource": "statutes", "records": 1, "lastUpdated": "2021-04-29" }] });
    assert_eq!(outcome(json!([{ "id": "a" }]), statutes), json!(["found", "", "2021 for statutes"]));
}

#[test]
fn check_stays_while_a_record_is_read() {
    let Some(page) = Page::start() else { return };
    check(&page, TEXT);
    page.browser().click("#row-0 td:last-child a");
    page.wait_for_heading("Roe v. Wade");
    assert_eq!(page.texts("#up"), ["Back to the results"]);
    page.browser().click("#up");
    page.wait_for_heading("Check a brief");
    assert_eq!(page.texts("tbody tr").len(), 7);
    assert_eq!(page.see("document.querySelector('#brief').value"), TEXT);
    page.open("/check");
    assert_eq!(page.texts("tbody tr").len(), 0, "nothing is stored");
}

#[test]
fn report_names_the_index_and_guards_formulas() {
    let Some(page) = Page::start() else { return };
    let hostile = "In re =<b>Danger, 410 U.S. 113 (1973)";
    check(&page, &format!("{TEXT} {hostile}."));
    let build = page.see("document.querySelector('#asked code').title");
    let fetched = page.browser().run_until_done(
        "fetch('/api/v1/coverage').then((answer) => answer.json()).then(({ data, meta }) => \
         done([meta.build, data.map(({ lastUpdated }) => lastUpdated).filter(Boolean).sort().at(-1)]))",
    );
    let sources = page.browser().run_until_done(
        "Promise.all([fetch('/api/v1/coverage').then((answer) => answer.json()), import('/explorer/coverage.js')]) \
         .then(([coverage, { sourcesIn }]) => done(sourcesIn(coverage)))",
    );
    assert_eq!(json!(build), fetched[0]);
    let (sources, year) = (sources.as_str().unwrap(), &fetched[1].as_str().unwrap()[..4]);
    assert!(sources.contains(" for cases, ") && sources.contains(year), "{sources}");
    let none = "Not complete for cases, statutes or bills";
    let asked = page.texts("#asked").remove(0);
    assert!(asked.contains(&format!(", with sources of {sources}. {none}. ")), "{asked}");

    let (name, html) = report(&page, "html");
    assert_eq!(name, "citations.html");
    for part in
        [&*build, sources, none, "quoted words, courts, pin pages", "Cannot exist: 1", "1200 F.2d 5", "Roe v. Wade"]
    {
        assert!(html.contains(part), "{part} in {html}");
    }
    assert!(!html.contains("<b>"), "{html}");
    assert_eq!(html.matches("<tr>").count(), 9);

    let (name, csv) = report(&page, "csv");
    assert_eq!(name, "citations.csv");
    let lines: Vec<&str> = csv.split("\r\n").collect();
    assert_eq!(
        lines[0],
        "\u{feff}Citation,Status,Explanation,Written name,Written year,Record,Record's citation,Court or \
         jurisdiction,Year,Address"
    );
    let origin = page.see("location.origin");
    let of_roe =
        "410 U.S. 113,Found,,Roe v. Wade,1973,Roe v. Wade,410 U.S. 113,Supreme Court of the United States,1973";
    assert_eq!(lines[1], format!("{of_roe},{origin}/cases/scotus-410-us-113"));
    assert!(csv.contains(&format!("\r\nIndex,{build}\r\n")), "{csv}");
    let checked = csv.split("\r\nChecked,").nth(1).unwrap().split("\r\n").next().unwrap();
    assert!(checked.len() == 24 && checked.ends_with('Z') && !html.contains(checked), "{checked}");

    let (name, text) = report(&page, "json");
    assert_eq!(name, "citations.json");
    let body: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&body["build"], &body["refreshed"], &body["complete"]), (&json!(build), &fetched[1], &json!([])));
    assert_eq!((&body["checked"], &body["sources"]), (&json!(checked), &json!(sources)));
    assert!(body["notChecked"].as_str().unwrap().starts_with("quoted words, courts, pin pages, "));
    assert_eq!(body["counts"]["cannot_exist"], 1);
    assert_eq!(body["citations"][0]["span"], json!({ "start": 13, "end": 25 }));
    assert_eq!(body["citations"][0]["records"][0]["court"], "Supreme Court of the United States");
}

#[test]
fn cells_that_a_spreadsheet_would_run_are_guarded() {
    let Some(page) = Page::start() else { return };
    // The names of the records are changed on the way.
    page.open("/check");
    page.browser().run(
        "const real = fetch; window.fetch = async (path, options) => { const answer = await real(path, options); \
         if (options?.method !== 'POST') return answer; const body = await answer.json(); \
         const names = ['=1+1', ' +1', '\\u200b@x', '<i>\"a\", b</i>']; \
         names.forEach((name, idx) => body.data[idx].records[0].name = name); \
         return new Response(JSON.stringify(body), { headers: answer.headers }) }",
    );
    page.browser()
        .run("document.querySelector('#brief').value = 'Roe, 410 U.S. 113; 347 U.S. 483; 388 U.S. 1; 554 U.S. 570'");
    page.browser().click("#check-text");
    page.wait_until("document.querySelector('#save-csv')");
    assert_eq!(page.texts("tbody td:last-child a"), ["=1+1", "+1", "\u{200b}@x", "<i>\"a\", b</i>"]);
    let (_, csv) = report(&page, "csv");
    for cell in [",'=1+1,", ",' +1,", ",'\u{200b}@x,", ",\"<i>\"\"a\"\", b</i>\","] {
        assert!(csv.contains(cell), "{cell} in {csv}");
    }
    let (_, html) = report(&page, "html");
    assert!(html.contains("&lt;i&gt;") && !html.contains("<i>"), "{html}");
}

#[test]
fn check_can_be_done_by_keyboard() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    tab_to(&page, "q");
    page.open("/check");
    tab_to(&page, "brief");
    page.browser().type_into("#brief", "Roe v. Wade, 410 U.S. 113 (1973). Smith v. Jones, 347 U.S. 483 (1999).");
    tab_to(&page, "check-text");
    page.browser().press(ENTER);
    page.wait_until("document.querySelector('#save-csv')");
    assert_eq!(page.focus(), "H2");
    tab_to(&page, "only-all");
    page.browser().press("\u{e014}");
    page.browser().press("\u{e014}");
    assert_eq!(page.focus(), "only-differs");
    assert_eq!(page.texts("tbody tr").len(), 1);
    tab_to(&page, "citation-1");
    page.browser().press(ENTER);
    assert_eq!(page.focus(), "mark-1");
    page.browser().press(ENTER);
    assert_eq!(page.focus(), "citation-1");
}

#[test]
fn check_fits_into_320_pixels() {
    let Some(page) = Page::start() else { return };
    page.resize(320, 640);
    let overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    paste(&page, TEXT);
    assert_eq!(page.see(overflow), "0");
    check(&page, &format!("{TEXT} {}", "x".repeat(500)));
    assert_eq!(page.see(overflow), "0");
    page.browser().click("#citation-3");
    assert_eq!(page.focus(), "mark-3");
}

/// Records the posted texts, and answers each with the next of `statuses` before the server does.
fn intercept(page: &Page, statuses: &[u16]) {
    page.browser().run(&format!(
        "window.sent = []; const real = window.real ?? fetch; window.real = real; const refusals = {}; \
         window.fetch = async (path, options) => {{ \
         if (options?.method !== 'POST') return real(path, options); \
         window.sent.push(options.body); const status = refusals.shift(); \
         const headers = {{ 'retry-after': '2' }}; \
         if (status) return new Response('{{\"error\":\"refused\"}}', {{ status, headers }}); \
         return real(path, options) }}",
        json!(statuses)
    ));
}

#[test]
fn long_text_is_sent_in_parts_of_one_build() {
    let Some(page) = Page::start() else { return };
    let filler = "No law is cited in this sentence, which says “nothing” about § 5.\n\n".repeat(900);
    let text =
        format!("Roe v. Wade, 410 U.S. 113 (1973). 😀\n\n{filler}Brown, 347 U.S. 483 (1954).\n\n{filler}410 U.S. 113");
    paste(&page, &text);
    intercept(&page, &[]);
    page.browser().click("#check-text");
    page.wait_until("document.querySelector('#save-csv')");
    let sent: Vec<String> = serde_json::from_value(page.browser().run("return window.sent")).unwrap();
    let parts: Vec<Value> = sent.iter().map(|body| serde_json::from_str(body).unwrap()).collect();
    assert_eq!(parts.iter().map(|part| part["text"].as_str().unwrap()).collect::<String>(), text);
    assert!(sent.len() == 3 && sent.iter().all(|body| body.len() <= 64 << 10), "{:?}", sent.len());
    assert!(parts[..2].iter().all(|part| part["text"].as_str().unwrap().ends_with("\n\n")));
    assert_eq!(page.texts(".text a"), ["410 U.S. 113", "347 U.S. 483", "410 U.S. 113"]);
    let (_, json) = report(&page, "json");
    let body: Value = serde_json::from_str(&json).unwrap();
    let characters: Vec<char> = text.chars().collect();
    for citation in body["citations"].as_array().unwrap() {
        let [start, end] = ["start", "end"].map(|side| citation["span"][side].as_u64().unwrap() as usize);
        assert_eq!(json!(characters[start..end].iter().collect::<String>()), citation["text"]);
    }
}

#[test]
fn references_are_resolved_across_parts() {
    let Some(page) = Page::start() else { return };
    let filler = "Nothing is cited in this sentence.\n\n".repeat(2000);
    let [full, short] = ["Roe v. Wade, 410 U.S. 113 (1973).", "Roe, 410 U.S. at 120. Id. at 121."];
    paste(&page, &format!("{full}\n\n{filler}{short}\n\n{filler}Roe, supra, at 115."));
    intercept(&page, &[]);
    page.browser().click("#check-text");
    page.wait_until("document.querySelector('#save-csv')");
    let sent: Vec<String> = serde_json::from_value(page.browser().run("return window.sent")).unwrap();
    let parts: Vec<Value> = sent.iter().map(|body| serde_json::from_str(body).unwrap()).collect();
    assert!(parts.len() >= 3 && parts[0].get("context").is_none());
    assert!(parts[1..].iter().all(|part| part["context"].is_string()));
    assert_eq!(page.texts("tbody .outcome"), ["Found"; 4]);
    assert_eq!(page.texts("tbody td:last-child a"), ["Roe v. Wade"; 4]);
}

#[test]
fn refused_requests_are_sent_again_after_the_time_to_wait() {
    let Some(page) = Page::start() else { return };
    paste(&page, TEXT);
    intercept(&page, &[429, 503, 429]);
    page.browser().click("#check-text");
    page.wait_until("document.querySelector('.progress').textContent.includes('The check goes on in')");
    page.wait_until("document.querySelector('#save-csv')");
    assert_eq!(page.texts("tbody tr").len(), 7);
    assert_eq!(page.see("window.sent.length"), "4");
}

#[test]
fn refreshed_index_begins_the_check_again() {
    let Some(page) = Page::start() else { return };
    paste(&page, &format!("{TEXT}\n\n{}", "No citation.\n\n".repeat(6000)));
    intercept(&page, &[0, 412]);
    page.browser().click("#check-text");
    page.wait_until("document.querySelector('#save-csv')");
    assert_eq!(page.texts(".progress"), ["The index was refreshed, so the check began again."]);
    assert_eq!(page.texts("tbody tr").len(), 7);
}

#[test]
fn crowded_part_is_divided_until_its_records_fit() {
    let Some(page) = Page::start() else { return };
    check(&page, &"410 U.S. 113; ".repeat(4000));
    assert_eq!(page.see("document.querySelector('.checked h2').textContent"), "4,000 citations, none to review");
    assert_eq!(page.texts("tbody tr").len(), 300);
    assert_eq!(page.texts("#page-now"), ["Page 1 of 14"]);
    assert_eq!(page.texts("caption"), ["Rows 1 to 300 of 4,000"]);
    page.browser().click("#page-next");
    assert_eq!(page.texts("tbody tr:first-child td:last-child a"), ["Roe v. Wade"]);
    assert_eq!(page.see("document.querySelector('tbody tr').id"), "row-300");
    assert_eq!((page.texts("#page-now"), page.focus().as_str()), (vec!["Page 2 of 14".to_owned()], "page-next"));
}

#[test]
fn stopped_check_goes_on_from_there() {
    let Some(mut page) = Page::with_limit(0) else { return };
    paste(&page, &format!("{TEXT}\n\n{}{TEXT}", "No citation.\n\n".repeat(6000)));
    intercept(&page, &[0, 429]);
    page.browser().click("#check-text");
    page.wait_until("document.querySelectorAll('tbody tr').length === 7");
    page.browser().click("#stop");
    page.wait_until("document.querySelector('#go-on')");
    assert!(page.texts(".progress")[0].starts_with("Stopped after "));
    page.browser().click("#go-on");
    page.wait_until("document.querySelectorAll('tbody tr').length === 14");
    page.stop_server();
    page.browser().click("#check-text");
    page.wait_until("document.querySelector('#go-on')");
    assert!(page.texts(".progress")[0].contains("the server could not be reached"));
}
