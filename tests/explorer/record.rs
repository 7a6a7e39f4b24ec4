//! A record's own page: the way to its text, and to similar records.

use crate::page::Page;

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
    assert_eq!(links("textContent"), format!("courtlistener.com ↗ {named} loc.gov ↗ {named}"));
    assert_eq!(page.texts(".similar li").len(), 6);
    let first = page.see("document.querySelector('.similar a').innerText");
    page.browser().click(".similar a");
    page.wait_for_heading(&first);
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn record_without_a_known_address_has_no_way_to_its_text() {
    let Some(page) = Page::start() else { return };
    page.open("/bills?jurisdiction=ca");
    page.browser().click(".cards li:first-child h2 a");
    page.wait_until("document.querySelector('.similar')");
    assert_eq!(page.texts("#read"), [""; 0]);
}

#[test]
fn record_is_shown_when_similar_records_are_refused() {
    let Some(page) = Page::start() else { return };
    page.open("/cases?topic=privacy");
    // Faked in the browser, because either of the two requests could be the one that the server refuses.
    page.browser().run(
        "const real = fetch; fetch = (path, options) => path.includes('/similar') \
         ? Promise.resolve(new Response('{}', { status: 503, headers: { 'retry-after': '7' } })) : real(path, options)",
    );
    let name = page.see("document.querySelector('.card a').innerText");
    page.browser().click(".cards li:first-child h2 a");
    page.wait_for_heading(&name);
    assert_eq!(page.texts(".similar"), [""; 0]);
}
