//! `deploy/nginx.conf`: nginx accepts it, and clients cannot forge their address through it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use tempfile::TempDir;

use crate::port::Port;
use crate::server::{PATIENCE, Process, Server};
use crate::tool::{file, is_there, run};

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
        let directory = tempfile::tempdir().unwrap();
        let ports = [Port::reserve(), Port::reserve()];
        let [tls, plain] = ports.each_ref().map(|port| port.address);
        make_certificate(directory.path());
        let configuration = configuration(directory.path(), tls, plain, upstream);
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
fn configuration(directory: &Path, tls: SocketAddr, plain: SocketAddr, upstream: SocketAddr) -> String {
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
    replacements.into_iter().fold(file("deploy/nginx.conf"), |configuration, (from, to)| {
        assert!(configuration.contains(from), "nginx.conf has no {from}");
        configuration.replace(from, &to)
    })
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
    let (address, head) = recorder();
    let nginx = Nginx::start(address);
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
    let server = Server::start(&[]);
    let nginx = Nginx::start(server.address);
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
