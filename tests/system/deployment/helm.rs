//! Helm, and the objects that it renders from the chart.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use lexdex_tests::skip::is_there;
use lexdex_tests::tool::ROOT;
use saphyr::{LoadableYamlNode, Scalar, Yaml};
use serde_json::{Value, json};

pub(crate) const CHART: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/helm/lexdex");

const HELM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/helm/helm");

/// Whether Helm is installed; otherwise the test is reported as skipped.
#[track_caller]
pub(crate) fn has_helm() -> bool {
    is_there(HELM, &["version"])
}

/// Helm with these arguments, in the chart's folder, and with no setting or cache of this machine.
pub(crate) fn helm(arguments: &[&str]) -> Command {
    let mut helm = Command::new(HELM);
    helm.args(arguments).current_dir(CHART).env_clear().env("HOME", "/nonexistent");
    helm
}

/// The command that renders the chart as the release `law` in the namespace `search`.
pub(crate) fn template(arguments: &[&str]) -> Command {
    helm(&[&["template", "law", ".", "--namespace", "search"], arguments].concat())
}

/// The sets of values that the tests render: their names and files.
pub(crate) fn value_sets() -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(Path::new(CHART).join("ci")).unwrap();
    let mut sets: Vec<(String, PathBuf)> = entries
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().strip_suffix("-values.yaml").unwrap();
            (name.to_owned(), path)
        })
        .collect();
    sets.sort();
    sets
}

/// The snapshot of the rendered objects of a value set, which a test compares with Helm's output.
#[track_caller]
pub(crate) fn snapshot(set: &str) -> String {
    let path = Path::new(ROOT).join(format!("tests/system/deployment/snapshots/{set}.snap"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.splitn(3, "---\n").nth(2).unwrap().to_owned()
}

/// The documents of a YAML text.
#[track_caller]
pub(crate) fn documents(yaml: &str) -> Vec<Value> {
    let documents = Yaml::load_from_str(yaml).unwrap();
    documents.iter().map(to_json).filter(|document| !document.is_null()).collect()
}

/// The objects of a kind.
pub(crate) fn with_kind<'d>(documents: &'d [Value], kind: &str) -> Vec<&'d Value> {
    documents.iter().filter(|document| document["kind"] == kind).collect()
}

fn to_json(yaml: &Yaml<'_>) -> Value {
    match yaml {
        Yaml::Mapping(mapping) => {
            mapping.iter().map(|(key, value)| (key.as_str().unwrap().to_owned(), to_json(value))).collect()
        }
        Yaml::Sequence(items) => items.iter().map(to_json).collect(),
        Yaml::Value(Scalar::Null) => Value::Null,
        Yaml::Value(Scalar::Boolean(value)) => json!(value),
        Yaml::Value(Scalar::Integer(value)) => json!(value),
        Yaml::Value(Scalar::FloatingPoint(value)) => json!(value.into_inner()),
        Yaml::Value(Scalar::String(value)) => json!(value),
        other => panic!("{other:?} is neither a value nor a collection"),
    }
}
