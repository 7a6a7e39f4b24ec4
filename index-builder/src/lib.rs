/*!
Builds lexdex index directories offline: reads a corpus, checks every line of it, and publishes a complete index or
none. Also imports the official bulk files of U.S. law into such a corpus.
*/

pub mod interruption;

mod disk;

pub mod report;

pub mod progress;

pub mod topics;

pub mod import;

pub mod merged;

pub mod commands;

pub mod cli;
