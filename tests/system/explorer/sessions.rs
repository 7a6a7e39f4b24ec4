//! The chart of bills by Congress or session.

use serde_json::{Value, json};

use crate::system::explorer::page::Page;

const NONE: [String; 0] = [];
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";

/// The sessions that the chart shows, each with its number of bills.
fn rows(page: &Page) -> Vec<(String, String)> {
    let counts =
        page.texts(".sessions .count").into_iter().map(|count| count.split_whitespace().collect::<Vec<_>>().join(" "));
    page.texts(".sessions a").into_iter().zip(counts).collect()
}

/// The counts of the API for a query, as rows of labels and numbers.
fn counted(page: &Page, query: &str) -> Vec<(String, String)> {
    let script = format!(
        "fetch('/api/v1/bills/facets{query}').then((answer) => answer.json()).then(({{ data }}) => done(data.session))"
    );
    let sessions = page.browser().run_until_done(&script);
    let row = |session: &Value| {
        let n_bills = session["count"].as_u64().unwrap();
        let unit = if n_bills == 1 { "bill" } else { "bills" };
        (session["label"].as_str().unwrap().to_owned(), format!("{n_bills} {unit}"))
    };
    sessions.as_array().unwrap().iter().map(row).collect()
}

fn sorted(mut rows: Vec<(String, String)>) -> Vec<(String, String)> {
    rows.sort();
    rows
}

#[test]
fn chart_of_bills_switches_between_years_and_sessions() {
    let Some(page) = Page::start() else { return };
    page.open("/bills");
    assert_eq!(page.texts("#panel-timeline"), ["Bills by year"]);
    page.browser().run("document.querySelector('#chart-timeline').focus()");
    page.browser().press(RIGHT);
    page.wait_until("location.hash === '#sessions' && document.querySelector('.sessions')");
    assert_eq!((page.focus().as_str(), page.heading().as_str()), ("chart-sessions", "535 bills"));
    assert_eq!(page.texts("#panel-timeline"), ["Bills by Congress or session"]);
    let few = rows(&page);
    assert_eq!(few.len(), 12);
    let congresses: Vec<String> = (111..=118).rev().map(|number| format!("{number}th Congress")).collect();
    assert_eq!(few.iter().map(|(label, _)| label.clone()).take(8).collect::<Vec<_>>(), congresses, "the latest first");
    page.browser().click("#more-sessions");
    assert_eq!(sorted(rows(&page)), sorted(counted(&page, "")));
    assert_eq!(page.focus(), "more-sessions");
    page.browser().run("document.querySelector('#chart-sessions').focus()");
    page.browser().press(LEFT);
    page.wait_until("document.querySelector('.bars')");
    assert_eq!((page.address().as_str(), page.focus().as_str()), ("/bills#timeline", "chart-timeline"));
    assert_eq!(page.texts(".sessions"), NONE);
    assert_eq!(page.complaints(), NONE);
}

#[test]
fn session_in_the_chart_is_a_filter_that_joins_and_leaves() {
    let Some(page) = Page::start() else { return };
    page.open("/bills?q=health#sessions");
    let counts = rows(&page);
    let count_of = |label: &str| -> u32 {
        let (_, count) = counts.iter().find(|(other, _)| other == label).unwrap();
        count.split(' ').next().unwrap().parse().unwrap()
    };
    let (of_117, of_116) = (count_of("117th Congress"), count_of("116th Congress"));
    page.browser().run("document.getElementById('session-bar-federal-117').focus()");
    page.browser().press("\u{e007}");
    page.wait_for_heading(&format!("{of_117} bills match “health”"));
    assert_eq!(page.address(), "/bills?q=health&session=federal-117#sessions");
    assert_eq!(
        (page.texts(".chip"), page.focus()),
        (vec!["117th Congress ×".into()], "session-bar-federal-117".into())
    );
    assert_eq!(rows(&page), counts, "the counts leave out the filter on the session itself");
    assert_eq!(page.texts(".sessions [aria-current=true]"), ["117th Congress"]);
    page.browser().click("#session-bar-federal-116");
    page.wait_for_heading(&format!("{} bills match “health”", of_117 + of_116));
    assert_eq!(page.texts(".chips .hint"), ["any of", "or"]);
    page.browser().click("#session-bar-federal-117");
    page.wait_for_heading(&format!("{of_116} bills match “health”"));
    page.browser().click("#chip-session-federal-116");
    page.wait_until("!document.querySelector('.chip') && !document.querySelector('main[aria-busy]')");
    assert_eq!(page.address(), "/bills?q=health#sessions");
    page.open("/bills?session=FEDERAL-117&session=federal-200");
    assert_eq!(page.texts(".chip"), ["117th Congress ×", "Session federal-200 ×"]);
    assert_eq!(page.see("document.getElementById('session-federal-117').checked"), "true");
    assert_eq!(page.complaints(), NONE);
}

#[test]
fn chart_of_one_jurisdiction_has_its_sessions_from_the_latest() {
    let Some(page) = Page::start() else { return };
    page.open("/bills?jurisdiction=ca#sessions");
    let labels: Vec<String> = rows(&page).into_iter().map(|(label, _)| label).collect();
    let sessions = ["2023-2024", "2021-2022", "2019-2020", "2017-2018", "2005-2006"];
    assert_eq!(labels, sessions.map(|session| format!("California {session}")));
    assert_eq!(sorted(rows(&page)), sorted(counted(&page, "?jurisdiction=ca")));
    assert_eq!(page.texts("#more-sessions"), NONE);
}

#[test]
fn fewer_than_ten_bills_have_no_chart() {
    let Some(page) = Page::start() else { return };
    let is_hidden = |address: &str| {
        page.open(address);
        page.see("document.querySelector('details.panel').hidden")
    };
    assert_eq!(is_hidden("/bills?jurisdiction=tx#sessions"), "true");
    assert_eq!(is_hidden("/bills?jurisdiction=wy#sessions"), "false");
    let source = "const real = fetch; window.fetch = async (path, options) => { const answer = await real(path, options); \
                  if (!path.includes('/facets')) return answer; const body = await answer.json(); body.data.year = []; \
                  return new Response(JSON.stringify(body), { headers: answer.headers }) }";
    page.browser().devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
    page.open("/bills?jurisdiction=wy");
    assert_eq!(page.texts("#panel-timeline"), ["Bills by Congress or session"]);
    assert_eq!(page.see("document.querySelectorAll('[name=chart]').length"), "0", "there is nothing to choose");
    assert_eq!(rows(&page), [("Wyoming 2025".to_owned(), "25 bills".to_owned())]);
}

#[test]
fn session_of_every_bill_is_that_of_the_server() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    let script = "import('/explorer/bill_session.js').then(async ({ sessionOf }) => { \
                  const lines = await (await fetch('/api/v1/bills/export')).text(); \
                  const counts = {}; \
                  for (const bill of lines.trim().split('\\n').map((line) => JSON.parse(line))) { \
                    const { value, name } = sessionOf(bill); \
                    const label = bill.jurisdictionId === 'federal' ? name : `${bill.jurisdiction} ${name}`; \
                    const counted = (counts[value] ??= { value, label, count: 0 }); \
                    counted.count += 1; \
                  } \
                  const { data } = await (await fetch('/api/v1/bills/facets')).json(); \
                  done([Object.values(counts), data.session]) })";
    let found = page.browser().run_until_done(script);
    let [of_explorer, of_server] = [0, 1].map(|side| {
        let mut sessions = found[side].as_array().unwrap().clone();
        sessions.sort_by_key(|session| session["value"].as_str().unwrap().to_owned());
        sessions
    });
    assert!(of_server.len() > 50, "{} sessions", of_server.len());
    assert_eq!(of_explorer, of_server);
}
