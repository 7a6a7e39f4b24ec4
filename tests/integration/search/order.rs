/*!
The order of the records that `q` finds, and the agreement of lists, facets and exports.
*/

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::rules::{Expected, check_all, statutes};
use crate::integration::contract::{Contract, List, bundled_corpus, text};
use crate::integration::corpus::{Corpus, bill, case, statute, with};
use crate::integration::oracle::{check, is_refused};
use crate::integration::queries::{Draw, any_filters};
use crate::integration::random_corpora::corpora;
use crate::integration::support::{Query, TestApp, proptest_cases, target};

#[test]
fn record_with_exactly_the_searched_name_or_citation_is_first() {
    let cases = vec![
        with(case("a", "federal"), json!({ "caseName": "Roe v. Wade Roe v. Wade", "citation": "1 Test 7" })),
        with(
            case("b", "ca"),
            json!({ "caseName": "Roe v. Wade", "citation": "410 U.S. 113", "summary": "Long text on Roe." }),
        ),
        with(
            case("c", "ca"),
            json!({ "caseName": "A v. B", "citation": "2 Test 2", "summary": "Cites 410 U.S. 113." }),
        ),
    ];
    let bills = vec![
        with(bill("d", "federal"), json!({ "title": "H.R. 7, H.R. 7", "billNumber": "H.R. 8" })),
        with(
            bill("e", "federal"),
            json!({ "title": "A long title of a bill", "billNumber": "H.R. 7", "status": "in_committee" }),
        ),
    ];
    let directory = Corpus { cases, bills, ..Corpus::default() }.write();
    let searches: &[Expected<'_>] = &[
        ("roe v. wade", &["b", "a"]),
        ("roev wade", &["b"]),
        ("410 US 113", &["b", "c"]),
        ("wade roe", &["a", "b"]),
        ("A v. B, 410 U.S. 113", &["b", "c"]),
    ];
    check_all(&directory, List::Cases, "auto", &searches[..1]);
    check_all(&directory, List::Cases, "auto", &searches[2..]);
    check_all(&directory, List::Bills, "auto", &[("HR 7", &["e", "d"])]);
}

#[test]
fn popular_names_find_and_rank_a_record_like_its_title() {
    let directory = Corpus {
        statutes: vec![
            with(statute("a", "federal"), json!({ "title": "Jane Crow" })),
            with(statute("b", "federal"), json!({ "title": "Equal pay", "summary": "Ends Jane Crow by Title Nine." })),
            with(statute("c", "federal"), json!({ "title": "Sex discrimination" })),
        ],
        cases: vec![case("c", "federal")],
        ..Corpus::default()
    }
    .write();
    let table = "# Names.\n\
                 Title Nine\tstatute\tThe law.\tstatutes/c statutes/elsewhere\t\tcommon usage\n\
                 Jane-Crow Law\tstatute\tThe law.\tstatutes/c\t\tcommon usage\n";
    std::fs::write(directory.path().join("popular-names.tsv"), table).unwrap();
    let searches: &[Expected<'_>] = &[
        ("title nine", &["c", "b"]),
        ("jane crow", &["a", "c", "b"]),
        ("\"crow law\"", &["c"]),
        ("nine discrimination law", &["c"]),
        ("\"discrimination title\"", &[]),
    ];
    check_all(&directory, List::Statutes, "all", searches);
    check_all(&directory, List::Cases, "all", &[("nine", &[])]);
}

#[test]
fn rarer_words_titles_and_neighbors_rank_higher() {
    let directory = Corpus {
        statutes: vec![
            with(statute("a", "federal"), json!({ "title": "Common", "summary": "A zebra." })),
            with(statute("b", "federal"), json!({ "title": "Zebra", "summary": "A common." })),
            with(statute("c", "federal"), json!({ "title": "Common", "summary": "Common, common." })),
            with(statute("d", "federal"), json!({ "title": "Wild horse", "summary": "Of a law." })),
            with(statute("e", "federal"), json!({ "title": "Horse wild", "summary": "Of a law." })),
        ],
        ..Corpus::default()
    }
    .write();
    let searches: &[Expected<'_>] =
        &[("zebra", &["b", "a"]), ("zebra common", &["b", "a", "c"]), ("a wild horse", &["d", "e"])];
    check_all(&directory, List::Statutes, "any", searches);
}

#[test]
fn higher_courts_and_later_stages_rank_higher_among_equals() {
    let of = |id: &str, court: &str| with(case(id, "federal"), json!({ "caseName": "Roe v. Doe", "court": court }));
    let bill_of = |id: &str, status: &str| with(bill(id, "federal"), json!({ "title": "Roe", "status": status }));
    let directory = Corpus {
        cases: vec![
            of("a", "Peacemaking Program"),
            of("b", "United States District Court for the District of Guam"),
            of("c", "United States Court of Appeals for the Ninth Circuit"),
            of("d", "Supreme Court of the United States"),
        ],
        bills: vec![bill_of("a", "in_committee"), bill_of("b", "passed_chamber"), bill_of("c", "signed")],
        ..Corpus::default()
    }
    .write();
    check_all(&directory, List::Cases, "auto", &[("doe", &["d", "c", "b", "a"])]);
    check_all(&directory, List::Bills, "auto", &[("roe", &["c", "b", "a"])]);
}

#[test]
fn equal_scores_are_in_list_order_and_sort_takes_precedence() {
    let directory = statutes(&[("b", "Equal law"), ("c", "Equal law"), ("a", "Equal law")]);
    check_all(&directory, List::Statutes, "auto", &[("law", &["a", "b", "c"]), ("-zebra", &["a", "b", "c"])]);
    let cases = [("a", "2001-01-01", "Roe"), ("b", "2003-01-01", "Roe and others of them"), ("c", "2002-01-01", "Roe")];
    let cases =
        cases.map(|(id, date, name)| with(case(id, "federal"), json!({ "caseName": name, "decisionDate": date })));
    let directory = Corpus { cases: cases.into(), ..Corpus::default() }.write();
    let (app, contract) = (directory.app(), directory.contract());
    for (sort, expected) in
        [(None, "acb"), (Some("relevance"), "acb"), (Some("newest"), "bca"), (Some("oldest"), "acb")]
    {
        let mut query: Query = vec![("q", "roe".to_owned())];
        query.extend(sort.map(|sort| ("sort", sort.to_owned())));
        check(&app, &contract, List::Cases, &query);
        let found = app.walk(List::Cases, &query, || 1);
        assert_eq!(found.iter().map(|record| text(record, "id")).collect::<String>(), expected, "{sort:?}");
    }
}

proptest! {
    #![proptest_config(proptest_cases(64))]

    /// Each statute has a twin of the same length that has a word of `q` in place of another word.
    #[test]
    fn record_with_another_word_of_q_does_not_rank_lower(
        summaries in vec(vec(0..12_usize, 8), 1..8),
        place in 0..8_usize,
        word in 0..3_usize,
    ) {
        const WORDS: [&str; 12] = [
            "zebra", "quagga", "okapi", "bridge", "river", "mountain", "harbor", "canal", "tower", "meadow", "forest",
            "valley",
        ];
        let q = &WORDS[..3];
        let joined = |words: &[usize]| words.iter().map(|word| WORDS[*word]).collect::<Vec<_>>().join(" ");
        let pairs = summaries.iter().enumerate().filter(|(_, words)| words[place] >= q.len()).flat_map(|(idx, words)| {
            let mut more = words.clone();
            more[place] = word;
            // In list order the twin is the second.
            [(format!("{idx}-b"), joined(&more)), (format!("{idx}-a"), joined(words))]
        });
        let has_new_word = |id: &str| !summaries[id.split('-').next().unwrap().parse::<usize>().unwrap()].contains(&word);
        let statutes = pairs.map(|(id, summary)| {
            with(statute(&id, "federal"), json!({ "title": "Law", "summary": summary }))
        });
        let directory = Corpus { statutes: statutes.collect(), ..Corpus::default() }.write();
        let app = directory.app();
        for mode in ["any", "auto"] {
            let query: Query = vec![("q", q.join(" ")), ("match", mode.to_owned())];
            let found = app.walk(List::Statutes, &query, || 100);
            let ids: Vec<&str> = found.iter().map(|record| text(record, "id")).collect();
            for (position, id) in ids.iter().enumerate().filter(|(_, id)| id.ends_with("-a")) {
                let twin = id.replace("-a", "-b");
                let before = if has_new_word(id) { &ids[..position] } else { &ids[..] };
                prop_assert!(before.contains(&twin.as_str()), "{id} before its twin: {ids:?}");
            }
            prop_assert!(mode != "any" || summaries.iter().all(|words| words[place] < q.len()) || !ids.is_empty());
        }
    }

    #[test]
    fn copies_of_a_record_are_in_list_order(corpus in corpora(), seed in any::<u64>()) {
        let copies = |records: &[Value]| -> Vec<Value> {
            let of_record = |(idx, record): (usize, &Value)| {
                [1, 0, 2].map(|copy| with(record.clone(), json!({ "id": format!("copy-{idx}-{copy}") })))
            };
            records.iter().take(12).enumerate().flat_map(of_record).collect()
        };
        let corpus =
            Corpus { statutes: copies(&corpus.statutes), cases: copies(&corpus.cases), bills: copies(&corpus.bills) };
        let directory = corpus.write();
        let (app, contract) = (directory.app(), directory.contract());
        let mut draw = Draw(seed);
        for list in List::ALL {
            for _ in 0..8 {
                let Some(record) = draw.pick(contract.records(list)) else { continue };
                let summary = record["summary"].as_str().unwrap_or("law").split(|sign: char| !sign.is_alphanumeric());
                let words: Vec<&str> = summary.filter(|word| word.contains(char::is_alphabetic)).collect();
                let q = (0..2).map(|_| words[draw.below(words.len())]).collect::<Vec<_>>().join(" ");
                let response = app.get(&target(list.path(), &vec![("q", q.clone()), ("limit", "100".to_owned())]));
                let body = response.good();
                let ids: Vec<&str> = body["data"].as_array().unwrap().iter().map(|record| text(record, "id")).collect();
                for (position, id) in ids.iter().enumerate() {
                    let (record, copy) = id.rsplit_once('-').unwrap();
                    let of_record = |other: &&&str| other.rsplit_once('-').is_some_and(|(other, _)| other == record);
                    let n_earlier: usize = copy.parse().unwrap();
                    prop_assert_eq!(ids[..position].iter().filter(of_record).count(), n_earlier, "{} of {:?}", q, ids);
                }
            }
        }
    }
}

#[test]
fn total_facets_and_export_select_the_same_records_by_q() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    let mut draw = Draw(11);
    for _ in 0..40 {
        for list in List::ALL {
            let query = any_filters(&contract, list, &mut draw);
            if is_refused(&app, list.path(), &query) {
                continue;
            }
            let page = app.get(&target(list.path(), &query)).good();
            let facets = app.get(&target(&format!("{}/facets", list.path()), &query)).good();
            let export: Query = query.iter().cloned().chain([("format", "ndjson".to_owned())]).collect();
            let export = app.get(&target(&format!("{}/export", list.path()), &export));
            let sum = |facet: &str| {
                facets["data"][facet]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|entry| entry["count"].as_u64().unwrap())
                    .sum::<u64>()
            };
            let total = page["meta"]["total"].as_u64().unwrap();
            assert_eq!(facets["meta"]["total"], total, "{query:?}");
            assert_eq!(export.text().lines().count() as u64, total, "{query:?}");
            for member in ["match", "corrected"] {
                assert_eq!(facets["meta"].get(member), page["meta"].get(member), "{query:?}");
            }
            if !query.iter().any(|(name, _)| *name == "jurisdiction") {
                assert_eq!(sum("jurisdiction"), total, "{query:?}");
            }
        }
    }
}
