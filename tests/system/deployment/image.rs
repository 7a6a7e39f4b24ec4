//! Builds and runs the last stage of the container image without a daemon and without a base image.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use lexdex_index::Index;
use lexdex_tests::skip::is_there;
use lexdex_tests::tool::{ROOT, file, run, run_refused};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::system::deployment::content::{Content, files};
use crate::system::support::client::get;
use crate::system::support::server::Server;

/// The maximum size of an image beyond that of its files: names, modes and the tables of an archive.
const MAX_OVERHEAD_BYTES: u64 = 256 << 10;

/// An image, and the file system of a container made from it.
struct Image {
    storage: TempDir,
    /// The file system of the container.
    root: PathBuf,
    config: Value,
}

impl Image {
    /// Builds the last stage of the Dockerfile from the output of the earlier stages.
    fn build(content: &Content) -> Self {
        let storage = tempfile::tempdir().unwrap();
        let nothing = tempfile::tempdir().unwrap();
        let context = format!("content={}", content.path().display());
        let mut build = buildah(&storage);
        // In layers, like Docker builds it: a file that a later layer hides still takes space.
        build.args(["build", "--layers", "--isolation", "chroot", "--format", "docker", "--tag", "lexdex"]);
        run(build.args(["--build-context", &context, "--file", "Dockerfile"]).arg(nothing.path()).current_dir(ROOT));
        let image = run(buildah(&storage).args(["inspect", "--type", "image", "lexdex"]));
        let image: Value = serde_json::from_str(&image).unwrap();
        let container = run(buildah(&storage).args(["from", "--pull-never", "lexdex"]));
        let root = run(buildah(&storage).args(["mount", container.trim()]));
        Self { storage, root: PathBuf::from(root.trim()), config: image["Docker"]["config"].clone() }
    }

    /// A command in a container: with the user and the environment of the image, the image's files as a read-only root,
    /// and the network of this machine.
    fn command(&self, program: &[&str], listen: &str) -> Command {
        const ENTER: &str = r#"
            root=$1 user=$2 && shift 2 && mount --bind "$root" "$root" && mount -o remount,bind,ro "$root" &&
            exec chroot --userspec="$user" --groups= "$root" "$@"
        "#;
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c", ENTER, "sh"]).arg(&self.root);
        command.arg(self.config["User"].as_str().unwrap()).args(program);
        command.env_clear().env("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        for variable in texts(&self.config["Env"]) {
            let (name, value) = variable.split_once('=').unwrap();
            command.env(name, value);
        }
        command.env("LEXDEX_LISTEN", listen);
        command
    }

    /// The size of the layers.
    fn n_bytes(&self) -> u64 {
        let archive = self.storage.path().join("lexdex.tar");
        run(buildah(&self.storage).args(["push", "lexdex"]).arg(format!("docker-archive:{}", archive.display())));
        fs::metadata(archive).unwrap().len()
    }
}

/// buildah with its own storage.
fn buildah(storage: &TempDir) -> Command {
    let mut command = Command::new("buildah");
    command.arg("--root").arg(storage.path().join("root")).arg("--runroot").arg(storage.path().join("run"));
    command.args(["--storage-driver", "vfs"]);
    command
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

fn corpus_digest() -> String {
    Index::bundled().unwrap().manifest().corpus_digest.clone()
}

#[test]
fn dockerfile_labels_match_version_and_corpus() {
    let dockerfile = file("Dockerfile");
    for (argument, value) in [("VERSION", env!("CARGO_PKG_VERSION")), ("CORPUS_DIGEST", &corpus_digest())] {
        let line = format!("ARG {argument}={value}");
        assert!(dockerfile.lines().any(|found| found == line), "the Dockerfile has no line {line}");
    }
}

#[test]
fn image_serves_its_index_unprivileged_and_holds_nothing_else() {
    // Needs both: buildah builds the image, and unshare runs it with its own file system.
    if !is_there("buildah", &["--version"]) || !is_there("unshare", &["--mount", "true"]) {
        return;
    }
    let content = Content::make();
    check_label_validation(&content);
    let image = Image::build(&content);
    check_files(&image, &content);
    check_config(&image);
    check_service(&image);
}

fn check_label_validation(content: &Content) {
    let (version, digest) = (env!("CARGO_PKG_VERSION"), corpus_digest());
    let check = |version: &str, digest: &str| {
        let mut check = Command::new("deploy/check-labels");
        check.arg(content.path()).args([version, digest]).current_dir(ROOT);
        check
    };
    assert_eq!(run(&mut check(version, &digest)), "");
    let message = format!("error: the program is lexdex {version}: build with --build-arg VERSION={version}\n");
    assert_eq!(run_refused(&mut check("0.0.1", &digest)), message);
    let message =
        format!("error: the corpus has another digest than the label: build with --build-arg CORPUS_DIGEST={digest}\n");
    assert_eq!(run_refused(&mut check(version, "0")), message);
}

fn check_files(image: &Image, content: &Content) {
    let expected = files(content.path());
    let has_file = |path| expected.iter().any(|file| file == path);
    for path in ["lexdex", "index/manifest.json", "licences/LICENSE-MIT", "licences/crates.txt"] {
        assert!(has_file(path), "{path}");
    }
    assert_eq!(files(&image.root), expected);
    let n_bytes_of = |path: &String| fs::metadata(content.path().join(path)).unwrap().len();
    let n_bytes_of_files: u64 = expected.iter().map(n_bytes_of).sum();
    let n_bytes = image.n_bytes();
    let max = n_bytes_of_files + MAX_OVERHEAD_BYTES;
    assert!(n_bytes <= max, "{n_bytes} bytes for {n_bytes_of_files} of files");
}

fn check_config(image: &Image) {
    let config = &image.config;
    assert_eq!(config["User"], "65532:65532");
    assert_eq!(config["ExposedPorts"], json!({"8080/tcp": {}}));
    assert_eq!(config["Entrypoint"], json!(["/lexdex"]));
    assert_eq!(config["Healthcheck"]["Test"], json!(["CMD", "/lexdex", "healthcheck"]));
    for variable in ["LEXDEX_LISTEN=0.0.0.0:8080", "LEXDEX_INDEX=/index"] {
        assert!(texts(&config["Env"]).contains(&variable), "{}", config["Env"]);
    }
    let labels = &config["Labels"];
    assert_eq!(labels["org.opencontainers.image.version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(labels["org.opencontainers.image.source"], env!("CARGO_PKG_REPOSITORY"));
    let licences = format!("({}) AND CC0-1.0", env!("CARGO_PKG_LICENSE"));
    assert_eq!(labels["org.opencontainers.image.licenses"], licences.as_str());
    assert_eq!(labels["org.lexdex.corpus-digest"], corpus_digest().as_str());
}

fn check_service(image: &Image) {
    let entrypoint = texts(&image.config["Entrypoint"]);
    let server = Server::spawn(image.command(&entrypoint, "0.0.0.0:0"));
    let counts = Index::bundled().unwrap().manifest().counts;
    let lists =
        [("statutes", counts.statutes), ("cases", counts.cases), ("bills", counts.bills), ("jurisdictions", 57)];
    for (list, total) in lists {
        assert_eq!(get(server.address, &format!("/api/v1/{list}")).total(), total, "{list}");
    }
    assert_eq!(get(server.address, "/healthz").status, 200);
    assert_eq!(get(server.address, "/readyz").json()["corpusDigest"], corpus_digest().as_str());

    let healthcheck = texts(&image.config["Healthcheck"]["Test"])[1..].to_vec();
    run(&mut image.command(&healthcheck, &server.address.to_string()));
    run_refused(&mut image.command(&healthcheck, "127.0.0.1:1"));

    check_confinement(&server.proc());
    assert_eq!(server.stop().code, Some(0));
}

/// Checks the user, the capabilities and the root directory of the process with this entry in `/proc`.
fn check_confinement(process: &Path) {
    let status = fs::read_to_string(process.join("status")).unwrap();
    for line in ["Uid:\t65532\t65532\t65532\t65532", "Gid:\t65532\t65532\t65532\t65532", "CapEff:\t0000000000000000"] {
        assert!(status.lines().any(|found| found == line), "{status}");
    }
    let written = fs::write(process.join("root/written"), "");
    assert_eq!(written.unwrap_err().kind(), ErrorKind::ReadOnlyFilesystem);
    assert!(!process.join("root/bin").exists());
}
