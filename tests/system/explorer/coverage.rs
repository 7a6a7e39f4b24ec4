//! The completeness of the served index, which every page, empty results and charts state.

use crate::system::explorer::page::Page;

/// The records of the bundled corpus, as its coverage says.
const TOTAL: &str = "2,718 records";

/// Sets the completeness of all entries that have records.
fn all_are(degree: &str) -> String {
    format!("body.data.forEach((entry) => (entry.completeness = '{degree}')); body.meta.completeness = '{degree}'")
}

#[test]
fn every_view_of_a_sample_says_so_and_links_to_all_records() {
    let Some(page) = Page::start() else { return };
    let said = format!("A sample of {TOTAL}; build your own index for all of them.");
    for address in ["/", "/?q=privacy", "/cases", "/bills?status=vetoed", "/cases/scotus-410-us-113", "/cases/none"] {
        page.open(address);
        page.wait_until("document.querySelector('#extent').textContent");
        assert_eq!(page.texts("#extent"), [said.as_str()], "{address}");
        assert!(!page.see("document.body.innerText").contains("is exact"), "{address}");
        let asked = page.requests().into_iter().filter(|path| path.ends_with("/coverage")).count();
        // The page of a record contains the extent of the index.
        assert_eq!(asked, usize::from(address != "/cases/scotus-410-us-113"), "{address}");
    }
    assert_eq!(page.see("document.querySelector('#extent a').getAttribute('href')"), "/docs#your-own-index");
    page.browser().click("#extent a");
    page.wait_until("document.querySelector('#your-own-index')");
}

#[test]
fn extent_names_the_lists_that_lack_records() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    for (script, said) in [
        (all_are("complete"), format!("{TOTAL}. Every number here is exact.")),
        (all_are("partial"), format!("{TOTAL}; the cases, statutes, and bills are incomplete: HOW")),
        (
            format!(
                "{}; body.data.find(({{ resource }}) => resource === 'bills').completeness = 'partial'; \
                 body.data.find(({{ resource }}) => resource === 'cases').completeness = 'sample'; \
                 body.meta.completeness = 'sample'",
                all_are("complete")
            ),
            format!("{TOTAL}; the cases are a sample, the bills are incomplete: HOW"),
        ),
        ("body.data.forEach((entry) => delete entry.completeness); body.meta = {}".to_owned(), format!("{TOTAL}.")),
        ("body.data = []; body.meta = {}".to_owned(), String::new()),
    ] {
        let extent = format!(
            "import('/explorer/coverage.js').then(async ({{ extentOf }}) => {{ \
             const body = await (await fetch('/api/v1/coverage')).json(); {script}; \
             const line = document.createElement('p'); line.append(...extentOf(body)); done(line.textContent) }})"
        );
        let found = page.browser().run_until_done(&extent);
        assert_eq!(found, said.replace("HOW", "what this index has."));
    }
}

#[test]
fn empty_results_of_an_incomplete_index_name_what_is_missing() {
    let Some(page) = Page::start() else { return };
    page.open("/cases?q=zebra");
    page.wait_until("document.querySelector('.nothing')");
    let doubt = "This index holds a sample of 1,358 cases, so the case may exist elsewhere.";
    assert_eq!(page.texts(".doubt"), [doubt]);
    page.open("/cases?jurisdiction=gu&topic=taxation");
    page.wait_until("document.querySelector('.nothing')");
    let doubt = "This index holds a sample of 1 case from there, so the case may exist elsewhere.";
    assert_eq!(page.texts(".doubt"), [doubt]);
    page.open("/?q=zebra");
    let doubt = format!("This index holds a sample of {TOTAL}, so the record may exist elsewhere.");
    assert_eq!(page.texts(".doubt"), [doubt]);
    page.open("/bills?topic=firearms");
    assert_eq!(page.texts(".warning"), ["The bars count a sample, not all bills."]);
    page.change_coverage(&all_are("partial"));
    page.open("/?q=zebra");
    assert_eq!(page.texts(".doubt"), ["This index lacks some records, so the record may exist elsewhere."]);
}

#[test]
fn empty_results_and_charts_of_a_complete_index_have_no_note() {
    let Some(page) = Page::start() else { return };
    page.change_coverage(&all_are("complete"));
    page.open("/cases?q=zebra");
    page.wait_until("document.querySelector('.nothing')");
    assert!(!page.see("document.body.innerText").contains("may exist elsewhere"));
    page.open("/bills?topic=firearms");
    assert_eq!(page.texts(".warning"), [""; 0]);
}

#[test]
fn table_of_coverage_names_the_titles_of_a_code() {
    let Some(page) = Page::start() else { return };
    page.change_coverage(
        "const entry = (id) => body.data.find((it) => it.resource === 'statutes' && it.jurisdictionId === id); \
         Object.assign(entry('federal'), { titles: ['5a', '18', '42'], titlesOf: { total: 53, source: 'A table' } }); \
         Object.assign(entry('ca'), { titles: ['18'], titlesOf: undefined })",
    );
    page.open("/");
    let titles = |row: &str| {
        page.see(&format!(
            "[...document.querySelectorAll('.start tr')].find((it) => it.cells[0].textContent === '{row}') \
             .querySelector('details').textContent"
        ))
    };
    assert_eq!(titles("Federal"), "2 of 53 titles5a, 18, 42");
    assert_eq!(titles("California"), "1 title18");
}

#[test]
fn map_tells_jurisdictions_without_records_from_those_without_matches() {
    let Some(page) = Page::start() else { return };
    page.change_coverage(
        "body.data.find((entry) => entry.resource === 'cases' && entry.jurisdictionId === 'ny').records = 0",
    );
    page.open("/cases?jurisdiction=ca#map");
    page.wait_until("document.querySelector('#map-ny')");
    let title = |id: &str| page.see(&format!("document.querySelector('#map-{id}').title"));
    assert_eq!(title("ny"), "New York: not in this index");
    assert_eq!(page.texts("#map-ny .unseen"), ["no cases from New York are in this index"]);
    assert!(title("ca").starts_with("California: "), "{}", title("ca"));
    page.open("/cases?q=zebra#map");
    page.wait_until("document.querySelector('#map-ca')");
    assert_eq!(title("ca"), "California: 0");
}

#[test]
fn dates_outside_of_the_index_draw_a_note() {
    let Some(page) = Page::start() else { return };
    page.change_coverage(
        "body.data.forEach((entry) => Object.assign(entry, { firstDate: '2001-02-03', lastDate: '2004-05-06' }))",
    );
    let notes = |address: &str| {
        page.open(address);
        page.wait_until("!document.querySelector('main[aria-busy]')");
        page.texts(".notes .doubt")
    };
    let note = "In this index, the dates of cases from California are from February 3, 2001 to May 6, 2004. It has no \
                others.";
    assert_eq!(notes("/cases?jurisdiction=ca&decided_from=2000-01-01"), [note]);
    assert_eq!(notes("/cases?jurisdiction=ca&decided_to=2004-05-07"), [note]);
    assert_eq!(notes("/cases?jurisdiction=ca&decided_from=2001-02-03&decided_to=2004-05-06"), [""; 0]);
    assert_eq!(notes("/cases?jurisdiction=ca"), [""; 0]);
}

#[test]
fn filter_by_topic_says_how_few_records_have_topics() {
    let Some(page) = Page::start() else { return };
    page.change_coverage("body.data.forEach((entry) => (entry.withTopics = entry.jurisdictionId === 'ca' ? 1 : 0))");
    page.open("/bills?topic=privacy&jurisdiction=ca");
    page.wait_until("document.querySelector('.notes .doubt')");
    let n_bills =
        page.see("fetch('/api/v1/bills?jurisdiction=ca').then((it) => it.json()).then(({ meta }) => meta.total)");
    let note = format!("Only 1 of {n_bills} bills in this index has a topic. A filter by topic leaves the others out.");
    assert_eq!(page.texts(".notes .doubt"), [note]);
    page.open("/bills?jurisdiction=ca");
    assert_eq!(page.texts(".notes .doubt"), [""; 0]);
}
