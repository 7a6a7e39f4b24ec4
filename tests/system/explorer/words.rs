//! The words of a search: the order of results, the corrections, and the marks in the records.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use frostem::{Algorithm, Stemmer};
use lexdex_tests::tool::ROOT;
use serde_json::json;

use crate::system::explorer::page::Page;

const NONE: [String; 0] = [];

#[test]
fn search_is_ordered_by_relevance_unless_chosen_otherwise() {
    let Some(page) = Page::start() else { return };
    let chosen = "document.querySelector('#sort').selectedOptions[0].textContent";
    page.open("/statutes");
    assert_eq!(page.texts("#sort option"), ["By title and section", "Newest first", "Oldest first"]);
    page.browser().type_into("#q", "mail fraud\u{e007}");
    page.wait_until("document.querySelector('h1').textContent.endsWith('match “mail fraud”')");
    assert_eq!(page.address(), "/statutes?q=mail+fraud");
    assert_eq!(page.texts("#sort option"), ["Best match", "Newest first", "Oldest first"]);
    assert_eq!(page.see(chosen), "Best match");
    assert_eq!(page.see("document.querySelector('.card a').id"), "record-federal-usc-18-1341");

    page.open("/cases?q=privacy");
    page.browser().run(
        "const sort = document.querySelector('#sort'); sort.value = 'oldest'; \
                        sort.dispatchEvent(new Event('change'))",
    );
    page.wait_until("location.search === '?q=privacy&sort=oldest' && !document.querySelector('main[aria-busy]')");
    assert_eq!(page.see(chosen), "Oldest first");
    let years =
        page.see("[...document.querySelectorAll('.card .facts time')].map((time) => time.dateTime.slice(0, 4))");
    let years: Vec<u32> =
        serde_json::from_str::<Vec<String>>(&years).unwrap().iter().map(|year| year.parse().unwrap()).collect();
    assert!(years.is_sorted(), "{years:?}");
    page.open("/cases?q=privacy&sort=relevance");
    assert_eq!(page.see(chosen), "Best match");
}

#[test]
fn corrected_word_is_named_and_can_be_searched_as_typed() {
    let Some(page) = Page::start() else { return };
    page.open("/cases?q=plessey+v+ferguson&jurisdiction=federal#map");
    let note = "Showing results for plessy v ferguson. Search for plessey instead.";
    assert_eq!(page.texts(".notes p"), [note]);
    assert_eq!(page.texts(".notes strong"), ["plessy"]);
    let announced = page.see("document.querySelector('#status').textContent");
    assert!(announced.ends_with(note), "{announced}");
    assert_eq!(page.texts(".card:first-child h2 mark")[..3], ["Plessy", "v", "Ferguson"]);
    page.browser().click("#as-typed-cases");
    page.wait_until("location.search.includes('%22') && !document.querySelector('main[aria-busy]')");
    assert_eq!(page.address(), "/cases?q=%22plessey%22+v+ferguson&jurisdiction=federal#map");
    assert_eq!(page.texts(".notes strong"), NONE);

    page.open("/bills?q=landlrod-tennant");
    assert_eq!(page.texts(".notes strong"), ["landlord", "tenant"]);
    page.browser().click("#as-typed-bills");
    page.wait_until("document.querySelector('.nothing')");
    assert_eq!(page.see("new URLSearchParams(location.search).get('q')"), "\"landlrod\" \"tennant\"");
}

#[test]
fn relaxed_search_can_require_all_words_and_back() {
    let Some(page) = Page::start() else { return };
    page.open("/cases?q=student+speech+school+banner&jurisdiction=federal&limit=5");
    let note = "These cases have some of the words, the best first. Require all words: 1 case.";
    assert_eq!(page.texts(".notes p"), [note]);
    assert!(page.see("document.querySelector('#status').textContent").ends_with(note));
    page.browser().click("#all-words-cases");
    page.wait_for_heading("1 case matches “student speech school banner”");
    assert_eq!(page.address(), "/cases?q=student+speech+school+banner&jurisdiction=federal&limit=5&match=all");
    assert_eq!(page.texts(".notes p"), NONE);

    page.open("/cases?q=zebra+first+amendment&topic=free-speech&limit=5");
    assert_eq!(page.texts(".notes p"), ["These cases have some of the words, the best first."]);
    page.open("/cases?q=zebra+first+amendment&topic=free-speech&limit=5&match=all");
    page.wait_until("document.querySelector('.nothing')");
    assert_eq!(page.texts(".chip"), ["free-speech ×", "All of the words ×"]);
    page.browser().click("#any-word");
    page.wait_until("document.querySelector('.card')");
    assert_eq!(page.texts(".notes p"), NONE, "any word is what the address asks for");

    page.browser().click("#page-next");
    page.wait_until("document.querySelector('#page').value === '2'");
    assert_eq!(page.address(), "/cases?q=zebra+first+amendment&topic=free-speech&limit=5&match=any&offset=5");
    page.browser().click("#tab-bills");
    page.wait_until("location.pathname === '/bills' && !document.querySelector('main[aria-busy]')");
    assert_eq!(page.address(), "/bills?q=zebra+first+amendment&topic=free-speech&limit=5&match=any");
    assert_eq!(page.complaints(), NONE);
}

#[test]
fn search_of_all_lists_shows_the_corrections_for_each() {
    let Some(page) = Page::start() else { return };
    page.open("/?q=plessey+v+ferguson");
    assert_eq!(page.texts("[aria-label=Cases] .notes strong"), ["plessy"]);
    let note = "These statutes have some of the words, the best first.";
    assert_eq!(page.texts("[aria-label=Statutes] .notes p"), [note]);
    assert_eq!(page.texts("[aria-label=Statutes] .notes a"), NONE, "no statute has all of them");
    page.open("/?q=security+deposit");
    assert_eq!(page.see("document.querySelector('.best').ariaLabel"), "Statutes", "first are those with both words");
    page.open("/?q=plessey+v+ferguson&match=all");
    assert_eq!(page.heading(), "Nothing matches “plessey v ferguson”");
    page.browser().click("#chip-match-all");
    page.wait_until("document.querySelector('.card')");
    assert_eq!(page.address(), "/?q=plessey+v+ferguson");
}

#[test]
fn marks_are_the_forms_of_words_and_the_phrases_of_a_search() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    let text = "Mail fraud: frauds by mail. The defrauded O'Brien's taxes, U.S.C. § 2000e-5, same-sex Cañons v. \
                Taxing, FDA’s and Congress's U.S.'s driver's";
    for (q, marked) in [
        ("tax", &["taxes", "Taxing"][..]),
        ("TAXED frauds", &["fraud", "frauds", "taxes", "Taxing"]),
        ("\"taxes\"", &["taxes"]),
        ("\"mail fraud\"", &["Mail", "fraud"]),
        ("mail -fraud NOT tax", &["Mail", "mail"]),
        ("mail AND sex", &["Mail", "mail", "sex"]),
        ("obriens OR canon", &["O'Brien's", "Cañons"]),
        ("by OR", &["by"]),
        ("usc 5", &["U.S.C.", "5"]),
        ("2000e-5", &["2000", "e", "5"]),
        ("versus", &["v"]),
        ("FDA congress'", &["FDA’s", "Congress's"]),
        ("\"US drivers\"", &["U.S.'s", "driver's"]),
        ("\"fdas\" \"driver\"", &[]),
        ("-tax", &[]),
        ("§", &[]),
    ] {
        let script = format!(
            "import('/explorer/marks.js').then(({{ marker }}) => [marker({})({})].flat()).then((parts) => done([\
             parts.map((part) => part.textContent ?? part).join(''), \
             parts.filter((part) => part.textContent).map((part) => part.textContent)]))",
            json!(q),
            json!(text)
        );
        assert_eq!(page.browser().run_until_done(&script), json!([text, marked]), "{q}");
    }
}

#[test]
fn card_without_a_word_of_the_search_says_why_it_matches() {
    let Some(page) = Page::start() else { return };
    let reasons = |address: &str, card: &str| {
        page.open(address);
        page.wait_until("document.querySelector('.card')");
        page.see(&format!(
            "[...document.querySelector('#record-{card}').closest('.card').querySelectorAll('.hint')] \
             .map((hint) => hint.textContent).join()"
        ))
    };
    let reason = "Matches in the text, or by another name or word.";
    assert_eq!(reasons("/statutes?q=walsh-healey", "federal-usc-41-6502"), reason);
    assert_eq!(reasons("/statutes?q=required+contract+terms", "federal-usc-41-6502"), "");
}

#[test]
fn stems_are_those_of_the_server() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    let mut words = words_of_corpus();
    assert!(words.len() > 5000, "{} words", words.len());
    words.extend(made_words());
    let words: Vec<String> = words.into_iter().collect();
    for words in words.chunks(20_000) {
        let script = format!(
            "import('/explorer/stem.js').then(({{ stem }}) => done({}.map((word) => stem(word))))",
            json!(words)
        );
        let stems: Vec<String> = serde_json::from_value(page.browser().run_until_done(&script)).unwrap();
        assert_eq!(stems.len(), words.len());
        for (word, stem) in words.iter().zip(stems) {
            assert_eq!(stem, Stemmer::new(Algorithm::English).stem(word), "{word}");
        }
    }
}

/// The lower-case words in the files of the bundled corpus.
fn words_of_corpus() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut folders = vec![Path::new(ROOT).join("corpus")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                let text = fs::read_to_string(entry.path()).unwrap().to_lowercase();
                let of_text = text.split(|character: char| !character.is_ascii_lowercase());
                words.extend(of_text.filter(|word| !word.is_empty()).map(str::to_owned));
            }
        }
    }
    words
}

/// Words in which each rule of the stemmer applies or just fails to apply: every beginning with one or two endings.
fn made_words() -> Vec<String> {
    const BEGINNINGS: &str = "a b e y ab ay by cr ski idl gent ugl earl onl singl and atl bi cosm how ne sk succ proc exc \
                              even cann inn earr herr out past arsen commun emerg gener inter later organ univers d l t \
                              hopp add egg off plann fill rat bl troubl siz syz yy eyy boy fl vot rel conspir";
    const ENDINGS: &str = "s es ies ied sses ss us y ly ed ing edly ingly eed eedly ying ational tional enci anci abli \
                           entli izer ization ation ator alism aliti alli fulness fulli ousli ousness iveness iviti biliti \
                           bli ogist ogi logi lessli li alize icate iciti ical ful ness ative al ance ence er ic able ible \
                           ant ement ment ent ism ate iti ous ive ize ion tion sion e l ll le";
    let mut words = Vec::new();
    for beginning in BEGINNINGS.split_whitespace() {
        words.push(beginning.to_owned());
        for ending in ENDINGS.split_whitespace() {
            words.push(format!("{beginning}{ending}"));
            words.extend(ENDINGS.split_whitespace().map(|last| format!("{beginning}{ending}{last}")));
        }
    }
    words
}
