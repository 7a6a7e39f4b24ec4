//! Measures nginx with the bodies of the repeated mix as files, to say how far the floor is from a server written in C.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::load::{self, Requests};
use crate::measure::http::{N_CONNECTIONS, Variant, mean_body_bytes, ratio, start_floor};
use crate::measure::{RunArguments, row};
use crate::process::{SERVER_CORE, ServerProcess, pinned};

const PORT: u16 = 18_109;
const FLOOR_PORT: u16 = 18_110;

/// Keeps every file open, and sends it by `sendfile`.
const CONFIGURATION: &str = "
daemon off;
master_process off;
pid nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
    access_log off;
    sendfile on;
    tcp_nopush on;
    keepalive_requests 1000000000;
    open_file_cache max=10000 inactive=1h;
    open_file_cache_valid 1h;
    default_type application/json;
    server {
        listen 127.0.0.1:18109;
        root files;
    }
}
";

/// A running nginx, and the requests for its files.
struct Nginx {
    server: ServerProcess,
    requests: Requests,
    /// The directory of the files, removed on drop.
    _directory: tempfile::TempDir,
}

/// Measures nginx and the floor in turn.
pub(super) fn measure(lexdex: &ServerProcess, requests: &Requests, arguments: &RunArguments) -> Result<()> {
    const WHAT: &str = "nginx with the bodies of the repeated mix as files, against the floor, CPU";
    if Command::new("nginx").arg("-v").stderr(Stdio::null()).status().is_err() {
        row(WHAT, "", "not measured: nginx is not installed");
        return Ok(());
    }
    let nginx = Nginx::start(lexdex, requests)?;
    let floor = start_floor(mean_body_bytes(lexdex, requests, arguments.time())?, 1, FLOOR_PORT)?;
    let mut floor = Variant::new("floor", &floor, requests, N_CONNECTIONS);
    let mut files = Variant::new("nginx", &nginx.server, &nginx.requests, N_CONNECTIONS);
    for _ in 0..arguments.rounds {
        floor.measure(arguments.time())?;
        files.measure(arguments.time())?;
    }
    row(WHAT, "", &ratio(&files.cpu_us, &floor.cpu_us));
    Ok(())
}

impl Nginx {
    /// Writes the body of each request into a file, and starts nginx with these files.
    fn start(lexdex: &ServerProcess, requests: &Requests) -> Result<Self> {
        let directory = tempfile::tempdir()?;
        let files = directory.path().join("files");
        fs::create_dir(&files)?;
        let mut names = HashMap::new();
        let mut targets = Vec::new();
        for path in requests.paths() {
            let n_files = names.len();
            let name = match names.entry(path) {
                Entry::Occupied(name) => *name.get(),
                Entry::Vacant(entry) => {
                    fs::write(files.join(n_files.to_string()), load::body(lexdex.address, path)?)?;
                    *entry.insert(n_files)
                }
            };
            targets.push(format!("/{name}"));
        }
        Ok(Self { server: start(directory.path())?, requests: Requests::new(targets), _directory: directory })
    }
}

fn start(directory: &Path) -> Result<ServerProcess> {
    fs::write(directory.join("nginx.conf"), CONFIGURATION)?;
    let mut command = pinned(SERVER_CORE, "nginx");
    command.arg("-p").arg(directory).args(["-c", "nginx.conf"]);
    ServerProcess::spawn(&mut command, SocketAddr::from(([127, 0, 0, 1], PORT)))
}
