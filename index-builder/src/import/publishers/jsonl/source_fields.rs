/*!
The fields of rows that a mapping names.
*/

use std::borrow::Cow;

pub(super) struct SourceField {
    /// The name of a column, or the path of a field, such as `meta.title`.
    pub(super) name: String,
    /// Whether it may be missing in all rows.
    pub(super) is_optional: bool,
    /// The line and the key of the mapping that names it first, such as `7: fields.title`.
    pub(super) place: String,
}

/// The fields that a mapping names, without duplicates.
#[derive(Default)]
pub(super) struct SourceFields(Vec<SourceField>);

impl SourceFields {
    /// Adds a field, and returns its index. It is optional if every mention of it is.
    pub(super) fn add(&mut self, name: &str, is_optional: bool, place: impl FnOnce() -> String) -> usize {
        if let Some(idx) = self.0.iter().position(|field| field.name == name) {
            self.0[idx].is_optional &= is_optional;
            return idx;
        }
        self.0.push(SourceField { name: name.to_owned(), is_optional, place: place() });
        self.0.len() - 1
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &SourceField> {
        self.0.iter()
    }

    /// The name of the field of this index.
    pub(super) fn name(&self, idx: usize) -> &str {
        &self.0[idx].name
    }
}

/// The values at a path in a JSON value. A name with full stops is looked up as a whole, then as a path. A number is the
/// position in a list; another name is looked up in each element of a list.
pub(super) fn find<'v>(value: &'v serde_json::Value, path: &str, found: &mut Vec<&'v serde_json::Value>) {
    use serde_json::Value::{Array, Object};
    match value {
        Object(fields) => {
            if let Some(value) = fields.get(path) {
                found.push(value);
                return;
            }
            for (dot, _) in path.match_indices('.') {
                if let Some(value) = fields.get(&path[..dot]) {
                    return find(value, &path[dot + 1..], found);
                }
            }
        }
        Array(elements) => {
            let (head, rest) = path.split_once('.').map_or((path, None), |(head, rest)| (head, Some(rest)));
            match (head.parse::<usize>(), rest) {
                (Ok(idx), Some(rest)) => elements.get(idx).into_iter().for_each(|element| find(element, rest, found)),
                (Ok(idx), None) => found.extend(elements.get(idx)),
                (Err(_), _) => elements.iter().for_each(|element| find(element, path, found)),
            }
        }
        _ => {}
    }
}

/// A JSON value as text. `None` if it is a list or an object.
pub(super) fn scalar(value: &serde_json::Value) -> Option<Cow<'_, str>> {
    use serde_json::Value::{Array, Bool, Null, Number, Object, String};
    match value {
        Null => Some("".into()),
        Bool(value) => Some(value.to_string().into()),
        Number(number) => Some(number.to_string().into()),
        String(text) => Some(text.into()),
        Array(_) | Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn path_leads_to_fields_elements_and_names_with_full_stops() {
        let row = json!({
            "a": 1, "b": {"c": "two", "d.e": 3, "f": [[4], {"g": 5}, {"g": null}]}, "b.x": 6, "h": [{"i": [7, 8]}],
        });
        for (path, values) in [
            ("a", json!([1])),
            ("b.c", json!(["two"])),
            ("b.d.e", json!([3])),
            ("b.f.0.0", json!([4])),
            ("b.f.1.g", json!([5])),
            ("b.f.g", json!([5, null])),
            ("b.x", json!([6])),
            ("h.i", json!([[7, 8]])),
            ("h.0.i.1", json!([8])),
            ("a.b", json!([])),
            ("b.f.9", json!([])),
            ("b.", json!([])),
            ("", json!([])),
        ] {
            let mut found = Vec::new();
            find(&row, path, &mut found);
            assert_eq!(json!(found), values, "{path}");
        }
    }
}
