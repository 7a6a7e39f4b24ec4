//! The databases that search is compared with: runs scripts in SQLite and in PostgreSQL.

mod postgres;

mod sqlite;

use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

#[derive(Clone, Copy)]
pub(crate) enum Database {
    Sqlite,
    Postgres,
}

impl Database {
    /// Every database.
    pub(crate) const ALL: [Self; 2] = [Self::Sqlite, Self::Postgres];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }

    /// Returns whether the database is installed. Prints what is missing.
    pub(crate) fn is_installed(self) -> bool {
        let missing = match self {
            Self::Sqlite => sqlite::missing_program(),
            Self::Postgres => postgres::missing_program(),
        };
        if let Some(program) = missing {
            eprintln!("{} is left out: {program} is not installed", self.name());
        }
        missing.is_none()
    }

    /// Runs a script in a new database in this directory, which also has the files that the script reads and no older
    /// database of this kind. Returns the rows of its results, a line each, with tabs between the columns.
    pub(crate) fn run(self, directory: &Path, script: &str) -> Result<String> {
        let output = match self {
            Self::Sqlite => sqlite::run(directory, script),
            Self::Postgres => postgres::run(directory, script),
        };
        output.with_context(|| format!("cannot run {}", self.name()))
    }
}

/// Returns whether a program can be started.
fn is_installed(program: &str) -> bool {
    let version = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    !version.is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

/// Runs a program to its end, and returns what it writes to standard output.
fn output_of(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("cannot start {program}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{program} ended with {}: {}", output.status, errors.trim());
    String::from_utf8(output.stdout).with_context(|| format!("the output of {program} is not UTF-8"))
}
