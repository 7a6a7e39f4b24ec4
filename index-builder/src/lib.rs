/*!
Builds lexdex index directories offline: reads a corpus, checks every line of it, and publishes a complete index or
none at all.
*/

pub mod cli;

mod build;

mod publish;

mod progress;
