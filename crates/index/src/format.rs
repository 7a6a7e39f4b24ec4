/*!
The format of an index directory: its files, its schema, and the structures that the builder writes and the server
reads.
*/

pub(super) mod layout;

pub(super) mod regular_file;

pub(super) mod published;

pub(super) mod facet_path;

pub(super) mod court_facet;

pub(super) mod schema;

pub(super) mod standing;

pub(super) mod term_docs;
pub(super) mod title_order;

pub(super) mod facet_sets;

pub(super) mod storage;

pub(super) mod word_forms;

pub(super) mod name_ranks;

pub(super) mod manifest;

pub(super) mod fingerprint;

pub(super) mod coverage;

pub(super) mod summary_dates;

pub(super) mod record_offsets;

pub(super) mod record_store;

pub(super) mod page_cache;
