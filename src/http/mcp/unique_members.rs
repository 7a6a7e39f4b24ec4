/*!
Checks the JSON of a message for two things that rmcp accepts.

Of two members with the same name, rmcp would use the last, and silently drop a filter. Small values take up to a
hundred times the memory of their text, so their number is bounded.
*/

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// The maximum length of a name in an error, in characters.
const MAX_SHOWN_CHARS: usize = 100;

/// The maximum number of values in a text: numbers, strings, arrays, objects and the others, at any depth. A call of a
/// tool has some dozens.
const MAX_VALUES: usize = 1000;

/// Checks a text. The error is of the category `Data` if the text is JSON so far, but has a member twice or too many
/// values.
pub(crate) fn check(json: &[u8]) -> serde_json::Result<()> {
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    MessageCheck { n_values: 0 }.deserialize(&mut deserializer)?;
    deserializer.end()
}

/// Visits a value, and fails on a repeated member or one value too many.
struct MessageCheck {
    /// The number of values so far.
    n_values: usize,
}

impl<'de> DeserializeSeed<'de> for &mut MessageCheck {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.n_values += 1;
        if self.n_values > MAX_VALUES {
            return Err(D::Error::custom(format!("the message has more than {MAX_VALUES} values")));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut MessageCheck {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        while elements.next_element_seed(&mut *self)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let mut names = BTreeSet::new();
        while let Some(name) = members.next_key::<String>()? {
            if names.contains(&name) {
                let shown: String = name.chars().take(MAX_SHOWN_CHARS).collect();
                return Err(A::Error::custom(format!("the member {shown:?} appears twice")));
            }
            names.insert(name);
            members.next_value_seed(&mut *self)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data_error(json: &str) -> Option<String> {
        check(json.as_bytes()).err().filter(serde_json::Error::is_data).map(|error| error.to_string())
    }

    #[test]
    fn text_without_a_repeated_name_is_accepted_if_it_is_json() {
        for json in [
            r#"{"a": 1, "b": [true, null, -1, 0.5, 1e400, "a\u00e9"], "c": {"a": 18446744073709551615}}"#,
            r#"{"a": 1, "b": [true, null, -1, 0.5, 1e40, "a\u00e9"], "c": {"a": 18446744073709551615}}"#,
            "7",
            "[[], {}]",
            "",
            "[1, 2",
            "{} {}",
        ] {
            let parsed = serde_json::from_str::<serde_json::Value>(json);
            assert_eq!(
                check(json.as_bytes()).map_err(|error| error.to_string()),
                parsed.map(drop).map_err(|error| error.to_string()),
                "{json}"
            );
        }
    }

    #[test]
    fn thousand_values_are_accepted_and_one_more_is_too_many() {
        for value in ["1", "\"a\"", "[]", "{}", "null"] {
            let json = |n_values: usize| format!("[{}]", vec![value; n_values - 1].join(","));
            assert_eq!(data_error(&json(1000)), None);
            let error = data_error(&json(1001)).unwrap();
            assert!(error.starts_with("the message has more than 1000 values at line 1 column "), "{error}");
        }
    }

    #[test]
    fn name_that_is_there_twice_is_found_at_any_depth() {
        for (json, expected) in [
            (r#"{"a": 1, "a": 1}"#, "the member \"a\" appears twice at line 1 column 12"),
            (
                r#"{"x": [{"court": ["scotus"], "court": ["ca9"]}]}"#,
                "the member \"court\" appears twice at line 1 column 36",
            ),
            (r#"{"a": 1, "\u0061": 2}"#, "the member \"a\" appears twice at line 1 column 17"),
            ("{\"a\": 1,\n \"a\"", "the member \"a\" appears twice at line 2 column 4"),
        ] {
            assert_eq!(data_error(json).as_deref(), Some(expected), "{json}");
        }
    }
}
