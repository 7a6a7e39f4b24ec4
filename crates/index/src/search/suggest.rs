/*!
Completes a partly typed text to names of records, popular names, citations, and filters of the catalogues.
`docs/search.md` has the rules.

The work for one beginning is bounded, regardless of the number of matching names. The names of records are their
titles, which [`title_order`](crate::format::title_order) finds, and terms in tantivy's dictionaries. Names with
a common beginning are a range of either, and [`name_ranks`](crate::format::name_ranks) finds the best of any range
without reading it. Filters and popular names are sorted tables in memory.
*/

pub(crate) mod suggestion;

mod phrase_table;

mod filters;

mod record_names;

mod popular_names;

mod candidates;

mod names;

mod later_words;

mod corrections;

pub(crate) mod suggester;
