/*!
The inverted index of a list: reads tantivy's postings of a term as a set of documents.

Postings are in ascending order of documents, which is list order.
*/

use std::io;
use std::iter;

use anyhow::{Context, Result};
use tantivy::index::InvertedIndexReader;
use tantivy::postings::TermInfo;
use tantivy::query::{EnableScoring, FuzzyTermQuery, PhraseQuery, Query};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet as _, SegmentReader, TERMINATED, Term};

use crate::blocking;
use crate::index::docset::doc_set::DocSet;
use crate::index::format::schema::TermField;

/// The postings of a list.
pub(crate) struct Postings {
    /// `None` if the list is empty.
    segment: Option<SegmentReader>,
}

impl Postings {
    /// The postings of a list's segment, or of an empty list.
    pub(crate) fn new(segment: Option<SegmentReader>) -> Self {
        Self { segment }
    }

    /// The documents with a term.
    pub(crate) fn docs_with(&self, field: TermField, text: &str) -> Result<DocSet> {
        let Some(segment) = &self.segment else {
            return Ok(DocSet::empty());
        };
        blocking::step("reading postings")?;
        let inverted_index = segment.inverted_index(field.field())?;
        Ok(match inverted_index.get_term_info(&term(field, text))? {
            Some(info) => DocSet::new(docs_of_term(&inverted_index, &info)?, info.doc_freq, segment.max_doc()),
            None => DocSet::empty(),
        })
    }

    /// The documents with the first of these terms that any document has.
    pub(crate) fn docs_with_first(&self, field: TermField, texts: &[String]) -> Result<DocSet> {
        for text in texts {
            let set = self.docs_with(field, text)?;
            if set.len() > 0 {
                return Ok(set);
            }
        }
        Ok(DocSet::empty())
    }

    /// The documents with these words next to each other, in this order.
    pub(crate) fn docs_with_phrase(&self, phrase: &[String]) -> Result<DocSet> {
        match (&self.segment, phrase) {
            (None, _) => Ok(DocSet::empty()),
            (Some(_), [word]) => self.docs_with(TermField::Word, word),
            (Some(segment), words) => {
                let terms = words.iter().map(|word| term(TermField::Word, word)).collect();
                let docs = docs_of_query(segment, &PhraseQuery::new(terms))?.collect::<Vec<_>>();
                Ok(DocSet::of(&docs, segment.max_doc()))
            }
        }
    }

    /// The number of documents with a word, and up to `limit` of them after the first `offset`. Of a frequent word,
    /// this reads much less than the whole set takes.
    pub(crate) fn slice_with_word(&self, word: &str, offset: u32, limit: usize) -> Result<(u32, Vec<DocId>)> {
        let Some(segment) = &self.segment else {
            return Ok((0, Vec::new()));
        };
        blocking::step("reading postings")?;
        let inverted_index = segment.inverted_index(TermField::Word.field())?;
        let Some(info) = inverted_index.get_term_info(&term(TermField::Word, word))? else {
            return Ok((0, Vec::new()));
        };
        let docs = docs_of_term(&inverted_index, &info)?;
        Ok((info.doc_freq, docs.skip(offset as usize).take(limit).collect()))
    }

    /// The ids that differ from this one by at most so many edits, up to two. Where two neighbors change places, that
    /// is one edit.
    pub(crate) fn similar_ids(&self, id: &str, max_edits: u8) -> Result<Vec<String>> {
        // tantivy's automaton panics on an empty dictionary.
        let Some(segment) = self.segment.as_ref().filter(|segment| segment.max_doc() > 0) else {
            return Ok(Vec::new());
        };
        blocking::step("reading postings")?;
        let automaton = FuzzyTermQuery::new(term(TermField::Id, id), max_edits, true).automaton()?;
        let inverted_index = segment.inverted_index(TermField::Id.field())?;
        let mut terms = inverted_index.terms().search(automaton).into_stream()?;
        let mut ids = Vec::new();
        while terms.advance() {
            ids.push(str::from_utf8(terms.key()).context("an id is not UTF-8")?.to_owned());
        }
        Ok(ids)
    }
}

fn term(field: TermField, text: &str) -> Term {
    Term::from_field_text(field.field(), text)
}

/// The documents with a term of the dictionary.
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

fn docs_of_query(segment: &SegmentReader, query: &dyn Query) -> Result<impl Iterator<Item = DocId> + use<>> {
    blocking::step("reading postings")?;
    let weight = query.weight(EnableScoring::disabled_from_schema(segment.schema()))?;
    let mut scorer = weight.scorer(segment, 1.0)?;
    let mut is_first = true;
    Ok(iter::from_fn(move || {
        let doc = if std::mem::take(&mut is_first) { scorer.doc() } else { scorer.advance() };
        (doc != TERMINATED).then_some(doc)
    }))
}
