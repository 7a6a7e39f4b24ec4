//! Searching, filtering, paging and opening records.

use crate::system::explorer::page::Page;

const NONE: [String; 0] = [];

#[test]
fn search_filter_paging_record_and_back_work_in_turn() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    assert_eq!(page.texts(".lists a"), ["1,358 cases", "825 statutes", "535 bills"]);

    page.browser().type_into("#q", "privacy\u{e007}");
    page.wait_until("document.querySelector('h1').textContent.endsWith('records match “privacy”')");
    assert_eq!(page.address(), "/?q=privacy");
    let cases = page.see("document.querySelector('[aria-label=Cases] strong').textContent");
    page.browser().click("#all-cases");
    page.wait_for_heading(&format!("{cases} match “privacy”"));

    page.browser().click("#q");
    page.browser().run("document.querySelector('#q').select()");
    page.browser().type_into("#q", "speech");
    page.wait_until("document.querySelector('h1').textContent.endsWith('match “speech”')");
    // The list of suggestions covers the filters.
    page.wait_until("document.querySelector('[role=option]')");
    page.browser().press("\u{e00c}");
    page.browser().click("#level-supreme");
    page.wait_until("document.querySelector('.chip')");
    assert_eq!(page.address(), "/cases?q=speech&court=supreme");
    assert_eq!(page.focus(), "level-supreme", "the focus stays on the filter");
    assert_eq!(page.texts(".chip"), ["Courts of last resort ×"]);

    page.open("/cases?court=supreme");
    page.browser().click("#page-next");
    page.wait_until("location.search.includes('offset=20')");
    page.wait_until("document.querySelector('#page').value === '2'");
    let second_page = page.texts(".card h2");
    assert_eq!(second_page.len(), 20);
    assert_eq!(page.focus(), "H1", "the focus is where the new page begins");
    assert_eq!(page.see("scrollY"), "0");

    let opened = "document.querySelectorAll('.card h2 a')[4]";
    let (id, name) = (page.see(&format!("{opened}.id")), page.see(&format!("{opened}.innerText")));
    page.browser().click(".cards li:nth-child(5) h2 a");
    page.wait_for_heading(&name);
    assert_eq!(page.address(), format!("/cases/{}", id.strip_prefix("record-").unwrap()));
    assert!(page.see("document.title").starts_with(&name));
    assert!(page.texts("dt").contains(&"Court".to_owned()));

    page.back();
    page.wait_until("document.querySelectorAll('.card').length === 20");
    assert_eq!(page.texts(".card h2"), second_page);
    assert_eq!(page.focus(), id, "the focus is where it was");
    assert_ne!(page.see("scrollY"), "0", "and so is the place");
    assert_eq!(page.complaints(), NONE);
}

#[test]
fn address_restores_the_same_view() {
    let Some(page) = Page::start() else { return };
    let address = "/cases?q=school&topic=education&jurisdiction=federal&sort=oldest&limit=3&offset=3#map";
    page.open(address);
    let seen = |page: &Page| (page.address(), page.heading(), page.texts(".card h2"), page.texts(".chip"));
    let first = seen(&page);
    assert_eq!((first.0.as_str(), first.2.len()), (address, 3));
    assert_eq!(page.see("document.querySelector('#map-federal').getAttribute('aria-current')"), "true");
    page.open("/");
    page.open(address);
    assert_eq!(seen(&page), first);
    let asked = page.requests();
    // The page has the records already.
    let counts = "/api/v1/cases/facets?q=school&topic=education&jurisdiction=federal".to_owned();
    assert!(asked.contains(&counts), "{asked:?}");
}

#[test]
fn map_and_timeline_filter_the_list() {
    let Some(page) = Page::start() else { return };
    page.open("/statutes#map");
    assert_eq!(page.see("document.querySelectorAll('.square').length"), "57");
    page.browser().click("#map-ca");
    page.wait_for_heading("13 statutes");
    page.browser().click("#map-ny");
    page.wait_for_heading("35 statutes");
    assert_eq!(page.address(), "/statutes?jurisdiction=ca&jurisdiction=ny#map");
    page.browser().click("#map-ca");
    page.wait_for_heading("22 statutes");

    page.open("/cases");
    page.browser()
        .run("document.querySelector('#year-from').value = 1973; document.querySelector('#year-to').value = 1973");
    page.browser().click("#year-go");
    page.wait_until("location.search === '?decided_from=1973-01-01&decided_to=1973-12-31'");
    page.wait_until("document.querySelector('#year-all')");
    let of_the_year = page.heading();
    page.browser().click("#year-all");
    page.wait_for_heading("1,358 cases");
    // The pointer is dragged over the years in the middle of the chart.
    let place = "const { left, width, top } = document.querySelector('.bars svg').getBoundingClientRect(); \
                 const at = (type, share) => document.querySelector('.bars svg').dispatchEvent(new PointerEvent(type, \
                 { pointerId: 1, clientX: left + share * width, clientY: top + 9, bubbles: true }));";
    page.browser().run("SVGElement.prototype.setPointerCapture = () => {}");
    page.browser().run(&format!("{place} at('pointerdown', .4); at('pointermove', .6); at('pointerup', .6);"));
    page.wait_until("document.querySelector('#year-all')");
    assert_eq!(page.address(), "/cases?decided_from=1885-01-01&decided_to=1932-12-31");
    assert_ne!(page.heading(), of_the_year);
    assert_eq!(page.complaints(), NONE);
}

#[test]
fn facet_counts_are_the_totals_they_lead_to() {
    let Some(page) = Page::start() else { return };
    page.open("/bills?topic=privacy");
    let count =
        page.see("document.querySelector('#status-signed').closest('label').querySelector('.count').textContent");
    page.browser().click("#status-signed");
    page.wait_for_heading(&format!("{count} bills"));
    assert_eq!(page.address(), "/bills?topic=privacy&status=signed");
    page.browser().click("#more-topic");
    page.browser().type_into("#find-topic", "fire");
    assert_eq!(page.texts(".choices.all li:not([hidden]) span:nth-child(2)"), ["Firearms and explosives"]);
    page.browser().click("#chip-status-signed");
    page.wait_until("location.search === '?topic=privacy'");
}

#[test]
fn four_views_take_five_requests() {
    let Some(page) = Page::start() else { return };
    page.open("/cases?topic=privacy");
    page.browser().click(".cards li:first-child h2 a");
    page.wait_until("document.querySelector('.similar')");
    page.back();
    page.wait_until("document.querySelectorAll('.card').length === 20");
    page.browser().click("#page-next");
    page.wait_until("location.search.includes('offset=20')");
    page.wait_until("document.querySelector('#page').value === '2'");
    for panel in ["map", "code", "timeline"] {
        page.browser().click(&format!("#panel-{panel}"));
    }
    let asked = page.requests();
    assert_eq!(asked.len(), 5, "coverage, the counts, a record, those like it, another page: {asked:?}");
}

#[test]
fn click_takes_at_most_two_counted_requests() {
    let Some(page) = Page::start() else { return };
    // A page with records counts, too.
    for (address, shown) in [
        ("/cases/scotus-410-us-113", "document.querySelector('.similar')"),
        ("/statutes/federal-usc-18-1341", "document.querySelector('.similar')"),
        ("/bills?status=signed", "document.querySelector('.card')"),
        ("/cases?court=ca9&sort=oldest&limit=5", "document.querySelector('.card')"),
    ] {
        page.open(address);
        page.wait_until(shown);
        page.wait_until("document.querySelector('#extent').textContent");
        let asked = page.requests();
        assert!(asked.len() == 1, "{address} takes its page and {asked:?}");
    }
    page.open("/bills");
    page.wait_until("document.querySelector('.card')");
    for (clicked, shown) in [
        ("#status-signed", "location.search.includes('status') && document.querySelector('#chip-status-signed')"),
        ("#chamber-senate", "location.search.includes('chamber') && document.querySelector('#chip-chamber-senate')"),
        ("#page-next", "document.querySelector('#page').value === '2'"),
        (".card h2 a", "document.querySelector('.similar')"),
        (".similar a", "document.querySelector('.similar')"),
        ("#up", "document.querySelector('.card')"),
        ("#tab-cases", "location.pathname === '/cases' && document.querySelector('.card')"),
    ] {
        let before = page.requests().len();
        page.browser().click(clicked);
        page.wait_until(&format!("({shown}) && !document.querySelector('main[aria-busy]')"));
        let asked = page.requests().split_off(before);
        assert!(asked.len() <= 2, "{clicked} takes {asked:?}");
    }
}

#[test]
fn bills_are_found_by_congress_and_by_citation() {
    let Some(page) = Page::start() else { return };
    page.open("/bills?congress=117");
    let total =
        page.see("fetch('/api/v1/bills?congress=117').then((answer) => answer.json()).then(({ meta }) => meta.total)");
    assert_eq!(page.heading(), format!("{total} bills"));
    assert_eq!(page.texts(".chip"), ["Congress 117 ×"]);
    page.open("/bills");
    page.browser().click("#session-federal-117");
    page.wait_for_heading(&format!("{total} bills"));
    assert_eq!(page.address(), "/bills?session=federal-117");
    assert_eq!(page.texts(".chip"), ["117th Congress ×"]);
    page.browser().click("#chip-session-federal-117");
    page.wait_for_heading("535 bills");
    page.open("/bills");
    page.browser().type_into("#citation", "Pub. L. 117-159");
    page.browser().click("#exactly");
    page.wait_for_heading("1 bill");
    assert_eq!(page.texts(".chip"), ["Cited as Pub. L. 117-159 ×"]);
}
