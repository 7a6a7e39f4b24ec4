/*!
Builds lexdex index directories offline: reads a corpus, checks every line of it, and publishes a complete index or
none at all. Imports the official bulk files of the publishers of U.S. law into such a corpus.
*/

pub mod cli;

mod build;

mod diff;

pub mod import;

mod publish;

mod scratch;

mod progress;
