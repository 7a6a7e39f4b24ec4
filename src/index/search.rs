/*!
Searches an open list: evaluates filters to sets of documents, and sorts, pages and counts them.
*/

pub(super) mod postings;

pub(super) mod facet_sets;

pub(super) mod date_index;

pub(super) mod filter;

pub(super) mod condition_cache;

pub(super) mod result_cache;

pub(super) mod sort_order;

pub(super) mod list_index;

pub(super) mod facet_counts;
