//! The program lexdex-mirror.

use std::process::{Command, Stdio};

use lexdex_tests::program::program;

use crate::system::support::s3::CREDENTIALS;

/// The program with these arguments, and with the credentials of the store.
pub(crate) fn mirror(arguments: &[&str]) -> Command {
    let mut command = Command::new(program("lexdex-mirror"));
    command.args(arguments).envs(CREDENTIALS).stdin(Stdio::null()).stdout(Stdio::null());
    command
}
