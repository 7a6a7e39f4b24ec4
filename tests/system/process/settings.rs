//! Settings: flags, environment variables and defaults.

use clap::CommandFactory;
use lexdex::settings::Settings;
use lexdex_core::platform::{HAS_HANGUPS, HAS_UNIX_SOCKETS};
use lexdex_index::Index;

use crate::system::support::client::{Client, get};
use crate::system::support::index::IndexDirectory;
use crate::system::support::server::{Server, command, indexed_command, run};

#[test]
fn bundled_corpus_is_served_by_default() {
    let server = Server::spawn(command(&["--listen", "127.0.0.1:0"]));
    let counts = Index::bundled().unwrap().manifest().counts;
    for (list, total) in [("statutes", counts.statutes), ("cases", counts.cases), ("bills", counts.bills)] {
        assert_eq!(get(server.address, &format!("/api/v1/{list}?limit=1")).total(), total, "{list}");
    }
    assert_eq!(get(server.address, "/api/v1/jurisdictions").total(), 57);
    let log = server.stop().log;
    assert!(log[0].contains(&format!("serving {counts} at http://127.0.0.1:")), "{log:?}");
}

#[test]
fn given_index_is_served() {
    let index = IndexDirectory::with_statutes(3);
    let server = Server::start(&["--index", &index.argument()]);
    assert_eq!(get(server.address, "/api/v1/statutes").total(), 3);
    assert_eq!(get(server.address, "/api/v1/cases").total(), 0);
    assert_eq!(get(server.address, "/readyz").json()["records"]["statutes"], 3);
}

#[test]
fn every_setting_has_an_environment_variable() {
    let index = IndexDirectory::with_statutes(2);
    let site = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(site.path(), "name = 'Our Library'").unwrap();
    let mut command = command(&[]);
    command.env("LEXDEX_LISTEN", "127.0.0.1:0");
    command.env("LEXDEX_BASE_PATH", "/law");
    command.env("LEXDEX_SITE", site.path());
    command.env("LEXDEX_ADMIN_LISTEN", "127.0.0.1:0");
    command.env("LEXDEX_MAX_CONNECTIONS", "5");
    command.env("LEXDEX_INDEX", index.path());
    command.env("LEXDEX_WATCH_SECS", "3600");
    command.env("LEXDEX_KEEP_PREVIOUS_SECS", "86400");
    command.env("LEXDEX_RATE_LIMIT", "2");
    // Nothing listens there.
    command.env("LEXDEX_LIMIT_STORE", "redis://127.0.0.1:1");
    command.env("LEXDEX_LIMIT_STORE_SECRET", "a secret of the replicas");
    command.env("LEXDEX_LIMIT_STORE_FAILURE", "local");
    command.env("LEXDEX_TRUSTED_PROXY", "127.0.0.1,::1");
    command.env("LEXDEX_MCP", "on");
    command.env("LEXDEX_MCP_ALLOWED_ORIGINS", "https://chat.example.org");
    command.env("LEXDEX_CACHE_MIB", "0");
    command.env("LEXDEX_MAX_AGE", "7");
    command.env("LEXDEX_LOG_FORMAT", "json");
    let server = Server::spawn(command);
    let response = get(server.address, "/law/api/v1/statutes");
    assert_eq!((response.total(), response.header("cache-control")), (2, Some("public, max-age=7")));
    assert!(get(server.address, "/law/").body.contains("<title>Our Library: "));
    let statuses = [(); 2].map(|()| get(server.address, "/law/api/v1/statutes").status);
    assert_eq!(statuses, [200, 429]);
    // The trusted proxy forwards for a different client.
    let mut proxy = Client::connect(server.address);
    proxy.send("GET /law/api/v1/statutes HTTP/1.1\r\nHost: lexdex\r\nX-Forwarded-For: 192.0.2.7, 127.0.0.1\r\n\r\n");
    assert_eq!(proxy.response().header("x-ratelimit-remaining"), Some("1"));
    let status_of_origin = |origin: &str| {
        let mut client = Client::connect(server.address);
        client.send(format!(
            "POST /law/mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: {origin}\r\nX-Forwarded-For: 192.0.2.8\r\nContent-Length: 0\r\n\r\n"
        ));
        client.response().status
    };
    assert_eq!(status_of_origin("http://localhost"), 403);
    for line in server.stop().log {
        assert!(serde_json::from_str::<serde_json::Value>(&line).unwrap().is_object(), "{line}");
    }
}

#[test]
fn flags_override_environment_variables() {
    let index = IndexDirectory::with_statutes(2);
    let site = tempfile::NamedTempFile::new().unwrap();
    let flags = [
        "--listen",
        "127.0.0.1:0",
        "--base-path",
        "/law",
        "--site",
        site.path().to_str().unwrap(),
        "--admin-listen",
        "127.0.0.1:0",
        "--max-connections",
        "5",
        "--index",
        &index.argument(),
        "--watch-secs",
        "0",
        "--keep-previous-secs",
        "0",
        "--rate-limit",
        "0",
        "--trusted-proxy",
        "10.0.0.0/8",
        "--mcp",
        "off",
        "--mcp-allowed-origins",
        "*",
        "--cache-mib",
        "1",
        "--max-age",
        "0",
        "--log-format",
        "text",
    ];
    let mut command = command(&flags);
    command.env("LEXDEX_LISTEN", "no address");
    command.env("LEXDEX_BASE_PATH", "no path");
    command.env("LEXDEX_SITE", "/nowhere");
    command.env("LEXDEX_ADMIN_LISTEN", "no address");
    command.env("LEXDEX_MAX_CONNECTIONS", "many");
    command.env("LEXDEX_INDEX", "/nowhere");
    command.env("LEXDEX_WATCH_SECS", "often");
    command.env("LEXDEX_KEEP_PREVIOUS_SECS", "long");
    command.env("LEXDEX_RATE_LIMIT", "1");
    command.env("LEXDEX_TRUSTED_PROXY", "everybody");
    command.env("LEXDEX_MCP", "perhaps");
    command.env("LEXDEX_MCP_ALLOWED_ORIGINS", "no origin");
    command.env("LEXDEX_CACHE_MIB", "much");
    command.env("LEXDEX_MAX_AGE", "long");
    command.env("LEXDEX_LOG_FORMAT", "json");
    let server = Server::spawn(command);
    for _ in 0..3 {
        let response = get(server.address, "/law/api/v1/statutes");
        assert_eq!((response.total(), response.header("x-ratelimit-limit")), (2, None));
    }
    assert_eq!(get(server.address, "/law/mcp").status, 404);
    let log = server.stop().log;
    assert!(log.iter().all(|line| !line.starts_with('{')), "{log:?}");
}

#[test]
fn default_rate_limit_is_100() {
    for (flags, limit) in
        [([].as_slice(), Some("100")), (&["--rate-limit", "7"], Some("7")), (&["--rate-limit", "0"], None)]
    {
        let server = Server::start(flags);
        assert_eq!(get(server.address, "/api/v1/cases").header("x-ratelimit-limit"), limit, "{flags:?}");
    }
}

#[test]
fn base_path_is_in_the_logged_url_and_outside_it_is_404() {
    let server = Server::start(&["--base-path", "/law"]);
    assert_eq!(get(server.address, "/law/healthz").status, 200);
    assert_eq!(get(server.address, "/healthz").status, 404);
    let address = server.address;
    let log = server.stop().log;
    assert!(log[0].ends_with(&format!(" at http://{address}/law")), "{log:?}");
}

#[test]
fn host_names_and_ipv6_addresses_are_accepted() {
    for address in ["localhost:0", "0.0.0.0:0", "[::1]:0"] {
        let output = std::net::TcpListener::bind(address);
        if output.is_err() {
            // A machine without IPv6.
            continue;
        }
        let server = Server::spawn(indexed_command(&["--listen", address]));
        assert_eq!(get(server.address, "/healthz").status, 200, "{address}");
    }
}

#[test]
fn help_lists_every_flag_with_variable_and_default() {
    let output = run(command(&["--help"]));
    let help = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
    let settings = Settings::command();
    for argument in settings.get_arguments() {
        let flag = format!("--{} <", argument.get_long().unwrap());
        let start = help.find(&flag).unwrap_or_else(|| panic!("{flag} is not in {help}"));
        let text = &help[start..];
        let text = &text[..text[2..].find("  --").map_or(text.len(), |end| end + 2)];
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let variable = argument.get_env().unwrap_or_else(|| panic!("{flag} has no variable"));
        // A variable whose value is hidden has no equals sign.
        let end = if argument.is_hide_env_values_set() { "]" } else { "=" };
        let variable = format!("[env: {}{end}", variable.to_str().unwrap());
        assert!(text.contains(&variable), "{variable} is not in {text}");
        let default = match argument.get_default_values() {
            [] if argument.get_id() == "index" => "[default: the bundled corpus]".to_owned(),
            [] if argument.get_id() == "max_connections" => {
                "[default: as many as the limit of open files allows, 16384 at most]".to_owned()
            }
            [] => "[default: none]".to_owned(),
            values => format!("[default: {}]", values[0].to_str().unwrap()),
        };
        assert!(text.contains(&default), "{default} is not in {text}");
    }
    for word in ["RUST_LOG", "Legal information, not legal advice", "possible", "text:", "json:"] {
        assert!(
            help.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase().contains(&word.to_lowercase()),
            "{word}"
        );
    }
}

#[test]
fn help_offers_unix_sockets_and_sighup_only_where_they_exist() {
    for flag in ["-h", "--help"] {
        let help = String::from_utf8(run(command(&[flag])).stdout).unwrap();
        assert_eq!(help.contains("unix:"), HAS_UNIX_SOCKETS, "{help}");
        assert_eq!(help.contains("SIGHUP"), HAS_HANGUPS, "{help}");
    }
}

#[cfg(not(unix))]
#[test]
fn unix_socket_is_refused_with_one_line_on_systems_without_them() {
    for flag in ["--listen", "--admin-listen"] {
        let output = run(command(&[flag, "unix:lexdex.sock"]));
        let message = String::from_utf8(output.stderr).unwrap();
        let expected = format!(
            "error: invalid value 'unix:lexdex.sock' for '{flag} <ADDRESS:PORT>': this system has no Unix sockets: give \
             an address and a port, such as 127.0.0.1:8080"
        );
        assert_eq!((output.status.code(), message.lines().next()), (Some(2), Some(expected.as_str())));
    }
}

#[test]
fn version_is_printed() {
    let output = run(command(&["--version"]));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("lexdex {}\n", env!("CARGO_PKG_VERSION")));
}
