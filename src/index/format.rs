/*!
The format of an index directory: its files, its schema, and the structures that both the builder and the server read.
*/

pub(super) mod layout;

pub(super) mod schema;

pub(super) mod storage;

pub(super) mod manifest;

pub(super) mod fingerprint;

pub(super) mod coverage;

pub(super) mod record_offsets;

pub(super) mod available_memory;

pub(super) mod record_store;
