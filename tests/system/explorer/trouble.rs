//! Errors and hostile input.

use crate::system::explorer::page::Page;

#[test]
fn invalid_address_offers_corrections_as_links() {
    let Some(page) = Page::start() else { return };
    page.open("/bills?jurisdiction=Californa&status=vetoed&limt=5");
    assert_eq!(page.heading(), "This address is not valid");
    assert_eq!(page.texts(".problems p:first-child").len(), 3);
    for (choice, address) in [
        ("Use limit", "/bills?jurisdiction=Californa&status=vetoed&limit=5"),
        ("California", "/bills?jurisdiction=ca&status=vetoed&limit=5"),
        ("Leave status out", "/bills?jurisdiction=ca&limit=5"),
    ] {
        page.browser().run(&format!(
            "[...document.querySelectorAll('.problems a')].find((link) => link.textContent === '{choice}').click()"
        ));
        page.wait_until("!document.querySelector('main[aria-busy]')");
        let decoded = page.address();
        let names = |address: &str| {
            let mut parts: Vec<_> = address.split(['?', '&']).map(str::to_owned).collect();
            parts.sort();
            parts
        };
        assert_eq!(names(&decoded), names(address));
    }
    page.wait_for_heading("12 bills");
}

#[test]
fn missing_record_links_to_the_nearest() {
    let Some(page) = Page::start() else { return };
    page.open("/cases/scotus-410-us-11");
    assert_eq!(page.heading(), "Record not found");
    page.browser().click(".trouble ul a");
    page.wait_for_heading("Roe v. Wade");
}

#[test]
fn rate_limited_client_sees_the_time_to_wait() {
    let Some(page) = Page::with_limit(3) else { return };
    page.open("/");
    page.browser().click("#list-bills");
    page.wait_for_heading("Too many requests");
    let seconds: u32 = page.see("document.querySelector('.trouble p span').textContent").parse().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");
    assert_eq!(page.texts("#again"), ["Try again"]);
    // A view that was loaded before is still shown.
    page.back();
    page.wait_for_heading("Find U.S. statutes, cases and bills");
}

#[test]
fn records_are_shown_when_facets_are_rate_limited() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    // The refusal is faked in the browser, because the server could refuse either of the two requests.
    page.browser().run(
        "const real = fetch; fetch = (path, options) => path.includes('/facets') \
         ? Promise.resolve(new Response('{}', { status: 429, headers: { 'retry-after': '7' } })) : real(path, options)",
    );
    page.browser().click("#list-bills");
    page.wait_for_heading("535 bills");
    assert_eq!(page.texts(".card").len(), 20);
    assert_eq!(page.texts("#filters p"), ["No filters: too many requests; retry in 7 seconds."]);
    page.browser().click("#page-next");
    page.wait_until("document.querySelector('#page').value === '2'");
}

#[test]
fn unreachable_server_is_reported_and_can_be_retried() {
    let Some(mut page) = Page::with_limit(0) else { return };
    page.open("/bills");
    page.stop_server();
    page.browser().click("#page-next");
    page.wait_for_heading("The server could not be reached");
    page.browser().click("#again");
    page.wait_for_heading("The server could not be reached");
    page.back();
    page.wait_for_heading("535 bills");
}

#[test]
fn text_of_records_and_addresses_is_never_markup() {
    let Some(page) = Page::start() else { return };
    let script = "%3Cimg+src=x+onerror=%22document.title='broken'%22%3E";
    for address in [format!("/?q={script}"), format!("/cases?q={script}&topic={script}"), format!("/cases/{script}")] {
        page.open(&address);
        assert_eq!(page.see("document.querySelectorAll('main img').length"), "0", "{address}");
        assert!(page.see("document.querySelector('main').textContent").contains("<img"), "{address}");
    }
}

#[test]
fn names_of_object_prototype_are_plain_text() {
    let Some(page) = Page::start() else { return };
    page.open("/#constructor");
    assert_eq!(page.texts(".start [aria-current]"), ["Cases"]);
    page.open("/cases?court=constructor&topic=to-string#constructor");
    page.wait_until("document.querySelector('.nothing')");
    assert_eq!(page.texts(".chip"), ["constructor ×", "to-string ×"]);
    assert_eq!(page.texts(".toggles [aria-expanded=true]"), [""; 0]);
}

#[test]
fn responses_of_other_replicas_do_not_change_a_walks_build() {
    let Some(page) = Page::start() else { return };
    page.open("/bills?limit=10");
    // The counts come from a replica that already has another index.
    page.browser().run(
        "window.real = fetch; fetch = async (path, options) => { \
         const response = await real(path, options); \
         if (!path.includes('/facets')) return response; \
         await new Promise((done) => setTimeout(done, 300)); \
         return new Response(await response.text(), { headers: { 'lexdex-build': 'f'.repeat(64) } }); }",
    );
    page.browser().click(".top nav a[href='/cases']");
    page.wait_until("location.pathname === '/cases' && document.querySelector('#page-next')");
    page.browser().click("#page-next");
    page.wait_until("document.querySelector('#page').value === '2'");
    let requests = page.requests();
    let of_page = requests.iter().find(|request| request.contains("/cases?") && request.contains("offset=")).unwrap();
    assert!(of_page.contains("&build=") && !of_page.contains("&build=ffff"), "{of_page}");
}

#[test]
fn pages_are_of_one_build_and_start_again_once_it_is_gone() {
    let Some(page) = Page::start() else { return };
    page.open("/bills?limit=10");
    page.browser().click("#page-next");
    page.wait_until("document.querySelector('#page').value === '2'");
    let requests = page.requests();
    let of_page = requests.iter().find(|request| request.contains("offset=10")).unwrap();
    assert!(of_page.split_once("&build=").is_some_and(|(_, build)| build.len() == 64), "{of_page}");
    assert!(!page.address().contains("build="), "an address to share has no build");
    page.browser().run(
        "window.real = fetch; fetch = (path, options) => path.includes('build=') \
         ? Promise.resolve(new Response('{\"error\":\"gone\"}', { status: 412 })) : real(path, options)",
    );
    page.browser().click("#page-next");
    page.wait_until("document.querySelector('#page')?.value === '1'");
    assert_eq!(page.address(), "/bills?limit=10");
    let note = "The data have been refreshed: this is the first page of the new list.";
    assert_eq!(page.texts(".notes p"), [note]);
    // The message appears once, and the next walk uses the new build.
    page.browser().run("fetch = (path, options) => real(path, options)");
    page.browser().click("#page-next");
    page.wait_until("document.querySelector('#page').value === '2'");
    assert_eq!(page.texts(".notes p").len(), 0);
}

#[test]
fn address_of_a_build_that_is_gone_leads_to_the_current_data() {
    let Some(page) = Page::start() else { return };
    page.open(&format!("/bills?status=signed&build={}", "0".repeat(64)));
    assert_eq!(page.heading(), "The data have been refreshed");
    page.browser().click(".trouble p a");
    page.wait_until("document.querySelector('.card')");
    assert_eq!(page.address(), "/bills?status=signed");
}
