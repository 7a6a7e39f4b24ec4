/*!
Builds lexdex index directories offline: reads a corpus, checks every line of it, and publishes a complete index or
none. Also imports the official bulk files of U.S. law into such a corpus.

# Layers

A file imports only from modules on lines above its own. Modules on one line do not import each other, and the files of
a module have no import cycles. `tests/repository/layers.rs` checks every path.

```text
interruption
disk report topics
progress readme
import::input import::text import::merge
import::engine
import::importer
import::law
import::publishers
import::registry
import
commands
cli
main
```
*/

pub mod interruption;

mod disk;

pub mod report;

pub mod progress;

#[cfg(test)]
mod readme;

pub mod topics;

pub mod import;

pub mod commands;

pub mod cli;
