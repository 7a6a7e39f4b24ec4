//! Runs of the program with `--locked`, which fetches the files of `fetch.lock` and needs no publisher.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::support::Server;

/// A folder with `mirror.toml` and a `fetch.lock` of files that a server has.
#[derive(Debug)]
pub(crate) struct LockedMirror {
    pub(crate) folder: TempDir,
    files: Vec<(String, Vec<u8>)>,
}

impl LockedMirror {
    /// A mirror of these files, each at `/NAME` of an address.
    pub(crate) fn new(address: &str, files: &[(&str, Vec<u8>)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("mirror.toml"), "contact = \"a@example.org\"\n").unwrap();
        fs::create_dir(folder.path().join("downloads")).unwrap();
        let line = |(name, content): &(&str, Vec<u8>)| {
            let line = serde_json::json!({
                "path": format!("law/{name}"),
                "source": "law",
                "url": format!("{address}/{name}"),
                "bytes": content.len(),
                "sha256": const_hex::encode(Sha256::digest(content)),
                "fetched": "2026-11-23T17:00:00Z",
            });
            format!("{line}\n")
        };
        let lines: String = files.iter().map(line).collect();
        fs::write(folder.path().join("downloads/fetch.lock"), lines).unwrap();
        let files = files.iter().map(|(name, content)| ((*name).to_owned(), content.clone())).collect();
        Self { folder, files }
    }

    /// The command that fetches the files.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(program());
        command.args(["fetch", "--locked"]).current_dir(self.folder.path()).stdin(Stdio::null());
        // Only tests may set proxies.
        for variable in ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY"] {
            command.env_remove(variable).env_remove(variable.to_lowercase());
        }
        command
    }

    pub(crate) fn place(&self, name: &str) -> PathBuf {
        self.folder.path().join("downloads/law").join(name)
    }

    /// Asserts that the folder has each file and nothing else.
    #[track_caller]
    pub(crate) fn assert_complete(&self) {
        for (name, content) in &self.files {
            assert!(fs::read(self.place(name)).unwrap() == *content, "{name}");
        }
        assert_eq!(fs::read_dir(self.folder.path().join("downloads/law")).unwrap().count(), self.files.len());
        assert_eq!(fs::read_dir(self.folder.path().join("downloads")).unwrap().count(), 2);
    }
}

pub(crate) fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_lexdex-mirror"))
}

/// The exit code, and the text of both outputs.
fn outcome(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn exit_code_says_whether_anything_is_new() {
    let server = Server::start();
    let content = vec![b'x'; 1000];
    server.put("/a", content.clone());
    let mirror = LockedMirror::new(&server.url(""), &[("a", content)]);
    let table = |n_downloaded, bytes: &str, n_unchanged| {
        let space = " ".repeat(bytes.len() - bytes.len().min(5));
        format!(
            "source  release  downloaded  {space}bytes  unchanged  errors\n\
             law           -  {n_downloaded:>10}  {bytes:>5}  {n_unchanged:>9}       0\n"
        )
    };
    let fetched = mirror.command().output().unwrap();
    assert_eq!(outcome(&fetched), (Some(0), table(1, "1000 B", 0), "fetched law/a (1000 B)\n".to_owned()));
    mirror.assert_complete();
    let unchanged = mirror.command().output().unwrap();
    assert_eq!(outcome(&unchanged), (Some(10), table(0, "0 B", 1), String::new()));

    server.remove("/a");
    fs::remove_file(mirror.place("a")).unwrap();
    let (code, _, stderr) = outcome(&mirror.command().output().unwrap());
    let url = server.url("/a");
    let error = format!("error: law: law/a is not as fetch.lock says: {url} answered 404 Not Found\n");
    assert_eq!((code, stderr), (Some(1), error));
}

#[test]
fn wrong_configuration_is_an_error() {
    let mirror = LockedMirror::new("http://localhost", &[]);
    for (text, reason) in [
        ("contact = \" \"", "contact is empty: give an email address or a URL at which a publisher reaches you"),
        ("contact = \"Zoë\"", "the contact \"Zoë\" is not a line of printable ASCII: give an email address or a URL"),
        ("contact = \"a\"\n[politeness]\npause-secs = 0.99", "politeness.pause-secs is 0.99: give 1 to 3600 seconds"),
        ("contact = \"a\"\n[politeness]\npause-secs = nan", "politeness.pause-secs is NaN: give 1 to 3600 seconds"),
        ("contact = \"a\"\n[politeness]\npause-secs = 3601", "politeness.pause-secs is 3601: give 1 to 3600 seconds"),
    ] {
        fs::write(mirror.folder.path().join("mirror.toml"), text).unwrap();
        let stderr = outcome(&mirror.command().output().unwrap()).2;
        assert_eq!(stderr, format!("error: mirror.toml is wrong: {reason}\n"));
    }
    fs::write(mirror.folder.path().join("mirror.toml"), "contact = \"a\"").unwrap();
    let mut command = mirror.command();
    let output = command.args(["--source", "cap"]).output().unwrap();
    assert_eq!(outcome(&output).2, "error: there is no fetch.lock in downloads: run without --locked first\n");
}

#[test]
fn requests_to_a_publisher_are_a_second_apart() {
    let server = Server::start();
    let files: Vec<(&str, Vec<u8>)> = ["a", "b", "c"].map(|name| (name, name.repeat(100).into_bytes())).to_vec();
    for (name, content) in &files {
        server.put(&format!("/{name}"), content.clone());
    }
    // The server also plays a proxy, so that the publisher has a host name other than this machine's.
    let mirror = LockedMirror::new("http://law.example", &files);
    let mut command = mirror.command();
    let output = command.env("HTTP_PROXY", server.url("")).output().unwrap();
    assert_eq!(outcome(&output).0, Some(0), "{output:?}");
    mirror.assert_complete();
    let requests = server.take_requests();
    assert_eq!(requests.iter().map(|request| request.path.as_str()).collect::<Vec<_>>(), ["/a", "/b", "/c"]);
    assert!(requests.iter().all(|request| request.header("host") == Some("law.example")));
    for pair in requests.windows(2) {
        assert!((pair[1].at - pair[0].at).as_secs_f64() >= 1.0, "{pair:?}");
    }
}

#[test]
fn second_run_in_the_same_folder_is_an_error() {
    let server = Server::start();
    server.put("/a", vec![b'x'; 1000]);
    let mirror = LockedMirror::new(&server.url(""), &[("a", vec![b'x'; 1000])]);
    let claim = lexdex_core::platform::DirectoryLock::claim(&mirror.folder.path().join("downloads")).unwrap();
    assert!(claim.is_some());
    let (code, _, stderr) = outcome(&mirror.command().output().unwrap());
    let error = "error: another run works in downloads: wait for it to end\n".to_owned();
    assert_eq!((code, stderr), (Some(1), error));
    drop(claim);
    assert!(mirror.command().status().unwrap().success());
}
