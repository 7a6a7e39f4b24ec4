//! Several topics: records with any of them, or with one and also the others.

use crate::system::explorer::page::Page;

/// The number of cases that the API has for a query.
fn total(page: &Page, query: &str) -> String {
    page.see(&format!(
        "fetch('/api/v1/cases?{query}').then((answer) => answer.json()).then(({{ meta }}) => meta.total)"
    ))
}

/// The count beside a topic.
fn count(page: &Page, topic: &str) -> String {
    page.see(&format!("document.querySelector('#topic-{topic}').closest('label').querySelector('.count').textContent"))
}

#[test]
fn several_topics_can_be_required_together_and_back() {
    let Some(page) = Page::start() else { return };
    page.open("/cases?topic=privacy&topic=women");
    assert_eq!(page.texts("legend .hint"), ["any of these"]);
    assert_eq!(page.texts("[role=group] label"), ["any of", "and also"]);
    let radio = "document.querySelector('#join-topic_all')";
    page.browser().run(&format!("{radio}.focus(); {radio}.click()"));
    page.wait_until("location.search === '?topic_all=privacy&topic_all=women'");
    page.wait_until("document.querySelector('#join-topic_all:checked') && !document.querySelector('main[aria-busy]')");
    assert_eq!(page.focus(), "join-topic_all");
    assert_eq!(page.heading(), format!("{} cases", total(&page, "topic_all=privacy&topic_all=women")));
    assert_eq!(page.texts("legend .hint"), ["all of these"]);
    assert_eq!(page.texts(".chips .hint"), ["all of", "and"]);

    let with_a_third = count(&page, "abortion");
    page.browser().click("#topic-abortion");
    page.wait_for_heading(&format!("{with_a_third} cases"));
    assert_eq!(page.address(), "/cases?topic_all=privacy&topic_all=women&topic_all=abortion");
    page.browser().click("#topic-abortion");
    page.wait_until("location.search === '?topic_all=privacy&topic_all=women'");
    page.browser().click("#tab-statutes");
    page.wait_until("location.pathname === '/statutes' && !document.querySelector('main[aria-busy]')");
    assert_eq!(page.address(), "/statutes?topic_all=privacy&topic_all=women");
    page.back();
    page.wait_until("location.pathname === '/cases' && document.querySelectorAll('.chip').length === 2");
    page.browser().run("document.querySelector('#join-topic').click()");
    page.wait_until("location.search === '?topic=privacy&topic=women'");
    assert_eq!(page.complaints(), [""; 0]);
}
