//! `compose.yaml`: lexdex behind nginx, the only proxy that it trusts.

use std::path::Path;
use std::time::Duration;

use lexdex::http::Timeouts;
use lexdex_tests::tool::{ROOT, file};
use saphyr::{LoadableYamlNode, Yaml};

/// Runs a check on the parsed file.
fn with_compose_file(check: impl Fn(&Yaml<'_>)) {
    let text = file("compose.yaml");
    let documents = Yaml::load_from_str(&text).unwrap();
    assert_eq!(documents.len(), 1);
    check(&documents[0]);
}

/// The node at a path of keys.
#[track_caller]
fn at<'y, 't>(yaml: &'y Yaml<'t>, path: &[&str]) -> &'y Yaml<'t> {
    path.iter().fold(yaml, |yaml, name| yaml.as_mapping_get(name).unwrap_or_else(|| panic!("there is no {path:?}")))
}

#[track_caller]
fn text<'y>(yaml: &'y Yaml<'_>, path: &[&str]) -> &'y str {
    at(yaml, path).as_str().unwrap_or_else(|| panic!("{path:?} is no text"))
}

#[track_caller]
fn texts<'y>(yaml: &'y Yaml<'_>, path: &[&str]) -> Vec<&'y str> {
    at(yaml, path).as_vec().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn compose_trusts_the_address_of_nginx_only() {
    with_compose_file(|compose| {
        let nginx = text(compose, &["services", "nginx", "networks", "inside", "ipv4_address"]);
        let trusted = text(compose, &["services", "lexdex", "environment", "LEXDEX_TRUSTED_PROXY"]);
        assert_eq!(trusted, format!("{nginx}/32"));
        let lexdex = text(compose, &["services", "lexdex", "networks", "inside", "ipv4_address"]);
        assert_ne!(lexdex, nginx);
        let subnet = text(&at(compose, &["networks", "inside", "ipam", "config"]).as_vec().unwrap()[0], &["subnet"]);
        let (network, bits) = subnet.split_once('/').unwrap();
        let number = |address: &str| u32::from(address.parse::<std::net::Ipv4Addr>().unwrap());
        let in_subnet = |address| (number(address) ^ number(network)) >> (32 - bits.parse::<u32>().unwrap()) == 0;
        assert!(in_subnet(nginx) && in_subnet(lexdex), "{subnet}");
        let admin = text(compose, &["services", "lexdex", "environment", "LEXDEX_ADMIN_LISTEN"]);
        assert_eq!(admin, format!("{lexdex}:8081"));
    });
}

#[test]
fn compose_exposes_nginx_only_and_mounts_lexdex_read_only() {
    with_compose_file(|compose| {
        let lexdex = at(compose, &["services", "lexdex"]);
        assert!(lexdex.as_mapping_get("ports").is_none());
        assert_eq!(at(lexdex, &["networks"]).as_mapping().unwrap().len(), 1);
        assert_eq!(at(compose, &["networks", "inside", "internal"]).as_bool(), Some(true));
        assert_eq!(at(lexdex, &["read_only"]).as_bool(), Some(true));
        assert_eq!(texts(lexdex, &["cap_drop"]), ["ALL"]);
        assert_eq!(texts(compose, &["services", "nginx", "ports"]), ["80:80", "443:443"]);
    });
}

#[test]
fn compose_grace_period_outlasts_the_drain() {
    with_compose_file(|compose| {
        let time = text(compose, &["services", "lexdex", "stop_grace_period"]);
        let time = Duration::from_secs(time.strip_suffix('s').unwrap().parse().unwrap());
        assert!(time > Timeouts::default().shutdown, "{time:?}");
    });
}

#[test]
fn compose_mounts_the_files_that_nginx_reads() {
    with_compose_file(|compose| {
        let volumes = texts(compose, &["services", "nginx", "volumes"]);
        assert_eq!(volumes, ["./deploy/nginx.conf:/etc/nginx/nginx.conf:ro", "./deploy/tls:/etc/nginx/tls:ro"]);
    });
    assert!(Path::new(ROOT).join("deploy/nginx.conf").is_file());
    let configuration = file("deploy/nginx.conf");
    for line in [
        "ssl_certificate /etc/nginx/tls/certificate.pem;",
        "ssl_certificate_key /etc/nginx/tls/key.pem;",
        "server lexdex:8080;",
    ] {
        assert!(configuration.lines().any(|found| found.trim() == line), "nginx.conf has no line {line}");
    }
}

#[test]
fn compose_starts_the_mirror_only_by_its_profile() {
    with_compose_file(|compose| {
        let services = at(compose, &["services"]).as_mapping().unwrap();
        let with_profile: Vec<&str> = services
            .iter()
            .filter(|(_, service)| service.as_mapping_get("profiles").is_some())
            .map(|(name, _)| name.as_str().unwrap())
            .collect();
        assert_eq!(with_profile, ["mirror"]);
        let mirror = at(compose, &["services", "mirror"]);
        assert_eq!(texts(mirror, &["profiles"]), ["mirror"]);
        let target = text(mirror, &["build", "target"]);
        assert!(file("Dockerfile").contains(&format!("FROM scratch AS {target}\n")));
        assert_eq!(texts(mirror, &["command"]), ["sync"]);
        // It needs the network, and never the one of lexdex.
        assert_eq!(at(mirror, &["networks"]).as_mapping().unwrap().len(), 1);
        at(mirror, &["networks", "outside"]);
        assert_eq!((text(mirror, &["working_dir"]), texts(mirror, &["volumes"])), ("/law", vec!["./law:/law"]));
        assert_eq!(at(mirror, &["read_only"]).as_bool(), Some(true));
        assert_eq!(texts(mirror, &["cap_drop"]), ["ALL"]);
    });
}
