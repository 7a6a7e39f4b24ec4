/*!
The records that each filter must match, and those that it must not match.
*/

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::contract::{Contract, List, bundled_corpus, text};
use super::corpus::{Corpus, bill, case, statute, with};
use super::support::{Query, TestApp, target};

/// Returns the ids of the records that filters select, in list order.
fn ids(app: &TestApp, list: List, query: &[(&'static str, &str)]) -> Vec<String> {
    let query: Query = query.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    app.walk(list, &query, || 100).iter().map(|record| text(record, "id").to_owned()).collect()
}

/// Asserts that each of the values gives the same body as the first, byte for byte.
fn check_same(app: &TestApp, list: List, parameter: &'static str, values: &[String]) {
    let body = |value: &String| app.get(&target(list.path(), &vec![(parameter, value.clone())]));
    let first = body(&values[0]);
    first.good();
    for value in &values[1..] {
        let other = body(value);
        assert_eq!((other.status, other.text()), (first.status, first.text()), "{list:?} {parameter}={value:?}");
    }
}

fn aliases(entry: &Value) -> impl Iterator<Item = String> {
    entry["aliases"].as_array().into_iter().flatten().map(|alias| alias.as_str().unwrap().to_owned())
}

#[test]
fn jurisdiction_names_in_any_case_and_spacing_select_the_same() {
    let app = TestApp::bundled();
    for jurisdiction in Contract::read(&bundled_corpus()).jurisdictions {
        let fields = ["id", "abbreviation", "slug", "name"].map(|field| text(&jurisdiction, field).to_owned());
        let names: BTreeSet<String> = fields.iter().cloned().chain(aliases(&jurisdiction)).collect();
        let mut values = vec![fields[0].clone()];
        for name in names {
            values.push(format!(" {}\t", name.to_uppercase()));
            values.push(name);
        }
        for list in List::ALL {
            check_same(&app, list, "jurisdiction", &values);
        }
    }
}

#[test]
fn last_full_stop_of_a_court_may_lack() {
    let app = TestApp::bundled();
    for court in ["E.D.N.Y.", "9th Cir.", "Bankr. E.D.N.Y."] {
        check_same(&app, List::Cases, "court", &[court.to_owned(), court.trim_end_matches('.').to_owned()]);
    }
}

#[test]
fn federal_jurisdiction_has_its_usual_names() {
    let app = TestApp::bundled();
    let values = ["federal", "us", "US", "usa", "united states", "United States of America", "united-states"];
    for list in List::ALL {
        check_same(&app, list, "jurisdiction", &values.map(str::to_owned));
    }
}

#[test]
fn unknown_jurisdiction_is_rejected_with_the_nearest() {
    let app = TestApp::bundled();
    for list in List::ALL {
        for (value, nearest) in [("Californa", "ca"), ("new-yrok", "ny"), ("Porto Rico", "pr"), ("federl", "federal")] {
            let body = app.get(&target(list.path(), &vec![("jurisdiction", value.to_owned())]));
            let body = body.error(StatusCode::BAD_REQUEST);
            let problem = &body["details"]["problems"][0];
            assert_eq!(problem["parameter"], "jurisdiction");
            assert_eq!(problem["value"], value);
            assert_eq!(problem["nearest"][0]["id"], nearest);
        }
        // Only a whole name matches.
        for value in ["Calif ornia", "york", "c", "ca,ny", "ca ny", "*", "%"] {
            app.get(&target(list.path(), &vec![("jurisdiction", value.to_owned())])).error(StatusCode::BAD_REQUEST);
        }
    }
}

#[test]
fn topic_spellings_and_aliases_select_the_same() {
    let app = TestApp::bundled();
    for topic in Contract::read(&bundled_corpus()).topics {
        let tag = text(&topic, "tag").to_owned();
        let mut values = vec![tag.clone()];
        for name in std::iter::once(tag).chain(aliases(&topic)) {
            values.extend([name.replace('-', " "), name.replace('-', "_"), format!("  {}", name.to_uppercase()), name]);
        }
        for list in List::ALL {
            check_same(&app, list, "topic", &values);
        }
    }
}

#[test]
fn tenant_alias_matches_landlord_tenant() {
    let app = TestApp::bundled();
    check_same(&app, List::Statutes, "topic", &["landlord-tenant", "tenant", "Landlord Tenant"].map(str::to_owned));
    assert!(!ids(&app, List::Statutes, &[("topic", "tenant")]).is_empty());
}

#[test]
fn topic_matches_whole_tags_and_an_unknown_one_matches_nothing() {
    let app = TestApp::tiny();
    assert_eq!(ids(&app, List::Statutes, &[("topic", "criminal law")]), ["federal-usc-18-1341"]);
    for value in ["crimina", "law", "criminal--law", "criminal-law-", "crim*", "no-such-topic", "criminal, law"] {
        for list in List::ALL {
            assert_eq!(ids(&app, list, &[("topic", value)]), [""; 0], "{value}");
        }
    }
}

#[test]
fn other_status_or_chamber_is_rejected_with_the_allowed_ones() {
    let app = TestApp::bundled();
    for (list, parameter, words, meant) in [
        (List::Bills, "status", &["enacted", "Law", "became law", "public-law", "Signed_Into_Law"][..], "signed"),
        (List::Bills, "status", &["passed", "engrossed", "vetoed", "passed chamber"], "passed_chamber"),
        (List::Bills, "status", &["introduced", "committee", "REFERRED", "pending", "in committee"], "in_committee"),
        (List::Bills, "chamber", &["upper", "S"], "senate"),
        (List::Bills, "chamber", &["lower", "h", "House of Representatives", "assembly"], "house"),
        (List::Statutes, "status", &["in force", "current", "effective"], "active"),
    ] {
        for word in words {
            let query = vec![(parameter, format!(" {word} "))];
            let body = app.get(&target(list.path(), &query)).error(StatusCode::BAD_REQUEST);
            let problem = &body["details"]["problems"][0];
            assert_eq!(problem["nearest"], meant, "{word}");
            let end = format!("; the one for \"{}\" is {meant}", word.to_lowercase());
            assert!(problem["message"].as_str().unwrap().ends_with(&end), "{problem}");
        }
    }
    let body = app.get("/api/v1/bills?status=active").error(StatusCode::BAD_REQUEST);
    assert_eq!(body["error"], "status must be one of in_committee, passed_chamber, signed");
    assert_eq!(body["details"]["problems"][0]["nearest"], Value::Null);
}

#[test]
fn every_topic_of_topic_all_is_required() {
    let topics = |id: &str, topics: &[&str]| with(statute(id, "ca"), json!({ "topics": topics }));
    let corpus = Corpus {
        statutes: vec![
            topics("a", &["privacy", "landlord-tenant", "fraud"]),
            topics("b", &["privacy", "tenant"]),
            topics("c", &["privacy"]),
            topics("d", &["landlord-tenant"]),
            statute("e", "ca"),
        ],
        ..Corpus::default()
    };
    let app = corpus.write().app();
    for (query, expected) in [
        (&[("topic_all", "privacy")][..], &["a", "b", "c"][..]),
        (&[("topic_all", "PRIVACY"), ("topic_all", " landlord tenant ")], &["a"]),
        (&[("topic_all", "privacy"), ("topic_all", "tenant")], &["a", "b"]),
        (&[("topic_all", "Landlord_Tenant"), ("topic_all", "tenant")], &["a", "d"]),
        (&[("topic_all", "privacy"), ("topic_all", "no-such-topic")], &[]),
        (&[("topic_all", "tenant"), ("topic", "fraud"), ("topic", "landlord-tenant")], &["a", "d"]),
        (&[("topic_all", "privacy"), ("topic_all", "tenant"), ("topic", "fraud")], &["a"]),
    ] {
        assert_eq!(ids(&app, List::Statutes, query), expected, "{query:?}");
    }
}

#[test]
fn uncatalogued_tag_matches_its_records() {
    let corpus = Corpus {
        statutes: vec![
            with(statute("a", "ca"), json!({ "topics": ["space-elevators"] })),
            with(statute("b", "ca"), json!({ "topics": ["privacy"] })),
        ],
        ..Corpus::default()
    };
    let app = corpus.write().app();
    assert_eq!(ids(&app, List::Statutes, &[("topic", "Space_Elevators")]), ["a"]);
}

#[test]
fn record_tagged_with_an_alias_matches_that_tag() {
    let corpus = Corpus {
        statutes: vec![
            with(statute("a", "ca"), json!({ "topics": ["tenant"] })),
            with(statute("b", "ca"), json!({ "topics": ["landlord-tenant"] })),
        ],
        ..Corpus::default()
    };
    let app = corpus.write().app();
    assert_eq!(ids(&app, List::Statutes, &[("topic", "tenant")]), ["a", "b"]);
}

/// Serves one case of each kind of court. The id names the kind.
fn courts() -> TestApp {
    let court = |id: &str, jurisdiction: &str, court: &str| with(case(id, jurisdiction), json!({ "court": court }));
    let cases = vec![
        court("a-scotus", "federal", "Supreme Court of the United States"),
        court("b-circuit", "federal", "United States Court of Appeals for the Ninth Circuit"),
        court("c-district", "federal", "United States District Court for the Northern District of California"),
        court("d-bankruptcy", "federal", "United States Bankruptcy Court for the District of Utah"),
        court("e-special", "federal", "United States Tax Court"),
        court("f-ca-supreme", "ca", "Supreme Court of California"),
        court("g-ca-appellate", "ca", "California Court of Appeal, Second Appellate District"),
        court("h-ca-trial", "ca", "Superior Court of California, County of Kern"),
        court("i-ny-last-resort", "ny", "New York Court of Appeals"),
        court("j-ny-trial", "ny", "Supreme Court of the State of New York"),
        court("k-ny-trial", "ny", "Supreme Court, Kings County"),
        court("l-ny-appellate", "ny", "Appellate Division of the Supreme Court of the State of New York"),
        court("m-no-level", "pr", "Sala de Mayagüez"),
        court("n-al-trial", "al", "District Court of Lee County"),
    ];
    Corpus { cases, ..Corpus::default() }.write().app()
}

#[test]
fn court_level_selects_every_court_below_it() {
    let app = courts();
    for (level, expected) in [
        ("supreme", ["a-scotus", "f-ca-supreme", "i-ny-last-resort"].as_slice()),
        ("appellate", &["b-circuit", "g-ca-appellate", "l-ny-appellate"]),
        ("circuit", &["b-circuit"]),
        ("trial", &["c-district", "h-ca-trial", "j-ny-trial", "k-ny-trial", "n-al-trial"]),
        ("district", &["c-district"]),
        ("bankruptcy", &["d-bankruptcy"]),
        ("special", &["e-special"]),
    ] {
        assert_eq!(ids(&app, List::Cases, &[("court", level)]), expected, "{level}");
        assert_eq!(ids(&app, List::Cases, &[("court", &format!(" {} ", level.to_uppercase()))]), expected, "{level}");
    }
}

#[test]
fn level_word_takes_precedence_over_court_names() {
    let app = courts();
    assert_eq!(ids(&app, List::Cases, &[("court", "district")]), ["c-district"]);
    for (words, expected) in [
        ("district court", ["c-district", "d-bankruptcy", "g-ca-appellate", "n-al-trial"].as_slice()),
        ("appellate district", &["g-ca-appellate"]),
        ("supreme court", &["a-scotus", "f-ca-supreme", "j-ny-trial", "k-ny-trial", "l-ny-appellate"]),
    ] {
        assert_eq!(ids(&app, List::Cases, &[("court", words)]), expected, "{words}");
    }
}

#[test]
fn supreme_court_of_new_york_is_a_trial_court() {
    let app = TestApp::bundled();
    let cases = app.walk(List::Cases, &vec![("court", "supreme".into()), ("jurisdiction", "ny".into())], || 100);
    assert!(cases.iter().all(|case| case["court"] == "New York Court of Appeals"));
    let app = courts();
    let new_york = |level| ids(&app, List::Cases, &[("court", level), ("jurisdiction", "New York")]);
    assert_eq!(new_york("supreme"), ["i-ny-last-resort"]);
    assert_eq!(new_york("trial"), ["j-ny-trial", "k-ny-trial"]);
}

#[test]
fn court_filter_accepts_an_id_an_alias_or_words_of_the_name() {
    let app = courts();
    for (id, values) in [
        ("a-scotus", ["scotus", "SCOTUS", "u.s. supreme court", "Supreme Court of the United States"].as_slice()),
        ("b-circuit", &["ca9", "CA9", "9th Cir.", "ninth circuit", "Circuit, NINTH", "appeals ninth"]),
        ("c-district", &["cand", "northern california", "District Northern"]),
        ("h-ca-trial", &["kern", "superior kern", "superior california county", "Kern county OF Superior"]),
        ("k-ny-trial", &["kings", "county kings supreme"]),
    ] {
        for value in values {
            assert_eq!(ids(&app, List::Cases, &[("court", value)]), [id], "{value}");
        }
    }
}

#[test]
fn court_words_are_compared_in_normalized_form() {
    let app = courts();
    for value in ["Mayagüez", "mayagu\u{308}ez", "MAYAGÜEZ sala", "\u{a0}MAYAGU\u{308}EZ\u{2003}", "Sala de Mayagüez"]
    {
        assert_eq!(ids(&app, List::Cases, &[("court", value)]), ["m-no-level"], "{value}");
    }
    assert_eq!(ids(&app, List::Cases, &[("court", "Mayaguez")]), [""; 0]);
}

#[test]
fn court_words_match_whole_words_and_all_are_required() {
    let app = courts();
    for value in ["nint", "ninth tenth", "kern kings", "circuits", "no-such-court", "§", "-", "ca99", "ninth*"] {
        let expected: &[&str] = if value == "ninth*" { &["b-circuit"] } else { &[] };
        assert_eq!(ids(&app, List::Cases, &[("court", value)]), expected, "{value}");
    }
}

#[test]
fn court_aliases_select_the_same_as_the_id() {
    let app = TestApp::bundled();
    for court in Contract::read(&bundled_corpus()).courts {
        let mut values = vec![text(&court, "id").to_owned(), text(&court, "id").to_uppercase()];
        values.extend(aliases(&court));
        values.push(format!("  {}", text(&court, "name").to_lowercase()));
        check_same(&app, List::Cases, "court", &values);
    }
}

#[test]
fn case_with_an_alias_of_its_court_matches_the_court() {
    let by_alias = with(case("a", "federal"), json!({ "court": "9th Cir." }));
    let elsewhere = with(case("b", "ca"), json!({ "court": "9th Cir." }));
    let app = Corpus { cases: vec![by_alias, elsewhere], ..Corpus::default() }.write().app();
    assert_eq!(ids(&app, List::Cases, &[("court", "ca9")]), ["a"]);
    assert_eq!(ids(&app, List::Cases, &[("court", "circuit")]), ["a"]);
}

#[test]
fn status_and_chamber_select_their_bills() {
    let corpus = Corpus {
        bills: ["in_committee", "passed_chamber", "signed"]
            .iter()
            .flat_map(|status| ["senate", "house"].map(|chamber| (status, chamber)))
            .map(|(status, chamber)| {
                let id = format!("{}.{chamber}", status.replace('_', "-"));
                with(bill(&id, "ca"), json!({ "status": status, "chamber": chamber }))
            })
            .collect(),
        ..Corpus::default()
    };
    let app = corpus.write().app();
    let found = |query: &[(&'static str, &str)]| ids(&app, List::Bills, query);
    assert_eq!(found(&[("status", "signed")]), ["signed.house", "signed.senate"]);
    assert_eq!(found(&[("status", " In_Committee ")]), ["in-committee.house", "in-committee.senate"]);
    assert_eq!(found(&[("status", "PASSED_CHAMBER"), ("chamber", "Senate")]), ["passed-chamber.senate"]);
    assert_eq!(found(&[("chamber", "house")]), ["in-committee.house", "passed-chamber.house", "signed.house"]);
}

#[test]
fn unknown_status_or_chamber_is_rejected_with_the_allowed_words() {
    let app = TestApp::bundled();
    for (parameter, values, allowed) in [
        (
            "status",
            ["passed", "active", "in committee", "in-committee", "signed,vetoed"].as_slice(),
            json!(["in_committee", "passed_chamber", "signed"]),
        ),
        ("chamber", &["upper", "assembly", "senate house", "s"], json!(["senate", "house"])),
    ] {
        for value in values {
            let response = app.get(&target("/api/v1/bills", &vec![(parameter, (*value).to_owned())]));
            let body = response.error(StatusCode::BAD_REQUEST);
            let problem = &body["details"]["problems"][0];
            assert_eq!((&problem["parameter"], &problem["value"]), (&json!(parameter), &json!(value)));
            assert_eq!(problem["allowed"], allowed);
        }
    }
}

#[test]
fn different_filters_must_all_match() {
    let app = TestApp::tiny();
    let bills = |query: &[(&'static str, &str)]| ids(&app, List::Bills, query);
    assert_eq!(bills(&[("jurisdiction", "us"), ("topic", "privacy")]), ["federal-119-s-7"]);
    assert_eq!(bills(&[("jurisdiction", "us"), ("topic", "privacy"), ("chamber", "house")]), [""; 0]);
    assert_eq!(bills(&[("jurisdiction", "ny"), ("topic", "privacy")]), [""; 0]);
    assert_eq!(
        bills(&[("jurisdiction", "us"), ("topic", "agriculture"), ("chamber", "senate"), ("status", "in_committee")]),
        ["federal-119-s-7"]
    );
    let cases = |query: &[(&'static str, &str)]| ids(&app, List::Cases, query);
    assert_eq!(cases(&[("court", "appellate"), ("topic", "privacy"), ("jurisdiction", "USA")]), ["ca9-9-f.3d-9"]);
    assert_eq!(cases(&[("court", "trial"), ("topic", "privacy")]), [""; 0]);
    assert_eq!(cases(&[("court", "trial"), ("jurisdiction", "ny")]), ["kings"]);
    let statutes = |query: &[(&'static str, &str)]| ids(&app, List::Statutes, query);
    assert_eq!(statutes(&[("jurisdiction", "federal"), ("topic", "fraud")]), ["federal-usc-18-1341"]);
    assert_eq!(statutes(&[("jurisdiction", "ca"), ("topic", "fraud")]), [""; 0]);
}

#[test]
fn court_without_words_selects_nothing_and_leaves_other_courts() {
    let app = TestApp::bundled();
    let total = |query: &str| app.get(&format!("/api/v1/cases?limit=1&{query}")).good()["meta"]["total"].clone();
    for signs in ["---", "%27", "%E2%80%A6"] {
        assert_eq!(total(&format!("court={signs}")), 0);
        for court in ["superior+court", "scotus", "circuit"] {
            assert_ne!(total(&format!("court={court}")), 0);
            assert_eq!(total(&format!("court={signs}&court={court}")), total(&format!("court={court}")));
        }
    }
}
