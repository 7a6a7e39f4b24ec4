/*!
Searches the text of records: resolves the words of `q` to sources of matches, scores every match, and caches the result
for the next page.
*/

pub(crate) mod weights;

pub(crate) mod facet_names;

pub(crate) mod synonyms;

pub(crate) mod adjacency;

pub(crate) mod spelling;

pub(crate) mod source;

pub(crate) mod plan;

mod clause_part;

mod clause_words;

pub(crate) mod place_names;

pub(crate) mod exact_matches;

pub(crate) mod resolver;

mod synonym_sources;

pub(crate) mod similar;

pub(crate) mod priors;

pub(crate) mod scorer;

pub(crate) mod text_matches;

pub(crate) mod text_cache;

pub(crate) mod text_index;
