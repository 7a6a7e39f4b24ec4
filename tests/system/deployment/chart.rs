//! The Helm chart: Helm and the schemas of Kubernetes accept it, and its rendered objects match the snapshots.
//!
//! `INSTA_UPDATE=always cargo test --workspace --test system deployment::chart` rewrites the snapshots.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use lexdex::http::Timeouts;
use lexdex_tests::skip::is_there;
use lexdex_tests::tool::{file, run};
use serde_json::{Value, json};

use crate::system::deployment::helm::{CHART, documents, has_helm, helm, snapshot, template, value_sets, with_kind};

const VALIDATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/python/bin/kubernetes-validate");

/// The objects of each set of values, from the snapshots.
fn objects() -> BTreeMap<String, Vec<Value>> {
    value_sets().into_iter().map(|(set, _)| (set.clone(), documents(&snapshot(&set)))).collect()
}

#[track_caller]
fn one<'d>(documents: &'d [Value], kind: &str) -> &'d Value {
    let found = with_kind(documents, kind);
    assert_eq!(found.len(), 1, "{kind}");
    found[0]
}

fn pod(object: &Value) -> Option<&Value> {
    match object["kind"].as_str().unwrap() {
        "Deployment" => Some(&object["spec"]["template"]["spec"]),
        "CronJob" => Some(&object["spec"]["jobTemplate"]["spec"]["template"]["spec"]),
        "Pod" => Some(&object["spec"]),
        _ => None,
    }
}

fn containers(pod: &Value) -> impl Iterator<Item = &Value> {
    ["initContainers", "containers"].into_iter().flat_map(|key| pod[key].as_array().into_iter().flatten())
}

#[test]
fn chart_passes_the_strict_lint_with_every_value_set() {
    if !has_helm() {
        return;
    }
    for (_, path) in value_sets() {
        run(helm(&["lint", "--strict", ".", "--values"]).arg(path));
    }
}

#[test]
fn rendered_objects_match_the_snapshots() {
    if !has_helm() {
        return;
    }
    let sets = value_sets();
    assert_eq!(sets.len(), 6);
    for (set, path) in sets {
        let rendered = run(template(&["--values"]).arg(path));
        let mut settings = insta::Settings::clone_current();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(set, rendered));
    }
}

#[test]
fn notes_lead_to_the_service_and_warn_where_pods_count_apart() {
    if !has_helm() {
        return;
    }
    let address = |set: &str| match set {
        "everything" => "curl 'https://law.example.edu/api/v1/cases?court=scotus&limit=1'",
        "gateway" => "curl 'https://law.example.org/api/v1/cases?court=scotus&limit=1'",
        "image-volume" => "curl 'http://localhost:8080/law/api/v1/cases?court=scotus&limit=1'",
        _ => "curl 'http://localhost:8080/api/v1/cases?court=scotus&limit=1'",
    };
    for (set, path) in value_sets() {
        let install = ["install", "law", ".", "--namespace", "search", "--dry-run=client", "--values"];
        let printed = run(helm(&install).arg(path));
        let (_, notes) = printed.split_once("\nNOTES:\n").unwrap();
        assert!(notes.lines().any(|line| line.trim() == address(&set)), "{set}: {notes}");
        let n_apart = match &*set {
            "image-volume" => Some(3),
            "pull" => Some(2),
            _ => None,
        };
        let warning = n_apart.map(|n_pods| format!("may be served up to {n_pods} times the rate limit"));
        assert_eq!(notes.contains("times the rate limit"), warning.is_some(), "{set}: {notes}");
        assert!(warning.is_none_or(|warning| notes.contains(&warning)), "{set}: {notes}");
    }
}

#[test]
fn kubernetes_accepts_every_built_in_object() {
    if !is_there(VALIDATE, &["--version"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut validate = Command::new(VALIDATE);
    validate.args(["--strict", "--no-warn", "--kubernetes-version", "1.36"]);
    for (set, _) in value_sets() {
        let path = folder.path().join(format!("{set}.yaml"));
        fs::write(&path, snapshot(&set)).unwrap();
        validate.arg(path);
    }
    run(&mut validate);
    // Checks that the validator reports an unknown field.
    let wrong = folder.path().join("wrong.yaml");
    fs::write(&wrong, snapshot("minimal").replace("periodSeconds", "periodSecs")).unwrap();
    let output = Command::new(VALIDATE).args(["--strict", "--kubernetes-version", "1.36"]).arg(wrong).output().unwrap();
    assert!(!output.status.success());
}

/// All keys below a value, each as its path with `[]` for items.
fn keys(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                found.insert(path.clone());
                keys(value, &path, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys(item, &format!("{path}[]"), found)),
        _ => {}
    }
}

/// The validator has no schemas for custom resources, so their keys are compared with the definitions of the operator
/// and the Gateway API.
#[test]
fn custom_resources_have_only_fields_of_their_definitions() {
    const MONITOR: &[&str] = &[
        "namespaceSelector",
        "namespaceSelector.matchNames",
        "selector",
        "selector.matchLabels",
        "endpoints",
        "endpoints[].port",
        "endpoints[].path",
        "endpoints[].interval",
        "endpoints[].relabelings",
        "endpoints[].relabelings[].targetLabel",
        "endpoints[].relabelings[].replacement",
    ];
    const RULE: &[&str] = &[
        "groups",
        "groups[].name",
        "groups[].rules",
        "groups[].rules[].alert",
        "groups[].rules[].expr",
        "groups[].rules[].for",
        "groups[].rules[].labels",
        "groups[].rules[].labels.severity",
        "groups[].rules[].annotations",
        "groups[].rules[].annotations.summary",
        "groups[].rules[].annotations.description",
    ];
    const ROUTE: &[&str] = &[
        "parentRefs",
        "parentRefs[].name",
        "parentRefs[].namespace",
        "hostnames",
        "rules",
        "rules[].matches",
        "rules[].matches[].path",
        "rules[].matches[].path.type",
        "rules[].matches[].path.value",
        "rules[].backendRefs",
        "rules[].backendRefs[].name",
        "rules[].backendRefs[].port",
    ];
    let kinds = [
        ("ServiceMonitor", "monitoring.coreos.com/v1", MONITOR),
        ("PrometheusRule", "monitoring.coreos.com/v1", RULE),
        ("HTTPRoute", "gateway.networking.k8s.io/v1", ROUTE),
    ];
    for (kind, version, fields) in kinds {
        let mut found = BTreeSet::new();
        for objects in objects().values() {
            for object in with_kind(objects, kind) {
                assert_eq!(object["apiVersion"], version);
                keys(&object["spec"], "", &mut found);
            }
        }
        found.retain(|key| !key.contains("matchLabels."));
        assert_eq!(found, fields.iter().map(|&field| field.to_owned()).collect(), "{kind}");
    }
}

#[test]
fn pods_are_confined_and_hold_no_token() {
    for (set, objects) in objects() {
        let pods: Vec<&Value> = objects.iter().filter_map(pod).collect();
        assert!(pods.len() >= 2, "{set}");
        for pod in pods {
            assert_eq!(pod["automountServiceAccountToken"], false, "{set}");
            let context = &pod["securityContext"];
            assert_eq!((&context["runAsNonRoot"], &context["runAsUser"]), (&json!(true), &json!(65532)), "{set}");
            assert_eq!(context["seccompProfile"]["type"], "RuntimeDefault", "{set}");
            for container in containers(pod) {
                let confined = json!({
                    "allowPrivilegeEscalation": false,
                    "readOnlyRootFilesystem": true,
                    "capabilities": {"drop": ["ALL"]},
                });
                assert_eq!(container["securityContext"], confined, "{set}: {}", container["name"]);
            }
        }
    }
    // The user of the image.
    assert!(file("Dockerfile").lines().filter(|line| *line == "USER 65532:65532").count() == 2);
}

#[test]
fn grace_period_outlasts_the_sleep_and_the_drain() {
    let drain = Timeouts::default().shutdown;
    for (set, objects) in objects() {
        let pod = pod(one(&objects, "Deployment")).unwrap();
        let seconds = |value: &Value| Duration::from_secs(value.as_u64().unwrap());
        let sleep = seconds(&pod["containers"][0]["lifecycle"]["preStop"]["sleep"]["seconds"]);
        assert!(seconds(&pod["terminationGracePeriodSeconds"]) > sleep + drain, "{set}");
    }
}

#[test]
fn no_pod_leaves_before_another_is_ready() {
    for (set, objects) in objects() {
        let deployment = one(&objects, "Deployment");
        let rolling = json!({"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": 0, "maxSurge": 1}});
        assert_eq!(deployment["spec"]["strategy"], rolling, "{set}");
        assert_eq!(with_kind(&objects, "PodDisruptionBudget").len(), 1, "{set}");
        // Either the autoscaler or the Deployment sets the number of pods.
        let is_scaled = !with_kind(&objects, "HorizontalPodAutoscaler").is_empty();
        assert_eq!(deployment["spec"]["replicas"].is_null(), is_scaled, "{set}");
    }
}

#[test]
fn pod_that_serves_one_build_looks_for_no_other() {
    if !has_helm() {
        return;
    }
    let values = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/helm/lexdex/ci/pull-values.yaml");
    let build = "7".repeat(64);
    let objects =
        documents(&run(&mut template(&["--values", values, "--set-string", &format!("index.pull.build={build}")])));
    let containers = pod(one(&objects, "Deployment")).unwrap()["initContainers"].as_array().unwrap();
    let arguments: Vec<&Value> = containers.iter().map(|container| &container["args"]).collect();
    let pull = json!(["pull", "--out=/var/lib/lexdex/index", "--unchanged-ok", format!("--build={build}")]);
    assert_eq!(arguments, [&pull]);
}

#[test]
fn selectors_select_only_the_pods_of_the_server() {
    for (set, objects) in objects() {
        let deployment = one(&objects, "Deployment");
        let selector = &deployment["spec"]["selector"]["matchLabels"];
        let has = |labels: &Value| selector.as_object().unwrap().iter().all(|(key, value)| labels[key] == *value);
        assert!(has(&deployment["spec"]["template"]["metadata"]["labels"]), "{set}");
        for service in with_kind(&objects, "Service") {
            assert_eq!(service["spec"]["selector"], *selector, "{set}");
        }
        for kind in ["PodDisruptionBudget", "NetworkPolicy"] {
            for object in with_kind(&objects, kind) {
                let spec = &object["spec"];
                let selected = if kind == "NetworkPolicy" { &spec["podSelector"] } else { &spec["selector"] };
                assert_eq!(selected["matchLabels"], *selector, "{set}");
            }
        }
        for job in with_kind(&objects, "CronJob") {
            assert!(!has(&job["spec"]["jobTemplate"]["spec"]["template"]["metadata"]["labels"]), "{set}");
        }
        assert!(!has(&one(&objects, "Pod")["metadata"]["labels"]), "{set}: the test pod");
    }
}

#[test]
fn rule_of_the_chart_has_the_alerts_of_the_server() {
    let mut alerts = documents(&file("deploy/helm/lexdex/files/alerts.yml")).remove(0);
    let groups = alerts["groups"].as_array_mut().unwrap();
    // The second group needs the textfile of a mirror.
    groups.truncate(1);
    for rule in groups[0]["rules"].as_array_mut().unwrap() {
        let selector = "job=\"law-lexdex\", namespace=\"search\"";
        rule["expr"] = json!(rule["expr"].as_str().unwrap().replace("job=\"lexdex\"", selector));
    }
    let objects = objects().remove("shared-limit").unwrap();
    let spec = &one(&objects, "PrometheusRule")["spec"];
    assert_eq!(*spec, alerts);
    let monitor = one(&objects, "ServiceMonitor");
    let relabeling = json!([{"targetLabel": "job", "replacement": "law-lexdex"}]);
    assert_eq!(monitor["spec"]["endpoints"][0]["relabelings"], relabeling);
    if is_there("promtool", &["--version"]) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rules.yml");
        // JSON is valid YAML.
        fs::write(&path, spec.to_string()).unwrap();
        run(Command::new("promtool").args(["check", "rules"]).arg(path));
    }
}

#[test]
fn chart_has_the_version_and_the_licence_of_the_program() {
    let chart = documents(&fs::read_to_string(Path::new(CHART).join("Chart.yaml")).unwrap()).remove(0);
    assert_eq!(chart["appVersion"], env!("CARGO_PKG_VERSION"));
    assert_eq!(chart["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(chart["home"], env!("CARGO_PKG_REPOSITORY"));
    assert_eq!(chart["annotations"]["artifacthub.io/license"], env!("CARGO_PKG_LICENSE"));
}
