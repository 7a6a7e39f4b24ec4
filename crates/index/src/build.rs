/*!
Builds an index from a corpus: ingests and sorts the records of each list, then writes them and their tantivy index.
*/

pub(super) mod progress;

mod sort_key;

mod indexable;

pub(super) mod facet_interner;

mod facet_terms;

mod word_interner;

mod posting_list;

mod inverter;

mod document;

mod coverage_counter;

mod chunk_reader;

mod line_files;

mod line_table;

mod lines_digest;

pub(super) mod texts;

pub(super) mod summary_use;

pub(super) mod options;

pub(super) mod aliases;

pub(super) mod part;

mod inverted_index;

pub(super) mod topic_model;

mod segment_writer;

pub(super) mod list_writer;

mod catalogue_files;

mod inputs;

mod ingest;

mod previous;

pub(super) mod build_index;
