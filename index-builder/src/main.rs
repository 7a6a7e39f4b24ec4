//! Arguments in, one command run, an exit code out.

use std::process::ExitCode;

use clap::Parser;
use index_builder::cli::{Arguments, run};

#[expect(clippy::print_stderr, reason = "the program's own message to the person who runs it")]
fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
