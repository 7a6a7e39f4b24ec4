/*!
Parses JSON and rejects objects with two members of the same name. Most parsers use the last one, which would silently
drop a filter. Also bounds the number of values: small objects take up to a hundred times the memory of their text.
*/

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;
use serde_json::{Map, Number, Value};

/// The maximum length of a name in an error, in characters.
const MAX_SHOWN_CHARS: usize = 100;

/// The maximum number of values in a text: numbers, strings, arrays, objects and the others, at any depth. A call of a
/// tool has some dozens.
pub(crate) const MAX_VALUES: usize = 1000;

/// The reason why a text is rejected.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// An object has two members of this name, given in quotation marks.
    Repeated(String),
    /// The text has more values than [`MAX_VALUES`].
    TooManyValues,
    /// The text is not JSON, or is nested too deeply.
    Malformed,
}

/// Parses a JSON text.
pub(crate) fn parse(json: &[u8]) -> Result<Value, Fault> {
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    let n_values = Cell::new(0);
    let value = UniqueMembers { n_values: &n_values }.deserialize(&mut deserializer);
    let value = value.and_then(|value| deserializer.end().map(|()| value));
    value.map_err(|error| match error.is_data() {
        true if n_values.get() > MAX_VALUES => Fault::TooManyValues,
        true => {
            let message = error.to_string();
            // serde_json appends the position to the message.
            Fault::Repeated(message.rsplit_once(" at line ").map_or(&*message, |(name, _)| name).to_owned())
        }
        false => Fault::Malformed,
    })
}

/// Deserializes a value, and fails on a repeated member or one value too many.
#[derive(Clone, Copy)]
struct UniqueMembers<'c> {
    /// The number of values so far.
    n_values: &'c Cell<usize>,
}

impl<'de> DeserializeSeed<'de> for UniqueMembers<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.n_values.set(self.n_values.get() + 1);
        if self.n_values.get() > MAX_VALUES {
            return Err(D::Error::custom("too many values"));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for UniqueMembers<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Value, E> {
        Ok(flag.into())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        Ok(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = elements.next_element_seed(self)? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            match object.entry(name) {
                Entry::Vacant(entry) => _ = entry.insert(members.next_value_seed(self)?),
                Entry::Occupied(entry) => {
                    let shown: String = entry.key().chars().take(MAX_SHOWN_CHARS).collect();
                    return Err(A::Error::custom(format!("{shown:?}")));
                }
            }
        }
        Ok(object.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_without_a_repeated_name_is_its_value() {
        for json in [
            r#"{"a": 1, "b": [true, null, -1, 0.5, 1e400, "a\u00e9"], "c": {"a": 18446744073709551615}}"#,
            "7",
            "[[], {}]",
            "",
            "[1, 2",
            "{} {}",
        ] {
            assert_eq!(parse(json.as_bytes()).ok(), serde_json::from_str(json).ok(), "{json}");
        }
        assert_eq!(parse(&[b'['; 1000]), Err(Fault::Malformed));
    }

    #[test]
    fn thousand_values_are_accepted_and_one_more_is_too_many() {
        for value in ["1", "\"a\"", "[]", "{}", "null"] {
            for (n_values, is_accepted) in [(MAX_VALUES, true), (MAX_VALUES + 1, false)] {
                let json = format!("[{}]", vec![value; n_values - 1].join(","));
                let parsed = parse(json.as_bytes());
                assert_eq!(parsed == Err(Fault::TooManyValues), !is_accepted, "{n_values} {value}");
                assert_eq!(parsed.is_ok(), is_accepted);
            }
        }
    }

    #[test]
    fn name_that_is_there_twice_is_found_at_any_depth() {
        for (json, name) in [
            (r#"{"a": 1, "a": 1}"#, "\"a\""),
            (r#"{"x": [{"court": ["scotus"], "court": ["ca9"]}]}"#, "\"court\""),
            (r#"{"a": 1, "\u0061": 2}"#, "\"a\""),
            (r#"{"a at line 1": 1, "a at line 1": 2}"#, "\"a at line 1\""),
            ("{\"a\": 1, \"a\"", "\"a\""),
        ] {
            assert_eq!(parse(json.as_bytes()), Err(Fault::Repeated(name.to_owned())), "{json}");
        }
    }
}
