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

/// Sends these bytes, and returns everything that the server sends. After the last response, the client closes its
/// side.
pub(crate) fn answers_to(bytes: &[u8], last_answer: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(*ADDRESS).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    // The server may close the connection before it has read all of them.
    let _ = stream.write_all(bytes);
    let mut answers = Vec::new();
    let mut chunk = [0; 1 << 14];
    let mut is_open = true;
    loop {
        let has_last =
            || last_answer.is_empty() || answers.windows(last_answer.len()).any(|bytes| bytes == last_answer);
        if is_open && has_last() {
            is_open = false;
            let _ = stream.shutdown(Shutdown::Write);
        }
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

/// Checks that these are frames. The connection's end may have cut the last one.
pub(crate) fn check_frames(mut bytes: &[u8]) {
    while let [high, middle, low, kind, _, stream @ ..] = bytes {
        assert!(*kind < 10, "{}", bytes.escape_ascii());
        let n_bytes = u32::from_be_bytes([0, *high, *middle, *low]) as usize;
        bytes = stream.get(4 + n_bytes..).unwrap_or_default();
    }
}
