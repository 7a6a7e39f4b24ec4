/*!
Keeps a mirror of U.S. law up to date: fetches the official bulk files, imports those that changed into a corpus, builds
its index, and publishes it for a lexdex server.

```text
mirror.toml ──> publishers ──plan──> fetch ──files, fetch.lock──> sync ──> published index
```

- `config` reads `mirror.toml`.
- `publishers` has a module for each publisher. A publisher states which files the mirror should have, and nothing else.
- `fetch` sends requests to publishers' servers, one at a time, and downloads what is missing or has changed.
- `refresh` runs the plans of all publishers, and keeps the record of the files that the mirror has.
- `sync` imports the files that changed into a copy of the corpus, builds its index, and publishes it if the gate accepts
  the differences.
- `object_store` reads and writes object storage, in which an index is a set of blobs.
- `push` puts an index there, and `pull` publishes it on another machine.
- `status` describes the state of the mirror.
- `commands` has a module for each command of the command line.
*/

mod clock;

mod disk;

mod table;

mod mapping_head;

pub mod config;

pub mod fetch;

mod object_store;

pub mod publishers;

pub mod refresh;

mod sync;

mod push;

mod pull;

mod status;

pub mod commands;

pub mod cli;
