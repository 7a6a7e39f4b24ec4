/*!
Searches of more than 32 words: the rarest count, and the response says so.
*/

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::integration::contract::List;
use crate::integration::corpus::{Corpus, bill, case, statute, with};
use crate::integration::support::{Query, TestApp, target};

/// The records and the `meta` of a search.
fn search(app: &TestApp, path: &str, words: &[String], mode: &str) -> (Value, Value) {
    let query: Query = vec![("q", words.join(" ")), ("match", mode.to_owned()), ("limit", "100".to_owned())];
    let mut body = app.get(&target(path, &query)).good();
    (body["data"].take(), body["meta"].take())
}

fn hint(n_words: usize) -> String {
    format!("{} of the {n_words} words did not count: a search has at most 32.", n_words - 32)
}

/// Words that differ in two letters. Letters and digits together would be a phrase.
fn words(prefix: &str, numbers: std::ops::Range<usize>) -> Vec<String> {
    let letter = |digit: usize| char::from(b"bcdfghjkmn"[digit]);
    numbers.map(|number| format!("{prefix}{}{}k", letter(number / 10), letter(number % 10))).collect()
}

/// A corpus of forty records: the seventh rare word is in the first seven of them, and each common word in all.
fn corpus() -> Corpus {
    let summary = |position: usize| {
        let rare = words("rare", position + 1..40).join(" ");
        json!({ "summary": format!("{} {rare}", words("common", 0..20).join(" ")) })
    };
    Corpus {
        statutes: (0..40).map(|position| with(statute(&format!("s{position:02}"), "ca"), summary(position))).collect(),
        cases: (0..40).map(|position| with(case(&format!("c{position:02}"), "ca"), summary(position))).collect(),
        bills: (0..40).map(|position| with(bill(&format!("b{position:02}"), "ca"), summary(position))).collect(),
    }
}

#[test]
fn only_the_32_rarest_words_of_a_long_search_count() {
    let app = corpus().write().app();
    let stop_words = ["the", "of", "and", "with"].map(str::to_owned);
    for list in List::ALL {
        for mode in ["auto", "any"] {
            for (lighter, heavier) in [
                // Words in every record, and stop words.
                (words("common", 0..20), words("rare", 1..33)),
                (stop_words.to_vec(), words("rare", 5..37)),
                // Words in more records.
                (words("rare", 33..40), words("rare", 1..33)),
                // Words that no record has.
                (words("qqxz", 0..7), words("rare", 1..33)),
            ] {
                let (expected, meta) = search(&app, list.path(), &heavier, mode);
                assert!(expected[0].is_object() && meta.get("hint").is_none(), "{meta}");
                let long = [&heavier[..], &lighter].concat();
                let (found, meta) = search(&app, list.path(), &long, mode);
                assert_eq!(found, expected, "{long:?}");
                assert_eq!(meta["hint"], hint(long.len()));
                let facets = app.get(&target(&format!("{}/facets", list.path()), &vec![("q", long.join(" "))])).good();
                assert_eq!(facets["meta"]["hint"], meta["hint"]);
            }
        }
    }
}

#[test]
fn phrases_and_operators_of_a_long_search_always_count() {
    let app = corpus().write().app();
    let (common, rare) = (words("common", 0..4), words("rare", 5..6));
    let fixed = [
        format!("\"{} {}\"", common[0], common[1]),
        format!("-{}", rare[0]),
        format!("{} AND {}", common[2], common[3]),
    ];
    let n_plain = 32 - 2 - 1 - 2;
    for list in List::ALL {
        let heavier = words("rare", 6..6 + n_plain);
        let expected = search(&app, list.path(), &[&fixed[..], &heavier].concat(), "auto").0;
        assert!(expected[0].is_object());
        // A search of these words without the exclusion finds others, too.
        assert_ne!(expected, search(&app, list.path(), &heavier, "auto").0);
        let long = [&fixed[..], &heavier, &words("common", 4..20)].concat();
        let (found, meta) = search(&app, list.path(), &long, "auto");
        assert_eq!(found, expected);
        assert_eq!(meta["hint"], hint(48));
    }
}

#[test]
fn hint_counts_the_words_of_pieces_that_do_not_fit() {
    let app = corpus().write().app();
    // After 31 rare words, no two words fit, and nothing else is left.
    let long = [&words("rare", 1..32)[..], &["1x".to_owned()]].concat();
    for list in List::ALL {
        let (found, meta) = search(&app, list.path(), &long, "auto");
        assert_eq!(found, search(&app, list.path(), &words("rare", 1..32), "auto").0);
        assert_eq!(meta["hint"], "2 of the 33 words did not count: a search has at most 32.");
    }
}

#[test]
fn q_of_more_than_32_words_that_must_count_is_rejected() {
    let app = TestApp::bundled();
    let pairs = |n_pairs: usize| (0..n_pairs).map(|number| format!("of-{number}+")).collect::<String>();
    let numbers =
        |n_words: usize, before: &str| (0..n_words).map(|number| format!("{before}{number}+")).collect::<String>();
    let fixed = |n_words: usize| {
        format!(
            "q has {n_words} words that must count, in quotation marks, in exclusions, beside operators and at least one \
             other piece: give it at most 32"
        )
    };
    let all = "q has 33 words, including those in phrases: give it at most 32, or leave out match=all".to_owned();
    for list in List::ALL {
        for path in [list.path().to_owned(), format!("{}/facets", list.path())] {
            // Letters and digits together are a phrase, but one that need not count.
            let good = [pairs(17), numbers(32, "-"), numbers(33, ""), format!("{}&match=all", numbers(32, ""))];
            for q in good {
                app.get(&format!("{path}?q={q}")).good();
            }
            for (q, message) in [
                (format!("%22{}%22", numbers(33, "")), fixed(33)),
                (format!("{}tax", numbers(32, "-")), fixed(33)),
                (numbers(33, "-"), fixed(33)),
                (format!("0{}", numbers(33, "+OR+")), fixed(33)),
                (format!("{}&match=all", numbers(33, "")), all.clone()),
            ] {
                let body = app.get(&format!("{path}?q={q}")).error(StatusCode::BAD_REQUEST);
                assert_eq!(body["error"], message);
            }
        }
    }
}
