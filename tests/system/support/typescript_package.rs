//! The TypeScript client as an installed package: a copy with the dependencies of the lock file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use lexdex_tests::skip::is_there;
use lexdex_tests::tool::{ROOT, file, run};
use tempfile::TempDir;

pub(crate) const PACKAGE: &str = "clients/typescript";

/// The dependencies, which `tests/install-tools` installs as the lock file pins them.
pub(crate) const MODULES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/typescript/node_modules");

/// Whether Node and the dependencies are installed. If not, the test is reported as skipped.
#[track_caller]
pub(crate) fn is_installed() -> bool {
    let compiler = format!("{MODULES}/typescript/bin/tsc");
    is_there("node", &["--version"]) && is_there("node", &[&compiler, "--version"])
}

/// A program of the dependencies, to be run by Node.
pub(crate) fn program(name: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(format!("{MODULES}/{name}"));
    command
}

/// A copy of the package with its dependencies, in which programs may write.
pub(crate) fn package() -> TempDir {
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    for name in ["README.md", "package.json", "tsconfig.json"] {
        fs::write(directory.path().join(name), file(&format!("{PACKAGE}/{name}"))).unwrap();
    }
    for folder in ["src", "tests"] {
        fs::create_dir(directory.path().join(folder)).unwrap();
        for path in entries(&Path::new(ROOT).join(PACKAGE).join(folder)) {
            fs::copy(&path, directory.path().join(folder).join(path.file_name().unwrap())).unwrap();
        }
    }
    std::os::unix::fs::symlink(MODULES, directory.path().join("node_modules")).unwrap();
    directory
}

/// Compiles a project of the package, which must succeed.
#[track_caller]
pub(crate) fn compile(package: &Path, project: &str) {
    run(program("typescript/bin/tsc").args(["--project", project]).current_dir(package));
}

pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}
