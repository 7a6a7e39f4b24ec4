/*!
The citation finder recognizes the citations of the corpus, in the form that the filter `citation` finds. The filter and
the citation check interpret each spelling in the same way.
*/

use lexdex_core::citations::find_citations;

use super::contract::{Contract, List, bundled_corpus};
use super::support::{Query, TestApp, target};

#[test]
fn citation_of_every_record_is_found_in_a_sentence() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    let mut n_citations = [0; 3];
    for list in List::ALL {
        for record in contract.records(list) {
            let citation = if list == List::Cases { &record["citation"] } else { &record["meta"]["citation"] };
            // A bill that is not law need not have a citation.
            let Some(citation) = citation.as_str() else {
                continue;
            };
            n_citations[list as usize] += 1;
            let sentence = format!("The rule of {citation} is old, and Section 5 is older.");
            let found = find_citations(&sentence);
            let normalized: Vec<&str> = found.iter().map(|found| &*found.normalized).collect();
            // The year of a bill is not a part of the citation.
            let expected = citation.split(" (").next().unwrap();
            assert_eq!(normalized, [expected], "{sentence}");
            let query: Query = vec![("citation", normalized[0].to_owned())];
            let body = app.get(&target(list.path(), &query)).good();
            let records = body["data"].as_array().unwrap();
            assert!(records.contains(record), "{normalized:?} does not find {record}");
        }
    }
    assert!(n_citations.iter().all(|n_citations| *n_citations > 100), "{n_citations:?}");
}

#[test]
fn filter_and_check_find_the_same_record_for_every_spelling() {
    let app = TestApp::bundled();
    for (list, id, spellings) in [
        (
            List::Cases,
            "scotus-5-us-137",
            &["5 U.S. (1 Cranch) 137", "5 U.S.(1 Cranch) 137", "5 U. S. (1 Cranch) 137", "5 U.S. 137", "1 Cranch 137"]
                [..],
        ),
        (List::Cases, "scotus-5-us-137", &["Marbury v. Madison, 5 U.S. (1 Cranch) 137, 177 (1803)"]),
        (
            List::Cases,
            "scotus-410-us-113",
            &[
                "410 U.S. 113",
                "410 U.S.113",
                "410 US 113",
                "410 U. S. 113",
                "410 U.S., 113",
                "93 S. Ct. 705",
                "93 S.Ct. 705",
            ],
        ),
        (List::Cases, "scotus-410-us-113", &["Roe v. Wade, 410 U.S. 113, 153 (1973)", "410\u{a0}U.S.\u{a0}113"]),
        (
            List::Statutes,
            "federal-usc-18-1341",
            &[
                "18 U.S.C. § 1341",
                "18 U.S.C.§ 1341",
                "18 U.S.C. §1341",
                "18 U.S.C. 1341",
                "18 U.S.C. sec. 1341",
                "18 U.S.C. Section 1341",
                "18 U. S. C. § 1341",
                "18 USC § 1341",
                "18 USC 1341",
                "18 USCA § 1341",
                "18 USCS § 1341",
                "18 U.S.C.A. § 1341",
                "18 U.S.C.S. § 1341",
                "18 U.S. Code § 1341",
                "18 United States Code § 1341",
                "18 U.S.C. § 1341(a)(1) (2018)",
            ],
        ),
        (
            List::Bills,
            "federal-117-s-2938",
            &[
                "Pub. L. 117-159",
                "Pub. L. No. 117-159",
                "Pub. L. 117–159",
                "Pub.L. 117-159",
                "Pub.L.117-159",
                "Pub. Law 117-159",
                "Public Law 117-159",
                "Public Law No. 117-159",
                "Public Law Number 117-159",
                "P.L. 117-159",
                "P. L. 117-159",
                "P.L. No. 117-159",
                "PL 117-159",
                "PL117-159",
                "117 Pub. L. 159",
                "S. 2938, 117th Cong.",
                "S. 2938, 117th Cong. (2022)",
                "S. 2938, 117th Cong., 2d Sess. (2022)",
                "S.2938, 117th Congress",
                "S 2938, 117th Cong.",
            ],
        ),
    ] {
        for spelling in spellings {
            let query: Query = vec![("citation", (*spelling).to_owned())];
            let listed = app.get(&target(list.path(), &query)).good();
            assert_eq!((&listed["meta"]["total"], &listed["data"][0]["id"]), (&1.into(), &id.into()), "{spelling}");
            let checked = app.post("/api/v1/citations", "text/plain", (*spelling).to_owned()).good();
            assert_eq!(checked["data"].as_array().unwrap().len(), 1, "{spelling}: {checked}");
            let citation = &checked["data"][0];
            assert_eq!((&citation["total"], &citation["records"][0]["id"]), (&1.into(), &id.into()), "{spelling}");
            assert_eq!(citation["status"], "found", "{spelling}");
        }
    }
}
