//! Real servers of object storage: moto and `SeaweedFS`.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use lexdex_tests::skip::is_there;
use tempfile::TempDir;

use crate::store_run::StoreAt;

const KEY: &str = "testkey";
const SECRET: &str = "testsecret";

/// A server with the bucket `law`. It is killed when it is dropped.
pub(crate) struct StoreServer {
    process: Child,
    endpoint: String,
    _folder: TempDir,
}

/// Each server that is installed.
pub(crate) fn each() -> impl Iterator<Item = StoreServer> {
    [moto as fn() -> Option<StoreServer>, weed].into_iter().filter_map(|start| start())
}

/// moto, a Python program, which verifies neither digests nor signatures.
fn moto() -> Option<StoreServer> {
    let program = program("moto_server", "--help")?;
    let [port] = free_ports();
    let mut command = Command::new(program);
    command.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
    let bucket = ("PUT", format!("http://127.0.0.1:{port}/law"));
    Some(StoreServer::start("moto", command, port, bucket, tempfile::tempdir().unwrap()))
}

/// `SeaweedFS`, which verifies both.
fn weed() -> Option<StoreServer> {
    let program = program("weed", "version")?;
    let folder = tempfile::tempdir().unwrap();
    let identity = serde_json::json!({
        "name": "test", "credentials": [{"accessKey": KEY, "secretKey": SECRET}], "actions": ["Admin"]
    });
    let configuration = serde_json::json!({ "identities": [identity] }).to_string();
    std::fs::write(folder.path().join("s3.json"), configuration).unwrap();
    let ports = free_ports::<8>();
    let mut command = Command::new(program);
    command.args([
        "server",
        "-ip=127.0.0.1",
        "-ip.bind=127.0.0.1",
        "-filer",
        "-s3",
        "-s3.port.iceberg=0",
        "-s3.port.lance=0",
    ]);
    command.args([
        "-master.telemetry=false",
        "-master.volumeSizeLimitMB=512",
        "-volume.max=50",
        "-volume.minFreeSpace=0",
    ]);
    for (name, ports) in ["master", "volume", "filer", "s3"].iter().zip(ports.chunks(2)) {
        command.args([format!("-{name}.port={}", ports[0]), format!("-{name}.port.grpc={}", ports[1])]);
    }
    command.arg(format!("-dir={}", folder.path().display()));
    command.arg(format!("-s3.config={}", folder.path().join("s3.json").display()));
    // A bucket is a folder of its file server, which needs no signature.
    let bucket = ("POST", format!("http://127.0.0.1:{}/buckets/law/", ports[4]));
    Some(StoreServer::start("SeaweedFS", command, ports[6], bucket, folder))
}

/// The path of a program that `tests/install-tools` installs, if it is there and answers this argument.
fn program(name: &str, argument: &str) -> Option<PathBuf> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/python/bin").join(name);
    is_there(program.to_str().unwrap(), &[argument]).then_some(program)
}

/// Free ports. Another program may take them before the server does.
fn free_ports<const N: usize>() -> [u16; N] {
    // All are bound at the same time, so that they differ.
    let listeners: Vec<TcpListener> = (0..N).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    std::array::from_fn(|idx| listeners[idx].local_addr().unwrap().port())
}

impl StoreServer {
    /// Starts a server, and makes the bucket with this request.
    fn start(name: &str, mut command: Command, port: u16, bucket: (&str, String), folder: TempDir) -> Self {
        let process =
            command.current_dir(&folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let endpoint = format!("http://127.0.0.1:{port}");
        let server = Self { process: process.unwrap(), endpoint, _folder: folder };
        let (method, url) = bucket;
        let makes_bucket = || {
            let request = ureq::http::Request::builder().method(method).uri(&url).body(()).unwrap();
            ureq::run(request).is_ok()
        };
        let start = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() || !makes_bucket() {
            assert!(start.elapsed() < Duration::from_secs(120), "{name} does not answer");
            thread::sleep(Duration::from_millis(100));
        }
        server
    }

    /// A part of the bucket, for a test of its own.
    pub(crate) fn at(&self, prefix: &str) -> StoreAt {
        StoreAt { store: format!("s3://law/{prefix}"), endpoint: Some(self.endpoint.clone()), key: Some((KEY, SECRET)) }
    }
}

impl Drop for StoreServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
