//! A search that finds nothing: the page shows the reason, the results of a part of it, and probable corrections.

use crate::system::explorer::page::Page;

const NONE: [String; 0] = [];

/// The links to other requests of the same list, with the numbers beside them.
fn offers(page: &Page) -> Vec<String> {
    let offers = page.texts(".nothing ul:nth-of-type(2) li");
    offers.into_iter().filter(|offer| !offer.starts_with("The same search in")).collect()
}

#[track_caller]
fn open_nothing(page: &Page, address: &str) {
    page.open(address);
    page.wait_until("document.querySelector('.nothing')");
}

#[test]
fn empty_result_shows_coverage_and_a_way_back() {
    let Some(page) = Page::start() else { return };
    page.open("/statutes?jurisdiction=gu&effective_from=1990-01-01");
    page.wait_until("document.querySelector('.nothing')");
    assert_eq!(page.heading(), "0 statutes");
    assert_eq!(page.texts(".nothing ul:first-of-type li"), ["1 statute from Guam, without a date"]);
    page.browser().click(".nothing ul:last-of-type li:nth-child(2) a");
    page.wait_for_heading("1 statute");
    assert_eq!(page.address(), "/statutes?jurisdiction=gu");

    page.open("/bills?jurisdiction=mp");
    page.wait_until("document.querySelector('.nothing')");
    assert_eq!(page.texts(".nothing ul:first-of-type li"), ["no bill from Northern Mariana Islands"]);
}

#[test]
fn filters_that_exclude_all_matches_are_named_with_counts() {
    let Some(page) = Page::start() else { return };
    open_nothing(&page, "/cases?jurisdiction=gu&court=supreme&q=privacy&sort=oldest#timeline");
    assert_eq!(page.texts(".reason"), ["74 cases match “privacy”, but none with these filters."]);
    let expected = ["Without “Guam”: 53 cases", "Without any filter: 74 cases", "Without “privacy”: 1 case"];
    assert_eq!(offers(&page), expected);
    assert_eq!(page.texts("#sort, .bars, .pager"), NONE, "there is nothing to order");
    assert!(page.requests().len() <= 3 + 6, "{:?}", page.requests());
    page.browser().click(".nothing ul:nth-of-type(2) li a");
    page.wait_for_heading("53 cases match “privacy”");
    assert_eq!(page.address(), "/cases?court=supreme&q=privacy&sort=oldest");
}

#[test]
fn unmatched_words_are_named_with_the_count_of_the_others() {
    let Some(page) = Page::start() else { return };
    open_nothing(&page, "/cases?q=zebra+privacy+law&match=all");
    assert_eq!(page.texts(".reason"), ["No case has “zebra”."]);
    assert_eq!(offers(&page), ["Only “privacy” and “law”: 74 cases", "Search for any of these words"]);
    page.browser().click(".nothing ul:nth-of-type(2) a");
    page.wait_for_heading("74 cases match “privacy law”");

    open_nothing(&page, "/cases?q=zebra&jurisdiction=ca&topic=privacy");
    assert_eq!((page.texts(".reason"), offers(&page)), (vec!["No case has “zebra”.".to_owned()], NONE.to_vec()));
    open_nothing(&page, "/bills?q=zebra+okapi");
    assert_eq!(page.texts(".reason"), ["No bill has any of these words: “zebra” and “okapi”."]);
    open_nothing(&page, "/cases?q=%22mail+zebra%22");
    assert_eq!(page.texts(".reason"), ["No case matches “\"mail zebra\"” as written."]);
    assert_eq!(offers(&page), ["Just the words “mail zebra”: 25 cases"]);
}

#[test]
fn misspelled_topic_or_court_leads_to_the_nearest_one() {
    let Some(page) = Page::start() else { return };
    open_nothing(&page, "/cases?topic=privcy");
    assert_eq!(offers(&page), ["Probably meant: the topic “Privacy”", "Without “privcy”"]);
    page.browser().click("#meant");
    page.wait_for_heading("73 cases");
    assert_eq!(page.address(), "/cases?topic=privacy");
    open_nothing(&page, "/cases?court=ninth+circut&jurisdiction=federal");
    page.browser().click("#meant");
    page.wait_until("!document.querySelector('.nothing')");
    assert_eq!(page.address(), "/cases?court=ca9&jurisdiction=federal");
    open_nothing(&page, "/cases?topic=abortion&jurisdiction=gu&decided_to=1900-01-01");
    assert_eq!(page.texts("#meant"), NONE, "the topic is one of the catalogue");
}

#[test]
fn nothing_is_counted_while_few_requests_are_left() {
    let Some(page) = Page::with_limit(30) else { return };
    open_nothing(&page, "/cases?jurisdiction=gu&court=supreme&q=privacy");
    let counts: Vec<String> = page.requests().into_iter().filter(|path| path.contains("limit=1")).collect();
    assert_eq!(counts, NONE);
    assert_eq!(offers(&page)[0], "Without “Guam”");
}

#[test]
fn search_for_the_name_or_alias_of_a_topic_leads_to_its_records() {
    let Some(page) = Page::start() else { return };
    page.open("/cases?q=Privacy");
    assert_eq!(page.texts(".notes p"), ["Topic Privacy: 73 cases"]);
    page.browser().click("#topic-cases");
    page.wait_for_heading("73 cases");
    assert_eq!(page.address(), "/cases?topic=privacy");
    page.open("/?q=tenant");
    assert_eq!(page.texts("h1 + p"), ["Topic Landlord and tenant: 9 cases, 26 statutes, 5 bills"]);
    for address in ["/cases?q=privacy&topic=privacy", "/cases?q=privacy&jurisdiction=ca", "/cases?q=privacy+police"] {
        page.open(address);
        assert!(page.texts(".notes p").iter().all(|note| !note.starts_with("Topic")), "{address}");
    }
}
