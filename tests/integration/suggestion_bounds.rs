/*!
The bounds of the work for one request for suggestions, each at the bound and one past it. In every test one record or
filter is the most important, so it comes first if it is considered at all, and it is the last to be considered.
*/

use serde_json::{Value, json};

use super::contract::text;
use super::corpus::{Corpus, case, statute, with};
use super::support::{TestApp, encode};

/// A case of a state court, which is before the important one in list order.
fn minor(number: usize, name: &str) -> Value {
    with(case(&format!("a-{number:05}"), "ca"), json!({ "caseName": name }))
}

/// A case of the U.S. Supreme Court, the last in list order.
fn important(name: &str) -> Value {
    with(case("z", "federal"), json!({ "caseName": name }))
}

fn app(cases: Vec<Value>) -> TestApp {
    let directory = Corpus { cases, ..Corpus::default() }.write();
    std::fs::write(directory.path().join("popular-names.tsv"), "").unwrap();
    directory.app()
}

/// The texts of the suggestions for a beginning.
fn texts(app: &TestApp, q: &str) -> Vec<String> {
    let body = app.get(&format!("/api/v1/suggest?q={}&limit=20", encode(q))).good();
    body["data"].as_array().unwrap().iter().map(|one| text(one, "text").to_owned()).collect()
}

/// Whether the important case comes first if it is the `n_cases`th one.
fn is_first(n_cases: usize, minor: impl Fn(usize) -> Value, important: Value, q: &str) -> bool {
    let name = text(&important, "caseName").to_owned();
    let cases = (1..n_cases).map(minor).chain([important]).collect();
    let texts = texts(&app(cases), q);
    assert!(!texts.is_empty(), "{q}");
    texts[0] == name
}

#[test]
fn most_important_of_1024_records_with_one_citation_comes_first() {
    let is_first =
        |n_cases| is_first(n_cases, |number| minor(number, &format!("Roe {number}")), important("Wade"), "1 test 1");
    assert!(is_first(1024));
    assert!(!is_first(1025));
}

#[test]
fn hundred_names_with_the_beginning_are_read() {
    // Cases with the same name are one suggestion, so the limit is not reached.
    let found = |n_names: usize| {
        let cited =
            |number: usize| with(minor(number, "Roe"), json!({ "citation": format!("1 Test {}", 1000 + number) }));
        let last = with(minor(n_names, "Wade"), json!({ "citation": "1 Test 10000" }));
        texts(&app((1..n_names).map(cited).chain([last]).collect()), "1 test 1")
    };
    assert_eq!(found(100), ["Roe", "Wade"]);
    assert_eq!(found(101), ["Roe"]);
}

#[test]
fn last_word_is_the_beginning_of_32_words_at_most() {
    let word =
        |number: usize| ["w", ["a", "b"][number / 26], &char::from(b'a' + (number % 26) as u8).to_string()].concat();
    let is_first =
        |n_words| is_first(n_words, |number| minor(number, &format!("Roe {}", word(number))), important("Roe wz"), "w");
    assert!(is_first(32));
    assert!(!is_first(33));
}

#[test]
fn single_word_is_looked_for_in_4096_records() {
    let is_first = |n_cases| {
        is_first(n_cases, |number| minor(number, &format!("Roe {number} wade")), important("Roe wade"), "wade")
    };
    assert!(is_first(4096));
    assert!(!is_first(4097));
}

#[test]
fn several_words_are_looked_for_in_1024_records() {
    let is_first = |n_cases| {
        is_first(
            n_cases,
            |number| minor(number, &format!("Roe {number} doe wade")),
            important("Roe doe wade"),
            "doe wade r",
        )
    };
    assert!(is_first(1024));
    assert!(!is_first(1025));
}

#[test]
fn titles_of_32_records_with_a_later_word_are_read() {
    // Records with the same title are one suggestion, so the limit is not reached.
    let found = |n_cases: usize| {
        let federal =
            |number: usize| with(case(&format!("a-{number:05}"), "federal"), json!({ "caseName": "Roe wade" }));
        let last = with(case("z", "ca"), json!({ "caseName": "Doe wade" }));
        texts(&app((1..n_cases).map(federal).chain([last]).collect()), "wade")
    };
    assert_eq!(found(32), ["Roe wade", "Doe wade"]);
    assert_eq!(found(33), ["Roe wade"]);
}

#[test]
fn names_of_filters_are_compared_in_4096_places() {
    const TAGS_OF_RECORD: usize = 40;
    let first_topic = |n_tags: usize| {
        let tags: Vec<String> = (1..=n_tags).map(|number| format!("w-{number:05}")).collect();
        let last = tags.last().unwrap();
        let topics =
            tags.chunks(TAGS_OF_RECORD).map(|tags| json!({ "topics": tags })).chain([json!({ "topics": [last] })]);
        let statutes = topics.enumerate().map(|(number, topics)| with(statute(&format!("s-{number}"), "ca"), topics));
        let app = Corpus { statutes: statutes.collect(), ..Corpus::default() }.write().app();
        texts(&app, "w")[0] == *last
    };
    assert!(first_topic(4096));
    assert!(!first_topic(4097));
}
