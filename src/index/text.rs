/*!
Reads text the way it is indexed and searched: words, citations, bill numbers, and the queries made of them.
*/

pub(super) mod tokenizer;

pub(super) mod citation;

pub(super) mod bill_number;

pub(super) mod text_query;
