/*!
Searches an open list: evaluates filters to sets of documents, then sorts, pages and counts the matches.
*/

pub(super) mod postings;

pub(super) mod date_index;

pub(super) mod condition;

pub(super) mod facet_selection;

pub(super) mod filter;

pub(super) mod text_search;

pub(super) mod intersection_cache;

pub(super) mod date_order;

pub(super) mod evaluator;

pub(super) mod list_index;

pub(super) mod absent_citation;

pub(super) mod aliases;

pub(super) mod sort_order;

pub(super) mod page;

pub(super) mod news;

pub(super) mod facet_counts;

pub(super) mod suggest;

pub(super) mod title_words;
