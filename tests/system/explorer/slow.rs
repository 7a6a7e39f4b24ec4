//! The explorer on a slow network.

use serde_json::json;

use crate::system::explorer::page::Page;

/// Delays every response by this many milliseconds.
fn slow_down(page: &Page, milliseconds: u32) {
    page.browser().devtools("Network.enable", json!({}));
    let conditions =
        json!({ "offline": false, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1 });
    page.browser().devtools("Network.emulateNetworkConditions", conditions);
}

#[test]
fn slow_response_keeps_the_old_page_and_shows_progress() {
    let Some(page) = Page::start() else { return };
    page.open("/bills");
    slow_down(&page, 5000);
    page.browser().click("#page-next");
    page.wait_until("document.querySelector('#progress').innerText.startsWith('Still waiting')");
    assert_eq!(page.texts(".card").len(), 20, "what was there can still be read");
    page.wait_until("document.querySelector('#page').value === '2'");
    page.wait_until("document.querySelector('#progress').hidden");
}

#[test]
fn fast_clicks_show_the_response_to_the_last_one() {
    let Some(page) = Page::start() else { return };
    page.open("/cases");
    slow_down(&page, 400);
    let clicks = "['level-supreme', 'topic-education', 'topic-free-speech', 'level-supreme']\
                  .forEach((id) => document.getElementById(id).click())";
    page.browser().run(clicks);
    page.wait_until("document.querySelectorAll('.chip').length === 2");
    page.wait_until("!document.querySelector('main[aria-busy]')");
    assert_eq!(page.address(), "/cases?topic=education&topic=free-speech");
    let total = page.see(
        "fetch('/api/v1/cases?topic=education&topic=free-speech').then((answer) => answer.json()) \
         .then(({ meta }) => meta.total)",
    );
    assert_eq!(page.heading(), format!("{total} cases"));
}
