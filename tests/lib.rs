//! Helpers for the tests of all packages. They build our programs, run other programs, and report skipped tests.

pub mod program;
pub mod skip;
pub mod tool;
