/*!
Completes a partly typed text to names of records, popular names, citations, and filters of the catalogues.
`docs/search.md` has the rules.

The names of records are their titles, which [`title_order`](crate::format::title_order) finds, and terms in tantivy's
dictionaries. Names with a common prefix are a range of either. [`best`](crate::format::name_ranks::best) reads one byte
for each of them, and finds the best. All other work for one beginning is bounded. Filters and popular names are sorted
tables in memory.
*/

pub(crate) mod suggestion;

mod phrase_table;

mod filters;

mod popular_names;

mod candidates;

mod names;

mod later_words;

pub(crate) mod suggester;
