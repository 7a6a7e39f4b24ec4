/*!
Searches the text of records: resolves the words of `q` to sources of matches, scores every match, and caches the result
for the next page.
*/

pub(in crate::index) mod weights;

pub(in crate::index) mod facet_names;

pub(in crate::index) mod synonyms;

pub(in crate::index) mod adjacency;

pub(in crate::index) mod spelling;

pub(in crate::index) mod source;

pub(in crate::index) mod plan;

pub(in crate::index) mod resolver;

pub(in crate::index) mod similar;

pub(in crate::index) mod priors;

pub(in crate::index) mod scorer;

pub(in crate::index) mod text_matches;

pub(in crate::index) mod text_cache;

pub(in crate::index) mod text_index;
