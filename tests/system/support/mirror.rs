//! The program lexdex-mirror as a process. Cargo does not build programs of other packages for a test, so this test
//! program starts itself and runs the command line of `lexdex_mirror`.

use std::env;
use std::iter;
use std::process::{Command, ExitCode, Stdio};

use clap::Parser;
use lexdex_mirror::cli::{Arguments, run};

use crate::system::support::s3::CREDENTIALS;

/// The variable of the environment with the arguments, one a line.
const ARGUMENTS: &str = "ARGUMENTS_OF_LEXDEX_MIRROR";

/// The program with these arguments, and with the credentials of the store.
pub(crate) fn mirror(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "system::support::mirror::program", "--ignored", "--nocapture"]).envs(CREDENTIALS);
    command.env(ARGUMENTS, arguments.join("\n")).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

#[test]
#[ignore = "it is a program that other tests start"]
fn program() {
    let Ok(arguments) = env::var(ARGUMENTS) else { return };
    let arguments = iter::once("lexdex-mirror").chain(arguments.lines());
    assert_eq!(run(Arguments::parse_from(arguments)), ExitCode::SUCCESS);
}
