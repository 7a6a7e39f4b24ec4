//! An image with only an index, built by the command in `deploy/kubernetes.md`.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use lexdex_index::Manifest;
use lexdex_tests::skip::is_there;
use lexdex_tests::tool::{ROOT, file, run};
use serde_json::Value;
use tempfile::TempDir;

use crate::system::deployment::content::files;
use crate::system::support::client::get;
use crate::system::support::index::IndexDirectory;
use crate::system::support::server::{Server, command};

const TAG: &str = "registry.example.org/lexdex-index";

/// A folder with an index, and a buildah with its own storage.
struct Machine {
    folder: TempDir,
}

impl Machine {
    fn new(index: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        symlink(Path::new(ROOT).join("deploy"), path("deploy")).unwrap();
        run(Command::new("cp").arg("--recursive").arg(index).arg(path("my-index")));
        fs::create_dir(path("bin")).unwrap();
        let options = "--storage-driver vfs";
        let storage = folder.path().display();
        let search = std::env::var("PATH").unwrap();
        let script = format!(
            "#!/bin/sh\nPATH='{search}'\nexec buildah --root {storage}/root --runroot {storage}/run {options} \"$@\"\n"
        );
        fs::write(path("bin/buildah"), script).unwrap();
        fs::set_permissions(path("bin/buildah"), fs::Permissions::from_mode(0o755)).unwrap();
        Self { folder }
    }

    /// Runs a command of the page.
    fn sh(&self, command: &str) -> String {
        let search = format!("{}/bin:{}", self.folder.path().display(), std::env::var("PATH").unwrap());
        run(Command::new("sh").args(["-ec", command]).current_dir(self.folder.path()).env("PATH", search))
    }

    fn inspect(&self) -> Value {
        serde_json::from_str(&self.sh(&format!("buildah inspect --type image {TAG}"))).unwrap()
    }

    /// The files of a container of the image.
    fn mount(&self) -> PathBuf {
        let root = self.sh(&format!("buildah mount $(buildah from --pull-never {TAG})"));
        PathBuf::from(root.trim())
    }
}

/// The command that `deploy/kubernetes.md` gives to build an image.
fn build_command() -> String {
    let page = file("deploy/kubernetes.md");
    let (_, block) = page.split_once("$ buildah build").unwrap();
    format!("buildah build{}", block.split("\n$ ").next().unwrap())
}

#[test]
fn index_image_is_reproducible_and_served_read_only() {
    if !is_there("buildah", &["--version"]) || !is_there("unshare", &["--mount", "true"]) {
        return;
    }
    let index = IndexDirectory::with_statutes(7);
    let machines = [Machine::new(&index.path()), Machine::new(&index.path())];
    let images = machines.each_ref().map(|machine| {
        machine.sh(&build_command());
        machine.inspect()
    });
    let digest = images[0]["FromImageDigest"].as_str().unwrap();
    assert!(digest.starts_with("sha256:"), "{digest}");
    assert_eq!(images[1]["FromImageDigest"], digest);

    let build_id = Manifest::read(&index.path()).unwrap().build_id();
    let config = &images[0]["OCIv1"]["config"];
    assert_eq!(config["Labels"]["org.lexdex.build-id"], build_id.as_str());

    let root = machines[0].mount();
    assert_eq!(files(&root), files(&index.path()));
    for name in files(&root) {
        assert_eq!(fs::read(root.join(&name)).unwrap(), fs::read(index.path().join(&name)).unwrap(), "{name}");
        assert_eq!(fs::metadata(root.join(&name)).unwrap().modified().unwrap(), SystemTime::UNIX_EPOCH, "{name}");
    }

    // Mounts it like a Kubernetes volume.
    const ENTER: &str = r#"
        root=$1 && shift && mount --bind "$root" "$root" && mount -o remount,bind,ro,noexec,nosuid,nodev "$root" && exec "$@"
    "#;
    let lexdex = command(&[]);
    let mut enter = Command::new("unshare");
    enter.args(["--mount", "sh", "-ec", ENTER, "sh"]).arg(&root).arg(lexdex.get_program());
    enter.args(["--listen", "127.0.0.1:0", "--index"]).arg(&root);
    let server = Server::spawn(enter);
    let response = get(server.address, "/api/v1/statutes");
    assert_eq!(response.total(), 7);
    assert_eq!(response.header("lexdex-build"), Some(build_id.as_str()));
}
