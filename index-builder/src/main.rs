//! The program `index-builder`: runs one command, and exits with its code.

use std::process::ExitCode;

use clap::Parser;
use index_builder::cli::{BuilderArguments, run};
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    run(BuilderArguments::parse())
}
