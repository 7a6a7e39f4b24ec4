//! The files of the image, built like in the first stages of the Dockerfile.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use lexdex_tests::tool::{ROOT, run};
use tempfile::TempDir;

/// A directory with everything that the last stage copies.
pub(crate) struct Content {
    directory: TempDir,
}

impl Content {
    pub(crate) fn make() -> Self {
        let content = Self { directory: tempfile::tempdir().unwrap() };
        let programs = static_programs();
        fs::copy(programs.join("lexdex"), content.path().join("lexdex")).unwrap();
        let mut build = Command::new(programs.join("index-builder"));
        run(build.args(["build", "--corpus", "corpus", "--out"]).arg(content.path().join("index")).current_dir(ROOT));
        let mut gather = Command::new("deploy/gather-licences");
        run(gather.arg(content.path().join("licences")).current_dir(ROOT));
        content
    }

    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }
}

/// Builds both programs like the Dockerfile, but without optimization: the tests do not measure speed, and a release
/// build takes several times as long.
fn static_programs() -> PathBuf {
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--locked", "--package", "lexdex", "--package", "index-builder", "--target", &target]);
    build.env("RUSTFLAGS", "-C target-feature=+crt-static").env("CARGO_INCREMENTAL", "0");
    build.env("CARGO_PROFILE_DEV_DEBUG", "false").env("CARGO_PROFILE_DEV_STRIP", "true");
    let directory = Path::new(ROOT).join("target");
    run(build.arg("--target-dir").arg(&directory).current_dir(ROOT));
    directory.join(target).join("debug")
}

/// The relative paths of all files in a directory, sorted.
pub(crate) fn files(directory: &Path) -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = vec![directory.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path.strip_prefix(directory).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    files.sort();
    files
}
