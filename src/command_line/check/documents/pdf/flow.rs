/*!
Joins the paragraphs of pages into a document. A paragraph may continue on the next page, after the notes at the bottom
of its first one.
*/

use std::collections::HashMap;

use super::lines::TextLine;
use super::paragraphs::{PageParagraph, ends_sentence, paragraphs};
use crate::command_line::check::document::{Document, ParagraphPlace};

/// The maximum ratio of the size of notes to that of the text.
const MAX_NOTE_RATIO: f64 = 0.92;

/// The text of a document in the order of reading.
pub(super) struct Flow {
    /// The size of most characters, in points.
    size: f64,
}

impl Flow {
    /// Creates the flow of pages.
    pub(super) fn new(pages: &[Vec<TextLine>]) -> Self {
        let mut n_chars: HashMap<i64, usize> = HashMap::new();
        for line in pages.iter().flatten() {
            *n_chars.entry((line.size * 2.0).round() as i64).or_default() += line.text.len();
        }
        let most = n_chars.into_iter().max_by_key(|(size, n_chars)| (*n_chars, *size));
        Self { size: most.map_or(0.0, |(size, _)| size as f64 / 2.0) }
    }

    /// Returns the document.
    pub(super) fn document(&self, pages: &[Vec<TextLine>]) -> Document {
        let mut document = Document::default();
        // The notes of the pages of the open paragraph.
        let mut notes: Vec<(String, ParagraphPlace)> = Vec::new();
        let mut is_open = false;
        for (idx, page) in pages.iter().enumerate() {
            let number = idx as u32 + 1;
            if page.is_empty() {
                document.empty_pages.push(number);
            }
            let place =
                |paragraph: usize| ParagraphPlace { page: Some(number), note: None, paragraph: paragraph as u32 + 1 };
            let paragraphs = paragraphs(page);
            let n_body = self.n_body(&paragraphs);
            for (idx, PageParagraph { text, .. }) in paragraphs[..n_body].iter().enumerate() {
                if idx == 0 && is_open && continues(&document.text, text) {
                    document.push_rest(text, place(idx));
                    continue;
                }
                notes.drain(..).for_each(|(text, place)| document.push(&text, place));
                document.push(text, place(idx));
            }
            is_open = n_body > 0 || (is_open && page.is_empty());
            let of_notes = paragraphs.into_iter().enumerate().skip(n_body);
            notes.extend(of_notes.map(|(idx, paragraph)| (paragraph.text, place(idx))));
        }
        notes.into_iter().for_each(|(text, place)| document.push(&text, place));
        document
    }

    /// Returns the number of paragraphs of a page before the notes at its bottom, which are smaller.
    fn n_body(&self, paragraphs: &[PageParagraph]) -> usize {
        let is_body = |paragraph: &PageParagraph| paragraph.size > MAX_NOTE_RATIO * self.size;
        paragraphs.iter().rposition(is_body).map_or(0, |last| last + 1)
    }
}

/// Returns whether a page continues the text before it.
fn continues(before: &str, text: &str) -> bool {
    let is_within =
        |first: char| first.is_lowercase() || first.is_ascii_digit() || matches!(first, '§' | '¶' | '(' | '&');
    !ends_sentence(before) || text.starts_with(is_within)
}
