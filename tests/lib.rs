//! Helpers for the tests of all packages. They build our programs, run other programs, report skipped tests,
//! and write generated files.

pub mod generated;
pub mod program;
pub mod skip;
pub mod tool;
