//! All values of the chart at once, each of a wrong type, out of its range, or malformed; and texts that the chart and
//! the server must both accept or both reject.

use std::collections::BTreeSet;
use std::fs;

use clap::Parser;
use lexdex::settings::Settings;
use lexdex_tests::tool::{file, run_refused};
use serde_json::{Map, Value, json};

use crate::system::deployment::helm::{documents, has_helm, template};

/// A value of the chart that is not a table of further values.
pub(crate) struct Leaf {
    pub(crate) path: Vec<String>,
    pub(crate) schema: Value,
}

/// Helm's complaints about values, one a line. Those from the schema come in any order, and are sorted here.
#[track_caller]
pub(crate) fn complaints(values: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("values.yaml");
    fs::write(&path, values).unwrap();
    let printed = run_refused(template(&["--values"]).arg(path));
    let lines = printed.lines().filter_map(|line| line.trim_start().strip_prefix("- "));
    // A line about a table is followed by those about its values.
    let mut lines: Vec<&str> = lines.filter(|line| !line.ends_with(": validation failed")).collect();
    if lines.iter().any(|line| line.starts_with("at '")) {
        lines.sort_unstable();
    }
    lines.join("\n")
}

pub(crate) fn schema() -> Value {
    serde_json::from_str(&file("deploy/helm/lexdex/values.schema.json")).unwrap()
}

/// Resolves a reference to another schema.
pub(crate) fn resolve<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    match schema["$ref"].as_str() {
        Some(name) => &root["definitions"][name.strip_prefix("#/definitions/").unwrap()],
        None => schema,
    }
}

/// The leaves of the chart, without Helm's own `global`. Tables that Kubernetes defines are leaves.
pub(crate) fn leaves() -> Vec<Leaf> {
    const OF_KUBERNETES: [&str; 4] = ["resources", "affinity", "podSecurityContext", "securityContext"];
    fn add(root: &Value, schema: &Value, path: &[String], found: &mut Vec<Leaf>) {
        let schema = resolve(root, schema);
        let is_foreign = path.last().is_some_and(|key| OF_KUBERNETES.contains(&key.as_str()));
        match schema["properties"].as_object().filter(|_| !is_foreign) {
            Some(properties) => properties.iter().for_each(|(key, schema)| {
                add(root, schema, &[path, std::slice::from_ref(key)].concat(), found);
            }),
            None => found.push(Leaf { path: path.to_vec(), schema: schema.clone() }),
        }
    }
    let root = schema();
    let mut found = Vec::new();
    add(&root, &root, &[], &mut found);
    found.retain(|leaf| leaf.path != ["global"]);
    found
}

impl Leaf {
    /// The path in the format of the schema's messages.
    fn pointer(&self) -> String {
        format!("/{}", self.path.join("/"))
    }

    fn allows(&self, type_name: &str) -> bool {
        match &self.schema["type"] {
            Value::String(name) => name == type_name,
            Value::Array(names) => names.contains(&json!(type_name)),
            // An enum, whose values are texts or null.
            _ => type_name == "string",
        }
    }
}

/// The values of some leaves, in the format that Helm reads.
fn values<'l>(leaves: impl IntoIterator<Item = (&'l Leaf, Value)>) -> String {
    let mut values = json!({});
    for (leaf, value) in leaves {
        let (last, tables) = leaf.path.split_last().unwrap();
        let table = tables.iter().fold(&mut values, |table, key| {
            table.as_object_mut().unwrap().entry(key.clone()).or_insert_with(|| Value::Object(Map::new()))
        });
        table[last] = value;
    }
    values.to_string()
}

/// Asserts that there is a complaint of the schema about each of these leaves.
#[track_caller]
fn assert_schema_names(leaves: &[&Leaf], complaints: &str, why: &str) {
    let found: BTreeSet<&str> = complaints.lines().filter_map(|line| line.split('\'').nth(1)).collect();
    for leaf in leaves {
        assert!(found.contains(leaf.pointer().as_str()), "{} {why}:\n{complaints}", leaf.pointer());
    }
    assert_eq!(found.len(), leaves.len(), "{complaints}");
}

#[test]
fn value_of_another_type_is_rejected() {
    if !has_helm() {
        return;
    }
    let leaves = leaves();
    assert!(leaves.len() > 80);
    let wrong = [("string", json!("text")), ("boolean", json!(true)), ("integer", json!(7)), ("number", json!(1.5))];
    for (name, value) in wrong.into_iter().chain([("array", json!([[]])), ("object", json!({"an unknown": []}))]) {
        let leaves: Vec<&Leaf> = leaves.iter().filter(|leaf| !leaf.allows(name)).collect();
        let complaints = complaints(&values(leaves.iter().map(|leaf| (*leaf, value.clone()))));
        assert_schema_names(&leaves, &complaints, &format!("may be of the type {name}"));
    }
}

#[test]
fn null_for_a_value_with_a_default_is_rejected() {
    if !has_helm() {
        return;
    }
    let defaults = documents(&file("deploy/helm/lexdex/values.yaml")).remove(0);
    let may_be_null = |leaf: &&Leaf| {
        leaf.path.iter().fold(&defaults, |value, key| &value[key]).is_null() || leaf.path.last().unwrap() == "resources"
    };
    for leaf in leaves().iter().filter(|leaf| !may_be_null(leaf)).step_by(9) {
        let (last, tables) = leaf.path.split_last().unwrap();
        let table = if tables.is_empty() { String::new() } else { format!("/{}", tables.join("/")) };
        let expected = format!("at '{table}': missing property '{last}'");
        assert_eq!(complaints(&values([(leaf, Value::Null)])), expected);
    }
}

/// Sets each number just outside its range. For settings of the server, also compares both sides of each bound with the
/// server.
#[test]
fn numbers_have_the_ranges_of_the_server() {
    if !has_helm() {
        return;
    }
    let leaves = leaves();
    let bounded: Vec<&Leaf> = leaves.iter().filter(|leaf| leaf.allows("integer") && !leaf.allows("string")).collect();
    assert!(bounded.len() > 12);
    for (bound, step) in [("minimum", -1), ("maximum", 1)] {
        let beyond = |leaf: &Leaf| leaf.schema[bound].as_i64().unwrap_or_else(|| panic!("{}", leaf.pointer())) + step;
        let complaints = complaints(&values(bounded.iter().map(|leaf| (*leaf, json!(beyond(leaf))))));
        assert_schema_names(&bounded, &complaints, &format!("may be beyond its {bound}"));
        assert_eq!(complaints.matches(&format!(": {bound}: got")).count(), bounded.len(), "{complaints}");
        for (key, option) in [
            ("rateLimit", "--rate-limit"),
            ("keepPreviousSecs", "--keep-previous-secs"),
            ("cacheMib", "--cache-mib"),
            ("maxAge", "--max-age"),
            ("maxConnections", "--max-connections"),
        ] {
            let leaf = bounded.iter().find(|leaf| leaf.path == [key]).unwrap();
            let accepts = |number: i64| Settings::try_parse_from(["lexdex", &format!("{option}={number}")]).is_ok();
            assert!(accepts(beyond(leaf) - step) && !accepts(beyond(leaf)), "{key}");
        }
    }
}

#[test]
fn every_text_has_a_form() {
    if !has_helm() {
        return;
    }
    let leaves = leaves();
    let is_text = |leaf: &&Leaf| leaf.allows("string") && leaf.schema["enum"].is_null();
    let texts: Vec<&Leaf> = leaves.iter().filter(is_text).collect();
    assert!(texts.len() > 25);
    // Enables the parts that use the texts.
    let switches = leaves.iter().filter(|leaf| leaf.path.last().unwrap() == "enabled").map(|leaf| (leaf, json!(true)));
    let wrong = texts.iter().map(|leaf| (*leaf, json!(" \u{e4}:\n/")));
    let complaints = complaints(&values(switches.chain(wrong)));
    for leaf in texts {
        let key = leaf.path.join(".");
        let is_named = complaints.lines().any(|line| line.starts_with(&format!("{key} ")));
        assert!(is_named, "{key} may be anything:\n{complaints}");
    }
}

/// Whether Helm rejects values because of this key.
#[track_caller]
fn is_refused(values: &str, key: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("values.yaml");
    fs::write(&path, values).unwrap();
    let output = template(&["--values"]).arg(path).output().unwrap();
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() || printed.contains(&format!("\n- {key} ")), "{values}: {printed}");
    !output.status.success()
}

#[test]
fn chart_and_server_trust_the_same_proxies() {
    if !has_helm() {
        return;
    }
    let texts = [
        "10.0.0.0/8",
        "10.0.0.7",
        "10.1.2.3/8",
        "0.0.0.0/0",
        "255.255.255.255/32",
        "::",
        "::/0",
        "::1/128",
        "fd00::/8",
        "2001:db8::/32",
        "1:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:7::",
        "::2:3:4:5:6:7:8",
        "1::3:4:5:6:7:8",
        "::ffff:10.0.0.1",
        "1:2:3:4:5:6:10.0.0.1",
        "FD00::A/64",
        "10.0.0.0/33",
        "10.0.0.0/99",
        "10.0.0.0/-1",
        "10.0.0.0/",
        "10.0.0",
        "10.0.0.256",
        "10.0.0.01",
        "10.0.0.0.0",
        "::/129",
        ":::",
        "1::2::3",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7",
        "12345::",
        "g::",
        "[::1]",
        "fd00::/8 ",
        "",
        "anywhere",
        "10.0.0.0/8;10.0.0.0/9",
    ];
    let texts: Vec<&str> = texts.into_iter().collect();
    let complaints = complaints(&json!({"trustedProxies": texts}).to_string());
    for text in texts {
        let is_accepted = Settings::try_parse_from(["lexdex", &format!("--trusted-proxy={text}")]).is_ok();
        let is_refused = complaints.contains(&format!("trustedProxies is {text:?}: "));
        assert_eq!(is_refused, !is_accepted, "{text:?}");
    }
}

#[test]
fn chart_and_server_accept_the_same_base_paths_and_stores() {
    if !has_helm() {
        return;
    }
    let longest = format!("/{}", "x".repeat(99));
    let too_long = format!("{longest}x");
    for path in ["/law", "/...", "/a.b/~c", &longest, "/", "law", "/law/", "//law", "/./x", "/la w", "/%61", &too_long]
    {
        let is_accepted = Settings::try_parse_from(["lexdex", &format!("--base-path={path}")]).is_ok();
        assert_eq!(is_refused(&json!({"basePath": path}).to_string(), "basePath"), !is_accepted, "{path}");
    }
    for url in [
        "redis://limits.redis.svc",
        "rediss://10.0.0.1:6380/3",
        "redis://[::1]:6379/",
        "redis-cluster://a:1,b:2",
        "redis-cluster://a/0",
        "rediss-sentinel://a,b:26379/2?master=m",
        "redis-sentinel://a?sentinel-user=u&master=m",
        "redis://",
        "http://a",
        "redis://a,b",
        "redis://a:0",
        "redis://a:65536",
        "redis://a:x",
        "redis://a/b",
        "redis://a?x=1",
        "redis://a#b",
        "redis-cluster://a/1",
        "redis-sentinel://a",
        "redis-sentinel://a?master=",
        "redis://::1",
        "redis://[::1",
        "redis://a//3",
        "redis://a/+1",
        "REDIS://a",
        "redis-cluster://a,,b",
    ] {
        let options = ["lexdex", "--limit-store", url, "--limit-store-secret", "0123456789abcdef"];
        let is_accepted = Settings::try_parse_from(options).unwrap().limit_store_options().is_ok();
        let values = json!({"limitStore": {"enabled": true, "existingSecret": "limit", "url": url}});
        assert_eq!(is_refused(&values.to_string(), "limitStore.url"), !is_accepted, "{url}");
    }
}

/// Every setting of the server must have a variable in the chart, and the chart must have no variable that the server
/// lacks.
#[test]
fn chart_knows_every_variable_of_the_server() {
    let text = file("deploy/helm/lexdex/templates/validate/_extra.tpl");
    let (_, table) = text.split_once("{{- define \"lexdex.variables\" -}}\n").unwrap();
    let table = documents(table.split_once("{{- end }}").unwrap().0).remove(0);
    let known: BTreeSet<&str> = table.as_object().unwrap().keys().map(String::as_str).collect();
    let command = <Settings as clap::CommandFactory>::command();
    let variables = command.get_arguments().filter_map(|argument| argument.get_env()?.to_str());
    for variable in variables.chain(["RUST_LOG"]) {
        assert!(known.contains(variable), "{variable} is no value of the chart, nor in lexdex.variables");
    }
    let leaves: BTreeSet<String> = leaves().iter().map(|leaf| leaf.path.join(".")).collect();
    for (variable, key) in table.as_object().unwrap() {
        let key = key.as_str().unwrap();
        assert!(key == "site" || leaves.contains(key), "{variable} is {key}");
    }
}
