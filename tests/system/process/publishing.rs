//! Serving a folder of published indexes.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::system::support::client::get;
use crate::system::support::index::{IndexDirectory, publish};
use crate::system::support::server::{PATIENCE, Server};

fn n_builds(folder: &Path) -> usize {
    folder.join("builds").read_dir().unwrap().count()
}

#[track_caller]
fn wait_for_total(server: &Server, total: u64) {
    let start = Instant::now();
    while get(server.address, "/api/v1/statutes").total() != total {
        assert!(start.elapsed() < PATIENCE, "the published index is not served");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn watched_folder_is_followed_and_its_build_never_removed() {
    let directory = TempDir::new().unwrap();
    let folder = directory.path().join("published indexes");
    publish(&IndexDirectory::with_statutes(1).path(), &folder);
    let index = ["--index", folder.to_str().unwrap()];
    let arguments = [&index[..], &["--rate-limit", "0", "--keep-previous-secs", "0", "--watch-secs"]].concat();
    let watching = Server::start(&[&arguments[..], &["1"]].concat());
    let idle = Server::start(&[&arguments[..], &["0"]].concat());
    for n_statutes in 2..4 {
        publish(&IndexDirectory::with_statutes(n_statutes).path(), &folder);
        wait_for_total(&watching, n_statutes as u64);
        assert_eq!(get(idle.address, "/api/v1/statutes").total(), 1);
        assert_eq!(get(idle.address, "/api/v1/statutes/s-0").status, 200);
    }
    drop(idle);
    publish(&IndexDirectory::with_statutes(4).path(), &folder);
    wait_for_total(&watching, 4);
    publish(&IndexDirectory::with_statutes(4).path(), &folder);
    assert_eq!(n_builds(&folder), 1, "builds that no server has open are removed");
    assert_eq!(get(watching.address, "/api/v1/statutes/s-3").status, 200);
}

#[cfg(unix)]
#[test]
fn hangup_serves_the_build_that_is_current_in_the_folder() {
    let directory = TempDir::new().unwrap();
    let folder = directory.path().join("published");
    publish(&IndexDirectory::with_statutes(1).path(), &folder);
    let server = Server::start(&["--index", folder.to_str().unwrap(), "--rate-limit", "0"]);
    publish(&IndexDirectory::with_statutes(2).path(), &folder);
    server.send(rustix::process::Signal::HUP);
    wait_for_total(&server, 2);
}
