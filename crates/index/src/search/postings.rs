/*!
The inverted index of a list: reads tantivy's postings of a term, or the order of the titles, as a set of documents.

Postings are in ascending order of documents, which is list order.
*/

use std::sync::Arc;

use anyhow::{Context, Result};
use lexdex_core::blocking;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::index::InvertedIndexReader;
use tantivy::postings::{BlockSegmentPostings, SegmentPostings, TermInfo};
use tantivy::query::{DfaWrapper, FuzzyTermQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, SegmentReader, Term};

use crate::docset::doc_set::DocSet;
use crate::format::name_ranks::{NameKind, NamesWithBeginning};
use crate::format::schema::{TermField, TextField, schema};
use crate::format::term_docs::docs_of_term;
use crate::format::title_order::TitleOrder;
use crate::text::citation::Citation;

/// The postings of a list.
pub(crate) struct Postings {
    /// `None` if the list is empty.
    segment: Option<SegmentReader>,
    titles: TitleOrder,
}

impl Postings {
    /// The postings of a list's segment, which is `None` if the list is empty.
    pub(crate) fn new(segment: Option<SegmentReader>, titles: TitleOrder) -> Self {
        Self { segment, titles }
    }

    /// The segment; `None` if the list is empty.
    pub(crate) fn segment(&self) -> Option<&SegmentReader> {
        self.segment.as_ref()
    }

    pub(crate) fn titles(&self) -> &TitleOrder {
        &self.titles
    }

    /// The documents with a term.
    pub(crate) fn docs_with(&self, field: TermField, text: &str) -> Result<DocSet> {
        let Some((segment, inverted_index, info)) = self.term(field, text)? else {
            return Ok(DocSet::empty());
        };
        Ok(DocSet::new(docs_of_term(&inverted_index, &info)?, info.doc_freq, segment.max_doc()))
    }

    /// Returns the documents with a citation: those with the first of its keys that any document has.
    pub(crate) fn cited(&self, citation: &Citation) -> Result<DocSet> {
        let keys = citation.keys.iter().map(|key| (TermField::Citation, std::slice::from_ref(key)));
        let ids = citation.bill_id.iter().map(|id| (TermField::Id, std::slice::from_ref(id)));
        let bills = citation.bill_keys.iter().map(|keys| (TermField::LookUp, &keys[..]));
        for (field, keys) in keys.chain(ids).chain(bills) {
            let set = self.docs_with_any(field, keys)?;
            if set.len() > 0 {
                return Ok(set);
            }
        }
        Ok(DocSet::empty())
    }

    /// The documents with any of these terms.
    pub(crate) fn docs_with_any(&self, field: TermField, texts: &[String]) -> Result<DocSet> {
        let sets = texts.iter().map(|text| self.docs_with(field, text)).collect::<Result<Vec<DocSet>>>()?;
        let n_docs = self.segment.as_ref().map_or(0, SegmentReader::max_doc);
        Ok(DocSet::union(&sets.iter().collect::<Vec<_>>(), n_docs))
    }

    /// The documents with any term of a field that has few.
    pub(crate) fn docs_with_field(&self, field: TermField) -> Result<DocSet> {
        let Some(segment) = &self.segment else {
            return Ok(DocSet::empty());
        };
        let inverted_index = segment.inverted_index(field.field())?;
        let mut terms = inverted_index.terms().stream()?;
        let mut docs = Vec::new();
        while terms.advance() {
            docs.extend(docs_of_term(&inverted_index, terms.value())?);
        }
        docs.sort_unstable();
        docs.dedup();
        Ok(DocSet::from_docs(&docs, segment.max_doc()))
    }

    /// The number of documents with a term.
    pub(crate) fn n_docs_with(&self, field: TermField, text: &str) -> Result<u32> {
        Ok(self.term(field, text)?.map_or(0, |(_, _, info)| info.doc_freq))
    }

    /// The first documents with a term, `max` at most.
    pub(crate) fn first_docs_with(&self, field: TermField, text: &str, max: usize) -> Result<Vec<DocId>> {
        let Some((_, inverted_index, info)) = self.term(field, text)? else {
            return Ok(Vec::new());
        };
        Ok(docs_of_term(&inverted_index, &info)?.take(max).collect())
    }

    /// Removes the documents without a term. `docs` must be in ascending order.
    pub(crate) fn retain(&self, field: TermField, text: &str, docs: &mut Vec<DocId>) -> Result<()> {
        let Some(mut blocks) = self.blocks(field, text)? else {
            docs.clear();
            return Ok(());
        };
        docs.retain(|doc| {
            let position = blocks.seek(*doc);
            blocks.docs().get(position) == Some(doc)
        });
        Ok(())
    }

    /// The number of names of a kind.
    pub(crate) fn n_names(&self, kind: NameKind) -> Result<usize> {
        match (kind.field(), &self.segment) {
            (None, _) => Ok(self.titles.n_docs()),
            (Some(_), None) => Ok(0),
            (Some(field), Some(segment)) => Ok(segment.inverted_index(field.field())?.terms().num_terms()),
        }
    }

    /// Returns the names of a kind that begin with a non-empty text.
    pub(crate) fn names_with_beginning(&self, kind: NameKind, beginning: &str) -> Result<NamesWithBeginning> {
        match kind.field() {
            Some(field) => self.terms_with_beginning(field, beginning),
            None => self.titles.with_beginning(beginning),
        }
    }

    /// Returns the terms of a field that begin with a non-empty text.
    pub(crate) fn terms_with_beginning(&self, field: TermField, beginning: &str) -> Result<NamesWithBeginning> {
        let Some(segment) = &self.segment else {
            return Ok(NamesWithBeginning::none());
        };
        blocking::step("reading postings")?;
        let inverted_index = segment.inverted_index(field.field())?;
        let terms = inverted_index.terms();
        let mut from = terms.range().ge(beginning).into_stream()?;
        if !from.advance() || !from.key().starts_with(beginning.as_bytes()) {
            return Ok(NamesWithBeginning::none());
        }
        let mut after = terms.range().ge(end_of_beginning(beginning)).into_stream()?;
        let end = if after.advance() { after.term_ord() as usize } else { terms.num_terms() };
        let start = from.term_ord() as usize;
        let whole = start..start + usize::from(from.key() == beginning.as_bytes());
        Ok(NamesWithBeginning { longer: whole.end..end, whole })
    }

    /// The name of a kind at a position, as normalized words or as the key of a citation.
    pub(crate) fn name_at(&self, kind: NameKind, position: usize) -> Result<String> {
        let Some(field) = kind.field() else {
            return self.titles.title(position);
        };
        let segment = self.segment.as_ref().context("an empty list has no term")?;
        let mut term = Vec::new();
        segment.inverted_index(field.field())?.terms().ord_to_term(position as u64, &mut term)?;
        String::from_utf8(term).context("a term is not UTF-8")
    }

    /// The postings of a word, block by block, with its frequencies; `None` if no document has it.
    pub(crate) fn blocks(&self, field: TermField, word: &str) -> Result<Option<Box<BlockSegmentPostings>>> {
        let Some((_, inverted_index, info)) = self.term(field, word)? else {
            return Ok(None);
        };
        let blocks = inverted_index.read_block_postings_from_terminfo(&info, IndexRecordOption::WithFreqs)?;
        Ok(Some(Box::new(blocks)))
    }

    /// The postings of a word with its positions in a field; `None` if no document has it.
    pub(crate) fn positions(&self, field: TermField, word: &str) -> Result<Option<SegmentPostings>> {
        let Some((_, inverted_index, info)) = self.term(field, word)? else {
            return Ok(None);
        };
        Ok(Some(inverted_index.read_postings_from_terminfo(&info, IndexRecordOption::WithFreqsAndPositions)?))
    }

    /// Whether the list has texts behind its records, with the positions of their words.
    pub(crate) fn has_positions_of_texts(&self) -> bool {
        let has_positions = |segment: &SegmentReader| segment.schema() == &schema(TextField::WordsAndPositions);
        self.segment.as_ref().is_some_and(has_positions)
    }

    /// The length of a field in each document; `None` if no document of the list has the field.
    pub(crate) fn lengths(&self, field: TermField) -> Result<Option<FieldNormReader>> {
        let Some(segment) = &self.segment else {
            return Ok(None);
        };
        Ok(segment.fieldnorms_readers().get_field(field.field())?)
    }

    /// The number of words in a field of all documents.
    pub(crate) fn n_words(&self, field: TermField) -> Result<u64> {
        let inverted_index = self.segment.as_ref().map(|segment| segment.inverted_index(field.field())).transpose()?;
        Ok(inverted_index.map_or(0, |inverted_index| inverted_index.total_num_tokens()))
    }

    /// Returns the ids that are [`near`] this one.
    pub(crate) fn similar_ids(&self, id: &str, max_edits: u8) -> Result<Vec<String>> {
        let ids = self.accepted_terms(TermField::Id, &near(id, max_edits)?, "")?;
        Ok(ids.into_iter().map(|(id, _)| id).collect())
    }

    /// The first `max` words of a field that begin with these letters, each with the number of its documents.
    pub(crate) fn words_with_beginning(
        &self,
        field: TermField,
        beginning: &str,
        max: usize,
    ) -> Result<Vec<(String, u32)>> {
        let Some(segment) = &self.segment else {
            return Ok(Vec::new());
        };
        blocking::step("reading postings")?;
        let inverted_index = segment.inverted_index(field.field())?;
        let mut terms = inverted_index.terms().range().ge(beginning).into_stream()?;
        let mut words = Vec::new();
        while words.len() < max && terms.advance() && terms.key().starts_with(beginning.as_bytes()) {
            words
                .push((str::from_utf8(terms.key()).context("a term is not UTF-8")?.to_owned(), terms.value().doc_freq));
        }
        Ok(words)
    }

    /// The terms of a field with a beginning that an automaton accepts, each with the number of its documents.
    pub(crate) fn accepted_terms(
        &self,
        field: TermField,
        automaton: &DfaWrapper,
        beginning: &str,
    ) -> Result<Vec<(String, u32)>> {
        let Some(segment) = &self.segment else {
            return Ok(Vec::new());
        };
        blocking::step("reading postings")?;
        let inverted_index = segment.inverted_index(field.field())?;
        // tantivy's automaton panics on an empty dictionary.
        if inverted_index.terms().num_terms() == 0 {
            return Ok(Vec::new());
        }
        let mut terms = inverted_index.terms().search(automaton);
        if !beginning.is_empty() {
            terms = terms.ge(beginning).lt(end_of_beginning(beginning));
        }
        let mut terms = terms.into_stream()?;
        let mut accepted = Vec::new();
        while terms.advance() {
            let text = str::from_utf8(terms.key()).context("a term is not UTF-8")?;
            accepted.push((text.to_owned(), terms.value().doc_freq));
        }
        Ok(accepted)
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

/// Returns the smallest byte string after all texts with a beginning.
fn end_of_beginning(beginning: &str) -> Vec<u8> {
    let mut end = beginning.as_bytes().to_vec();
    // UTF-8 never contains the byte 0xff, so the addition cannot overflow.
    end.last_mut().into_iter().for_each(|last| *last += 1);
    end
}

/// Creates an automaton that accepts texts within an edit distance of up to two. A swap of two neighbors counts as one
/// edit.
pub(crate) fn near(text: &str, max_edits: u8) -> Result<DfaWrapper> {
    // The field makes no difference.
    Ok(FuzzyTermQuery::new(term(TermField::Word, text), max_edits, true).automaton()?)
}
