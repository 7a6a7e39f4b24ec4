//! `deploy/haproxy.cfg`: `HAProxy` accepts it, and always sends each client to the same one of several real replicas.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use lexdex_tests::skip::is_there;
use lexdex_tests::tool::{file, run};
use rustix::process::Signal;
use socket2::{Domain, Socket, Type};
use tempfile::TempDir;

use crate::system::support::client::{Client, Response};
use crate::system::support::port::Port;
use crate::system::support::server::{PATIENCE, Process, Server, indexed_command};

/// The names of the replicas in the configuration.
const NAMES: [&str; 3] = ["a", "b", "c"];

/// The rate limit of the replicas.
const LIMIT: usize = 20;

/// Three replicas.
struct Replicas {
    servers: Vec<Option<Server>>,
    ports: Vec<[Port; 2]>,
    rate_limit: usize,
}

impl Replicas {
    fn start(rate_limit: usize) -> Self {
        let ports: Vec<[Port; 2]> = NAMES.iter().map(|_| [Port::reserve(), Port::reserve()]).collect();
        let mut replicas = Self { servers: NAMES.iter().map(|_| None).collect(), ports, rate_limit };
        (0..NAMES.len()).for_each(|idx| replicas.start_one(idx));
        replicas
    }

    /// Starts a replica, which identifies itself by its `Cache-Control`.
    fn start_one(&mut self, idx: usize) {
        let [port, admin] = &self.ports[idx];
        let (listen, admin) = (port.address.to_string(), admin.address.to_string());
        let (limit, age) = (self.rate_limit.to_string(), (100 + idx).to_string());
        let arguments = ["--listen", &listen, "--admin-listen", &admin, "--rate-limit", &limit, "--max-age", &age];
        self.servers[idx] =
            Some(Server::spawn(indexed_command(&[&arguments[..], &["--trusted-proxy", "127.0.0.1"]].concat())));
    }

    fn stop_one(&mut self, idx: usize) {
        let server = self.servers[idx].take().unwrap();
        assert_eq!(server.stop().code, Some(0));
    }
}

/// `HAProxy` with the configuration, without TLS.
struct HaProxy {
    address: SocketAddr,
    folder: TempDir,
    process: Process,
    _port: Port,
}

impl HaProxy {
    fn start(replicas: &Replicas) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = Port::reserve();
        let mut configuration = file("deploy/haproxy.cfg");
        let mut replace = |from: &str, to: &str| {
            assert_eq!(configuration.matches(from).count(), 1, "{from}");
            configuration = configuration.replace(from, to);
        };
        // Listens only at loopback, because another program may use the port at another address.
        let number = port.address.port();
        replace("    bind :80,:::80 v6only\n", &format!("    bind 127.0.0.1:{number},::1:{number} v6only\n"));
        replace(
            "    bind :443,:::443 v6only ssl crt /etc/haproxy/lexdex.pem alpn h2,http/1.1 ssl-min-ver TLSv1.2\n",
            "",
        );
        replace("    http-request redirect scheme https code 308 unless { ssl_fc }\n", "");
        replace(
            "stats socket /run/haproxy/admin.sock",
            &format!("stats socket {}/admin.sock", folder.path().display()),
        );
        for (idx, name) in NAMES.iter().enumerate() {
            let [port, admin] = &replicas.ports[idx];
            let server = format!("server {name} {} port {}", port.address, admin.address.port());
            replace(&format!("server {name} 10.0.0.{}:8080", 11 + idx), &server);
        }
        let path = folder.path().join("haproxy.cfg");
        fs::write(&path, configuration).unwrap();
        let (process, _) = Process::start(Command::new("haproxy").arg("-db").arg("-f").arg(path));
        let haproxy = Self { address: port.address, folder, process, _port: port };
        let start = Instant::now();
        while TcpStream::connect(haproxy.address).is_err() {
            assert!(start.elapsed() < PATIENCE, "HAProxy does not start");
            thread::sleep(Duration::from_millis(5));
        }
        haproxy
    }

    /// Waits until a replica has this status.
    #[track_caller]
    fn wait_for(&self, name: &str, status: &str) {
        let socket: PathBuf = self.folder.path().join("admin.sock");
        let line = format!("replicas,{name},");
        let start = Instant::now();
        loop {
            let mut stream = UnixStream::connect(&socket).unwrap();
            stream.write_all(b"show stat\n").unwrap();
            let mut text = String::new();
            stream.read_to_string(&mut text).unwrap();
            // The status is the 18th column.
            let found = text.lines().find(|found| found.starts_with(&line)).unwrap().split(',').nth(17).unwrap();
            if found == status {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{name} is {found}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// A connection of the client with this number.
    fn connect(&self, client: u8) -> Client {
        let source = Ipv4Addr::new(127, 0, 2, client);
        let from = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        from.bind(&SocketAddrV4::new(source, 0).into()).unwrap();
        from.connect(&self.address.into()).unwrap();
        Client::from(TcpStream::from(from))
    }

    fn stop(mut self) {
        self.process.send(Signal::TERM);
        self.process.wait();
    }
}

/// The replica that sent a response, whether it served or refused the request.
#[track_caller]
fn replica(response: &Response) -> usize {
    let age = response.header("cache-control").and_then(|value| value.rsplit('=').next()?.parse::<usize>().ok());
    age.unwrap_or_else(|| panic!("{response:?}")) - 100
}

/// The replica of each client.
fn map(haproxy: &HaProxy, clients: std::ops::Range<u8>) -> BTreeMap<u8, usize> {
    clients.map(|client| (client, replica(&haproxy.connect(client).get("/api/v1/jurisdictions")))).collect()
}

fn can_run() -> bool {
    is_there("haproxy", &["-v"])
}

#[test]
fn haproxy_accepts_the_configuration_without_a_warning() {
    if !can_run() || !is_there("openssl", &["version"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let mut openssl = Command::new("openssl");
    openssl.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30"]);
    run(openssl.args(["-subj", "/CN=localhost", "-keyout", &path("key.pem"), "-out", &path("certificate.pem")]));
    let both = fs::read_to_string(path("certificate.pem")).unwrap() + &fs::read_to_string(path("key.pem")).unwrap();
    fs::write(path("lexdex.pem"), both).unwrap();
    let configuration = file("deploy/haproxy.cfg").replace("/etc/haproxy/lexdex.pem", &path("lexdex.pem"));
    let with_a_store = configuration
        .replace("    balance hash src,ipmask(32,64)\n", "    balance leastconn\n")
        .replace("    hash-type consistent\n", "");
    assert_ne!(configuration, with_a_store);
    for configuration in [configuration, with_a_store] {
        fs::write(path("haproxy.cfg"), configuration).unwrap();
        let output = Command::new("haproxy").args(["-c", "-f", &path("haproxy.cfg")]).output().unwrap();
        let printed = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && !printed.contains("[WARNING]"), "{printed}");
    }
}

#[test]
fn each_client_reaches_one_replica_and_gets_its_limit() {
    if !can_run() {
        return;
    }
    let replicas = Replicas::start(LIMIT);
    let haproxy = HaProxy::start(&replicas);
    let mut used = BTreeSet::new();
    for client in 1..25 {
        let mut connections = [haproxy.connect(client), haproxy.connect(client)];
        let mut statuses = Vec::new();
        for number in 0..LIMIT + 4 {
            let connection = &mut connections[number % 2];
            // Forged headers, which would make it another client each time if they were trusted.
            let lies = format!("X-Forwarded-For: 192.0.2.{number}\r\nForwarded: for=192.0.2.{number}");
            connection.send(format!("GET /api/v1/jurisdictions/ca HTTP/1.1\r\nHost: law\r\n{lies}\r\n\r\n"));
            let response = connection.response();
            statuses.push(response.status);
            if response.status == 200 {
                used.insert((client, replica(&response)));
            }
        }
        assert_eq!(statuses, [vec![200; LIMIT], vec![429; 4]].concat(), "client {client}");
    }
    assert_eq!(used.len(), 24, "each client has one replica: {used:?}");
    let replicas_used: BTreeSet<usize> = used.iter().map(|(_, replica)| *replica).collect();
    assert_eq!(replicas_used.len(), NAMES.len(), "each replica has clients: {used:?}");
    // The link to the next page is longer than HAProxy's default buffers.
    let target = format!("/api/v1/cases?{}topic=torts&limit=30", format!("topic={}&", "|".repeat(190)).repeat(40));
    let response = haproxy.connect(100).get(&target);
    assert_eq!(response.status, 200);
    assert!(response.header("link").unwrap().len() > 20_000);
    haproxy.stop();
}

#[test]
fn ipv4_and_ipv6_clients_are_served_within_their_own_limits() {
    if !can_run() {
        return;
    }
    let replicas = Replicas::start(LIMIT);
    let haproxy = HaProxy::start(&replicas);
    let port = haproxy.address.port();
    let addresses = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
    for address in addresses {
        let mut connection = Client::from(TcpStream::connect((address, port)).unwrap());
        let statuses: Vec<u16> = (0..=LIMIT).map(|_| connection.get("/api/v1/jurisdictions").status).collect();
        assert_eq!(statuses, [vec![200; LIMIT], vec![429]].concat(), "{address}");
    }
    haproxy.stop();
}

/// When the replicas change, a client that moves gets the full limit of its new replica.
#[test]
fn stopped_replica_moves_only_its_own_clients() {
    if !can_run() {
        return;
    }
    let clients = 1..61;
    let mut replicas = Replicas::start(LIMIT);
    let haproxy = HaProxy::start(&replicas);
    let before = map(&haproxy, clients.clone());
    let stopped = 1;
    let moved = *before.iter().find(|(_, replica)| **replica == stopped).unwrap().0;
    let n_served = |client: u8| {
        let mut connection = haproxy.connect(client);
        let answers = (0..2 * LIMIT).map(|_| connection.get("/api/v1/jurisdictions/ca").status);
        answers.filter(|status| *status == 200).count()
    };
    // One request was served already.
    assert_eq!(n_served(moved), LIMIT - 1);

    replicas.stop_one(stopped);
    let during = map(&haproxy, 1..61);
    let n_of_the_stopped = before.values().filter(|replica| **replica == stopped).count();
    let changed: Vec<u8> = clients.filter(|client| before[client] != during[client]).collect();
    assert_eq!(changed.len(), n_of_the_stopped);
    assert!(changed.iter().all(|client| before[client] == stopped));
    assert!((10..30).contains(&n_of_the_stopped), "about a third of 60: {n_of_the_stopped}");
    assert_eq!(n_served(moved), LIMIT - 1, "one limit more, of which one request is of the map");

    // The clients return with the replica, and no other client moves.
    replicas.start_one(stopped);
    haproxy.wait_for(NAMES[stopped], "UP");
    assert_eq!(map(&haproxy, 1..61), before);
    haproxy.stop();
}

#[test]
fn rolling_restart_drops_no_request() {
    if !can_run() {
        return;
    }
    let mut replicas = Replicas::start(0);
    let haproxy = HaProxy::start(&replicas);
    let is_over = AtomicBool::new(false);
    // Each client keeps its connection for as long as the proxy allows.
    let load = |client: u8| {
        let mut n_served = 0;
        let mut connection = haproxy.connect(client);
        while !is_over.load(Ordering::Relaxed) {
            let response = connection.get("/api/v1/cases?topic=privacy&limit=5");
            assert_eq!(response.status, 200, "{response:?}");
            n_served += 1;
            if response.header("connection") == Some("close") {
                connection = haproxy.connect(client);
            }
            thread::sleep(Duration::from_millis(2));
        }
        n_served
    };
    let n_served: u64 = thread::scope(|scope| {
        let clients: Vec<_> = (1..9).map(|client| scope.spawn(move || load(client))).collect();
        for (idx, name) in NAMES.iter().enumerate() {
            replicas.stop_one(idx);
            haproxy.wait_for(name, "DOWN");
            replicas.start_one(idx);
            haproxy.wait_for(name, "UP");
        }
        is_over.store(true, Ordering::Relaxed);
        clients.into_iter().map(|client| client.join().unwrap()).sum()
    });
    assert!(n_served > 500, "{n_served}");
    haproxy.stop();
}
