//! Arguments in, one command run, an exit code out.

use std::process::ExitCode;

use clap::Parser;
use lexdex_mirror::cli::{Arguments, run};

fn main() -> ExitCode {
    run(Arguments::parse())
}
