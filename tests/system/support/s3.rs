//! An S3 server: moto, in memory.

use std::path::Path;
use std::process::{Command, Stdio};

use lexdex_tests::skip::is_there;
use lexdex_tests::tool::ROOT;
use tempfile::TempDir;

use crate::system::support::client::Client;
use crate::system::support::port::Port;
use crate::system::support::server::Process;
use crate::system::support::tools::start;

const PROGRAM: &str = "target/python/bin/moto_server";

/// The server accepts any credentials.
pub(crate) const CREDENTIALS: [(&str, &str); 2] =
    [("AWS_ACCESS_KEY_ID", "key-of-a-drill"), ("AWS_SECRET_ACCESS_KEY", "secret-of-a-drill")];

/// The store of the indexes on the server.
pub(crate) const STORE: &str = "s3://indexes/us";

/// A server with an empty bucket.
pub(crate) struct S3 {
    pub(crate) endpoint: String,
    _process: Process,
    _port: Port,
    _directory: TempDir,
}

impl S3 {
    pub(crate) fn start() -> Self {
        let port = Port::reserve();
        let directory = tempfile::tempdir().unwrap();
        let mut command = Command::new(Path::new(ROOT).join(PROGRAM));
        command.args(["-H", "127.0.0.1", "-p", &port.address.port().to_string()]).stdin(Stdio::null());
        let process = start(&mut command, &directory.path().join("moto.log"), port.address);
        let mut client = Client::connect(port.address);
        client.send("PUT /indexes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        assert_eq!(client.response().status, 200);
        Self { endpoint: format!("http://{}", port.address), _process: process, _port: port, _directory: directory }
    }
}

/// Whether the server is installed.
pub(crate) fn can_run() -> bool {
    is_there(Path::new(ROOT).join(PROGRAM).to_str().unwrap(), &["--help"])
}
