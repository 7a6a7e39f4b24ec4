//! Arguments in, one command run, an exit code out.

use std::process::ExitCode;

use clap::Parser;
use index_builder::cli::{Arguments, run};

fn main() -> ExitCode {
    run(Arguments::parse())
}
