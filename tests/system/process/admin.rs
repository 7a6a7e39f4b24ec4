//! The admin address, which is separate from the API's.

use std::net::SocketAddr;

use crate::system::support::client::get;
use crate::system::support::port::Port;
#[cfg(unix)]
use crate::system::support::server::command;
use crate::system::support::server::{Server, indexed_command, run};

/// A server with an admin address at a free port.
pub(crate) fn start(arguments: &[&str]) -> (Server, SocketAddr) {
    let server = Server::start(&[&["--admin-listen", "127.0.0.1:0"], arguments].concat());
    let address = server.admin_address();
    (server, address)
}

/// All time series by name.
#[cfg(unix)]
pub(crate) fn scrape(address: SocketAddr) -> std::collections::BTreeMap<String, f64> {
    let response = get(address, "/metrics");
    assert_eq!(response.status, 200);
    let samples = response.body.lines().filter(|line| !line.starts_with('#'));
    let samples = samples.map(|line| line.rsplit_once(' ').unwrap());
    samples.map(|(name, value)| (name.to_owned(), value.parse().unwrap())).collect()
}

#[test]
fn api_and_admin_share_only_the_readiness_path() {
    let (server, admin) = start(&[]);
    for (path, of_api, of_admin) in [
        ("/livez", 404, 200),
        ("/metrics", 404, 200),
        ("/readyz", 200, 200),
        ("/healthz", 200, 404),
        ("/api/v1/jurisdictions", 200, 404),
    ] {
        let statuses = (get(server.address, path).status, get(admin, path).status);
        assert_eq!(statuses, (of_api, of_admin), "{path}");
    }
}

#[test]
fn scrapes_are_neither_limited_nor_logged() {
    let (server, admin) = start(&["--rate-limit", "1"]);
    for _ in 0..3 {
        assert_eq!(get(admin, "/metrics").status, 200);
    }
    let log = server.stop().log;
    assert!(log.iter().all(|line| !line.contains(" request ")), "{log:?}");
}

#[cfg(unix)]
#[test]
fn metrics_count_connections_swaps_and_process_figures() {
    use rustix::process::Signal;

    use crate::system::support::client::Client;
    use crate::system::support::index::IndexDirectory;

    let index = IndexDirectory::with_statutes(1);
    let (server, admin) = start(&["--index", &index.argument()]);
    let value = |name: &str| scrape(admin)[name];
    let mut clients = [(); 3].map(|()| Client::connect(server.address));
    for client in &mut clients {
        assert_eq!(client.get("/healthz").status, 200);
    }
    assert_eq!(value("lexdex_http_connections"), 3.0);
    assert_eq!((value("lexdex_index_swaps_total"), value("lexdex_index_refusals_total")), (0.0, 0.0));
    server.send(Signal::HUP);
    assert!(server.logs("swapped the index: serving "));
    index.edit_manifest("schema_version", "no_version");
    server.send(Signal::HUP);
    assert!(server.logs("the index was not swapped: "));
    assert_eq!((value("lexdex_index_swaps_total"), value("lexdex_index_refusals_total")), (1.0, 1.0));
    assert_eq!(value("lexdex_index_records{list=\"statutes\"}"), 1.0);

    assert!(value("process_cpu_seconds_total") < 3600.0);
    assert!(value("process_resident_memory_bytes") > 1e6);
    let (open, most) = (value("process_open_fds"), value("process_max_fds"));
    assert!(open >= 3.0 && open < most, "{open} of {most}");
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs_f64();
    let start = value("process_start_time_seconds");
    assert!(start <= now && start > now - 3600.0, "{start}, and now it is {now}");
}

#[track_caller]
fn refused(listen: &str, admin: &str, message: &str) {
    let output = run(indexed_command(&["--listen", listen, "--admin-listen", admin]));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.ends_with(&format!(" ERROR {message}\n")), "{said}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn api_address_is_refused_as_admin_address() {
    let port = Port::reserve();
    let address = port.address.to_string();
    refused(&address, &address, &format!("the API is served at {address}: give --admin-listen an address of its own"));
}

/// Elsewhere a program can listen at one address of a port beside another one that listens at all addresses.
#[cfg(target_os = "linux")]
#[test]
fn admin_address_at_the_port_of_the_api_is_refused() {
    let port = Port::reserve();
    let address = port.address;
    let message = format!("cannot listen at {address} for --admin-listen: Address already in use (os error 98)");
    refused(&format!("0.0.0.0:{}", address.port()), &address.to_string(), &message);
}

#[cfg(unix)]
#[test]
fn admin_socket_is_served_and_removed_at_the_end() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("admin.sock");
    let server = Server::start(&["--admin-listen", &format!("unix:{}", path.display())]);
    let check = || run(command(&["healthcheck", "--listen", &format!("unix:{}", path.display())])).status.code();
    assert_eq!(check(), Some(0));
    assert_eq!(server.stop().code, Some(0));
    assert!(!path.exists());
}
