/*!
Finds references to earlier citations: `Id. at 5`, `Ibid.`, `Adarand, supra, at 240`.
*/

use std::ops::Range;

use crate::citations::pin_cite;
use crate::citations::scan::is_start;
use crate::model::CitationKind;

/// A reference by `id.` or `supra`.
pub(crate) struct BackReference {
    pub(crate) kind: CitationKind,
    /// The range of the word and its pin cite.
    pub(crate) span: Range<usize>,
    pub(crate) pin_cite: Option<Range<usize>>,
    end_of_word: usize,
}

impl BackReference {
    /// Reduces the span to the word, without pages.
    pub(crate) fn leave_out_pages(&mut self) {
        self.span.end = self.end_of_word;
        self.pin_cite = None;
    }
}

/// Finds all references, in the order of the text.
pub(crate) fn back_references(text: &str) -> Vec<BackReference> {
    let bytes = text.as_bytes();
    let starts = (0..bytes.len()).filter(|at| matches!(bytes[*at], b'i' | b'I' | b's' | b'S') && is_start(text, *at));
    starts.filter_map(|at| read(text, at)).collect()
}

fn read(text: &str, start: usize) -> Option<BackReference> {
    let (kind, word) = [(CitationKind::Id, "id."), (CitationKind::Id, "ibid."), (CitationKind::Supra, "supra")]
        .into_iter()
        .find(|(_, word)| text.get(start..start + word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word)))?;
    let end = start + word.len();
    // `ID.` is an identity document more often than a reference.
    let is_document = &text[start..end] == "ID.";
    let is_whole = !is_document && !text[end..].starts_with(|next: char| next.is_alphanumeric());
    let pages = pin_cite::pages(text, end).filter(|_| is_whole);
    let end_of_pages = pages.as_ref().map_or(end, |pages| pages.end);
    is_whole.then_some(BackReference { kind, span: start..end_of_pages, pin_cite: pages, end_of_word: end })
}
