//! SQLite, by its command line.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::databases::{is_installed, output_of};

const PROGRAM: &str = "sqlite3";

/// Returns the name of the program if it is not installed.
pub(super) fn missing_program() -> Option<&'static str> {
    (!is_installed(PROGRAM)).then_some(PROGRAM)
}

/// Runs a script in a new database, by one run of the program.
pub(super) fn run(directory: &Path, script: &str) -> Result<String> {
    let path = directory.join("sqlite.sql");
    fs::write(&path, script).with_context(|| format!("cannot write {}", path.display()))?;
    let options = ["-batch", "-bail", "-tabs", "sqlite.db", ".read sqlite.sql"];
    output_of(Command::new(PROGRAM).args(options).current_dir(directory))
}
