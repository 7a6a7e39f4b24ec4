/*!
Random corpora, compared with the oracle. Neither the digest nor any response depends on the order of lines and files.
*/

use std::collections::BTreeMap;

use lexdex::http::SnapshotOptions;
use lexdex_core::model::Parameter;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::contract::{Contract, List};
use super::corpus::{Corpus, JURISDICTIONS, bill, case, statute, with};
use super::oracle::{check, filters, values};
use super::support::{Query, TestApp, proptest_cases};

/// Tags, some of which are in the catalogue.
const TAGS: &[&str] = &["privacy", "criminal-law", "landlord-tenant", "tenant", "space-elevators", "a", "title-9"];

/// Names of courts: names and aliases of the catalogue, and other names with and without a level.
const COURTS: &[&str] = &[
    "Supreme Court of the United States",
    "United States Court of Appeals for the Ninth Circuit",
    "9th Cir.",
    "Supreme Court of California",
    "New York Court of Appeals",
    "Supreme Court, Kings County",
    "District Court of Lee County",
    "Tribunal de Apelaciones, Región Judicial de Mayagüez",
    "TRIBUNAL de apelaciones: Mayagu\u{308}ez/Añasco",
    "Gericht an der Großen Straße",
    "最高裁判所",
    "Court of Ships' Affairs (Guåhan) №7",
    "The: Colon, Court",
];

const NUMBERS: &[&str] = &[
    "1",
    "2",
    "10",
    "10a",
    "10A",
    "10-1",
    "007",
    "7",
    "2.10",
    "2.9",
    "PEN",
    "Pen",
    "§",
    "Ⅳ",
    "٣",
    "99999999999999999999",
];

const DATES: &[&str] = &["0001-01-01", "1973-01-22", "1973-01-23", "1999-12-31", "2000-02-29", "9999-12-31"];

/// Values of `court` that are not the name of one court.
const COURT_VALUES: &[&str] = &[
    "court",
    "court of",
    "mayagüez",
    "MAYAGU\u{308}EZ",
    "GROSSEN STRASSE",
    "最高裁判所",
    "7",
    "colon the",
    "lee",
    "'",
    "scotus",
];

/// Summaries and titles with the features that search treats specially.
const TEXTS: &[&str] = &[
    "Roe v. Wade",
    "roe vs. wade",
    "J. D. B. v. U.S. of A.",
    "18 U.S.C. § 1341",
    "O’Brien’s AT&T — “mail fraud” and wire-fraud",
    "mail and fraud, fraud and mail",
    "Élan vital; STRASSE straße ﬁnal Ⅷ ½ x²",
    "Hawaiʻi Hawai'i v.A. a.b.c A.B.'s",
    "FDA's driver’s license, Congress's FDAs, Doe's Inc.'s driver's",
    "H.R. 1, HR1, title 1 section 2",
    "最高裁判所 дело №7",
];

/// Citations, some of which are equal after normalization.
const CITATIONS: &[&str] = &[
    "410 U.S. 113",
    "410 US 113",
    "93 S. Ct. 705",
    "1 F. Supp. 2d 3",
    "1 F.Supp.2d 3",
    "Cal. Penal Code § 187",
    "§ 1",
    "1 Test 1",
];

/// Titles and names, from `TEXTS` and arbitrary.
fn names() -> impl Strategy<Value = String> {
    prop_oneof![select(TEXTS).prop_map(str::to_owned), titles()]
}

fn optional(values: &'static [&'static str]) -> impl Strategy<Value = Option<&'static str>> {
    prop::option::weighted(0.8, select(values))
}

fn jurisdiction_ids() -> impl Strategy<Value = &'static str> {
    select(JURISDICTIONS.map(|(id, _)| id).to_vec())
}

/// The topics of a record: several, an empty array, or no field.
fn topics() -> impl Strategy<Value = Option<Vec<&'static str>>> {
    prop::option::weighted(0.8, prop::sample::subsequence(TAGS.to_vec(), 0..=3).prop_shuffle())
}

fn ids() -> impl Strategy<Value = String> {
    "[a-c0-2]([a-c0-2.-]{0,3}[a-c0-2])?"
}

/// Arbitrary valid titles.
fn titles() -> impl Strategy<Value = String> {
    "[\\PC&&[^ ]]\\PC{0,20}".prop_filter("a title is more than space", |title| !title.trim().is_empty())
}

/// Sets the fields that have a value.
fn with_some(record: Value, fields: Value) -> Value {
    let Value::Object(mut fields) = fields else { panic!("not an object: {fields}") };
    fields.retain(|_, value| !value.is_null());
    with(record, Value::Object(fields))
}

/// Sets the citation in `meta`.
fn cited(mut record: Value, citation: Option<&str>) -> Value {
    record["meta"]["citation"] = json!(citation);
    record
}

fn statutes() -> impl Strategy<Value = Value> {
    let status = select(&["active", "repealed", "amended"][..]);
    let searched = (optional(DATES), optional(TEXTS), optional(CITATIONS));
    (ids(), jurisdiction_ids(), names(), optional(NUMBERS), optional(NUMBERS), topics(), status, searched).prop_map(
        |(id, jurisdiction, title, title_number, section, topics, status, (date, summary, citation))| {
            let section = section.map(|section| format!("§ {section}"));
            let fields = json!({
                "title": title,
                "titleNumber": title_number,
                "sectionNumber": section,
                "topics": topics,
                "status": status,
                "effectiveDate": date,
                "summary": summary,
            });
            cited(with_some(statute(&id, jurisdiction), fields), citation)
        },
    )
}

fn cases() -> impl Strategy<Value = Value> {
    let searched = (optional(DATES), optional(TEXTS), select(CITATIONS), optional(CITATIONS));
    (ids(), jurisdiction_ids(), names(), select(COURTS), topics(), searched).prop_map(
        |(id, jurisdiction, name, court, topics, (date, summary, citation, of_meta))| {
            let fields = json!({
                "caseName": name,
                "citation": citation,
                "court": court,
                "decisionDate": date,
                "topics": topics,
                "summary": summary,
            });
            cited(with_some(case(&id, jurisdiction), fields), of_meta)
        },
    )
}

/// The ids of bills, some of them federal.
fn bill_ids() -> impl Strategy<Value = String> {
    let federal = ["federal-117-hr-1", "federal-117-hjres-59", "federal-11-hr-1", "federal-118-s-7", "federal-1-a"];
    prop_oneof![3 => ids(), 1 => select(federal.to_vec()).prop_map(str::to_owned)]
}

fn bills() -> impl Strategy<Value = Value> {
    let citations =
        &["Pub. L. 117-159", "117 Pub. L. 159", "Public Law 11-1", "H.R. 1, 117th Cong. (2021)", "1 Test 1"];
    let status = select(&["in_committee", "passed_chamber", "signed"][..]);
    let chamber = select(&["senate", "house"][..]);
    let number = select(&["H.R. 1", "HR 1", "SF0006", "H.J. Res. 59", "A 1001-B", "7", "Bill"][..]);
    let session = prop::option::of(select(&["2025", "2017-2018", "117", "87r", "2nd-special"][..]));
    let searched = (optional(DATES), optional(TEXTS), optional(citations));
    let ids = (bill_ids(), session);
    (ids, jurisdiction_ids(), names(), status, chamber, topics(), number, searched).prop_map(
        |((id, session), jurisdiction, title, status, chamber, topics, number, (date, summary, citation))| {
            let number_in_id = number.replace([' ', '.'], "").to_lowercase();
            let id = session.map_or(id, |session| format!("{jurisdiction}-{session}-{number_in_id}"));
            let fields = json!({
                "billNumber": number,
                "title": title,
                "summary": summary,
                "status": status,
                "chamber": chamber,
                "introducedDate": date,
                "topics": topics,
            });
            cited(with_some(bill(&id, jurisdiction), fields), citation)
        },
    )
}

/// Records with distinct ids.
fn distinct(record: impl Strategy<Value = Value>) -> impl Strategy<Value = Vec<Value>> {
    vec(record, 0..60).prop_map(|records| {
        let by_id: BTreeMap<String, Value> =
            records.into_iter().map(|record| (record["id"].as_str().unwrap().to_owned(), record)).collect();
        by_id.into_values().collect()
    })
}

pub(super) fn corpora() -> impl Strategy<Value = Corpus> {
    let lists =
        (distinct(statutes()).prop_shuffle(), distinct(cases()).prop_shuffle(), distinct(bills()).prop_shuffle());
    lists.prop_map(|(statutes, cases, bills)| Corpus { statutes, cases, bills })
}

/// Compares every filter value with the oracle, alone and combined with each value of another filter.
fn check_all(app: &TestApp, contract: &Contract) {
    for list in List::ALL {
        check(app, contract, list, &Query::new());
        let in_use = |parameter: Parameter| {
            let mut values = values(contract, list, parameter);
            match parameter {
                // The oracle over the bundled corpus tests the rest of the catalogues.
                Parameter::Jurisdiction => values.retain(|value| JURISDICTIONS.iter().any(|(id, _)| id == value)),
                Parameter::Topic | Parameter::TopicAll => values.retain(|value| TAGS.contains(&value.as_str())),
                Parameter::Court => {
                    values.retain(|value| COURTS.contains(&value.as_str()));
                    values.extend(COURT_VALUES.iter().map(|value| (*value).to_owned()));
                    values.extend(["supreme", "appellate", "trial", "special"].map(str::to_owned));
                }
                _ => {}
            }
            values
        };
        for first in filters(list) {
            for value in in_use(first) {
                let query = vec![(first.as_str(), value)];
                check(app, contract, list, &query);
                for second in filters(list).filter(|second| *second > first) {
                    for other in in_use(second) {
                        check(app, contract, list, &vec![query[0].clone(), (second.as_str(), other)]);
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(proptest_cases(16))]

    #[test]
    fn pages_of_a_random_corpus_match_the_contract(corpus in corpora()) {
        let directory = corpus.write();
        check_all(&directory.app(), &directory.contract());
    }

    #[test]
    fn order_of_files_and_lines_changes_nothing(
        (corpus, shuffled) in corpora().prop_flat_map(|corpus| {
            let Corpus { statutes, cases, bills } = corpus.clone();
            let shuffled = (Just(statutes).prop_shuffle(), Just(cases).prop_shuffle(), Just(bills).prop_shuffle());
            let shuffled = shuffled.prop_map(|(statutes, cases, bills)| Corpus { statutes, cases, bills });
            (Just(corpus), shuffled)
        }),
        n_files in 1..5usize,
    ) {
        let one = corpus.write();
        let other = shuffled.write_in_files(|position| match position % n_files {
            0 => "z.jsonl".to_owned(),
            file => format!("folder-{}/{file}.jsonl", file % 2),
        });
        let (one, other) = (one.index(), other.index());
        prop_assert_eq!(&one.manifest().corpus_digest, &other.manifest().corpus_digest);
        prop_assert_eq!(one.manifest(), other.manifest());
        let (one, other) = (TestApp::new(one, SnapshotOptions::default()), TestApp::new(other, SnapshotOptions::default()));
        for list in List::ALL {
            for query in ["limit=100", "topic=privacy", "jurisdiction=federal&topic=criminal-law", "offset=3&limit=7"] {
                let target = format!("{}?{query}", list.path());
                let (one, other) = (one.get(&target), other.get(&target));
                prop_assert_eq!(one.text(), other.text());
            }
        }
    }
}

/// A corpus of many records, so that the sets of a filter have several blocks, dense ones and sparse ones.
pub(super) fn large(n_records: usize) -> Corpus {
    // Pseudorandom numbers, the same in every run.
    let mut state: u64 = 1;
    let mut next = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut corpus = Corpus::default();
    for number in 0..n_records {
        // Most records are federal, and few are of Puerto Rico.
        let jurisdiction = match next(100) {
            0 => "pr",
            1..=10 => "ny",
            11..=40 => "ca",
            _ => "federal",
        };
        let mut topics: Vec<&str> = TAGS.iter().copied().filter(|_| next(3) == 0).collect();
        if number % 1000 == 0 {
            topics.push("rare");
        }
        // Three in ten share a few dates.
        let date = match next(10) {
            0 => None,
            1..=3 => Some(DATES[next(DATES.len())].to_owned()),
            _ => Some(format!("{}-{:02}-{:02}", 1900 + next(100), 1 + next(12), 1 + next(28))),
        };
        let id = format!("r-{}", number * 7919 % n_records);
        let name = (next(4) == 0).then(|| TEXTS[next(TEXTS.len())]);
        let summary = TEXTS[next(TEXTS.len())];
        let fields = json!({ "caseName": name, "court": COURTS[next(COURTS.len())], "decisionDate": date, "topics": topics, "summary": summary });
        corpus.cases.push(with_some(case(&id, jurisdiction), fields));
        if number % 2 == 0 {
            let status = ["in_committee", "passed_chamber", "signed"][next(3)];
            let fields = json!({ "status": status, "introducedDate": date, "topics": topics, "summary": summary });
            corpus.bills.push(with_some(bill(&id, jurisdiction), fields));
        } else {
            let fields = json!({ "title": name, "effectiveDate": date, "topics": topics, "summary": summary });
            corpus.statutes.push(with_some(statute(&id, jurisdiction), fields));
        }
    }
    corpus
}

#[test]
fn pages_of_ten_thousand_records_match_with_and_without_cache() {
    let directory = large(10_000).write();
    let contract = directory.contract();
    let app =
        |cache_bytes| TestApp::new(directory.index(), SnapshotOptions { cache_bytes, ..SnapshotOptions::default() });
    let (without_cache, with_cache) = (app(0), app(64 << 20));
    // A page enters the cache at the second request and comes from it at the third.
    let check = |list, query: &Query| {
        for app in [&without_cache, &with_cache, &with_cache, &with_cache] {
            check(app, &contract, list, query);
        }
    };
    let filters: [&[(&str, &str)]; 18] = [
        &[],
        &[("jurisdiction", "federal")],
        &[("jurisdiction", "pr")],
        &[("topic", "rare")],
        &[("court", "supreme")],
        &[("court", "court of")],
        &[("jurisdiction", "federal"), ("topic", "privacy")],
        &[("jurisdiction", "ny"), ("topic", "rare")],
        &[("jurisdiction", "pr"), ("topic", "privacy")],
        &[("court", "trial"), ("topic", "space elevators")],
        &[("court", "court"), ("jurisdiction", "ca"), ("topic", "a")],
        &[("court", "mayagüez"), ("jurisdiction", "pr"), ("topic", "tenant")],
        &[("court", "no-such-court"), ("jurisdiction", "federal")],
        &[("court", "lee"), ("topic", "rare")],
        &[("court", "supreme"), ("jurisdiction", "ny")],
        &[("court", "trial"), ("jurisdiction", "federal"), ("topic", "privacy")],
        &[("court", "supreme"), ("jurisdiction", "ca"), ("topic", "a"), ("topic_all", "tenant")],
        &[("court", "supreme"), ("topic", "privacy"), ("decided_from", "1950-01-01")],
    ];
    for filter in filters {
        let query = filter.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        check(List::Cases, &query);
    }
    for (status, topic) in [("signed", "privacy"), ("in_committee", "rare"), ("passed_chamber", "title-9")] {
        let query = vec![("status", status.to_owned()), ("topic", topic.to_owned())];
        check(List::Bills, &query);
    }
}
