//! A live service of the bundled corpus. A panic anywhere in it ends the fuzzer.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;

use lexdex::http::{
    CurrentSnapshot, Server, ServerOptions, ServiceOptions, SnapshotOptions, Timeouts, TrustedProxies, service,
};
use lexdex_index::Index;

/// The maximum time until the server has responded and closed the connection: its longest time limit.
const PATIENCE: Duration = Duration::from_secs(30);

static ADDRESS: LazyLock<SocketAddr> = LazyLock::new(|| {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let current = CurrentSnapshot::new(Arc::new(Index::bundled().unwrap()), SnapshotOptions::default());
    let options = ServerOptions {
        trusted_proxies: TrustedProxies::default(),
        max_connections: 100,
        timeouts: Timeouts::default(),
    };
    let service = service(Arc::new(current), ServiceOptions::default());
    let server = runtime.block_on(Server::bind("127.0.0.1:0", service, options)).unwrap();
    let address = server.url().unwrap().strip_prefix("http://").unwrap().parse().unwrap();
    thread::spawn(move || runtime.block_on(server.run_until(std::future::pending())));
    address
});

/// Sends these bytes, closes the client's side, and returns everything that the server sends.
pub(crate) fn answers_to(bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(*ADDRESS).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    // The server may close the connection before it has read all of them.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    let mut answers = Vec::new();
    let mut chunk = [0; 1 << 14];
    loop {
        match stream.read(&mut chunk) {
            Ok(0) => return answers,
            Ok(n_bytes) => answers.extend(&chunk[..n_bytes]),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => return answers,
            // The fuzzer's own timer sends signals.
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => panic!("{}: {error}", bytes.escape_ascii()),
        }
    }
}
