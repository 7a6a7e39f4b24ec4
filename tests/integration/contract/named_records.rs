/*!
The jurisdictions, topics, courts and sessions of a list, whose names `q` finds.
*/

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::search::NamedRecords;
use super::{Contract, List, aliases, session, text};

impl Contract {
    /// Returns the jurisdictions, topics, courts and sessions of a list with their names.
    pub(super) fn named(&self, list: List) -> Vec<NamedRecords> {
        let mut records_of = BTreeMap::<(&str, String), BTreeSet<usize>>::new();
        for (idx, record) in self.records(list).iter().enumerate() {
            let mut add = |kind, key: String| _ = records_of.entry((kind, key)).or_default().insert(idx);
            add("jurisdiction", text(record, "jurisdictionId").to_owned());
            let topics = record["topics"].as_array().into_iter().flatten();
            topics.for_each(|topic| add("topic", topic.as_str().unwrap().to_owned()));
            if list == List::Bills {
                session::session(record).into_iter().for_each(|session| add("session", session.to_owned()));
            }
            if list == List::Cases {
                match self.courts_of_cases[idx].idx {
                    Some(court) => add("court", text(&self.courts[court], "id").to_owned()),
                    None => add(text(record, "jurisdictionId"), text(record, "court").to_owned()),
                }
            }
        }
        let named = records_of.into_iter().map(|((kind, key), records)| {
            if kind == "session" {
                return NamedRecords::for_session(&session::name(&key, &self.jurisdictions), records);
            }
            let (entries, id, names): (&[Value], _, &[&str]) = match kind {
                "jurisdiction" => (&self.jurisdictions, "id", &["name"]),
                "topic" => (&self.topics, "tag", &["tag", "label"]),
                "court" => (&self.courts, "id", &["name"]),
                _ => (&[], "", &[]),
            };
            let Some(entry) = entries.iter().find(|entry| entry[id] == key.as_str()) else {
                return NamedRecords::new(&[&key], &[], None, records).with_court(kind == "court");
            };
            let names: Vec<&str> = names.iter().map(|name| text(entry, name)).collect();
            let abbreviation = entry["abbreviation"].as_str().filter(|_| kind == "jurisdiction");
            NamedRecords::new(&names, &aliases(entry), abbreviation, records).with_court(kind == "court")
        });
        named.collect()
    }
}
