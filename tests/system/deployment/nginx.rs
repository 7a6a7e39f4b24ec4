//! `deploy/nginx.conf` and `deploy/nginx-systemd.conf`: nginx accepts them, and clients cannot forge their address through them.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lexdex_tests::skip::is_there;
use lexdex_tests::tool::{file, run};
use rustix::process::Signal;
use tempfile::TempDir;

use crate::system::support::client::get;
use crate::system::support::index::{IndexDirectory, entries};
use crate::system::support::port::Port;
use crate::system::support::server::{PATIENCE, Process, Server};

/// An nginx with the configuration.
struct Nginx {
    directory: TempDir,
    tls: SocketAddr,
    plain: SocketAddr,
    process: Process,
    _ports: [Port; 2],
}

impl Nginx {
    /// Starts nginx as a proxy of a server.
    fn start(upstream: SocketAddr) -> Self {
        Self::start_with(&file("deploy/nginx.conf"), upstream)
    }

    /// Starts nginx with this configuration.
    fn start_with(configured: &str, upstream: SocketAddr) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let ports = [Port::reserve(), Port::reserve()];
        let [tls, plain] = ports.each_ref().map(|port| port.address);
        make_certificate(directory.path());
        let configuration = configuration(configured, directory.path(), tls, plain, upstream);
        fs::write(directory.path().join("nginx.conf"), configuration).unwrap();
        run(nginx(directory.path()).arg("-t"));
        let mut command = nginx(directory.path());
        // One process, which ends with the test.
        let (process, _) = Process::start(command.args(["-g", "daemon off; master_process off;"]));
        let start = Instant::now();
        while TcpStream::connect(tls).is_err() {
            assert!(start.elapsed() < PATIENCE, "nginx does not start");
            thread::sleep(Duration::from_millis(5));
        }
        Self { directory, tls, plain, process, _ports: ports }
    }

    /// Sends a request over HTTPS, with further arguments for curl, and returns the response.
    #[track_caller]
    fn ask(&self, target: &str, arguments: &[&str]) -> String {
        let port = self.tls.port();
        let mut curl = Command::new("curl");
        curl.args(["--silent", "--show-error", "--fail", "--noproxy", "*"]).args(arguments);
        curl.arg("--cacert").arg(self.directory.path().join("tls/certificate.pem"));
        curl.arg("--resolve").arg(format!("localhost:{port}:{}", self.tls.ip()));
        run(curl.arg(format!("https://localhost:{port}{target}")))
    }

    /// Follows the links to the next page to the end, and returns the ids of all records.
    #[track_caller]
    fn walk(&self, path: &str, query: &str) -> Vec<String> {
        let mut ids = Vec::new();
        let mut target = format!("{path}?{query}");
        loop {
            let answer = self.ask(&target, &["--http1.1", "--include"]);
            let (head, body) = answer.split_once("\r\n\r\n").unwrap();
            let body: serde_json::Value = serde_json::from_str(body).unwrap();
            ids.extend(body["data"].as_array().unwrap().iter().map(|record| record["id"].to_string()));
            let mut links = head.lines().find_map(|line| line.strip_prefix("link: ")).unwrap_or_default().split(", ");
            let Some(next) = links.find_map(|link| link.strip_suffix(">; rel=\"next\"")) else { return ids };
            target = format!("{path}{}", next.trim_start_matches('<'));
        }
    }

    /// The resident memory, in bytes.
    fn n_resident_bytes(&self) -> u64 {
        let status = fs::read_to_string(self.process.proc().join("status")).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() << 10
    }

    /// The bytes of responses that it buffers in files.
    fn n_temporary_bytes(&self) -> u64 {
        let sizes = entries(&self.directory.path().join("proxy")).into_iter();
        // A file can disappear meanwhile.
        sizes.filter_map(|path| fs::metadata(path).ok()).filter(|file| file.is_file()).map(|file| file.len()).sum()
    }

    fn stop(mut self) {
        self.process.send(Signal::TERM);
        assert_eq!(self.process.wait(), Some(0));
    }
}

/// Whether the programs of these tests are installed.
fn can_run() -> bool {
    is_there("nginx", &["-v"]) && is_there("openssl", &["version"]) && is_there("curl", &["--version"])
}

fn nginx(directory: &Path) -> Command {
    let mut command = Command::new("nginx");
    command.arg("-p").arg(directory).arg("-c").arg(directory.join("nginx.conf"));
    command
}

fn make_certificate(directory: &Path) {
    let tls = directory.join("tls");
    fs::create_dir(&tls).unwrap();
    let mut openssl = Command::new("openssl");
    openssl.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30"]);
    openssl.args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]);
    run(openssl.args(["-keyout", "key.pem", "-out", "certificate.pem"]).current_dir(tls));
}

/// The configuration with the paths and addresses of a test.
fn configuration(
    configured: &str,
    directory: &Path,
    tls: SocketAddr,
    plain: SocketAddr,
    upstream: SocketAddr,
) -> String {
    let directory = directory.display();
    let replacements = [
        ("/tmp/", format!("{directory}/")),
        ("/etc/nginx/tls/", format!("{directory}/tls/")),
        ("listen [::]:80;", String::new()),
        ("listen [::]:443 ssl http2;", String::new()),
        ("listen 80;", format!("listen {plain};")),
        ("listen 443 ssl http2;", format!("listen {tls} ssl http2;")),
        ("server lexdex:8080;", format!("server {upstream};")),
    ];
    replacements.into_iter().fold(configured.to_owned(), |configuration, (from, to)| {
        assert!(configuration.contains(from), "nginx.conf has no {from}");
        configuration.replace(from, &to)
    })
}

/// The configuration for a container, and the one for a machine inside a minimal main configuration.
fn configurations() -> [String; 2] {
    let container = file("deploy/nginx.conf");
    let (head, _) = container.split_once("    # lexdex has its own access log.").unwrap();
    let site = file("deploy/nginx-systemd.conf");
    assert!(site.contains("server 127.0.0.1:8080;"));
    let machine = format!("{head}{}}}\n", site.replace("server 127.0.0.1:8080;", "server lexdex:8080;"));
    [container, machine]
}

/// A server that responds to one request, and returns the lines of the request's head in lower case.
fn recorder() -> (SocketAddr, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let head = thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut stream = BufReader::new(stream);
        let lines = stream.by_ref().lines().map(|line| line.unwrap().to_lowercase());
        let head = lines.take_while(|line| !line.is_empty()).collect();
        stream.get_mut().write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok").unwrap();
        head
    });
    (address, head)
}

#[test]
fn nginx_replaces_forged_client_headers_and_keeps_the_target() {
    if !can_run() {
        return;
    }
    for configuration in configurations() {
        check_forwarding(&configuration);
    }
}

fn check_forwarding(configuration: &str) {
    let (address, head) = recorder();
    let nginx = Nginx::start_with(configuration, address);
    let target = "/api/v1/cases?court=s.d.n.y.&topic=%e2%82%ac+a%2fb&x=//..//";
    let lies = [
        ["--header", "X-Forwarded-For: 192.0.2.1, 172.30.77.2"],
        ["--header", "x-forwarded-for: 192.0.2.2"],
        ["--header", "Forwarded: for=192.0.2.3"],
    ];
    assert_eq!(nginx.ask(target, &[&["--path-as-is"], lies.concat().as_slice()].concat()), "ok");
    let head = head.join().unwrap();
    assert_eq!(head[0], format!("get {target} http/1.1"));
    let about_the_client: Vec<&String> = head.iter().filter(|line| line.contains("forwarded")).collect();
    assert_eq!(about_the_client, ["x-forwarded-for: 127.0.0.1"]);
    assert!(!head.iter().any(|line| line.contains("192.0.2.")), "{head:?}");
    nginx.stop();
}

#[test]
fn nginx_proxies_https_and_redirects_http() {
    if !can_run() {
        return;
    }
    for configuration in configurations() {
        check_proxy(&configuration);
    }
}

fn check_proxy(configuration: &str) {
    let server = Server::start(&[]);
    let nginx = Nginx::start_with(configuration, server.address);
    for list in ["statutes", "cases", "bills", "jurisdictions"] {
        let answer: serde_json::Value =
            serde_json::from_str(&nginx.ask(&format!("/api/v1/{list}"), &["--http2"])).unwrap();
        assert!(answer["meta"]["total"].as_u64().unwrap() > 0, "{answer}");
    }
    // Below 16 KiB nginx passes the request on, and lexdex refuses it.
    let long = format!("/api/v1/cases?topic={}", "x".repeat(9000));
    let refusal = nginx.ask(&long, &["--no-fail", "--write-out", "%{http_code}"]);
    assert!(refusal.starts_with(r#"{"error":"#) && refusal.ends_with("414"), "{refusal}");
    let mut curl = Command::new("curl");
    curl.args(["--silent", "--noproxy", "*", "--write-out", "%{http_code} %{redirect_url}", "--output", "/dev/null"]);
    let redirect = run(curl.arg(format!("http://{}/api/v1/cases?limit=1", nginx.plain)));
    assert_eq!(redirect, format!("308 https://{}/api/v1/cases?limit=1", nginx.plain.ip()));
    nginx.stop();
}

/// The configuration for a shared host: the lines of deploy/README.md replace `location /`.
fn below_a_path() -> String {
    const OTHERS: &str = "location / {\n return 200 \"another site\";\n}\n";
    let guide = file("deploy/README.md");
    let lines = guide.split("```nginx\n").nth(1).unwrap().split("```").next().unwrap();
    let configuration = file("deploy/nginx.conf");
    let (before, rest) = configuration.split_once("        location / {\n").unwrap();
    let (_, behind) = rest.split_once("        }\n").unwrap();
    [before, lines, OTHERS, behind].concat()
}

#[test]
fn nginx_serves_lexdex_below_a_path_beside_another_site() {
    if !can_run() {
        return;
    }
    let server = Server::start(&["--base-path", "/law", "--trusted-proxy", "127.0.0.1"]);
    let nginx = Nginx::start_with(&below_a_path(), server.address);
    let page = nginx.ask("/law", &[]);
    assert_eq!(page, nginx.ask("/law/", &[]));
    let links = page.split(" href=\"").chain(page.split(" src=\"")).filter(|rest| rest.starts_with('/'));
    let links: Vec<&str> = links.map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(links.len() > 30);
    for link in links {
        assert!(link.starts_with("/law/"), "{link}");
        nginx.ask(link, &[]);
    }
    let path = "/law/api/v1/cases";
    let cases = nginx.walk(path, "topic=torts&limit=30");
    assert_eq!(cases.len() as u64, get(server.address, &format!("{path}?topic=torts")).total());
    assert!(nginx.ask("/law/api/v1/cases/export?format=csv&topic=torts", &[]).lines().count() > cases.len());
    let suggestions: serde_json::Value = serde_json::from_str(&nginx.ask("/law/api/v1/suggest?q=roe", &[])).unwrap();
    nginx.ask(suggestions["data"][0]["url"].as_str().unwrap(), &[]);
    for others in ["/", "/lawyers", "/api/v1/cases"] {
        assert_eq!(nginx.ask(others, &[]), "another site");
    }
    nginx.stop();
}

#[test]
fn long_queries_and_their_next_links_work_through_nginx() {
    if !can_run() {
        return;
    }
    for configuration in configurations() {
        check_long_queries(&configuration);
    }
}

fn check_long_queries(configuration: &str) {
    let server = Server::start(&["--rate-limit", "0"]);
    let nginx = Nginx::start_with(configuration, server.address);
    let path = "/api/v1/cases";
    let query = "topic=torts&limit=30";
    let whole = nginx.walk(path, query);
    assert_eq!(whole.len() as u64, get(server.address, &format!("{path}?{query}")).total());
    assert!(whole.len() > 60);
    // A topic that no record has does not change the filter.
    let unknown = format!("topic={}&", "x".repeat(93));
    for n_bytes in [950, 3_000, 7_000] {
        let long_query = unknown.repeat(n_bytes / unknown.len()) + query;
        assert_eq!(nginx.walk(path, &long_query), whole, "{n_bytes} bytes");
    }
    // The link escapes every byte of these values as three.
    let longest = format!("topic={}&", "|".repeat(190)).repeat(40) + query;
    let head = nginx.ask(&format!("{path}?{longest}"), &["--http1.1", "--head"]);
    assert!(head.lines().any(|line| line.starts_with("link: ") && line.len() > 20_000), "{head}");
    nginx.stop();
}

/// The longest body that lexdex accepts, and one that lexdex itself refuses, reach it. nginx refuses one that is far
/// too long.
#[test]
fn bodies_of_requests_reach_lexdex_which_refuses_long_ones() {
    if !can_run() {
        return;
    }
    for configuration in configurations() {
        let server = Server::start(&["--rate-limit", "0"]);
        let nginx = Nginx::start_with(&configuration, server.address);
        for (kibibytes, is_of_lexdex) in [(64, true), (96, true), (200, false)] {
            let body = nginx.directory.path().join("body");
            fs::write(&body, vec![b'x'; kibibytes << 10]).unwrap();
            let body = format!("@{}", body.display());
            let response = nginx.ask("/api/v1/cases", &["--no-fail", "--http1.1", "--data-binary", &body]);
            assert_eq!(response.contains("\"error\":"), is_of_lexdex, "{kibibytes} KiB: {response}");
        }
        nginx.stop();
    }
}

/// Downloads an export of this many tenths of a megabyte at a tenth of its size a second, and watches nginx.
#[expect(clippy::print_stdout, reason = "the result of a drill")]
fn check_export(n_statutes: usize) {
    let index = IndexDirectory::with_long_statutes(n_statutes, 100_000);
    let n_bytes = fs::metadata(index.path().join("statutes/records.jsonl")).unwrap().len();
    let server = Server::start(&["--index", &index.argument()]);
    let nginx = Nginx::start(server.address);
    let rate = (n_bytes / 10).to_string();
    let n_resident_before = nginx.n_resident_bytes();
    let (mut n_resident, mut n_temporary) = (0, 0);
    let arguments = ["--limit-rate", &rate, "--output", "/dev/null", "--write-out", "%{size_download}"];
    thread::scope(|scope| {
        let download = scope.spawn(|| nginx.ask("/api/v1/statutes/export?format=ndjson", &arguments));
        while !download.is_finished() {
            n_resident = n_resident.max(nginx.n_resident_bytes());
            n_temporary = n_temporary.max(nginx.n_temporary_bytes());
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(download.join().unwrap(), n_bytes.to_string());
    });
    let n_more = n_resident.saturating_sub(n_resident_before);
    println!("{n_bytes} bytes exported: nginx kept {n_temporary} in files, and {n_more} more in memory");
    assert_eq!(n_temporary, 0);
    assert!(n_more < 8 << 20, "{n_more}");
    nginx.stop();
}

#[test]
fn export_through_nginx_is_not_buffered() {
    if can_run() {
        check_export(300);
    }
}

/// `cargo test --profile dist --workspace --test system gigabyte -- --ignored --nocapture`
#[test]
#[ignore = "writes two gigabytes"]
fn export_of_a_gigabyte_through_nginx_is_not_buffered() {
    if can_run() {
        check_export(10_000);
    }
}
