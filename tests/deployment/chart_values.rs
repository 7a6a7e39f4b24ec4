//! The chart's values: wrong ones are refused with a message that names the key, and the README has all of them.
//!
//! `LEXDEX_CHART=write cargo test --workspace --test deployment chart_values` writes the table of the README anew.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::helm::{CHART, documents, has_helm, template};
use crate::tool::{file, run_refused};

const VALUES: &str = "deploy/helm/lexdex/values.yaml";
const README: &str = "deploy/helm/lexdex/README.md";

/// The lines around the table of the README.
const TABLE_START: &str = "<!-- The table is made from values.yaml and values.schema.json. -->\n";
const TABLE_END: &str = "<!-- The end of the table. -->\n";

/// The lines that Helm prints about values, without those that it always prints.
fn complaints(values: &[&str]) -> String {
    let arguments: Vec<&str> = values.iter().flat_map(|value| ["--set", *value]).collect();
    let printed = run_refused(&mut template(&arguments));
    let lines = printed.lines().filter(|line| line.starts_with("- "));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn each_wrong_value_is_refused_by_a_message_that_names_its_key() {
    if !has_helm() {
        return;
    }
    let cases = [
        ("replicas=3", "- at '': additional properties 'replicas' not allowed"),
        ("replicaCount=two", "- at '/replicaCount': got string, want integer"),
        ("index.from=s3", "- at '/index/from': value must be one of 'image', 'imageVolume', 'pull'"),
        ("index.pull.watchSeconds=5", "- at '/index/pull': additional properties 'watchSeconds' not allowed"),
        ("rateLimit=-1", "- at '/rateLimit': minimum: got -1, want 0"),
        ("rateLimit=many", "- at '/rateLimit': got string, want null or integer"),
        ("limitStore.failure=open", "- at '/limitStore/failure': value must be one of 'local', 'closed'"),
        ("ingress.hosts=law.example.org", "- at '/ingress/hosts': got string, want array"),
        ("resources.request.cpu=1", "- at '/resources': additional properties 'request' not allowed"),
        ("service.port=80000", "- at '/service/port': maximum: got 80,000, want 65,535"),
        ("extraEnv[0].value=1", "- at '/extraEnv/0': missing property 'name'"),
        (
            "basePath=law/",
            "- basePath is \"law/\": it must be a path that begins with a slash and ends without one, such as /law, or empty",
        ),
        (
            "trustedProxies={10.0.0.0/8,anywhere}",
            "- trustedProxies is \"anywhere\": it must be a network such as 10.0.0.0/8 or 2001:db8::/32, or an address",
        ),
        (
            "image.digest=latest",
            "- image.digest is \"latest\": it must be sha256: and 64 hexadecimal digits, or empty for the tag",
        ),
        (
            "mirror.sync.schedule=nightly",
            "- mirror.sync.schedule is \"nightly\": it must be five fields of cron, such as 17 1 * * *",
        ),
        (
            "serviceMonitor.interval=often",
            "- serviceMonitor.interval is \"often\": it must be a time such as 30s or 1m",
        ),
        (
            "podDisruptionBudget.maxUnavailable=none",
            "- podDisruptionBudget.maxUnavailable is \"none\": it must be a number of pods, or a part such as 25%; with none, no node could be drained",
        ),
    ];
    for (value, message) in cases {
        assert_eq!(complaints(&[value]), message, "{value}");
    }
}

#[test]
fn values_that_cannot_work_together_are_refused_with_the_fix() {
    if !has_helm() {
        return;
    }
    let cases: &[(&[&str], &str)] = &[
        (
            &["index.from=imageVolume"],
            "- index.imageVolume.reference is empty: name the image of the index that index.from: imageVolume mounts",
        ),
        (
            &["index.imageVolume.reference=law"],
            "- index.imageVolume.reference is set, but index.from is image: set index.from to imageVolume, or remove the reference",
        ),
        (&["index.from=pull"], "- objectStore.url is empty: index.from: pull copies the index from there"),
        (
            &["index.pull.build=0000000000000000000000000000000000000000000000000000000000000abc"],
            "- index.pull.build is set, and index.pull.watchSecs, too: set watchSecs to 0, since a pod that serves one build looks for no other",
        ),
        (
            &["limitStore.enabled=true", "limitStore.url=redis://redis"],
            "- limitStore.existingSecret is empty: name a Secret whose key secret has at least 16 characters; \
             kubectl create secret generic NAME --from-literal=secret=\"$(openssl rand -hex 32)\"",
        ),
        (
            &["limitStore.enabled=true", "limitStore.existingSecret=limit", "limitStore.url=redis://app:pw@redis"],
            "- limitStore.url holds a password, which the Deployment would show: put the URL into the key url of \
             limitStore.existingSecret, and leave limitStore.url empty",
        ),
        (
            &["limitStore.enabled=true", "limitStore.existingSecret=limit", "rateLimit=0"],
            "- limitStore.enabled shares a rate limit, and rateLimit is 0: set a limit, or disable the store",
        ),
        (
            &["limitStore.url=redis://redis"],
            "- limitStore.enabled is false, but limitStore.url or limitStore.existingSecret is set: enable the store, or remove them",
        ),
        (
            &["ingress.enabled=true", "ingress.hosts={law.example.org}"],
            "- trustedProxies is empty: behind an ingress or a gateway all users would be one client with one rate limit; \
             name the network of its pods, such as [10.0.0.0/8], or set rateLimit to 0",
        ),
        (
            &["ingress.enabled=true", "httpRoute.enabled=true", "rateLimit=0"],
            "- ingress.hosts is empty: name the hosts of the Ingress, such as [law.example.org]\n\
             - httpRoute.parentRefs is empty: name the gateway, such as [{name: public, namespace: gateways}]",
        ),
        (
            &["autoscaling.enabled=true", "autoscaling.minReplicas=11", "resources.requests=null"],
            "- autoscaling.minReplicas (11) is above autoscaling.maxReplicas (10): exchange them\n\
             - resources.requests.cpu is not set: autoscaling counts the CPU of the pods in percent of it",
        ),
        (
            &[
                "networkPolicy.enabled=true",
                "serviceMonitor.enabled=true",
                "limitStore.enabled=true",
                "limitStore.existingSecret=limit",
            ],
            "- networkPolicy.egress is empty: the pods could reach neither the limit store nor the object store; \
             add a rule for each, such as [{ports: [{port: 6379}]}]\n\
             - networkPolicy.allowMetricsFrom is empty: Prometheus could not scrape the pods; name its pods, such as \
             [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: monitoring}}}]",
        ),
        (
            &["terminationGracePeriodSeconds=15"],
            "- terminationGracePeriodSeconds is 15: set at least 16, which is preStopSleepSeconds, 10 seconds for requests \
             under way, and one more",
        ),
        (
            &["prometheusRule.enabled=true"],
            "- prometheusRule.enabled needs serviceMonitor.enabled: the alerts are of the series that it scrapes",
        ),
        (
            &["site.logoSvg=<svg/>"],
            "- site.logoSvg is set, but site.toml is empty: name the logo there by logo = \"logo.svg\"",
        ),
        (
            &["mirror.enabled=true", "objectStore.url=https://law.example.org/indexes"],
            "- objectStore.url is the address of a web server, to which mirror.enabled cannot push: name a bucket by s3://BUCKET\n\
             - mirror.config has the contact of an example: put your own address there, so that publishers can reach you",
        ),
    ];
    for (values, message) in cases {
        assert_eq!(complaints(values), *message, "{values:?}");
    }
    let arguments = ["--kube-version", "1.32", "--set", "index.from=imageVolume,index.imageVolume.reference=law"];
    let printed = run_refused(&mut template(&arguments));
    let message = "index.from is imageVolume, which needs Kubernetes 1.33, and this is v1.32";
    assert!(printed.contains(message), "{printed}");
}

/// A value of the chart: the path of its key, and the comment above it.
struct Documented {
    path: Vec<String>,
    comment: String,
}

/// The commented keys of values.yaml, in its order. The text of a block scalar has no keys.
fn documented(values: &str) -> Vec<Documented> {
    let mut found = Vec::new();
    let mut path: Vec<(usize, String)> = Vec::new();
    let mut comment = String::new();
    let mut block: Option<usize> = None;
    for line in values.lines() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if block.is_some_and(|start| indent > start || text.is_empty()) {
            continue;
        }
        block = None;
        if let Some(line) = text.strip_prefix("# ") {
            comment = if comment.is_empty() { line.to_owned() } else { format!("{comment} {line}") };
        } else if let Some((key, rest)) = text.split_once(':').filter(|_| !text.starts_with('-')) {
            path.retain(|(start, _)| *start < indent);
            path.push((indent, key.to_owned()));
            block = rest.ends_with('|').then_some(indent);
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
fn type_in(schema: &Value, path: &[String]) -> String {
    let schema = path.iter().fold(schema, |schema, key| {
        let child = &schema["properties"][key];
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
    let schema: Value = serde_json::from_str(&file("deploy/helm/lexdex/values.schema.json")).unwrap();
    let mut table = String::from("| value | type | default | is |\n|---|---|---|---|\n");
    for Documented { path, comment } in documented(&text) {
        let default = path.iter().fold(&values, |value, key| &value[key]);
        let default = match default {
            Value::String(text) if text.contains('\n') => "see values.yaml".to_owned(),
            Value::String(text) if text.is_empty() => "`\"\"`".to_owned(),
            Value::String(text) => format!("`{text}`"),
            other => format!("`{other}`"),
        };
        let value_type = type_in(&schema, &path);
        writeln!(table, "| `{}` | {value_type} | {default} | {comment} |", path.join(".")).unwrap();
    }
    table
}

/// The paths of all values that are no maps, or are maps without keys of their own in the schema.
fn leaves(schema: &Value, path: &str, found: &mut BTreeSet<String>) {
    match schema["properties"].as_object().filter(|_| schema["additionalProperties"] == false) {
        Some(properties) => {
            for (key, schema) in properties {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                // The keys of resources are Kubernetes' own.
                let schema = if key == "resources" { &Value::Null } else { schema };
                leaves(schema, &path, found);
            }
        }
        None => {
            found.insert(path.to_owned());
        }
    }
}

#[test]
fn readme_of_the_chart_has_every_value_with_its_type_and_default() {
    let readme = file(README);
    let (before, rest) = readme.split_once(TABLE_START).unwrap();
    let (shown, after) = rest.split_once(TABLE_END).unwrap();
    let table = table();
    if std::env::var_os("LEXDEX_CHART").is_some_and(|value| value == "write") {
        let readme = [before, TABLE_START, &table, TABLE_END, after].concat();
        fs::write(Path::new(CHART).join("README.md"), readme).unwrap();
        return;
    }
    assert!(shown == table, "the table of {README} must be:\n{table}");
}

#[test]
fn schema_and_values_have_the_same_keys_and_each_has_a_comment() {
    let schema: Value = serde_json::from_str(&file("deploy/helm/lexdex/values.schema.json")).unwrap();
    let mut expected = BTreeSet::new();
    leaves(&schema, "", &mut expected);
    // Helm's own, for charts that hold this one.
    expected.remove("global");
    let commented = documented(&file(VALUES)).into_iter().map(|value| value.path.join(".")).collect();
    assert_eq!(expected, commented);
}
