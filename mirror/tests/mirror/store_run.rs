//! Runs of `push` and `pull`.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::folder::Outcome;
use crate::store_indexes::LocalIndex;

/// A store, as the arguments and variables of a command name it.
#[derive(Clone, Debug)]
pub(crate) struct StoreAt {
    pub(crate) store: String,
    /// The server of the bucket.
    pub(crate) endpoint: Option<String>,
    /// The access key and its secret.
    pub(crate) key: Option<(&'static str, &'static str)>,
}

impl StoreAt {
    /// A command without the environment variables of this machine.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        self.command_of(env!("CARGO_BIN_EXE_lexdex-mirror"), arguments)
    }

    /// A command of another program, which runs this one.
    pub(crate) fn command_of(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let is_of_store = |name: &str| {
            ["AWS_", "GOOGLE_", "AZURE_"].iter().any(|prefix| name.starts_with(prefix))
                || name.to_ascii_uppercase().ends_with("_PROXY")
        };
        for (variable, _) in std::env::vars().filter(|(name, _)| is_of_store(name)) {
            command.env_remove(variable);
        }
        command.env("HOME", "/nonexistent").env("LEXDEX_STORE", &self.store);
        if let Some(endpoint) = &self.endpoint {
            command.env("LEXDEX_STORE_ENDPOINT", endpoint);
        }
        match self.key {
            Some((key, secret)) => command.env("AWS_ACCESS_KEY_ID", key).env("AWS_SECRET_ACCESS_KEY", secret),
            None => command.envs(["AWS", "GOOGLE", "AZURE"].map(|name| (format!("{name}_SKIP_SIGNATURE"), "true"))),
        };
        command
    }

    /// Runs a command to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Outcome {
        self.command(arguments).output().unwrap().into()
    }

    /// Runs a command, asserts its exit code, and returns its output.
    #[track_caller]
    pub(crate) fn run_to(&self, code: i32, arguments: &[&str]) -> String {
        let outcome = self.run(arguments);
        assert_eq!(outcome.code, Some(code), "{arguments:?}: {}{}", outcome.stdout, outcome.stderr);
        outcome.stdout + &outcome.stderr
    }

    /// Pushes an index, and asserts the exit code.
    #[track_caller]
    pub(crate) fn push(&self, code: i32, index: &LocalIndex) -> String {
        self.run_to(code, &["push", "--index", index.path.to_str().unwrap()])
    }

    /// Pulls into a folder, and asserts the exit code.
    #[track_caller]
    pub(crate) fn pull(&self, code: i32, out: &Path) -> String {
        self.run_to(code, &["pull", "--out", out.to_str().unwrap()])
    }
}
