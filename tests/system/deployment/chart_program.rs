//! The pods of the chart: the server starts with their settings, and the requests of the probes succeed.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use clap::CommandFactory;
use lexdex::settings::Settings;
use lexdex_tests::program::program;
use lexdex_tests::tool::run;
use serde_json::Value;

use crate::system::deployment::helm::{documents, of_kind, snapshot, value_sets};
use crate::system::support::client::get;
use crate::system::support::index::IndexDirectory;
use crate::system::support::server::{Server, command};

/// The container of the server.
fn container(objects: &[Value]) -> Value {
    of_kind(objects, "Deployment")[0]["spec"]["template"]["spec"]["containers"][0].clone()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

#[test]
fn every_variable_of_the_chart_is_a_setting_of_the_server() {
    let help = run(command(&["--help"]).env_clear());
    let settings = Settings::command();
    let known: BTreeSet<&str> = settings.get_arguments().filter_map(|argument| argument.get_env()?.to_str()).collect();
    let mut used = BTreeSet::new();
    for (set, _) in value_sets() {
        for variable in container(&documents(&snapshot(&set)))["env"].as_array().unwrap() {
            used.insert(text(&variable["name"]).to_owned());
        }
    }
    // The log filter, and the variable of the value set with extra variables.
    assert!(used.remove("RUST_LOG") && used.remove("SSL_CERT_FILE"));
    for name in &used {
        assert!(known.contains(name.as_str()) && help.contains(&format!("[env: {name}")), "{name} is no setting");
    }
}

/// Uses the value set with the most settings that need no other program.
#[test]
fn server_starts_with_the_settings_of_a_pod_and_its_probes_succeed() {
    let objects = documents(&snapshot("image-volume"));
    let container = container(&objects);
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in of_kind(&objects, "ConfigMap")[0]["data"].as_object().unwrap() {
        fs::write(folder.path().join(name), text(content)).unwrap();
    }
    let index = IndexDirectory::of_statutes(3);
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
    let server = Server::of(server);
    for probe in ["startupProbe", "readinessProbe", "livenessProbe"] {
        let probe = &container[probe]["httpGet"];
        assert_eq!(probe["port"], "admin");
        assert_eq!(get(server.admin_address(), text(&probe["path"])).status, 200, "{probe}");
    }
    assert_eq!(get(server.address, "/law/api/v1/statutes").total(), 3);
    assert!(get(server.address, "/law/").body.contains("Example University Law Library"));

    // The pod of `helm test` sends the same request to the Service.
    let pod = of_kind(&objects, "Pod")[0];
    let service = of_kind(&objects, "Service")[0];
    let address = format!("--listen={}:{}", text(&service["metadata"]["name"]), service["spec"]["ports"][0]["port"]);
    let arguments = pod["spec"]["containers"][0]["args"].as_array().unwrap().iter().map(text);
    let arguments = arguments.map(|argument| argument.replace(&address, &format!("--listen={}", server.address)));
    let arguments: Vec<String> = arguments.collect();
    assert!(arguments.iter().any(|argument| argument.ends_with(&server.address.to_string())), "{arguments:?}");
    run(Command::new(program("lexdex")).env_clear().args(arguments));
}
