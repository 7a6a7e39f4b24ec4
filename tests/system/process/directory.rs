//! The index directory under a running server, which never writes to it and does not need it once it is open.

use lexdex_tests::program::program;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;

use crate::system::support::client::get;
use crate::system::support::index::{IndexDirectory, entries};
use crate::system::support::server::{Server, command};

/// A user that owns nothing.
const NOBODY: u32 = 65534;

const TARGETS: [&str; 4] =
    ["/api/v1/statutes?limit=100", "/api/v1/statutes?topic=fraud&offset=7", "/api/v1/cases", "/readyz"];

#[test]
fn read_only_index_is_served_and_unchanged() {
    let index = IndexDirectory::with_statutes(20);
    let parent = index.path().parent().unwrap().to_owned();
    fs::set_permissions(&parent, fs::Permissions::from_mode(0o755)).unwrap();
    for path in entries(&index.path()) {
        let mode = if path.is_dir() { 0o555 } else { 0o444 };
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let state = || {
        let state = |path| {
            let metadata = fs::metadata(&path).unwrap();
            (path, metadata.len(), metadata.modified().unwrap(), metadata.ino())
        };
        entries(&index.path()).into_iter().map(state).collect::<Vec<_>>()
    };
    let before = state();
    let mut command = command(&["--listen", "127.0.0.1:0", "--index", &index.argument()]);
    // Permissions do not bind root, so the program runs as another user if that user can execute it.
    let is_root = fs::metadata(&parent).unwrap().uid() == 0;
    if is_root && is_for_everyone(program("lexdex")) {
        command.uid(NOBODY).gid(NOBODY);
    }
    let server = Server::spawn(command);
    assert_eq!(get(server.address, TARGETS[0]).total(), 20);
    assert_eq!(server.stop().code, Some(0));
    assert_eq!(state(), before);
    for path in entries(&index.path()).into_iter().filter(|path| path.is_dir()) {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// Returns whether every user may reach and run a program.
fn is_for_everyone(program: &std::path::Path) -> bool {
    let program = fs::canonicalize(program).unwrap();
    program.ancestors().all(|path| fs::metadata(path).unwrap().mode() & 0o001 != 0)
}

#[test]
fn index_deleted_under_a_running_server_is_still_served() {
    let index = IndexDirectory::with_statutes(50);
    let server = Server::start(&["--index", &index.argument()]);
    let ask = || TARGETS.map(|target| get(server.address, target).body);
    let before = ask();
    fs::remove_dir_all(index.path()).unwrap();
    assert_eq!(ask(), before);
}

#[test]
fn index_replaced_without_a_signal_is_served_after_a_restart() {
    let index = IndexDirectory::with_statutes(5);
    let other = IndexDirectory::with_statutes(6);
    let server = Server::start(&["--index", &index.argument()]);
    fs::rename(index.path(), index.path().with_extension("old")).unwrap();
    fs::rename(other.path(), index.path()).unwrap();
    assert_eq!(get(server.address, TARGETS[0]).total(), 5);
    drop(server);
    let server = Server::start(&["--index", &index.argument()]);
    assert_eq!(get(server.address, TARGETS[0]).total(), 6);
}

#[test]
fn several_servers_share_one_index() {
    let index = IndexDirectory::with_statutes(4);
    let servers = [(); 3].map(|()| Server::start(&["--index", &index.argument()]));
    for server in &servers {
        assert_eq!(get(server.address, TARGETS[0]).total(), 4);
    }
}
