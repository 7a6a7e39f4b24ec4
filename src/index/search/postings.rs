/*!
The inverted index of a list: reads tantivy's postings of a term as a set of documents.

Postings are in ascending order of documents, which is list order.
*/

use std::io;
use std::iter;
use std::sync::Arc;

use anyhow::{Context, Result};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::index::InvertedIndexReader;
use tantivy::postings::{BlockSegmentPostings, SegmentPostings, TermInfo};
use tantivy::query::FuzzyTermQuery;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, SegmentReader, Term};

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
        let Some((segment, inverted_index, info)) = self.term(field, text)? else {
            return Ok(DocSet::empty());
        };
        Ok(DocSet::new(docs_of_term(&inverted_index, &info)?, info.doc_freq, segment.max_doc()))
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

    /// The number of documents with a word.
    pub(crate) fn n_docs_with_word(&self, word: &str) -> Result<u32> {
        Ok(self.term(TermField::Word, word)?.map_or(0, |(_, _, info)| info.doc_freq))
    }

    /// The postings of a word, block by block, with its frequencies; `None` if no document has it.
    pub(crate) fn blocks(&self, field: TermField, word: &str) -> Result<Option<Box<BlockSegmentPostings>>> {
        let Some((_, inverted_index, info)) = self.term(field, word)? else {
            return Ok(None);
        };
        let blocks = inverted_index.read_block_postings_from_terminfo(&info, IndexRecordOption::WithFreqs)?;
        Ok(Some(Box::new(blocks)))
    }

    /// The postings of a word with its positions; `None` if no document has it.
    pub(crate) fn positions(&self, word: &str) -> Result<Option<SegmentPostings>> {
        let Some((_, inverted_index, info)) = self.term(TermField::Word, word)? else {
            return Ok(None);
        };
        Ok(Some(inverted_index.read_postings_from_terminfo(&info, IndexRecordOption::WithFreqsAndPositions)?))
    }

    /// The length of a field in each document; `None` if the list is empty.
    pub(crate) fn lengths(&self, field: TermField) -> Result<Option<FieldNormReader>> {
        let segment = self.segment.as_ref();
        segment.map(|segment| Ok(segment.get_fieldnorms_reader(field.field())?)).transpose()
    }

    /// The number of words in a field of all documents.
    pub(crate) fn n_words(&self, field: TermField) -> Result<u64> {
        let inverted_index = self.segment.as_ref().map(|segment| segment.inverted_index(field.field())).transpose()?;
        Ok(inverted_index.map_or(0, |inverted_index| inverted_index.total_num_tokens()))
    }

    /// The ids that differ from this one by at most so many edits, up to two. Where two neighbors change places, that
    /// is one edit.
    pub(crate) fn similar_ids(&self, id: &str, max_edits: u8) -> Result<Vec<String>> {
        Ok(self.similar_terms(TermField::Id, id, max_edits)?.into_iter().map(|(id, _)| id).collect())
    }

    /// The words that differ from this one by at most so many edits, each with the number of its documents.
    pub(crate) fn similar_words(&self, word: &str, max_edits: u8) -> Result<Vec<(String, u32)>> {
        self.similar_terms(TermField::Word, word, max_edits)
    }

    /// The words that begin with these letters, each with the number of its documents.
    pub(crate) fn words_with_beginning(&self, beginning: &str) -> Result<Vec<(String, u32)>> {
        let Some(segment) = &self.segment else {
            return Ok(Vec::new());
        };
        blocking::step("reading postings")?;
        let inverted_index = segment.inverted_index(TermField::Word.field())?;
        let mut terms = inverted_index.terms().range().ge(beginning).into_stream()?;
        let mut words = Vec::new();
        while terms.advance() && terms.key().starts_with(beginning.as_bytes()) {
            words
                .push((str::from_utf8(terms.key()).context("a term is not UTF-8")?.to_owned(), terms.value().doc_freq));
        }
        Ok(words)
    }

    fn similar_terms(&self, field: TermField, text: &str, max_edits: u8) -> Result<Vec<(String, u32)>> {
        let Some(segment) = &self.segment else {
            return Ok(Vec::new());
        };
        blocking::step("reading postings")?;
        let inverted_index = segment.inverted_index(field.field())?;
        // tantivy's automaton panics on an empty dictionary.
        if inverted_index.terms().num_terms() == 0 {
            return Ok(Vec::new());
        }
        let automaton = FuzzyTermQuery::new(term(field, text), max_edits, true).automaton()?;
        let mut terms = inverted_index.terms().search(automaton).into_stream()?;
        let mut similar = Vec::new();
        while terms.advance() {
            let text = str::from_utf8(terms.key()).context("a term is not UTF-8")?;
            similar.push((text.to_owned(), terms.value().doc_freq));
        }
        Ok(similar)
    }

    /// Looks up a term; `None` if no document has it.
    fn term(
        &self,
        field: TermField,
        text: &str,
    ) -> Result<Option<(&SegmentReader, Arc<InvertedIndexReader>, TermInfo)>> {
        let Some(segment) = &self.segment else {
            return Ok(None);
        };
        blocking::step("reading postings")?;
        let inverted_index = segment.inverted_index(field.field())?;
        let info = inverted_index.get_term_info(&term(field, text))?;
        Ok(info.map(|info| (segment, inverted_index, info)))
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
