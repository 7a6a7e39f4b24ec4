//! Builds our programs for tests. Cargo itself builds a program only for the tests of its own package.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
#[cfg(test)]
use std::time::{Duration, SystemTime};
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
        if let Some(source) = newer_source(&path) {
            panic!("{} is older than {source}: build it", path.display());
        }
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
    let test = env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).and_then(Path::file_name).and_then(OsStr::to_str);
    let profile = folder.filter(|profile| *profile != "debug").unwrap_or("test");
    // `--workspace` enables the same features as a run of all tests, so that Cargo compiles no crate again.
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

/// Returns a source that was changed after the program was built. Cargo writes the list of sources to a `.d` file.
fn newer_source(program: &Path) -> Option<String> {
    let list = fs::read_to_string(program.with_extension("d")).unwrap();
    let (_, sources) = list.split_once(": ").unwrap();
    let written = |path: &Path| fs::metadata(path).unwrap().modified().unwrap();
    let built = written(program);
    // A space within a path follows a backslash.
    let sources = sources.trim().replace("\\ ", "\0");
    let mut sources = sources.split(' ').map(|source| source.replace('\0', " "));
    sources.find(|source| written(Path::new(source)) > built)
}

#[test]
fn program_that_is_older_than_a_source_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let write = |name: &str, seconds: u64| {
        let file = fs::File::create(path(name)).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
    };
    let [old, new] = ["old.rs", "a new.rs"].map(|name| path(name).display().to_string());
    write("lexdex", 20);
    write("old.rs", 10);
    write("a new.rs", 20);
    fs::write(path("lexdex.d"), format!("lexdex: {old} {}\n", new.replace(' ', "\\ "))).unwrap();
    assert_eq!(newer_source(&path("lexdex")), None);
    write("a new.rs", 21);
    assert_eq!(newer_source(&path("lexdex")), Some(new));
}
