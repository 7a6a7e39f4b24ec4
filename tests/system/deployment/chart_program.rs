//! The pods of the chart: their variables are the settings of the server, it starts with them, and the probes succeed.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use clap::{CommandFactory, Parser};
use lexdex::settings::Settings;
use lexdex_tests::program::program;
use lexdex_tests::tool::run;
use serde_json::Value;

use crate::system::deployment::chart_values::schema;
use crate::system::deployment::helm::{documents, snapshot, value_sets, with_kind};
use crate::system::support::client::get;
use crate::system::support::index::IndexDirectory;
use crate::system::support::server::{Server, command};

/// The container of the server.
fn container(objects: &[Value]) -> Value {
    with_kind(objects, "Deployment")[0]["spec"]["template"]["spec"]["containers"][0].clone()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

#[test]
fn chart_sets_every_variable_of_the_server_and_no_other() {
    let settings = Settings::command();
    let mut known: BTreeSet<&str> =
        settings.get_arguments().filter_map(|argument| argument.get_env()?.to_str()).collect();
    // The log filter, and the variable of the value set with extra variables.
    known.extend(["RUST_LOG", "SSL_CERT_FILE"]);
    let containers: Vec<Value> = value_sets().iter().map(|(set, _)| container(&documents(&snapshot(set)))).collect();
    let variables = containers.iter().flat_map(|container| container["env"].as_array().unwrap());
    let used: BTreeSet<&str> = variables.map(|variable| text(&variable["name"])).collect();
    assert_eq!(used, known);
}

#[test]
fn numbers_of_the_schema_have_the_ranges_of_the_server() {
    let schema = schema();
    for (key, option) in [
        ("rateLimit", "--rate-limit"),
        ("keepPreviousSecs", "--keep-previous-secs"),
        ("cacheMib", "--cache-mib"),
        ("maxAge", "--max-age"),
        ("maxConnections", "--max-connections"),
    ] {
        let accepts = |number: i64| Settings::try_parse_from(["lexdex", &format!("{option}={number}")]).is_ok();
        let [least, most] = ["minimum", "maximum"].map(|bound| schema["properties"][key][bound].as_i64().unwrap());
        let accepted = [least - 1, least, most, most + 1].map(accepts);
        assert_eq!(accepted, [false, true, true, false], "{key}");
    }
}

/// Uses the value set with the most settings that need no other program.
#[test]
fn server_starts_with_a_pods_settings_and_passes_its_probes() {
    let objects = documents(&snapshot("image-volume"));
    let container = container(&objects);
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in with_kind(&objects, "ConfigMap")[0]["data"].as_object().unwrap() {
        fs::write(folder.path().join(name), text(content)).unwrap();
    }
    let index = IndexDirectory::with_statutes(3);
    let mut server = command(&[]);
    for variable in container["env"].as_array().unwrap() {
        let value = text(&variable["value"]);
        let path = |name: &str| folder.path().join(name).display().to_string();
        let value = match text(&variable["name"]) {
            "LEXDEX_LISTEN" | "LEXDEX_ADMIN_LISTEN" => {
                assert!(value.starts_with("0.0.0.0:"), "{value}");
                "127.0.0.1:0".to_owned()
            }
            "LEXDEX_INDEX" => {
                assert_eq!(value, container["volumeMounts"][0]["mountPath"]);
                index.argument()
            }
            "LEXDEX_SITE" => path(value.strip_prefix("/etc/lexdex/").unwrap()),
            // The default log filter has the lines that the test reads.
            "RUST_LOG" => "info".to_owned(),
            _ => value.to_owned(),
        };
        server.env(text(&variable["name"]), value);
    }
    let server = Server::spawn(server);
    for probe in ["startupProbe", "readinessProbe", "livenessProbe"] {
        let probe = &container[probe]["httpGet"];
        assert_eq!(probe["port"], "admin");
        assert_eq!(get(server.admin_address(), text(&probe["path"])).status, 200, "{probe}");
    }
    assert_eq!(get(server.address, "/law/api/v1/statutes").total(), 3);
    assert!(get(server.address, "/law/").body.contains("Example University Law Library"));

    // The pod of `helm test` sends the same request to the Service.
    let pod = with_kind(&objects, "Pod")[0];
    let service = with_kind(&objects, "Service")[0];
    let address = format!("--listen={}:{}", text(&service["metadata"]["name"]), service["spec"]["ports"][0]["port"]);
    let arguments = pod["spec"]["containers"][0]["args"].as_array().unwrap().iter().map(text);
    let arguments = arguments.map(|argument| argument.replace(&address, &format!("--listen={}", server.address)));
    let arguments: Vec<String> = arguments.collect();
    assert!(arguments.iter().any(|argument| argument.ends_with(&server.address.to_string())), "{arguments:?}");
    run(Command::new(program("lexdex")).env_clear().args(arguments));
}
