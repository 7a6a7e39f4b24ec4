//! The chart's values: each is in the schema, and has a comment in values.yaml.

use std::collections::BTreeSet;

use lexdex_tests::tool::file;
use serde_json::Value;

const VALUES: &str = "deploy/helm/lexdex/values.yaml";

pub(crate) fn schema() -> Value {
    serde_json::from_str(&file("deploy/helm/lexdex/values.schema.json")).unwrap()
}

/// Resolves a reference to another schema.
fn resolve<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    match schema["$ref"].as_str() {
        Some(name) => &root["definitions"][name.strip_prefix("#/definitions/").unwrap()],
        None => schema,
    }
}

/// The paths of all values that are not tables of further values, without Helm's own `global`.
fn leaves() -> BTreeSet<String> {
    fn add(root: &Value, schema: &Value, path: &str, found: &mut BTreeSet<String>) {
        match resolve(root, schema)["properties"].as_object() {
            Some(properties) => properties.iter().for_each(|(key, schema)| {
                add(root, schema, &format!("{path}.{key}"), found);
            }),
            None => drop(found.insert(path.trim_start_matches('.').to_owned())),
        }
    }
    let root = schema();
    let mut found = BTreeSet::new();
    add(&root, &root, "", &mut found);
    assert!(found.remove("global"));
    found
}

/// The paths of the keys of values.yaml that have a comment above them.
fn commented(values: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut path: Vec<(usize, &str)> = Vec::new();
    let mut is_commented = false;
    for line in values.lines() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if text.starts_with("# ") {
            is_commented = true;
            continue;
        }
        if let Some((key, _)) = text.split_once(':').filter(|_| !text.starts_with('-')) {
            path.retain(|(start, _)| *start < indent);
            path.push((indent, key));
            if is_commented {
                found.insert(path.iter().map(|(_, key)| *key).collect::<Vec<_>>().join("."));
            }
        }
        is_commented = false;
    }
    found
}

#[test]
fn schema_and_values_have_the_same_keys_and_each_has_a_comment() {
    assert_eq!(leaves(), commented(&file(VALUES)));
}
