//! The first result on a phone, the timeline, and the words of filters.

use crate::system::explorer::page::Page;

const NONE: [String; 0] = [];

#[test]
fn first_result_is_on_the_first_screen_of_a_phone() {
    let Some(page) = Page::start() else { return };
    page.resize(390, 844);
    for address in ["/cases?q=privacy", "/statutes", "/cases?topic=privacy&topic=free-speech", "/bills?q=firearms"] {
        page.open(address);
        page.wait_until("document.querySelector('#extent').textContent");
        let bottom = page.see("document.querySelector('.card').getBoundingClientRect().bottom");
        assert!(bottom.parse::<f64>().unwrap() <= 844.0, "{address}: {bottom}");
    }
}

#[test]
fn timeline_is_folded_on_a_phone_and_open_on_a_wide_screen() {
    let Some(page) = Page::start() else { return };
    let is_open = "document.querySelector('details.panel').open";
    page.open("/cases");
    assert_eq!(page.see(is_open), "true");
    page.browser().click("#panel-timeline");
    page.wait_until(&format!("!{is_open}"));
    assert_eq!((page.address().as_str(), page.focus().as_str()), ("/cases#none", "panel-timeline"));
    page.browser().click("#panel-map");
    page.wait_until("document.querySelector('.map')");
    assert_eq!(page.see(is_open), "false", "the map takes its place");

    page.resize(390, 844);
    page.open("/cases");
    assert_eq!(page.see(is_open), "false");
    page.browser().click("#panel-timeline");
    page.wait_until(is_open);
    assert_eq!(page.address(), "/cases#timeline");
    assert_eq!(page.see("document.querySelector('.bars').checkVisibility()"), "true");
}

#[test]
fn list_of_fewer_than_ten_dated_records_has_no_timeline() {
    let Some(page) = Page::start() else { return };
    let years = |list: &str| {
        page.see(&format!(
            "fetch('/api/v1{}').then((answer) => answer.json()).then(({{ data }}) => \
             data.year.reduce((sum, {{ count }}) => sum + count, 0))",
            list.replacen('?', "/facets?", 1)
        ))
    };
    for (address, n_dated, is_hidden) in
        [("/cases?jurisdiction=nj", "9", "true"), ("/cases?jurisdiction=nj&jurisdiction=gu", "10", "false")]
    {
        page.open(address);
        assert_eq!(years(address), n_dated, "{address}");
        assert_eq!(page.see("document.querySelector('details.panel').hidden"), is_hidden, "{address}");
    }
}

#[test]
fn second_value_of_a_filter_is_shown_as_one_of_several() {
    let Some(page) = Page::start() else { return };
    page.open("/cases?jurisdiction=ca&court=supreme");
    assert_eq!(page.texts("legend .hint, .chips .hint"), NONE);
    page.browser().click("#jurisdiction-ny");
    page.wait_until("document.querySelectorAll('.chip').length === 3");
    assert_eq!(page.texts("legend .hint"), ["any of these"]);
    assert_eq!(page.texts(".chips .hint"), ["any of", "or"]);
    page.browser().click("#jurisdiction-ca");
    page.wait_until("document.querySelectorAll('.chip').length === 2");
    assert_eq!(page.texts("legend .hint, .chips .hint"), NONE);
    page.back();
    page.wait_until("document.querySelectorAll('.chip').length === 3");
    assert_eq!(page.texts("legend .hint"), ["any of these"]);
}

#[test]
fn united_states_are_federal_among_jurisdictions() {
    let Some(page) = Page::start() else { return };
    page.open("/statutes?jurisdiction=federal&limit=1");
    assert_eq!(page.texts(".chip"), ["Federal ×"]);
    assert!(page.texts(".choices label").iter().any(|label| label.starts_with("Federal")));
    assert_eq!(page.texts(".facts > span")[1], "Federal");
    page.open("/statutes?jurisdiction=united+states&limit=1");
    assert_eq!(page.texts(".chip"), ["Federal ×"], "however it is written");
    page.open("/statutes/federal-usc-18-1341");
    assert!(page.texts("dd").contains(&"Federal".to_owned()));
}
