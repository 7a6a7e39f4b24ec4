//! `index-builder import`: files of each format in, corpus lines and a report out.

#[path = "import/billstatus.rs"]
mod billstatus;

#[path = "import/corpus.rs"]
mod corpus;

#[path = "import/shared_data.rs"]
mod shared_data;

#[path = "import/uslm.rs"]
mod uslm;
