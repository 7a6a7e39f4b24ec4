/*!
The finder of citations reads those of the corpus, in the form that the filter of citations finds.
*/

use lexdex::citations::find_citations;

use super::contract::{Contract, List, bundled_corpus};
use super::support::{Query, TestApp, target};

#[test]
fn citation_of_every_record_is_found_in_a_sentence_and_finds_its_record() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    let mut n_citations = [0; 3];
    for list in List::ALL {
        for record in contract.records(list) {
            let citation = if list == List::Cases { &record["citation"] } else { &record["meta"]["citation"] };
            // A bill that is no law need not have one.
            let Some(citation) = citation.as_str() else {
                continue;
            };
            n_citations[list as usize] += 1;
            let sentence = format!("The rule of {citation} is old, and Section 5 is older.");
            let found = find_citations(&sentence);
            let normalized: Vec<&str> = found.iter().map(|found| &*found.normalized).collect();
            // The year of a bill is beside the citation.
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
