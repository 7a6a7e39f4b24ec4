/*!
Suggests what a person may be about to type: names of records, popular names, citations, and filters of the catalogues.
`docs/search.md` has the rules.

The work for one beginning is bounded, however many names begin so. The names of records are terms of tantivy's
dictionaries. Those with a beginning are a range of terms, and [`name_ranks`](crate::index::format::name_ranks) gives the
first of any range without reading it. Filters and popular names are sorted tables in memory.
*/

pub(in crate::index) mod suggestion;

mod phrase_table;

mod filters;

mod record_names;

mod popular_names;

mod candidates;

mod names;

mod later_words;

mod corrections;

pub(in crate::index) mod suggester;
