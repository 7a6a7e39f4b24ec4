//! A record's own page: the way to its text, and to similar records.

use serde_json::json;

use crate::system::explorer::page::Page;

#[test]
fn record_leads_to_its_text_and_to_similar_records() {
    let Some(page) = Page::start() else { return };
    page.open("/cases/scotus-410-us-113");
    let links = |attribute: &str| {
        page.see(&format!("[...document.querySelectorAll('#read a')].map((link) => link.{attribute}).join(' ')"))
    };
    assert_eq!(links("href"), "https://www.courtlistener.com/c/U.S./410/113/ https://www.loc.gov/item/usrep410113/");
    assert_eq!(links("rel"), "external noreferrer external noreferrer");
    let named = "(another site, in a new tab)";
    assert_eq!(links("textContent"), format!("Read it ↗ {named} loc.gov ↗ {named}"));
    assert_eq!(page.texts("#read .hint"), [format!("at courtlistener.com, or at loc.gov ↗\n{named}")]);
    assert_eq!(page.texts(".similar li").len(), 6);
    let first = page.see("document.querySelector('.similar a').innerText");
    page.browser().click(".similar a");
    page.wait_for_heading(&first);
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn alias_of_a_record_becomes_its_own_address() {
    let Some(page) = Page::start() else { return };
    page.open("/cases/scotus-93-s-ct-705");
    page.wait_for_heading("Roe v. Wade");
    assert_eq!(page.address(), "/cases/scotus-410-us-113");
    page.wait_until("document.querySelector('.similar')");
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn record_without_a_known_address_has_no_way_to_its_text() {
    let Some(page) = Page::start() else { return };
    page.open("/bills?jurisdiction=pr");
    page.browser().click(".cards li:first-child h2 a");
    page.wait_until("document.querySelector('.similar')");
    assert_eq!(page.texts("#read"), [""; 0]);
}

#[test]
fn bill_shows_its_number_its_session_and_the_day_of_its_status() {
    let Some(page) = Page::start() else { return };
    let facts = |address: &str, names: &[&str]| {
        page.open(address);
        page.wait_until("document.querySelector('.record dl')");
        let rows = page.see(
            "JSON.stringify([...document.querySelectorAll('.record dl div')].map((row) => row.innerText.replace('\\n', ': ')))",
        );
        let rows: Vec<String> = serde_json::from_str(&rows).unwrap();
        let is_wanted = |row: &String| names.iter().any(|name| row.starts_with(&format!("{name}: ")));
        rows.into_iter().filter(is_wanted).collect::<Vec<_>>()
    };
    let names = ["Number", "Session", "Status"];
    let refreshed = |address: &str| {
        page.open(address);
        page.see(&format!(
            "fetch('/api/v1{address}').then((it) => it.json()).then(({{ data }}) => new Date(data.meta.last_updated) \
             .toLocaleDateString('en-US', {{ year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' }}))"
        ))
    };
    let bill = "/bills/ca-2017-2018-ab375";
    let status = format!("Status: Signed into law; source of {}", refreshed(bill));
    assert_eq!(facts(bill, &names), ["Number: AB 375", "Session: 2017-2018", status.as_str()]);
    let bill = "/bills/federal-117-s-910";
    let status =
        format!("Status: In committee; source of {}; the 117th Congress ended on January 3, 2023", refreshed(bill));
    assert_eq!(facts(bill, &names), ["Number: S. 910", "Session: 117th Congress", status.as_str()]);
    let named = "(another site, in a new tab)";
    let not_held = format!("The text, votes, sponsors and actions are not held here; see congress.gov ↗\n{named}\n.");
    assert_eq!(page.texts("#not-held"), [not_held]);
}

#[test]
fn repealed_section_is_not_shown_as_in_effect() {
    let Some(page) = Page::start() else { return };
    page.open("/statutes?status=repealed&limit=100");
    let dated = "[...document.querySelectorAll('.card')].find((it) => it.innerText.includes('Earlier in effect from'))";
    assert!(page.texts(".facts").iter().all(|facts| !facts.contains("In effect since")));
    page.browser().run(&format!("{dated}.querySelector('h2 a').click()"));
    page.wait_until("document.querySelector('.record dl')");
    let names = page.texts(".record dt");
    assert!(names.contains(&"Earlier in effect from".to_owned()), "{names:?}");
    assert!(!names.contains(&"In effect since".to_owned()), "{names:?}");
}

#[test]
fn summary_of_the_project_names_its_author() {
    let Some(page) = Page::start() else { return };
    // The header is faked in the browser, because the sources of the bundled records have summaries.
    page.open("/statutes");
    page.browser().run(
        "const real = fetch; fetch = async (path, options) => { const answer = await real(path, options); \
         const headers = new Headers(answer.headers); headers.set('x-summary-source', 'lexdex; date=2026-11-30'); \
         return new Response(answer.body, { status: answer.status, headers }) }",
    );
    page.browser().run(
        "[...document.querySelectorAll('.card')].find((it) => it.querySelector('.summary')).querySelector('a').click()",
    );
    page.wait_until("document.querySelector('.record')");
    assert_eq!(page.texts("#summary-source"), ["Summary by lexdex, not the text of the law."]);
    page.open("/statutes/federal-usc-18-1341");
    assert_eq!(page.texts("#summary-source"), [""; 0]);
}

#[test]
fn printed_record_has_the_address_of_its_text() {
    let Some(page) = Page::start() else { return };
    page.open("/cases/scotus-410-us-113");
    page.browser().devtools("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    let text = page.texts("#read + .printed");
    let visible = |selector: &str| page.see(&format!("document.querySelector('{selector}').checkVisibility()"));
    let shown = ["#read", "#references", "#read + .printed"].map(visible);
    page.open("/cases?court=supreme&offset=20");
    let range = page.texts(".head > .printed");
    let is_shown = visible(".head > .printed");
    page.browser().devtools("Emulation.setEmulatedMedia", json!({ "media": "" }));
    assert_eq!(text, ["Text: https://www.courtlistener.com/c/U.S./410/113/ or https://www.loc.gov/item/usrep410113/"]);
    assert_eq!(shown, ["false", "false", "true"]);
    assert!(is_shown == "true" && range[0].starts_with("21 to 40 of "), "{range:?}");
    assert_eq!(visible(".head > .printed"), "false", "on the screen, another line has the range");
}

#[test]
fn record_is_shown_when_similar_records_are_refused() {
    let Some(page) = Page::start() else { return };
    page.open("/cases?topic=privacy");
    // The refusal is faked in the browser, because the server could refuse either of the two requests.
    page.browser().run(
        "const real = fetch; fetch = (path, options) => path.includes('/similar') \
         ? Promise.resolve(new Response('{}', { status: 503, headers: { 'retry-after': '7' } })) : real(path, options)",
    );
    let name = page.see("document.querySelector('.card a').innerText");
    page.browser().click(".cards li:first-child h2 a");
    page.wait_for_heading(&name);
    assert_eq!(page.texts(".similar"), [""; 0]);
}

#[test]
fn record_is_cited_with_its_court_and_year() {
    let Some(page) = Page::start() else { return };
    for (address, citation) in [
        ("/cases/scotus-410-us-113", "Roe v. Wade, 410 U.S. 113 (1973)"),
        ("/cases/ca9-31-f4th-1180", "hiQ Labs, Inc. v. LinkedIn Corp., 31 F.4th 1180 (9th Cir. 2022)"),
        ("/statutes/federal-usc-18-1341", "18 U.S.C. § 1341"),
        ("/bills/federal-118-hr-8281", "H.R. 8281, 118th Cong. (2024)"),
    ] {
        page.open(address);
        assert_eq!(page.texts(".cite > span"), ["Cite as", citation]);
        assert_eq!(page.texts("#copy-citation"), ["Copy"]);
    }
    page.open("/bills/ca-2023-2024-sb1047");
    assert_eq!(page.texts(".cite"), [""; 0], "no citation is known");
}

#[test]
fn citation_names_the_court_that_its_reporter_does_not_name() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    for (citation, court, date, beside) in [
        (
            "1 F. Supp. 2d 3",
            "United States District Court for the Southern District of New York",
            "1999",
            "S.D.N.Y. 1999",
        ),
        ("1 F. Supp. 2d 3", "United States District Court for the District of Massachusetts", "1999", "D. Mass. 1999"),
        ("1 F. Supp. 2d 3", "United States District Court for the District of Columbia", "1999", "D.D.C. 1999"),
        ("1 B.R. 3", "United States Bankruptcy Court for the Northern District of California", "", "Bankr. N.D. Cal."),
        ("1 F.3d 3", "United States Court of Appeals for the District of Columbia Circuit", "1999", "D.C. Cir. 1999"),
        ("1 Cal. 3d 3", "Supreme Court of California", "1999", "1999"),
        ("1 P.2d 3", "Supreme Court of California", "1999", "Cal. 1999"),
        ("1 Cal. App. 3d 3", "California Court of Appeal", "1999", "Ct. App. 1999"),
        ("1 N.Y.2d 3", "New York Court of Appeals", "1999", "1999"),
        ("1 Misc. 3d 3", "Supreme Court of the State of New York", "1999", "N.Y. Sup. Ct. 1999"),
        ("1 S.W.2d 3", "Texas Court of Criminal Appeals", "1999", "Tex. Crim. App. 1999"),
        ("60 M.J. 3", "United States Court of Appeals for the Armed Forces", "2004", "C.A.A.F. 2004"),
        ("60 M.J. 3", "United States Air Force Court of Criminal Appeals", "2004", "A.F. Ct. Crim. App. 2004"),
        ("1 C.M.A. 3", "United States Court of Military Appeals", "1999", "C.M.A. 1999"),
        ("1 Q. 3", "Court of No Rule", "1999", "Court of No Rule 1999"),
        ("2023 Guam 11", "Supreme Court of Guam", "2023", ""),
        ("1 Cal. 3d 3", "Supreme Court of California", "", ""),
    ] {
        let record = json!({ "caseName": "A v. B", "citation": citation, "court": court, "decisionDate": date });
        let script = format!(
            "import('/explorer/cite.js').then(({{ citeAs }}) => \
             done(citeAs({{ list: 'cases', title: 'caseName' }}, {record})))"
        );
        let beside = if beside.is_empty() { String::new() } else { format!(" ({beside})") };
        assert_eq!(page.browser().run_until_done(&script), format!("A v. B, {citation}{beside}"));
    }
}

#[test]
fn citation_of_a_decision_with_a_date_has_its_year() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    let script = "Promise.all([import('/explorer/cite.js'), import('/explorer/lists.js'), \
                  fetch('/api/v1/cases/export').then((it) => it.text())]).then(([{ citeAs }, { LISTS }, lines]) => \
                  done(lines.trim().split('\\n').map(JSON.parse).filter(({ decisionDate }) => decisionDate) \
                  .map((it) => [citeAs(LISTS.cases, it), it.decisionDate.slice(0, 4)])))";
    let cited: Vec<[String; 2]> = serde_json::from_value(page.browser().run_until_done(script)).unwrap();
    assert!(cited.len() > 1000);
    let lacks_year = |[citation, year]: &&[String; 2]| !citation.contains(year.as_str());
    assert_eq!(cited.iter().find(lacks_year), None);
}

#[test]
fn section_is_cited_by_the_name_of_its_code_and_the_year() {
    let Some(page) = Page::start() else { return };
    for (address, citation) in [
        ("/statutes/tn-code-36-4-101", "Tenn. Code Ann. § 36-4-101"),
        ("/statutes/tx-penal-code-19.02", "Tex. Penal Code Ann. § 19.02"),
        ("/statutes/vt-stat-1-312", "Vt. Stat. Ann. tit. 1, § 312"),
        ("/statutes/ak-stat-11.41.100", "Alaska Stat. § 11.41.100"),
    ] {
        page.open(address);
        let title = page.see(&format!("fetch('{address}').then((it) => it.text())"));
        let year = page.see(&format!(
            "fetch('/api/v1{address}').then((it) => it.json()).then(({{ data }}) => data.meta.last_updated.slice(0, 4))"
        ));
        let citation = format!("{citation} ({year})");
        assert_eq!(page.texts(".cite > span"), ["Cite as", &citation]);
        assert!(title.contains(&format!("<title>{citation}: ")), "{title}");
    }
}

#[test]
fn record_leads_back_to_the_place_in_the_results() {
    let Some(page) = Page::start() else { return };
    page.open("/cases/scotus-410-us-113");
    assert_eq!(page.texts("#up"), ["All cases"]);
    page.open("/cases?court=supreme&offset=20");
    let opened = "document.querySelectorAll('.card h2 a')[9]";
    let id = page.see(&format!("{opened}.id"));
    page.browser().run(&format!("{opened}.scrollIntoView({{ block: 'center' }}); {opened}.focus()"));
    let place = page.see("scrollY");
    page.browser().run(&format!("{opened}.click()"));
    page.wait_until("document.querySelector('.similar')");
    assert_eq!(page.texts("#up"), ["Back to the results"]);
    page.browser().click(".similar a");
    page.wait_until("document.querySelector('.similar') && location.pathname !== '/cases'");
    page.browser().click("#up");
    page.wait_until("document.querySelectorAll('.card').length === 20");
    page.wait_until(&format!("scrollY === {place}"));
    assert_eq!((page.address().as_str(), page.focus()), ("/cases?court=supreme&offset=20", id));
    assert_eq!(page.complaints(), [""; 0]);
}
