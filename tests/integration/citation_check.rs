/*!
The check of the citations in a text, compared with the records that have each citation.
*/

use std::collections::BTreeMap;

use lexdex_core::model::CitationStatus;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::contract::citations::normal;
use super::contract::{Contract, List, bundled_corpus, text};
use super::corpus::{Corpus, case, statute, with};
use super::queries::bill_spellings;
use super::support::{TestApp, proptest_cases};

const PATH: &str = "/api/v1/citations";

/// The largest text of a request, in bytes.
const MAX_TEXT_BYTES: usize = 60_000;

fn check(app: &TestApp, text: &str) -> Value {
    app.post(PATH, "text/plain; charset=utf-8", text.to_owned()).good()
}

/// The numbers of citations of each status, given those that are not zero.
fn statuses(counts: &[(&str, u64)]) -> Value {
    let mut numbers: BTreeMap<&str, u64> = CitationStatus::ALL.iter().map(|status| (status.as_str(), 0)).collect();
    numbers.extend(counts.iter().copied());
    json!(numbers)
}

#[test]
fn citations_have_records_and_say_whether_name_and_year_agree() {
    let app = TestApp::bundled();
    let body = check(&app, "Smith v. Jones, 410 U.S. 113, 153 (1999). “Roe v. Wade, 410 U.S. 113 (1973)”");
    let record = json!({
        "resource": "cases",
        "id": "scotus-410-us-113",
        "url": "/api/v1/cases/scotus-410-us-113",
        "name": "Roe v. Wade",
        "citation": "410 U.S. 113",
        "date": "1973-01-22",
    });
    let expected = json!({
        "data": [
            {
                "text": "410 U.S. 113",
                "span": { "start": 16, "end": 28 },
                "kind": "full",
                "normalized": "410 U.S. 113",
                "pinCite": "153",
                "name": { "written": "Smith v. Jones", "agrees": false },
                "year": { "written": 1999, "agrees": false },
                "status": "found",
                "total": 1,
                "records": [record],
            },
            {
                "text": "410 U.S. 113",
                "span": { "start": 56, "end": 68 },
                "kind": "full",
                "normalized": "410 U.S. 113",
                "name": { "written": "Roe v. Wade", "agrees": true },
                "year": { "written": 1973, "agrees": true },
                "status": "found",
                "total": 1,
                "records": [record],
            },
        ],
        "meta": {
            "total": 2,
            "statuses": statuses(&[("found", 2)]),
            "context": body["meta"]["context"].as_str().unwrap(),
        },
    });
    assert_eq!(body, expected);
}

#[test]
fn short_form_has_the_record_of_the_citation_to_which_it_refers() {
    let app = TestApp::bundled();
    let text = "Roe v. Wade, 410 U.S. 113 (1973). Id. at 115. Wade, 410 U.S., at 117. Smith, 410 U.S., at 118. \
                Nobody, 1 U.S., at 2. 18 U.S.C. § 1341(a). Foo v. Bar, 999 U.S. 999 (2021). Id.";
    let body = check(&app, text);
    let data = body["data"].as_array().unwrap();
    let shown: Vec<Value> = data
        .iter()
        .map(|citation| {
            json!([citation["kind"], citation["status"], citation["records"][0]["id"], citation["name"]["agrees"]])
        })
        .collect();
    let roe = "scotus-410-us-113";
    let expected = [
        json!(["full", "found", roe, true]),
        json!(["id", "found", roe, null]),
        json!(["short", "found", roe, true]),
        json!(["short", "found", roe, false]),
        json!(["short", "unresolved", null, null]),
        json!(["statute", "found", "federal-usc-18-1341", null]),
        json!(["full", "not_in_index", null, null]),
        json!(["id", "not_in_index", null, null]),
    ];
    assert_eq!(shown, expected, "{body:#}");
    assert_eq!(body["meta"]["statuses"], statuses(&[("found", 5), ("not_in_index", 2), ("unresolved", 1)]));
}

#[test]
fn bills_laws_and_lookalikes_are_distinguished() {
    let app = TestApp::bundled();
    let text =
        "H.R. 3684, 117th Cong. (2021); Pub. L. 117-58; 117 Pub. L. 58; 12 Fict. Rep. 345; id.; no citation at all.";
    let body = check(&app, text);
    let data = body["data"].as_array().unwrap();
    let shown: Vec<Value> = data
        .iter()
        .map(|citation| json!([citation["kind"], citation["status"], citation["records"][0]["id"]]))
        .collect();
    let expected = [
        json!(["bill", "found", "federal-117-hr-3684"]),
        json!(["session_law", "found", "federal-117-hr-3684"]),
        json!(["session_law", "found", "federal-117-hr-3684"]),
        json!(["lookalike", "not_a_citation", null]),
        json!(["id", "unresolved", null]),
    ];
    assert_eq!(shown, expected, "{body:#}");
    assert!(data.iter().all(|citation| citation["year"].get("agrees").is_none()), "{body:#}");
}

/// A citation that is too long is not looked up. A unit test counts the steps.
#[test]
fn endless_citation_is_not_looked_up() {
    let app = TestApp::bundled();
    for (text, status) in [
        ("119 Stat. ".to_owned() + &"1,".repeat(32_000), "not_in_index"),
        ("18 U.S.C. § 1-1".to_owned() + &",100".repeat(16_000), "not_in_index"),
    ] {
        let body = check(&app, &text);
        for citation in body["data"].as_array().unwrap() {
            assert!(citation["normalized"].as_str().unwrap().len() < 300 || citation["status"] == status, "{citation}");
        }
    }
}

/// Cases with the same citation and different names; only the last two share a name.
fn cases_of_one_citation(n_cases: usize) -> TestApp {
    let name =
        |number: usize| if number < n_cases - 1 { format!("Roe v. Party{number}") } else { name_of_last_two(n_cases) };
    let cases = (0..n_cases).map(|number| {
        let fields = json!({ "caseName": name(number), "citation": "5 N.Y.2d 800", "decisionDate": "1959-01-01" });
        with(case(&format!("c{number:03}"), "ny"), fields)
    });
    Corpus { cases: cases.collect(), ..Corpus::default() }.write().app()
}

fn name_of_last_two(n_cases: usize) -> String {
    format!("Roe v. Party{}", n_cases - 2)
}

#[test]
fn name_decides_among_as_many_as_100_records() {
    for (n_cases, decides) in [(11, true), (100, true), (101, false)] {
        let app = cases_of_one_citation(n_cases);
        let parts = |name: &str| {
            let body = check(&app, &format!("See {name}, 5 N.Y.2d 800 (1959)."));
            let citation = &body["data"][0];
            assert_eq!(citation["total"], n_cases, "{body}");
            let n_records = citation["records"].as_array().unwrap().len();
            (citation["status"].clone(), n_records, citation["name"]["agrees"].clone())
        };
        let (found, ambiguous) = (json!("found"), json!("ambiguous"));
        let ten = |agrees: Value| (ambiguous.clone(), 10, if decides { agrees } else { Value::Null });
        let chosen = (found, 1, json!(true));
        let last_alone = format!("Roe v. Party{}", n_cases - 3);
        assert_eq!(parts(&last_alone), if decides { chosen } else { ten(Value::Null) }, "{n_cases}");
        assert_eq!(parts(&name_of_last_two(n_cases)), ten(json!(true)), "{n_cases}");
        assert_eq!(parts("Smith v. Jones"), ten(json!(false)), "{n_cases}");
    }
}

#[test]
fn citations_of_a_custom_corpus_are_found() {
    let of_case = |id, citation| with(case(id, "ca"), json!({ "caseName": "Roe v. Wade", "citation": citation }));
    let mut of_code = statute("code", "ca");
    of_code["meta"]["citation"] = json!("Acme Code § 12-5");
    let cases =
        vec![of_case("words", "7 Tribunal 12"), of_case("neutral", "2020-ACME-12"), of_case("short", "3 Fict. 4")];
    let app = Corpus { cases, statutes: vec![of_code], ..Corpus::default() }.write().app();
    let text = "See Roe v. Wade, 7 Tribunal 12 (1999); 2020-ACME-12; 3 Fict. 4; Acme Code § 12-5(a). Id. § 12-5. \
                But 8 Tribunal 12, 2020-ACME-13 and Acme Code § 12-6 are none, and 4 Fict. 4 looks like one.";
    let body = check(&app, text);
    let shown: Vec<Value> = body["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|citation| {
            json!([citation["normalized"], citation["kind"], citation["status"], citation["records"][0]["id"]])
        })
        .collect();
    let expected = [
        json!(["7 Tribunal 12", "lookalike", "found", "words"]),
        json!(["2020-ACME-12", "lookalike", "found", "neutral"]),
        json!(["3 Fict. 4", "lookalike", "found", "short"]),
        json!(["Acme Code § 12-5", "lookalike", "found", "code"]),
        json!(["Acme Code § 12-5", "id", "found", "code"]),
        json!(["4 Fict. 4", "lookalike", "not_a_citation", null]),
    ];
    assert_eq!(shown, expected, "{body:#}");
    assert_eq!(body["data"][0]["name"], json!({ "written": "Roe v. Wade", "agrees": true }));
}

#[test]
fn text_without_citations_has_none() {
    let app = TestApp::bundled();
    for text in ["", " ", "No law here.", "\u{0}\u{1}", "410", "§"] {
        assert_eq!(check(&app, text), json!({ "data": [], "meta": { "total": 0, "statuses": statuses(&[]) } }));
    }
    let in_json = app.post(PATH, "application/json", r#"{"text": "410 U.S. 113"}"#);
    assert_eq!(in_json.good(), check(&app, "410 U.S. 113"));
}

/// A sentence of the text, and the records of the corpus for its citation.
struct Sentence {
    text: String,
    citation: String,
    list: List,
    /// The id of the record from which it is made.
    id: String,
    /// The ids of all records that have the citation.
    ids: Vec<String>,
    has_name: bool,
}

/// Sentences made of the citations of every record, in several spellings.
fn sentences(contract: &Contract) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    for list in List::ALL {
        let mut by_key: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let cited: Vec<(&Value, Vec<String>)> = contract
            .records(list)
            .iter()
            .map(|record| {
                let own = [&record["citation"], &record["meta"]["citation"]];
                let mut all: Vec<String> = own.into_iter().filter_map(|own| own.as_str()).map(str::to_owned).collect();
                all.extend(contract.texts.aliases_of(list, record).iter().cloned());
                all.dedup();
                (record, all)
            })
            .collect();
        for (record, citations) in &cited {
            for citation in citations {
                let ids = by_key.entry(normal(citation)).or_default();
                let id = text(record, "id").to_owned();
                if !ids.contains(&id) {
                    ids.push(id);
                }
            }
        }
        for (record, citations) in &cited {
            let id = text(record, "id").to_owned();
            let mut add = |text: String, citation: String, ids: Vec<String>, has_name: bool| {
                sentences.push(Sentence { text, citation, list, id: id.clone(), ids, has_name });
            };
            for citation in citations {
                let ids = || by_key[&normal(citation)].clone();
                let spellings = [
                    citation.clone(),
                    citation.replace("§ ", "§"),
                    citation.replace(' ', "\u{a0}"),
                    citation.replace(". ", "."),
                ];
                for spelling in spellings {
                    // The year of a bill is not a part of its citation, as for a case.
                    let end = if list == List::Bills { spelling.find('(') } else { None };
                    let cited = spelling[..end.unwrap_or(spelling.len())].trim_end().to_owned();
                    add(format!("As in {spelling}, the rule holds. "), cited, ids(), false);
                }
                if let (Some(name), Some(date)) = (record["caseName"].as_str(), record["decisionDate"].as_str()) {
                    add(format!("See {name}, {citation} ({}). ", &date[..4]), citation.clone(), ids(), true);
                }
            }
            let of_bill = if list == List::Bills { bill_spellings(&id) } else { Vec::new() };
            for spelling in of_bill.into_iter().take(1) {
                add(format!("The text is that of {spelling} and of no other. "), spelling, vec![id.clone()], false);
            }
        }
    }
    sentences
}

#[test]
fn sentences_of_every_bundled_citation_find_their_records() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    let sentences = sentences(&contract);
    assert!(sentences.len() > 8000, "{}", sentences.len());
    let mut faults = Vec::new();
    let mut rest = sentences.as_slice();
    while !rest.is_empty() {
        let mut n_bytes = 0;
        let fits = |sentence: &&Sentence| {
            n_bytes += sentence.text.len();
            n_bytes <= MAX_TEXT_BYTES
        };
        let (batch, after) = rest.split_at(rest.iter().take_while(fits).count());
        rest = after;
        let body = check(&app, &batch.iter().map(|sentence| sentence.text.as_str()).collect::<String>());
        let mut found = body["data"].as_array().unwrap().iter().peekable();
        let mut end = 0;
        for sentence in batch {
            end += sentence.text.chars().count() as u64;
            let is_before_end = |citation: &&Value| citation["span"]["start"].as_u64() < Some(end);
            let mut of_sentence = Vec::new();
            while let Some(citation) = found.next_if(is_before_end) {
                of_sentence.push(citation);
            }
            if let Some(fault) = fault(sentence, &of_sentence) {
                faults.push(format!("{fault}: {} / {of_sentence:?}", sentence.text));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults of {}:\n{}",
        faults.len(),
        sentences.len(),
        faults[..faults.len().min(300)].join("\n")
    );
}

fn fault(sentence: &Sentence, found: &[&Value]) -> Option<&'static str> {
    let [citation] = found else { return Some("not one citation") };
    let ids: Vec<&str> = citation["records"].as_array()?.iter().map(|record| record["id"].as_str().unwrap()).collect();
    let is_one = sentence.ids.len() == 1;
    let is_chosen = sentence.has_name && citation["status"] == "found";
    if citation["text"] != sentence.citation.as_str() {
        return Some("another text");
    }
    if citation["total"] != sentence.ids.len() {
        return Some("another total");
    }
    if is_one || is_chosen {
        if citation["status"] != "found" || ids != [sentence.id.as_str()] {
            return Some("another record");
        }
    } else if citation["status"] != "ambiguous"
        || ids.len() != sentence.ids.len().min(10)
        || !ids.iter().all(|id| sentence.ids.iter().any(|known| known == id))
    {
        return Some("other records");
    }
    if citation["records"].as_array()?.iter().any(|record| record["resource"] != sentence.list.folder()) {
        return Some("another list");
    }
    if sentence.has_name && citation["name"]["agrees"] != true {
        return Some("its own name is not read, or disagrees");
    }
    (sentence.has_name && citation["year"]["agrees"] != true).then_some("its own year disagrees")
}

/// Pieces from which texts with citations are assembled.
fn pieces() -> impl Strategy<Value = String> {
    let of_law = [
        "410 U.S. 113",
        "Roe v. Wade, ",
        "(1973)",
        "Id. at 5. ",
        "supra",
        "18 U.S.C. § 1341",
        "§§ 1, 2",
        "In re ",
        " v. ",
        "Pub. L. 117-58",
        "H.R. 3684, 117th Cong.",
        "12 Fict. Rep. 345",
        "; ",
        "\n",
        "“",
        "’",
        "§",
        "(",
        ")",
        "410 U.S., at 115",
    ];
    prop_oneof![3 => select(of_law.to_vec()).prop_map(str::to_owned), 1 => "\\PC{0,12}"]
}

proptest! {
    #![proptest_config(proptest_cases(300))]

    #[test]
    fn any_text_is_answered_with_the_places_of_its_citations(pieces in vec(pieces(), 0..40)) {
        let text = pieces.concat();
        let body = check(&TestApp::bundled(), &text);
        let characters: Vec<char> = text.chars().collect();
        let data = body["data"].as_array().unwrap();
        let mut end = 0;
        for citation in data {
            let place = |name: &str| usize::try_from(citation["span"][name].as_u64().unwrap()).unwrap();
            prop_assert!(end <= place("start") && place("start") < place("end") && place("end") <= characters.len());
            let of_span: String = characters[place("start")..place("end")].iter().collect();
            prop_assert_eq!(citation["text"].as_str(), Some(&*of_span));
            end = place("end");
        }
        prop_assert_eq!(&body["meta"]["total"], &json!(data.len()));
        let statuses = body["meta"]["statuses"].as_object().unwrap();
        prop_assert_eq!(statuses.values().map(|number| number.as_u64().unwrap()).sum::<u64>(), data.len() as u64);
    }
}
