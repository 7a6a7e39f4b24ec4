//! The explorer, used only by keyboard.

use crate::system::explorer::page::Page;

const TAB: &str = "\u{e004}";
pub(super) const ENTER: &str = "\u{e007}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";

/// Presses Tab until the element with this id has the focus.
#[track_caller]
pub(super) fn tab_to(page: &Page, id: &str) {
    const MAX_STEPS: usize = 120;
    for _ in 0..MAX_STEPS {
        page.browser().press(TAB);
        if page.focus() == id {
            let outline = page.see("getComputedStyle(document.activeElement).outlineStyle");
            assert_eq!(outline, "solid", "{id} shows that it has the focus");
            return;
        }
    }
    panic!("Tab does not lead to {id}");
}

#[test]
fn every_task_can_be_done_by_keyboard() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    page.browser().press(TAB);
    assert_eq!(page.see("document.activeElement.textContent"), "Skip to the content");
    page.browser().press(ENTER);
    assert_eq!(page.focus(), "main");
    tab_to(&page, "q");
    for key in "privacy".chars() {
        page.browser().press(&key.to_string());
    }
    page.browser().press(ENTER);
    page.wait_until("document.querySelector('h1').textContent.endsWith('records match “privacy”')");
    assert_eq!(page.focus(), "H1");
    let cases = page.see("document.querySelector('[aria-label=Cases] strong').textContent");
    tab_to(&page, "all-cases");
    page.browser().press(ENTER);
    page.wait_for_heading(&format!("{cases} match “privacy”"));

    tab_to(&page, "topic-abortion");
    page.browser().press(" ");
    page.wait_until("document.querySelector('.chip')");
    assert_eq!(page.focus(), "topic-abortion");
    tab_to(&page, "panel-map");
    page.browser().press(ENTER);
    page.wait_until("document.querySelector('.map')");
    tab_to(&page, "map-federal");
    page.browser().press(DOWN);
    assert_eq!(page.focus(), "map-wi");
    page.browser().press(RIGHT);
    assert_eq!(page.focus(), "map-vt");
    page.browser().press(DOWN);
    let square = page.focus();
    page.browser().press(ENTER);
    let id = square.strip_prefix("map-").unwrap();
    page.wait_until(&format!("location.search.includes('jurisdiction={id}')"));
    page.back();
    page.wait_until("!location.search.includes('jurisdiction')");
    page.wait_until("document.querySelector('.card') && !document.querySelector('main[aria-busy]')");

    let first = page.see("document.querySelector('.card a').id");
    let name = page.see("document.querySelector('.card a').textContent");
    page.browser().run("document.querySelector('h1').focus()");
    tab_to(&page, &first);
    page.browser().press(ENTER);
    page.wait_for_heading(&name);
    page.back();
    page.wait_until(&format!("document.activeElement.id === '{first}'"));
}
