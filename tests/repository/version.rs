//! The programs, the interface, the clients, the image, the chart and the changelog have one version number.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use lexdex::http::{Connections, ServiceOptions, admin_service, service};
use lexdex_index::Index;
use lexdex_tests::tool::ROOT;
use serde_json::Value;
use tower::{Service, ServiceExt};

use super::readme::current_snapshot;

/// The version of the workspace, which the programs, their user agents and the manifest of an index use.
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn file(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap()
}

/// The rest of each line of a file that begins with `beginning`.
fn ends<'t>(text: &'t str, beginning: &str) -> Vec<&'t str> {
    text.lines().filter_map(|line| line.strip_prefix(beginning)).collect()
}

/// The body of a response.
async fn body<S>(service: S, path: &str) -> String
where
    S: Service<Request<Body>, Response = axum::response::Response, Error = std::convert::Infallible>,
{
    let response = service.oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
    String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().to_vec()).unwrap()
}

#[tokio::test]
async fn version_is_the_same_everywhere() {
    let (major, _) = VERSION.split_once('.').unwrap();
    let current = current_snapshot();
    assert_eq!(Index::bundled().unwrap().manifest().builder_version, VERSION);

    let public = service(Arc::clone(&current), ServiceOptions::default());
    let document: Value = serde_json::from_str(&body(public.clone(), "/openapi.json").await).unwrap();
    assert_eq!(document["info"]["version"], VERSION);
    let prefix = format!("/api/v{major}/");
    assert!(document["paths"].as_object().unwrap().keys().all(|path| path.starts_with(&prefix)));
    assert!(body(public, "/docs").await.contains(&format!("<h1>lexdex {VERSION}</h1>")));
    let metrics = body(admin_service(current, Connections::new(1), || 0), "/metrics").await;
    assert_eq!(ends(&metrics, "lexdex_build_info"), [format!("{{version=\"{VERSION}\"}} 1")]);

    assert_eq!(lexdex::command_line::command().render_version(), format!("lexdex {VERSION}\n"));
    for package in ["benches", "crates/core", "crates/index", "index-builder", "mirror", "tests", "tests/system"] {
        let manifest = file(&format!("{package}/Cargo.toml"));
        assert_eq!(ends(&manifest, "version"), [".workspace = true"], "{package}");
    }
    for program in ["index-builder/src/cli.rs", "mirror/src/cli.rs"] {
        assert!(file(program).contains("version, about"), "{program} has no --version of its package");
    }
    for client in ["mirror/src/fetch/client.rs", "mirror/src/object_store/http.rs"] {
        let client = file(client);
        assert!(client.contains("env!(\"CARGO_PKG_VERSION\")") && client.contains("lexdex-mirror/{version}"));
    }

    assert_eq!(ends(&file("clients/python/pyproject.toml"), "version = "), [format!("\"{VERSION}\"")]);
    for name in ["package.json", "package-lock.json"] {
        let package: Value = serde_json::from_str(&file(&format!("clients/typescript/{name}"))).unwrap();
        assert_eq!(package["version"], VERSION, "{name}");
    }

    assert_eq!(ends(&file("Dockerfile"), "ARG VERSION="), [VERSION]);
    // The registry of MCP servers takes the image whose label has the name.
    let server: Value = serde_json::from_str(&file("server.json")).unwrap();
    let image = format!("ghcr.io/lexdex/lexdex:{VERSION}");
    assert_eq!((&server["version"], &server["packages"][0]["identifier"]), (&VERSION.into(), &image.into()));
    assert!(file("Dockerfile").contains(&format!("io.modelcontextprotocol.server.name={}\n", server["name"])));
    assert_eq!(ends(&file("CHANGELOG.md"), &format!("## [{VERSION}]")).len(), 1);
    let chart = file("deploy/helm/lexdex/Chart.yaml");
    assert_eq!((ends(&chart, "version: "), ends(&chart, "appVersion: ")), (vec![VERSION], vec![VERSION]));
    let commands = file("deploy/kubernetes.md");
    let tags = commands.split_whitespace().filter_map(|word| word.strip_prefix("registry.example.org/lexdex"));
    let tags: Vec<&str> = tags.filter_map(|tag| tag.strip_prefix("-mirror").unwrap_or(tag).strip_prefix(':')).collect();
    assert!(tags.len() >= 4 && tags.iter().all(|tag| *tag == VERSION), "{tags:?}");
}
