/*!
The fields of a record that a publication changed, with their values before and after.
*/

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The maximum length of a value in bytes.
const MAX_VALUE_BYTES: usize = 100;

/// The maximum length of all changed fields of a record in a history, in bytes.
pub(crate) const MAX_EDITS_BYTES: usize = 4096;

/// A changed field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldEdit {
    /// The name of the field, such as `status`, or of a member of `meta`, such as `meta.citation`.
    pub field: String,
    /// The values before and after; empty for an absent one. `None` if they are too long to be kept.
    pub values: Option<[String; 2]>,
}

impl FieldEdit {
    /// Compares two versions of a record, given as JSON. Returns the fields that differ in the order of their names.
    pub fn between(old: &[u8], new: &[u8]) -> serde_json::Result<Vec<Self>> {
        let [old, new]: [Map<String, Value>; 2] = [serde_json::from_slice(old)?, serde_json::from_slice(new)?];
        let [old, new] = [members(&old), members(&new)];
        let removed = old.iter().filter(|(name, _)| !new.iter().any(|(other, _)| other == name));
        let mut edits = Vec::new();
        for (name, _) in new.iter().chain(removed) {
            let [old, new] = [&old, &new].map(|members| members.iter().find(|(other, _)| other == name));
            let [old, new] = [old, new].map(|member| member.map(|(_, value)| *value).filter(|value| !value.is_null()));
            if old != new {
                edits.push(Self { field: name.to_string(), values: shown([text(old), text(new)]) });
            }
        }
        edits.sort_unstable_by(|one: &Self, other| one.field.cmp(&other.field));
        if serde_json::to_vec(&edits)?.len() > MAX_EDITS_BYTES {
            edits.iter_mut().for_each(|edit| edit.values = None);
        }
        Ok(edits)
    }
}

/// The members of a record, with those of an object in it under both names.
fn members(record: &Map<String, Value>) -> Vec<(Cow<'_, str>, &Value)> {
    let mut members = Vec::new();
    for (name, value) in record {
        match value {
            Value::Object(inner) => {
                members.extend(inner.iter().map(|(member, value)| (Cow::Owned(format!("{name}.{member}")), value)));
            }
            value => members.push((Cow::Borrowed(name.as_str()), value)),
        }
    }
    members
}

/// The text of a value.
fn text(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(values)) => values.iter().map(|value| text(Some(value))).collect::<Vec<_>>().join(", "),
        Some(value) => value.to_string(),
    }
}

fn shown(values: [String; 2]) -> Option<[String; 2]> {
    values.iter().all(|value| value.len() <= MAX_VALUE_BYTES).then_some(values)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn between(old: Value, new: Value) -> Vec<(String, Option<[String; 2]>)> {
        let edits = FieldEdit::between(old.to_string().as_bytes(), new.to_string().as_bytes()).unwrap();
        edits.into_iter().map(|FieldEdit { field, values }| (field, values)).collect()
    }

    #[test]
    fn changed_added_and_removed_fields_have_both_values() {
        let old =
            json!({ "id": "a", "status": "in_committee", "topics": ["x"], "meta": { "citation": null, "a": "b" } });
        let new =
            json!({ "id": "a", "status": "signed", "topics": ["x", "y"], "meta": { "citation": "1 X 2", "a": "b" } });
        let edit = |field: &str, from: &str, to: &str| (field.to_owned(), Some([from.to_owned(), to.to_owned()]));
        assert_eq!(between(old.clone(), old.clone()), []);
        assert_eq!(
            between(old.clone(), new),
            [edit("meta.citation", "", "1 X 2"), edit("status", "in_committee", "signed"), edit("topics", "x", "x, y")]
        );
        let date = json!({ "id": "a", "status": "in_committee", "effectiveDate": "2020-01-01", "topics": ["x"] });
        assert_eq!(between(old, date), [edit("effectiveDate", "", "2020-01-01"), edit("meta.a", "b", "")]);
    }

    #[test]
    fn long_values_are_left_out() {
        let of = |summary: String| json!({ "summary": summary });
        let longest = "x".repeat(MAX_VALUE_BYTES);
        assert_eq!(between(of(String::new()), of(longest.clone()))[0].1, Some([String::new(), longest.clone()]));
        assert_eq!(between(of(String::new()), of(longest + "x")), [("summary".to_owned(), None)]);
        let many =
            |sign: &str| (0..10).map(|n| (n.to_string(), json!(sign.repeat(MAX_VALUE_BYTES)))).collect::<Value>();
        let edits = between(many("\u{1}"), many("\u{2}"));
        assert!(edits.len() == 10 && edits.iter().all(|(_, values)| values.is_none()), "{edits:?}");
    }
}
