/*!
Texts in the filter `citation` that cannot be a citation are refused; citations that no record has match nothing.
*/

use axum::http::StatusCode;

use super::contract::{Contract, List, bundled_corpus, citations, text};
use super::parameters::refused;
use super::queries::{bill_spellings, citation_spellings};
use super::support::{TestApp, target};

const UNREADABLE: [&str; 10] =
    ["Roe v. Wade", "410", "410 113", "410 U.S.", "18 usc", "§ 1341", "U.S.C.", "…", "first amendment", "12-345"];

fn path_with(path: &str, citation: &str) -> String {
    target(path, &vec![("citation", citation.to_owned())])
}

#[test]
fn text_without_name_and_number_is_refused_with_the_form() {
    let app = TestApp::bundled();
    for (list, form) in
        [(List::Statutes, "18 U.S.C. § 1341"), (List::Cases, "410 U.S. 113"), (List::Bills, "H.R. 3684, 117th Cong.")]
    {
        for citation in UNREADABLE {
            assert!(!citations::is_readable(citation), "{citation}");
            for path in [list.path().to_owned(), format!("{}/facets", list.path()), format!("{}/export", list.path())] {
                let body = refused(&app, &path_with(&path, citation), &["citation"]);
                let message = body["error"].as_str().unwrap();
                assert!(message.contains(citation) && message.contains(form), "{message}");
            }
        }
    }
}

#[test]
fn citation_that_no_record_has_matches_nothing() {
    let app = TestApp::bundled();
    for citation in [
        "999 U.S. 9999",
        "99 U.S.C. § 99999",
        "Pub. L. 1-1",
        "H.R. 99999, 93d Cong.",
        "1 Nowhere 1",
        "U.S. Const. amend. XIV",
    ] {
        assert!(citations::is_readable(citation), "{citation}");
        for list in List::ALL {
            let body = app.get(&path_with(list.path(), citation)).good();
            assert_eq!(body["meta"]["total"], 0, "{citation}");
        }
    }
}

#[test]
fn every_spelling_of_every_bundled_citation_is_readable() {
    let contract = Contract::read(&bundled_corpus());
    for list in List::ALL {
        for record in contract.records(list) {
            let own =
                [&record["citation"], &record["meta"]["citation"]].into_iter().filter_map(|citation| citation.as_str());
            let parallel = contract.texts.aliases_of(list, record);
            let spellings =
                own.chain(parallel.iter().map(String::as_str)).flat_map(|own| citation_spellings(record, own));
            for spelling in spellings.chain(bill_spellings(text(record, "id"))) {
                assert!(citations::is_readable(&spelling), "{spelling}");
            }
        }
    }
}

#[test]
fn unreadable_citation_is_reported_with_the_other_problems() {
    let body = refused(&TestApp::bundled(), "/api/v1/cases?citation=Roe&limit=0", &["citation", "limit"]);
    assert_eq!(body["details"]["problems"][0]["value"], "Roe");
    assert_eq!(TestApp::bundled().get("/api/v1/cases?q=Roe&limit=1").status, StatusCode::OK);
}
