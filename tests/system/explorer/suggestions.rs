//! Suggestions below the search box.

use serde_json::json;

use crate::system::explorer::page::Page;

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";
const UP: &str = "\u{e013}";
const DOWN: &str = "\u{e015}";

/// Whether the list is open.
const IS_OPEN: &str = "document.querySelector('#q').getAttribute('aria-expanded') === 'true'";

/// Replaces the server's rate limit by one with its own clock: `clock` is in milliseconds, `refused` counts the
/// requests above the limit, and `fewest` is the smallest number of requests that were left. Pauses take a tenth of
/// their time.
const LIMIT_OF_100: &str = "
    window.clock = 0;
    window.refused = 0;
    window.fewest = 100;
    window.n_suggested = 0;
    window.unhurried = setTimeout;
    const [real, times] = [fetch, []];
    Date.now = () => clock;
    setTimeout = (run, pause) => unhurried(run, pause / 10);
    fetch = async (path, options) => {
        while (times.length && times[0] <= clock - 60000) times.shift();
        if (times.length >= 100) {
            refused += 1;
            return new Response('{}', { status: 429, headers: { 'retry-after': '60' } });
        }
        times.push(clock);
        n_suggested += path.includes('/suggest');
        fewest = Math.min(fewest, 100 - times.length);
        const { status, headers, body } = await real(path, { ...options, cache: 'no-store' });
        const limited = new Headers(headers);
        limited.set('x-ratelimit-remaining', 100 - times.length);
        return new Response(body, { status, headers: limited });
    };";

/// Types into the search box, and waits until the list is open.
#[track_caller]
fn type_and_wait(page: &Page, text: &str) {
    page.browser().type_into("#q", text);
    page.wait_until(&format!("{IS_OPEN} && document.querySelectorAll('[role=option]').length"));
}

/// The requests for suggestions so far.
fn asked(page: &Page) -> Vec<String> {
    page.requests().into_iter().filter(|path| path.starts_with("/api/v1/suggest?")).collect()
}

#[test]
fn suggestion_is_chosen_by_keyboard() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    type_and_wait(&page, "plessy v f");
    assert_eq!(page.texts("#status"), ["1 suggestion"]);
    assert_eq!(page.see("document.querySelector('#q').getAttribute('aria-activedescendant')"), "null");
    page.browser().press(DOWN);
    assert_eq!(page.see("document.querySelector('#q').getAttribute('aria-activedescendant')"), "suggestion-0");
    assert_eq!(page.texts("[role=option][aria-selected=true] .text"), ["Plessy v. Ferguson"]);
    let style = "getComputedStyle(document.querySelector('[role=option] .text'))";
    let styles = page.see(&format!("[{style}.borderTopWidth, {style}.paddingTop, {style}.whiteSpace].join(' ')"));
    assert_eq!(styles, "0px 0px normal", "the text of a check has other styles");
    assert_eq!(page.focus(), "q");
    page.browser().press(ENTER);
    page.wait_for_heading("Plessy v. Ferguson");
    assert_eq!(page.address(), "/cases/scotus-163-us-537");
}

#[test]
fn arrows_go_around_and_escape_and_tab_close_the_list() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    type_and_wait(&page, "privac");
    let n_options: usize = page.see("document.querySelectorAll('[role=option]').length").parse().unwrap();
    let active = || page.see("document.querySelector('#q').getAttribute('aria-activedescendant')");
    page.browser().press(UP);
    assert_eq!(active(), format!("suggestion-{}", n_options - 1));
    page.browser().press(DOWN);
    assert_eq!(active(), "null");
    page.browser().press(ESCAPE);
    assert_eq!(page.see(IS_OPEN), "false");
    assert_eq!(page.see("document.querySelector('#q').value"), "privac");
    page.browser().press(DOWN);
    page.wait_until(IS_OPEN);
    page.browser().press(TAB);
    assert_eq!(page.see(IS_OPEN), "false");
    page.browser().run("document.querySelector('#q').focus()");
    page.browser().press(ESCAPE);
    assert_eq!(page.see("document.querySelector('#q').value"), "");
}

#[test]
fn filter_is_chosen_with_the_pointer() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    type_and_wait(&page, "privac");
    page.browser().click("#suggestion-0");
    page.wait_until("document.querySelector('.chip')");
    assert_eq!(page.address(), "/cases?topic=privacy");
}

#[test]
fn enter_without_a_choice_searches_for_the_words() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    type_and_wait(&page, "privacy");
    page.browser().press(ENTER);
    page.wait_until("document.querySelector('h1').textContent.endsWith('records match “privacy”')");
    assert_eq!(page.address(), "/?q=privacy");
    assert_eq!(page.see("document.querySelector('#suggestions').hidden"), "true");
}

/// Holds each request back until `release()`. `paths` has the paths of all requests, and `held` is the number of
/// requests held now.
const HELD_REQUESTS: &str = "
    window.paths = [];
    window.held = 0;
    const real = fetch;
    fetch = async (path, options) => {
        paths.push(path);
        held += 1;
        await new Promise((done) => (window.release = done));
        held -= 1;
        return real(path, options);
    };
    window.type = (text) => {
        const input = document.querySelector('#q');
        input.focus();
        input.value = text;
        input.dispatchEvent(new Event('input'));
    };";

#[test]
fn one_request_is_in_progress_at_a_time_and_responses_are_kept() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    page.browser().run(HELD_REQUESTS);
    let paths = |texts: &[&str]| json!(texts.iter().map(|q| format!("/api/v1/suggest?q={q}")).collect::<Vec<_>>());
    page.browser().run("type('p')");
    page.wait_until("held === 1");
    for text in ["pr", "pri", "priv", "priva"] {
        // The pause after a letter is over, so the text at that time would be requested.
        page.browser().run_until_done(&format!("type('{text}'); setTimeout(done, 300)"));
        assert_eq!(page.browser().run("return paths"), paths(&["p"]));
    }
    page.browser().run("release()");
    page.wait_until("paths.length === 2 && held === 1");
    page.browser().run("release()");
    page.wait_until(IS_OPEN);
    assert_eq!(page.browser().run("return paths"), paths(&["p", "priva"]), "only the last text is asked for");
    page.browser().run("type('privc')");
    page.wait_until("held === 1");
    page.browser().run("release()");
    page.wait_until("document.querySelector('[role=option] .text')?.textContent !== 'Privacy'");
    page.browser().run("type('priva')");
    page.wait_until(&format!("{IS_OPEN} && document.querySelector('[role=option] .text').textContent === 'Privacy'"));
    assert_eq!(page.browser().run("return paths"), paths(&["p", "priva", "privc"]), "the response is kept");
}

#[test]
fn number_of_requests_left_is_not_taken_from_a_cached_response() {
    let arguments = ["--rate-limit", "35", "--trusted-proxy", "127.0.0.1"];
    let Some(page) = Page::with_arguments(&arguments) else { return };
    page.browser().devtools("Network.enable", json!({}));
    let become_client = |address: &str| {
        let headers = json!({ "headers": { "X-Forwarded-For": address } });
        page.browser().devtools("Network.setExtraHTTPHeaders", headers);
    };
    let left = "fetch('/api/v1/cases').then((answer) => answer.headers.get('x-ratelimit-remaining'))";
    become_client("203.0.113.1");
    page.open("/");
    for _ in 0..6 {
        page.browser().run_until_done("fetch('/api/v1/topics', { cache: 'no-store' }).then(() => done())");
    }
    page.open("/cases");
    let n_left: u32 = page.see(left).parse().unwrap();
    assert!(n_left < 30, "{n_left}");
    become_client("203.0.113.2");
    page.open("/cases");
    assert_eq!(page.see(left), n_left.to_string(), "the browser has the response in its cache");
    type_and_wait(&page, "plessy");
    assert_eq!(asked(&page), ["/api/v1/suggest?q=plessy"]);
}

#[test]
fn suggestions_stop_while_fewer_than_thirty_requests_are_left() {
    // The start page takes three of the requests.
    let Some(page) = Page::with_limit(35) else { return };
    page.open("/");
    for (text, n_asked) in [("s", 1), ("u", 2), ("p", 3), ("r", 3), ("e", 3)] {
        page.browser().type_into("#q", text);
        std::thread::sleep(std::time::Duration::from_millis(400));
        assert_eq!(asked(&page).len(), n_asked, "after {text}");
    }
    assert_eq!(page.see(IS_OPEN), "false");
    page.browser().press(ENTER);
    page.wait_until("document.querySelector('h1').textContent.includes('match')");
}

#[test]
fn five_minutes_of_typing_are_never_refused() {
    const SECONDS_PER_WORD: usize = 8;
    let Some(page) = Page::start() else { return };
    page.open("/");
    page.browser().run(LIMIT_OF_100);
    let words = "privacy speech school murder fraud arrest search voting tax land water labor union child religion press \
                 copyright patent police prison firearm election contract tobacco abortion marriage drug jury railroad \
                 bank trade army veteran highway tribe slavery treaty census";
    let words: Vec<&str> = words.split_whitespace().collect();
    assert!(words.len() * SECONDS_PER_WORD > 5 * 60);
    for word in words {
        // A letter every 20 ms, where pauses take a tenth of their time.
        page.browser().run_until_done(&format!(
            "clock += {SECONDS_PER_WORD} * 1000; const input = document.querySelector('#q'); input.focus(); \
             const word = {}; const type = (n) => {{ input.value = word.slice(0, n); \
             input.dispatchEvent(new Event('input')); n < word.length ? unhurried(() => type(n + 1), 20) : done(); }}; \
             type(1)",
            json!(word)
        ));
        page.browser().type_into("#q", ENTER);
        page.wait_until(&format!("new URLSearchParams(location.search).get('q') === {}", json!(word)));
        for step in ["#all-cases", "#page-next", ".card h2 a"] {
            page.wait_until("!document.querySelector('main[aria-busy]')");
            if page.see(&format!("!!document.querySelector('{step}')")) == "true" {
                page.browser().click(step);
            }
        }
        page.wait_until("document.querySelector('.record')");
        page.back();
        page.wait_until("document.querySelector('.card') && !document.querySelector('main[aria-busy]')");
        assert_eq!(page.see("refused"), "0", "at {word}");
    }
    let n_asked: usize = page.see("n_suggested").parse().unwrap();
    assert!(n_asked > 50, "{n_asked} requests for suggestions");
    assert!(page.see("fewest").parse::<usize>().unwrap() < 30, "the limit was near");
}

#[test]
fn search_that_finds_nothing_leads_to_the_nearest_names() {
    let Some(page) = Page::start() else { return };
    page.open("/cases?q=plessey&match=all");
    page.wait_until("document.querySelector('.nearest')");
    assert_eq!(page.heading(), "0 cases match “plessey”");
    page.browser().click("#near-0");
    page.wait_for_heading("Plessy v. Ferguson");
}
