/*!
Sets of documents, and the operations on them: membership, rank, slice, union, intersection.

A document is a record's position in its list. Nothing here knows what a record or a filter is.
*/

pub(super) mod block;

pub(super) mod rank_index;

pub(super) mod sparse_set;

pub(super) mod doc_set;

pub(super) mod intersection;

pub(super) mod matches;
