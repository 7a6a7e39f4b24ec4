//! What the tests of all packages share: the programs that they start, and the tools that a machine may lack.

pub mod program;
pub mod skip;
pub mod tool;
