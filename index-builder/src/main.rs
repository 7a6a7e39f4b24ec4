//! Arguments in, one command run, an exit code out.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use index_builder::cli::{Arguments, run};

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
