/*!
Builds an index from a corpus: ingests and sorts the records of each list, then writes them and their tantivy index.
*/

pub(super) mod progress;

mod sort_key;

mod indexable;

mod document;

pub(super) mod facet_interner;

mod coverage_counter;

mod chunk_reader;

pub(super) mod texts;

pub(super) mod text_table;

pub(super) mod part;

mod segment_writer;

pub(super) mod list_writer;

mod ingest;

pub(super) mod build_index;
