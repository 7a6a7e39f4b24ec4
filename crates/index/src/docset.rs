/*!
Sets of documents and their operations: membership, rank, slice, union and intersection.

A document is the position of a record in its list. Nothing here depends on the content of records.
*/

pub(super) mod block;

pub(super) mod rank_index;

pub(super) mod sparse_set;

pub(super) mod bitmap;

pub(super) mod doc_set;

pub(super) mod disjunction;

mod block_filter;

pub(super) mod intersection;

pub(super) mod matches;

#[cfg(test)]
pub(super) mod generators;
