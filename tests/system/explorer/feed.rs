//! The feed of a list, which only pages of a server with feeds name.

use serde_json::json;

use crate::system::explorer::page::Page;

const NONE: [String; 0] = [];

/// Makes the server advertise feeds of its lists, for all addresses opened afterwards.
fn add_feeds(page: &Page) {
    let source = "const real = fetch; window.fetch = async (path, options) => { \
                  const answer = await real(path, options); const headers = new Headers(answer.headers); \
                  const [, base, list] = path.match(/^(.*)\\/api\\/v1\\/(cases|bills)\\?/) ?? []; \
                  if (!list) return answer; \
                  headers.append('link', `<${base}/api/v1/${list}.atom>; rel=\"related\"; type=\"application/atom+xml\"`); \
                  return new Response(await answer.text(), { status: answer.status, headers }) }";
    page.browser().devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
}

/// The path of the feed to which the page links, and of the one that it names to feed readers.
fn feeds(page: &Page) -> [String; 2] {
    ["#feed", "head link[type=\"application/atom+xml\"]"].map(|selector| {
        page.see(&format!(
            "((link) => {{ if (!link) return ''; const {{ pathname, search }} = new URL(link.href); \
             return pathname + search }})(document.querySelector({}))",
            json!(selector)
        ))
    })
}

#[test]
fn list_names_the_feed_of_its_filters_and_other_views_name_none() {
    let Some(page) = Page::start() else { return };
    add_feeds(&page);
    page.open("/cases?court=ca9&topic=privacy&sort=oldest&fields=id,caseName&limit=5&offset=5");
    let feed = "/api/v1/cases.atom?court=ca9&topic=privacy";
    assert_eq!(feeds(&page), [feed, feed]);
    let title = page.see("document.title");
    assert_eq!(page.see("document.querySelector('link[rel=alternate]').title"), title);
    assert_eq!(page.texts("#feed"), ["Feed of new and changed records"]);
    page.browser().click("#chip-topic-privacy");
    page.wait_until("!location.search.includes('topic')");
    page.wait_until("!document.querySelector('main[aria-busy]')");
    assert_eq!(feeds(&page), ["/api/v1/cases.atom?court=ca9"; 2]);
    assert_eq!(page.see("document.querySelectorAll('link[rel=alternate]').length"), "1");
    page.browser().click(".card h2 a");
    page.wait_until("document.querySelector('.record')");
    assert_eq!(feeds(&page), [""; 2]);
    page.open("/cases?court=atlantis");
    assert_eq!(feeds(&page), ["/api/v1/cases.atom?court=atlantis"; 2], "a list that is empty may get a first record");
    page.open("/");
    assert_eq!(feeds(&page), [""; 2]);
    assert_eq!(page.complaints(), NONE);
}

#[test]
fn list_of_an_index_without_a_history_names_no_feed() {
    let Some(page) = Page::start() else { return };
    page.open("/cases?topic=privacy");
    assert_eq!(feeds(&page), [""; 2]);
    assert!(!page.requests().iter().any(|request| request.contains(".atom")));
}

#[test]
fn feed_is_below_the_base_path() {
    let Some(page) = Page::with_arguments(&["--base-path", "/law"]) else { return };
    add_feeds(&page);
    page.open("/law/bills?status=signed&topic=privacy");
    assert_eq!(feeds(&page), ["/law/api/v1/bills.atom?status=signed&topic=privacy"; 2]);
}
