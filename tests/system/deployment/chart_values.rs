//! The chart's values: each is in the schema, and in the README with its comment.

use std::collections::BTreeSet;
use std::fmt::Write;

use lexdex_tests::generated;
use lexdex_tests::tool::file;
use serde_json::Value;

use crate::system::deployment::helm::documents;

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

/// A value of the chart: the path of its key, and the comment above it.
struct Documented {
    path: Vec<String>,
    comment: String,
}

/// The commented keys of values.yaml, in its order.
fn documented(values: &str) -> Vec<Documented> {
    let mut found = Vec::new();
    let mut path: Vec<(usize, String)> = Vec::new();
    let mut comment = String::new();
    for line in values.lines() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if let Some(line) = text.strip_prefix("# ") {
            comment = if comment.is_empty() { line.to_owned() } else { format!("{comment} {line}") };
        } else if let Some((key, _)) = text.split_once(':').filter(|_| !text.starts_with('-')) {
            path.retain(|(start, _)| *start < indent);
            path.push((indent, key.to_owned()));
            if !comment.is_empty() {
                let path = path.iter().map(|(_, key)| key.clone()).collect();
                found.push(Documented { path, comment: std::mem::take(&mut comment) });
            }
        } else {
            comment.clear();
        }
    }
    found
}

/// The type of a value in the schema, as a word.
fn type_in(root: &Value, path: &[String]) -> String {
    let schema = path.iter().fold(root, |schema, key| {
        let child = resolve(root, &schema["properties"][key]);
        assert!(child.is_object(), "the schema has no {}", path.join("."));
        child
    });
    match &schema["type"] {
        Value::String(name) => name.clone(),
        Value::Array(names) => {
            let names = names.iter().map(|name| name.as_str().unwrap()).filter(|name| *name != "null");
            names.collect::<Vec<_>>().join(" or ")
        }
        _ => "string".to_owned(),
    }
}

/// The table of the README.
fn table() -> String {
    let text = file(VALUES);
    let values = documents(&text).remove(0);
    let schema = schema();
    let mut table = String::from("| value | type | default | is |\n|---|---|---|---|\n");
    for Documented { path, comment } in documented(&text) {
        let default = path.iter().fold(&values, |value, key| &value[key]);
        let default = match default {
            Value::String(text) if text.is_empty() => "`\"\"`".to_owned(),
            Value::String(text) => format!("`{text}`"),
            other => format!("`{other}`"),
        };
        let value_type = type_in(&schema, &path);
        writeln!(table, "| `{}` | {value_type} | {default} | {comment} |", path.join(".")).unwrap();
    }
    table
}

#[test]
fn generated_table_of_the_chart_has_every_value() {
    generated::check_part("deploy/helm/lexdex/README.md", &table());
}

#[test]
fn schema_and_values_have_the_same_keys_and_each_has_a_comment() {
    let commented = documented(&file(VALUES)).into_iter().map(|value| value.path.join(".")).collect();
    assert_eq!(leaves(), commented);
}
