//! The program `lexdex-mirror`: runs one command, and exits with its code.

use std::process::ExitCode;

use clap::Parser;
use lexdex_mirror::cli::{MirrorArguments, run};
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    run(MirrorArguments::parse())
}
