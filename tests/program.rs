//! The programs of the project that tests start. Cargo builds only those of a test's own package for it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;
use std::{env, fs};

use serde_json::Value;

/// Returns the path of a program, such as `lexdex`, which is also the name of its package. The first call builds it, in
/// the profile of the test.
///
/// # Panics
///
/// If the program cannot be built, or is older than one of its sources.
#[track_caller]
pub fn program(name: &'static str) -> &'static Path {
    static BUILT: Mutex<BTreeMap<&str, &Path>> = Mutex::new(BTreeMap::new());
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    built.entry(name).or_insert_with(|| {
        let path = build(name);
        assert_newer_than_sources(&path);
        Box::leak(path.into_boxed_path())
    })
}

fn build(name: &str) -> PathBuf {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // Build scripts compare the variables that Cargo sets for a test with those of their last run.
    for (variable, _) in env::vars_os() {
        let is_of_test = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_TARGET_TMPDIR"];
        if is_of_test.iter().any(|start| variable.to_string_lossy().starts_with(start)) {
            cargo.env_remove(variable);
        }
    }
    // The features of dependencies are those of a run of all tests.
    let is_optimized = env::current_exe().unwrap().components().any(|part| part.as_os_str() == "release");
    let profile = if is_optimized { "release" } else { "test" };
    cargo.current_dir(super::tool::ROOT).args(["build", "--workspace", "--locked", "--profile", profile]);
    cargo.args(["--bin", name, "--message-format", "json-render-diagnostics"]);
    let output = cargo.stdin(Stdio::null()).stderr(Stdio::inherit()).output().unwrap();
    assert!(output.status.success(), "{cargo:?} fails");
    let messages = String::from_utf8(output.stdout).unwrap();
    let executable = |line: &str| {
        let message: Value = serde_json::from_str(line).unwrap();
        (message["target"]["name"] == name).then(|| message["executable"].as_str().map(PathBuf::from))?
    };
    messages.lines().find_map(executable).expect("Cargo names the program")
}

/// Cargo writes a list of the sources beside a program.
#[track_caller]
fn assert_newer_than_sources(program: &Path) {
    let list = fs::read_to_string(program.with_extension("d")).unwrap();
    let (_, sources) = list.split_once(": ").unwrap();
    let written = |path: &Path| -> SystemTime { fs::metadata(path).unwrap().modified().unwrap() };
    let built = written(program);
    // A space within a path follows a backslash.
    for source in sources.trim().replace("\\ ", "\0").split(' ') {
        let source = source.replace('\0', " ");
        assert!(written(Path::new(&source)) <= built, "{} is older than {source}: build it", program.display());
    }
}
