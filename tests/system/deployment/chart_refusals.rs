//! Values of the chart that Helm rejects, each with the complete messages.

use std::fs;

use lexdex_tests::tool::run_refused;

use crate::system::deployment::helm::{has_helm, template};

/// Returns the messages of the schema for refused values, one a line.
#[track_caller]
fn complaints(values: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("values.yaml");
    fs::write(&path, values).unwrap();
    let printed = run_refused(template(&["--values"]).arg(path));
    let lines = printed.lines().filter_map(|line| line.trim_start().strip_prefix("- "));
    lines.filter(|line| !line.ends_with("'allOf' failed")).collect::<Vec<_>>().join("\n")
}

#[test]
fn wrong_values_are_rejected_with_the_key() {
    if !has_helm() {
        return;
    }
    let cases = [
        ("replicas: 3", "at '': additional properties 'replicas' not allowed"),
        ("replicaCount: two", "at '/replicaCount': got string, want integer"),
        ("index: {from: s3}", "at '/index/from': value must be one of 'image', 'imageVolume', 'pull'"),
        ("index: {pull: {watchSeconds: 5}}", "at '/index/pull': additional properties 'watchSeconds' not allowed"),
        ("limitStore: {failure: open}", "at '/limitStore/failure': value must be one of 'local', 'closed'"),
        ("podLabels: {team: 3}", "at '/podLabels/team': got number, want string"),
        (
            "podDisruptionBudget: {maxUnavailable: 0}",
            "at '/podDisruptionBudget/maxUnavailable': minimum: got 0, want 1",
        ),
        (
            "podDisruptionBudget: {maxUnavailable: 0%}",
            "at '/podDisruptionBudget/maxUnavailable': '0%' does not match pattern '^[1-9][0-9]*%$'",
        ),
        ("basePath: /law/", "at '/basePath': '/law/' does not match pattern '^(/[A-Za-z0-9._~-]+)*$'"),
        (
            "limitStore: {url: 'redis://app:password@redis'}",
            "at '/limitStore/url': 'redis://app:password@redis' does not match pattern \
             '^(rediss?(-sentinel|-cluster)?://[^@?]+(\\\\?master=[^&]+)?)?$'",
        ),
    ];
    for (values, message) in cases {
        assert_eq!(complaints(values), message, "{values}");
    }
}

#[test]
fn values_that_another_value_needs_are_required() {
    if !has_helm() {
        return;
    }
    let cases = [
        ("index: {from: imageVolume}", "at '/index/imageVolume/reference': minLength: got 0, want 1"),
        ("index: {from: pull}", "at '/objectStore/url': minLength: got 0, want 1"),
        (
            "mirror: {enabled: true}\nobjectStore: {url: 'https://law.example.org'}",
            "at '/objectStore/url': 'https://law.example.org' does not match pattern '^(s3|gs|az)://'",
        ),
        ("limitStore: {enabled: true}", "at '/limitStore/existingSecret': minLength: got 0, want 1"),
        ("ingress: {enabled: true}", "at '/trustedProxies': minItems: got 0, want 1"),
        ("httpRoute: {enabled: true}\nrateLimit: 0", "at '/httpRoute/parentRefs': minItems: got 0, want 1"),
        (
            "networkPolicy: {enabled: true}\nlimitStore: {enabled: true, existingSecret: limit}",
            "at '/networkPolicy/egress': minItems: got 0, want 1",
        ),
        (
            "networkPolicy: {enabled: true}\nserviceMonitor: {enabled: true}",
            "at '/networkPolicy/allowMetricsFrom': minItems: got 0, want 1",
        ),
    ];
    for (values, message) in cases {
        assert_eq!(complaints(values), message, "{values}");
    }
}

#[test]
fn mirror_without_a_folder_to_push_is_rejected() {
    if !has_helm() {
        return;
    }
    let values = ["--set", "mirror.enabled=true,objectStore.url=s3://law"];
    let printed = run_refused(&mut template(&values));
    assert!(printed.contains("): mirror.config must be TOML that names publish.to\n"), "{printed}");
}
