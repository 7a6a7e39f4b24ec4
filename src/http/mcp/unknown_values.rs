/*!
Finds filter values that match no value in the index.

A misspelled court, topic or session is not an error: it matches no record. In an empty result, a model cannot
distinguish it from a correct value without records. So the tool's result names the unknown value and the nearest known
ones.
*/

use lexdex_core::corpus::text;
use lexdex_core::model::{CourtLevel, Parameter, Resource};
use lexdex_index::Index;
use serde::Serialize;

/// The parameters with an open vocabulary.
pub(crate) const OPEN_PARAMETERS: [Parameter; 4] =
    [Parameter::Court, Parameter::Topic, Parameter::TopicAll, Parameter::Session];

/// The maximum number of values that are looked up for one call.
const MAX_LOOKED_UP: usize = 50;

/// The maximum number of values in one result, because the search for the nearest takes thousands of comparisons.
const MAX_DESCRIBED: usize = 5;

/// The maximum number of nearest values.
const MAX_NEAREST: usize = 3;

/// A filter value that matches no value in the index.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct UnknownValue {
    parameter: &'static str,
    value: String,
    /// The nearest values in the index.
    nearest: Vec<String>,
}

/// Returns the values in `given` that match no value in the index.
pub(crate) fn unknown_values(index: &Index, given: Vec<(Parameter, String)>) -> Vec<UnknownValue> {
    let unknown =
        given.into_iter().take(MAX_LOOKED_UP).filter(|(parameter, value)| !is_known(index, *parameter, value));
    let described = unknown.take(MAX_DESCRIBED).map(|(parameter, value)| UnknownValue {
        parameter: parameter.as_str(),
        nearest: nearest(index, parameter, &value),
        value,
    });
    described.collect()
}

fn is_known(index: &Index, parameter: Parameter, value: &str) -> bool {
    let catalogue = index.catalogue();
    match parameter {
        Parameter::Court => {
            CourtLevel::from_word(&text::normalize(value)).is_some() || !catalogue.courts.find([value]).is_empty()
        }
        Parameter::Topic | Parameter::TopicAll => catalogue.topics.matching_tags(value).any(|tag| {
            let is_of_records = |resource: &Resource| index.topic_counts(*resource).any(|(known, _)| known == tag);
            catalogue.topics.get(&tag).is_some() || Resource::ALL.iter().any(is_of_records)
        }),
        Parameter::Session => {
            let session = text::normalize(value);
            index.sessions().any(|known| known == session)
        }
        _ => true,
    }
}

fn nearest(index: &Index, parameter: Parameter, value: &str) -> Vec<String> {
    let catalogue = index.catalogue();
    match parameter {
        Parameter::Court => catalogue.courts.nearest(value).into_iter().map(|court| court.name.clone()).collect(),
        Parameter::Session => nearest_sessions(index, &text::normalize(value)),
        _ => catalogue.topics.nearest(value).into_iter().map(|topic| topic.tag.clone()).collect(),
    }
}

/// Returns the sessions that have this name in any jurisdiction, or else those with a similar name.
fn nearest_sessions(index: &Index, session: &str) -> Vec<String> {
    let mut sessions: Vec<&str> = index.sessions().collect();
    sessions.sort_unstable();
    let is_named = |known: &&&str| known.split_once('-').is_some_and(|(_, name)| name == session);
    let mut nearest: Vec<&str> = sessions.iter().filter(is_named).take(MAX_NEAREST).copied().collect();
    if nearest.is_empty() {
        nearest = text::probably_meant(session, sessions.iter().map(|known| (*known, *known)), MAX_NEAREST);
    }
    nearest.into_iter().map(str::to_owned).collect()
}
