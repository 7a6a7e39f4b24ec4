/*!
Builds lexdex index directories offline: reads a corpus, checks every line of it, and publishes a complete index or
none at all. Imports the official bulk files of the publishers of U.S. law into such a corpus.
*/

mod disk;

pub mod report;

mod progress;

#[cfg(test)]
mod readme;

pub mod topics;

pub mod import;

pub mod commands;

pub mod cli;
