/*!
Finds members of JSON objects that are there twice. Parsers take the last one, and would drop a filter in silence.
*/

use std::collections::HashSet;
use std::fmt;

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The maximum number of characters of a name that is shown.
const MAX_SHOWN_CHARS: usize = 100;

/// The first name that an object of a JSON text has twice, in quotation marks; `None` if there is no such name, or the text
/// is not JSON.
pub(crate) fn repeated_member(json: &[u8]) -> Option<String> {
    let error = serde_json::from_slice::<UniqueMembers>(json).err().filter(serde_json::Error::is_data)?;
    let message = error.to_string();
    // The place is after the name.
    Some(message.rsplit_once(" at line ").map_or(message.as_str(), |(name, _)| name).to_owned())
}

/// A JSON value in which no object has two members of one name.
struct UniqueMembers;

impl<'de> Deserialize<'de> for UniqueMembers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UniqueVisitor)
    }
}

struct UniqueVisitor;

impl<'de> Visitor<'de> for UniqueVisitor {
    type Value = UniqueMembers;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<UniqueMembers, E> {
        Ok(UniqueMembers)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<UniqueMembers, E> {
        Ok(UniqueMembers)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<UniqueMembers, E> {
        Ok(UniqueMembers)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<UniqueMembers, E> {
        Ok(UniqueMembers)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<UniqueMembers, E> {
        Ok(UniqueMembers)
    }

    fn visit_unit<E: Error>(self) -> Result<UniqueMembers, E> {
        Ok(UniqueMembers)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<UniqueMembers, A::Error> {
        while values.next_element::<UniqueMembers>()?.is_some() {}
        Ok(UniqueMembers)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<UniqueMembers, A::Error> {
        let mut names: HashSet<String> = HashSet::new();
        while let Some(name) = members.next_key::<String>()? {
            if names.contains(&name) {
                let shown: String = name.chars().take(MAX_SHOWN_CHARS).collect();
                return Err(A::Error::custom(format!("{shown:?}")));
            }
            names.insert(name);
            members.next_value::<UniqueMembers>()?;
        }
        Ok(UniqueMembers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_that_is_there_twice_is_found_at_any_depth() {
        for (json, expected) in [
            (r#"{"a": 1, "b": [true, null, -1, 0.5, "a"], "c": {"a": 1}}"#, None),
            (r#"{"a": 1, "a": 1}"#, Some("\"a\"")),
            (r#"{"x": [{"court": ["scotus"], "court": ["ca9"]}]}"#, Some("\"court\"")),
            (r#"{"a": 1, "\u0061": 2}"#, Some("\"a\"")),
            (r#"{"a at line 1": 1, "a at line 1": 2}"#, Some("\"a at line 1\"")),
            ("{\"a\": 1, \"a\"", Some("\"a\"")),
            ("", None),
            ("[1, 2", None),
        ] {
            assert_eq!(repeated_member(json.as_bytes()).as_deref(), expected, "{json}");
        }
    }
}
