//! `lexdex get --server https://…`: certificates.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use lexdex_tests::skip::is_there;
use lexdex_tests::tool::run;

use crate::system::process::get::outcome_of;
use crate::system::process::get_from_server::json;
use crate::system::support::server::{PATIENCE, command};

const BODY: &str = r#"{"data":[],"meta":{"total":0}}"#;

/// A server that answers over TLS with the files of a folder, killed on drop.
struct TlsServer {
    process: Child,
    url: String,
}

impl Drop for TlsServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Creates a self-signed certificate for localhost.
fn make_certificate(folder: &Path, name: &str) {
    let mut openssl = Command::new("openssl");
    openssl.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]);
    openssl.args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]);
    openssl.args(["-addext", "basicConstraints=critical,CA:FALSE"]);
    openssl.args(["-keyout", &format!("{name}.key"), "-out", &format!("{name}.pem")]);
    run(openssl.current_dir(folder));
}

fn serve(folder: &Path, certificate: &str) -> TlsServer {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut openssl = Command::new("openssl");
    openssl.args(["s_server", "-quiet", "-HTTP", "-accept", &address.to_string()]);
    openssl.args(["-cert", &format!("{certificate}.pem"), "-key", &format!("{certificate}.key")]);
    let process = openssl.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let server = TlsServer { process: process.unwrap(), url: format!("https://localhost:{}", address.port()) };
    let start = Instant::now();
    while TcpStream::connect(address).is_err() {
        assert!(start.elapsed() < PATIENCE, "openssl does not listen");
        thread::sleep(Duration::from_millis(5));
    }
    server
}

#[test]
fn server_is_used_over_tls_if_its_certificate_is_trusted() {
    if !is_there("openssl", &["version"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    make_certificate(folder.path(), "own");
    make_certificate(folder.path(), "other");
    fs::create_dir_all(folder.path().join("api/v1")).unwrap();
    fs::write(folder.path().join("api/v1/topics"), json(BODY)).unwrap();
    let server = serve(folder.path(), "own");
    let get = |trusted: &str| {
        let mut get = command(&["get", "topics", "--format", "json", "--server", &server.url]);
        get.env("SSL_CERT_FILE", folder.path().join(trusted)).env_remove("SSL_CERT_DIR");
        outcome_of(get)
    };
    assert_eq!(get("own.pem"), (Some(0), BODY.to_owned(), String::new()));
    let (code, stdout, stderr) = get("other.pem");
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(stderr.starts_with(&format!("error: no response from {}: ", server.url)), "{stderr}");
    assert!(stderr.contains("certificate"), "{stderr}");
    let (code, _, stderr) = get("none.pem");
    assert_eq!(code, Some(1));
    assert!(stderr.starts_with("error: found no certificates that the system trusts"), "{stderr}");
}
