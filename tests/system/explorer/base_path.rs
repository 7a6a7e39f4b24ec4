//! The explorer below a base path, which it reads from its own address.

use crate::system::explorer::page::Page;

const NONE: [String; 0] = [];

#[test]
fn explorer_works_below_a_base_path() {
    let Some(page) = Page::with_arguments(&["--base-path", "/law/lexdex"]) else { return };
    page.open("/law/lexdex");
    let links = page.see(
        "[...document.querySelectorAll('a[href]')].filter((link) => !link.pathname.startsWith('/law/lexdex')).length",
    );
    assert_eq!(links, "0");

    page.browser().type_into("#q", "privac");
    page.wait_until("document.querySelector('[role=option]')");
    page.browser().press("\u{e015}");
    page.browser().press("\u{e007}");
    page.wait_until("document.querySelector('.cards')");
    let of_suggestion = page.address();
    assert!(of_suggestion.starts_with("/law/lexdex/"), "{of_suggestion}");

    page.open("/law/lexdex/?q=privacy");
    page.browser().click("#all-cases");
    page.wait_until("document.querySelectorAll('.card').length === 20");
    assert_eq!(page.address(), "/law/lexdex/cases?q=privacy");
    assert_eq!(page.texts(".top [aria-current]"), ["Cases"]);

    page.browser().click(".cards li:first-child h2 a");
    page.wait_until("document.querySelector('.record .panel pre')");
    assert!(page.address().starts_with("/law/lexdex/cases/"));
    let id = page.texts("dd code").pop().unwrap();
    let request = page.see("`${location.origin}/law/lexdex/api/v1/cases`");
    assert_eq!(page.see("document.querySelector('pre').textContent"), format!("curl '{request}/{id}'"));

    page.open("/law/lexdex/cases?topic=no-such-topic");
    page.wait_until("document.querySelector('.nothing')");
    assert_eq!(page.requests_below("/law/lexdex/api/").len(), 3, "the counts, the coverage, the topic that was meant");
    assert_eq!(page.complaints(), NONE);
}
