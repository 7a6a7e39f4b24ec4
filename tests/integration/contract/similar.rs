/*!
The similar records of a record of a corpus.
*/

use serde_json::Value;

use super::search::similar;
use super::{Contract, List, text};

impl Contract {
    /// Returns the records similar to the one at a position.
    pub(in super::super) fn similar(&self, list: List, idx: usize) -> Vec<&Value> {
        let records = self.records(list);
        let record = &records[idx];
        let title = text(record, if list == List::Cases { "caseName" } else { "title" });
        let summary = record["summary"].as_str().unwrap_or_default();
        let topics = record["topics"].as_array().into_iter().flatten().map(|topic| {
            let has_topic = |other: &Value| other["topics"].as_array().is_some_and(|topics| topics.contains(topic));
            (0..records.len()).filter(|other| has_topic(&records[*other])).collect()
        });
        let similar = similar(self.searched(list), idx, (title, summary), topics.collect());
        similar.into_iter().map(|other| &records[other]).collect()
    }
}
