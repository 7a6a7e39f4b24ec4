/*!
The documents of a term, as tantivy's postings have them: in ascending order, which is list order.
*/

use std::io;
use std::iter;

use tantivy::index::InvertedIndexReader;
use tantivy::postings::TermInfo;
use tantivy::query::{EnableScoring, FuzzyTermQuery, PhraseQuery, Query};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet as _, SegmentReader, TERMINATED, Term};

use crate::blocking;
use crate::index::docset::doc_set::DocSet;

/// The documents of a term of the dictionary.
pub(crate) fn docs_of_term(
    inverted_index: &InvertedIndexReader,
    term: &TermInfo,
) -> io::Result<impl Iterator<Item = DocId> + use<>> {
    let mut blocks = inverted_index.read_block_postings_from_terminfo(term, IndexRecordOption::Basic)?;
    let mut n_read = 0;
    Ok(iter::from_fn(move || {
        if n_read == blocks.docs().len() {
            blocks.advance();
            n_read = 0;
        }
        let doc = blocks.docs().get(n_read)?;
        n_read += 1;
        Some(*doc)
    }))
}

/// How many documents have a term, and up to `limit` of them behind the first `offset`: of a frequent word much less is
/// read than it takes to know them all.
pub(crate) fn slice_with(
    segment: &SegmentReader,
    term: &Term,
    offset: u32,
    limit: usize,
) -> tantivy::Result<(u32, Vec<DocId>)> {
    blocking::mark("reading postings");
    let inverted_index = segment.inverted_index(term.field())?;
    let Some(info) = inverted_index.get_term_info(term)? else {
        return Ok((0, Vec::new()));
    };
    let docs = docs_of_term(&inverted_index, &info)?;
    Ok((info.doc_freq, docs.skip(offset as usize).take(limit).collect()))
}

/// The documents that have a term.
pub(crate) fn docs_with(segment: &SegmentReader, term: &Term) -> tantivy::Result<DocSet> {
    blocking::mark("reading postings");
    let inverted_index = segment.inverted_index(term.field())?;
    Ok(match inverted_index.get_term_info(term)? {
        Some(info) => DocSet::new(docs_of_term(&inverted_index, &info)?, info.doc_freq, segment.max_doc()),
        None => DocSet::empty(),
    })
}

/// The documents that have these terms side by side, in this order.
pub(crate) fn docs_with_phrase(segment: &SegmentReader, terms: Vec<Term>) -> tantivy::Result<DocSet> {
    let docs = docs_of_query(segment, &PhraseQuery::new(terms))?.collect::<Vec<_>>();
    Ok(DocSet::of(&docs, segment.max_doc()))
}

/// Some of the documents that have a term which differs from this one in no more than two letters.
pub(crate) fn docs_with_similar(segment: &SegmentReader, term: &Term) -> tantivy::Result<Vec<DocId>> {
    const MOST_DIFFERENCES: u8 = 2;
    const MOST_DOCS: usize = 1000;
    // Where there are none, tantivy's automaton panics.
    if segment.max_doc() == 0 {
        return Ok(Vec::new());
    }
    let query = FuzzyTermQuery::new(term.clone(), MOST_DIFFERENCES, true);
    Ok(docs_of_query(segment, &query)?.take(MOST_DOCS).collect())
}

fn docs_of_query(segment: &SegmentReader, query: &dyn Query) -> tantivy::Result<impl Iterator<Item = DocId> + use<>> {
    blocking::mark("reading postings");
    let weight = query.weight(EnableScoring::disabled_from_schema(segment.schema()))?;
    let mut scorer = weight.scorer(segment, 1.0)?;
    let mut is_first = true;
    Ok(iter::from_fn(move || {
        let doc = if std::mem::take(&mut is_first) { scorer.doc() } else { scorer.advance() };
        (doc != TERMINATED).then_some(doc)
    }))
}
