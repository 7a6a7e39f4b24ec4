//! The API docs in a browser: the address of the server in the examples, and the contents.

use crate::system::explorer::page::Page;

#[test]
fn examples_have_the_address_of_the_server_that_shows_them() {
    let Some(page) = Page::start() else { return };
    page.open("/docs");
    page.wait_until("document.querySelector('.service').textContent === location.origin");
    assert!(!page.see("document.body.textContent").contains("localhost:8080"));
    let command = page.see("document.querySelector('[aria-labelledby=listCases] pre').textContent");
    assert!(command.starts_with(&format!("curl '{}/api/v1/cases?", page.see("location.origin"))), "{command}");
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn contents_stay_in_view_and_fold_on_a_phone() {
    let Some(page) = Page::start() else { return };
    let is_open = "document.querySelector('.contents').open";
    let is_in_view = "document.querySelector('.contents').getBoundingClientRect().top >= 0 \
                      && document.querySelector('.contents').getBoundingClientRect().top < 50";
    page.open("/docs#schemas");
    assert_eq!((page.see(is_open), page.see(is_in_view)), ("true".to_owned(), "true".to_owned()));
    page.resize(390, 844);
    page.open("/docs#schemas");
    page.wait_until(&format!("!{is_open}"));
    assert_eq!(page.see(is_in_view), "true");
    page.browser().click(".contents summary");
    page.wait_until(is_open);
    page.browser().click(".contents a[href='#ids']");
    page.wait_until(&format!("location.hash === '#ids' && !{is_open}"));
    let top: f64 = page.see("document.querySelector('#ids').getBoundingClientRect().top").parse().unwrap();
    assert!((0.0..844.0).contains(&top), "{top}");
}

#[test]
fn docs_have_the_same_header_as_the_explorer() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    let header = page.texts(".top a:not(#extent a)");
    page.open("/docs");
    assert_eq!(page.texts(".top a"), header);
    assert_eq!(page.texts(".top [aria-current]"), ["API docs"]);
}
