//! Monitoring: a real scrape, and the alerts and the dashboard, which may query only series of that scrape.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;

use lexdex_tests::skip::is_there;
use lexdex_tests::tool::{ROOT, file, run};
use saphyr::{LoadableYamlNode, Yaml};
use serde_json::Value;

use crate::system::deployment::promql::{Expression, parse};
use crate::system::support::client::get;
use crate::system::support::server::Server;

const ALERTS: &str = "deploy/helm/lexdex/files/alerts.yml";

/// The labels and the metric that Prometheus itself adds.
const LABELS_OF_A_SCRAPE: [&str; 2] = ["job", "instance"];
const METRIC_OF_A_SCRAPE: &str = "up";

/// A scrape of a server that has served some requests.
fn scrape() -> String {
    // A server whose limit store is unreachable has all metrics.
    let store = ["--limit-store", "redis://127.0.0.1:1", "--limit-store-secret", "a secret of the replicas"];
    let server = Server::start(&[&["--admin-listen", "127.0.0.1:0"], &store[..]].concat());
    let admin: SocketAddr = server.admin_address();
    for target in ["/api/v1/cases", "/api/v1/cases?limit=0", "/nothing"] {
        get(server.address, target);
    }
    get(admin, "/metrics").body
}

/// The values of each label of each metric.
type Metrics = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

fn metrics(scrape: &str) -> Metrics {
    let mut metrics = Metrics::new();
    for line in scrape.lines().filter(|line| !line.starts_with('#')) {
        let series = line.rsplit_once(' ').unwrap().0;
        let Expression { selectors, .. } = parse(series);
        let [selector] = <[_; 1]>::try_from(selectors).unwrap();
        let labels = metrics.entry(selector.metric).or_default();
        for (label, _, value) in selector.labels {
            labels.entry(label).or_default().insert(value);
        }
    }
    metrics
}

/// Fails if an expression queries a metric, a label or a label value that no scrape has.
#[track_caller]
fn check(expression: &str, metrics: &Metrics) {
    let Expression { selectors, groups } = parse(expression);
    assert!(!selectors.is_empty(), "{expression} asks for nothing");
    let mut labels: BTreeSet<&str> = LABELS_OF_A_SCRAPE.into();
    for selector in selectors.iter().filter(|selector| selector.metric != METRIC_OF_A_SCRAPE) {
        let known = metrics.get(&selector.metric);
        let known = known.unwrap_or_else(|| panic!("no scrape has {}: {expression}", selector.metric));
        labels.extend(known.keys().map(String::as_str));
        for (label, sign, value) in &selector.labels {
            if LABELS_OF_A_SCRAPE.contains(&label.as_str()) {
                continue;
            }
            let known = known.get(label).unwrap_or_else(|| panic!("{} has no {label}: {expression}", selector.metric));
            let values: Vec<&str> = if sign.ends_with('~') { value.split('|').collect() } else { vec![value] };
            assert!(values.iter().all(|value| known.contains(*value)), "{label} is never {value}: {expression}");
        }
    }
    assert!(groups.iter().all(|label| labels.contains(label.as_str())), "{groups:?} are not labels of {expression}");
}

/// All strings under a key, at any depth of a YAML document. JSON is valid YAML.
fn all_at(document: &str, name: &str) -> Vec<String> {
    fn find(yaml: &Yaml<'_>, name: &str, found: &mut Vec<String>) {
        if let Some(mapping) = yaml.as_mapping() {
            for (key, value) in mapping {
                let text = if key.as_str() == Some(name) { value.as_str() } else { None };
                found.extend(text.map(str::to_owned));
                find(value, name, found);
            }
        }
        for value in yaml.as_vec().into_iter().flatten() {
            find(value, name, found);
        }
    }
    let mut found = Vec::new();
    Yaml::load_from_str(document).unwrap().iter().for_each(|yaml| find(yaml, name, &mut found));
    found
}

#[test]
fn alerts_and_dashboard_query_existing_series_of_all_metrics() {
    // The mirror's tests compare its textfile with this one.
    let metrics = metrics(&(scrape() + &file("tests/system/deployment/mirror.prom")));
    let alerts = all_at(&file(ALERTS), "expr");
    assert_eq!(alerts.len(), 16);
    alerts.iter().for_each(|alert| check(alert, &metrics));

    let dashboard = file("deploy/grafana-dashboard.json");
    let panels = all_at(&dashboard, "expr");
    panels.iter().for_each(|panel| check(panel, &metrics));
    // `label_values` is a function of Grafana, whose second argument is a label.
    let dashboard: Value = serde_json::from_str(&dashboard).unwrap();
    let instances = dashboard["templating"]["list"][1]["query"].as_str().unwrap();
    let metric = instances.strip_prefix("label_values(").and_then(|rest| rest.strip_suffix(", instance)")).unwrap();
    check(metric, &metrics);

    let shown = panels.iter().map(String::as_str).chain([metric]);
    let shown: BTreeSet<String> =
        shown.flat_map(|panel| parse(panel).selectors).map(|selector| selector.metric).collect();
    let not_shown = metrics.keys().filter(|metric| !shown.contains(*metric));
    let of_histograms = |metric: &&String| metric.ends_with("_sum") || metric.ends_with("_count");
    assert_eq!(not_shown.filter(|metric| !of_histograms(metric)).count(), 0, "{shown:?}");
}

#[test]
fn dashboard_panels_fit_the_grid_without_overlap() {
    let dashboard: Value = serde_json::from_str(&file("deploy/grafana-dashboard.json")).unwrap();
    let mut ids = BTreeSet::new();
    let mut cells = BTreeSet::new();
    for panel in dashboard["panels"].as_array().unwrap() {
        assert!(ids.insert(panel["id"].as_u64().unwrap()), "{panel}");
        assert_eq!(panel["datasource"]["uid"], "${datasource}");
        let [x, y, w, h] = ["x", "y", "w", "h"].map(|name| panel["gridPos"][name].as_u64().unwrap());
        assert!(x + w <= 24, "{panel}");
        let new = (x..x + w).flat_map(|x| (y..y + h).map(move |y| (x, y)));
        assert!(new.into_iter().all(|cell| cells.insert(cell)), "it lies on another: {panel}");
    }
}

#[test]
fn each_alert_has_a_firing_and_a_silent_test() {
    let tested = all_at(&file("deploy/alerts-test.yml"), "alertname");
    for alert in all_at(&file(ALERTS), "alert") {
        assert_eq!(tested.iter().filter(|tested| **tested == alert).count(), 2, "{alert}");
    }
}

fn promtool(arguments: &[&str]) -> Command {
    let mut promtool = Command::new("promtool");
    promtool.args(arguments).current_dir(PathBuf::from(ROOT).join("deploy"));
    promtool
}

#[test]
fn promtool_accepts_configuration_and_alerts() {
    if is_there("promtool", &["--version"]) {
        run(&mut promtool(&["check", "config", "prometheus.yml"]));
        run(&mut promtool(&["test", "rules", "alerts-test.yml"]));
    }
}

#[test]
fn promtool_accepts_a_scrape_without_warnings() {
    if is_there("promtool", &["--version"]) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("scrape");
        std::fs::write(&path, scrape()).unwrap();
        let output = promtool(&["check", "metrics"]).stdin(File::open(path).unwrap()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && said.is_empty(), "{said}");
    }
}
