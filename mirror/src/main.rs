//! The program `lexdex-mirror`: runs one command, and exits with its code.

use std::process::ExitCode;

use clap::Parser;
use lexdex_mirror::cli::{Arguments, run};

fn main() -> ExitCode {
    run(Arguments::parse())
}
