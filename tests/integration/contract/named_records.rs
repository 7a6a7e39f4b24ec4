/*!
The jurisdictions, topics, courts, sessions, statuses and years of a list, whose names `q` finds.
*/

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::search::{Kind, NamedRecords};
use super::{Contract, List, aliases, session, text, words};

impl Contract {
    /// Returns the names of governments, each as words.
    pub(super) fn governments(&self) -> BTreeSet<Vec<String>> {
        let names = self.jurisdictions.iter().flat_map(|entry| aliases(entry).into_iter().chain([text(entry, "name")]));
        names.chain(["state", "people", "commonwealth", "territory"]).map(words::words).collect()
    }

    /// Returns the jurisdictions, topics, courts, sessions, statuses and years of a list with their names.
    pub(super) fn named(&self, list: List) -> Vec<NamedRecords> {
        let mut records_of = BTreeMap::<(&str, String), BTreeSet<usize>>::new();
        for (idx, record) in self.records(list).iter().enumerate() {
            let mut add = |kind, key: String| _ = records_of.entry((kind, key)).or_default().insert(idx);
            add("jurisdiction", text(record, "jurisdictionId").to_owned());
            if let Some(date) = record[list.date_field()].as_str() {
                add("year", date[..4].to_owned());
            }
            let topics = record["topics"].as_array().into_iter().flatten();
            topics.for_each(|topic| add("topic", topic.as_str().unwrap().to_owned()));
            if list == List::Bills {
                session::session(record).into_iter().for_each(|session| add("session", session.to_owned()));
                match text(record, "status") {
                    "signed" => ["enacted", "passed", "signed"].map(|word| add("status", word.to_owned())).into(),
                    "passed_chamber" => vec![add("status", "passed".to_owned())],
                    _ => Vec::new(),
                };
            }
            if list == List::Cases {
                match self.courts_of_cases[idx].idx {
                    Some(court) => add("court", text(&self.courts[court], "id").to_owned()),
                    None => add(text(record, "jurisdictionId"), text(record, "court").to_owned()),
                }
            }
        }
        let named = records_of.into_iter().map(|((kind, key), records)| {
            let kind_of = |kind, key: &str| match kind {
                "court" => Kind::Court,
                "jurisdiction" if key != "federal" => Kind::Place,
                "session" => Kind::Session,
                "status" => Kind::Status,
                "year" => Kind::Year,
                _ => Kind::FederalOrTopic,
            };
            let key = if kind == "session" { session::name(&key, &self.jurisdictions) } else { key };
            let (entries, id, names): (&[Value], _, &[&str]) = match kind {
                "jurisdiction" => (&self.jurisdictions, "id", &["name"]),
                "topic" => (&self.topics, "tag", &["tag", "label"]),
                "court" => (&self.courts, "id", &["name"]),
                _ => (&[], "", &[]),
            };
            let Some(entry) = entries.iter().find(|entry| entry[id] == key.as_str()) else {
                return NamedRecords::new(&[&key], &[], None, records).of(kind_of(kind, &key));
            };
            let names: Vec<&str> = names.iter().map(|name| text(entry, name)).collect();
            let abbreviation = entry["abbreviation"].as_str().filter(|_| kind == "jurisdiction");
            NamedRecords::new(&names, &aliases(entry), abbreviation, records).of(kind_of(kind, &key))
        });
        named.collect()
    }
}
