/*!
Parses text for indexing and searching: words, citations, bill numbers and text queries.
*/

pub(super) mod tokenizer;

pub(super) mod citation;

pub(super) mod case_name;

pub(super) mod bill_number;

pub(super) mod beginning;

pub(super) mod stem;

pub(super) mod stop_words;

pub(super) mod foreign_operator;

pub(super) mod years;

pub(super) mod text_query;
