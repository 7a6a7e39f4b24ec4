/*!
Builds an index from a corpus.
*/

pub(super) mod progress;

pub(super) mod semaphore;

pub(super) mod sort_key;

pub(super) mod indexable;

pub(super) mod document;

pub(super) mod facet_interner;

pub(super) mod coverage_counter;

pub(super) mod part;

pub(super) mod segment_writer;

pub(super) mod list_writer;

pub(super) mod ingest;

pub(super) mod build_index;
