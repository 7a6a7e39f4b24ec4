/*!
Finds the documents that have words at given distances from each other, by their positions in the text.
*/

use anyhow::Result;
use lexdex_core::blocking;
use tantivy::postings::{Postings as _, SegmentPostings};
use tantivy::{DocId, DocSet as _, TERMINATED};

use crate::format::schema::TermField;
use crate::search::postings::Postings;

/// A word in any of these forms.
pub(crate) struct PhraseWord<'f> {
    pub(crate) forms: Vec<&'f str>,
    /// The number of words between the beginning of the phrase and this one.
    pub(crate) offset: u32,
}

/// The number of documents between two checks whether the result is still needed.
const STEP_DOCS: usize = 1 << 14;

/// The documents with all words at their offsets from a common start in a field, in ascending order.
pub(crate) fn docs_with_phrase(postings: &Postings, field: TermField, words: &[PhraseWord<'_>]) -> Result<Vec<DocId>> {
    let mut cursors = Vec::with_capacity(words.len());
    for word in words {
        let cursor = Cursor::new(postings, field, word)?;
        if cursor.forms.is_empty() {
            return Ok(Vec::new());
        }
        cursors.push(cursor);
    }
    // The rarest word leads, and the others skip to its documents.
    cursors.sort_by_key(|cursor| cursor.n_docs);
    let Some((first, others)) = cursors.split_first_mut() else {
        return Ok(Vec::new());
    };
    let mut docs = Vec::new();
    let (mut starts, mut positions) = (Vec::new(), Vec::new());
    let mut n_read = 0_usize;
    let mut doc = first.doc();
    while doc != TERMINATED {
        if n_read.is_multiple_of(STEP_DOCS) {
            blocking::step("reading positions")?;
        }
        n_read += 1;
        // Seeks the document in every cursor. The first cursor without it gives the next candidate.
        if let Some(next) = others.iter_mut().map(|cursor| cursor.seek(doc)).find(|found| *found != doc) {
            doc = first.seek(next);
            continue;
        }
        first.read_starts(doc, &mut starts);
        for cursor in others.iter_mut() {
            cursor.read_starts(doc, &mut positions);
            starts.retain(|start| positions.binary_search(start).is_ok());
        }
        if !starts.is_empty() {
            docs.push(doc);
        }
        doc = first.seek(doc + 1);
    }
    Ok(docs)
}

/// The postings of a word's forms.
struct Cursor {
    forms: Vec<SegmentPostings>,
    offset: u32,
    n_docs: u64,
    /// A buffer that is reused for each document.
    positions: Vec<u32>,
}

impl Cursor {
    fn new(postings: &Postings, field: TermField, word: &PhraseWord<'_>) -> Result<Self> {
        let mut cursor = Self { forms: Vec::new(), offset: word.offset, n_docs: 0, positions: Vec::new() };
        for form in &word.forms {
            if let Some(of_form) = postings.positions(field, form)? {
                cursor.n_docs += u64::from(of_form.doc_freq());
                cursor.forms.push(of_form);
            }
        }
        Ok(cursor)
    }

    fn doc(&self) -> DocId {
        self.forms.iter().map(SegmentPostings::doc).min().unwrap_or(TERMINATED)
    }

    /// Moves to the first document at or after `target`.
    fn seek(&mut self, target: DocId) -> DocId {
        let moved = self.forms.iter_mut().map(|form| if form.doc() < target { form.seek(target) } else { form.doc() });
        moved.min().unwrap_or(TERMINATED)
    }

    /// Replaces `starts` by the positions at which a phrase with this word can begin in a document, in ascending order.
    fn read_starts(&mut self, doc: DocId, starts: &mut Vec<u32>) {
        starts.clear();
        for form in self.forms.iter_mut().filter(|form| form.doc() == doc) {
            form.positions(&mut self.positions);
            starts.extend(self.positions.iter().filter_map(|position| position.checked_sub(self.offset)));
        }
        if self.forms.len() > 1 {
            starts.sort_unstable();
            starts.dedup();
        }
    }
}
