/*!
The text of a document, and the places in it.
*/

use serde::{Deserialize, Serialize};

/// The maximum size of the text of a document in bytes.
pub(super) const MAX_TEXT_BYTES: usize = 16 << 20;

/// The text between two paragraphs. No citation continues across it.
pub(super) const PARAGRAPH_END: &str = "\n\n";

/// A document: its text, and where each part of the text is in the file.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct Document {
    pub(super) text: String,
    /// The beginnings of paragraphs and pages, in the order of the text.
    marks: Vec<Mark>,
    /// The pages without text that can be read.
    pub(super) empty_pages: Vec<u32>,
    /// Whether the text is the file itself, so that its lines have numbers.
    pub(super) is_plain: bool,
}

/// The beginning of a paragraph, or of its part on a further page.
#[derive(Debug, Deserialize, Serialize)]
struct Mark {
    /// The position in the text in bytes.
    start: usize,
    #[serde(flatten)]
    place: ParagraphPlace,
}

/// The place of a paragraph.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct ParagraphPlace {
    /// The number of the page, from 1. Only of a PDF.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) page: Option<u32>,
    /// The note that contains the paragraph, such as `footnote 3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<String>,
    /// The number of the paragraph on its page, in its note, or else in the document, from 1.
    pub(super) paragraph: u32,
}

/// The place of a character.
#[derive(Debug, Serialize)]
pub(super) struct Place {
    /// The number of the line, from 1. Only of a plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<usize>,
    #[serde(flatten)]
    pub(super) paragraph: ParagraphPlace,
    /// The number of characters between the beginning of the paragraph and this one.
    pub(super) offset: usize,
}

impl Document {
    /// Creates the document of a plain text, whose paragraphs end at empty lines.
    pub(super) fn plain(text: String) -> Self {
        let mut marks = Vec::new();
        let mut start = 0;
        let mut is_in_paragraph = false;
        for line in text.split_inclusive('\n') {
            let is_empty = line.trim().is_empty();
            if !is_empty && !is_in_paragraph {
                let paragraph = marks.len() as u32 + 1;
                marks.push(Mark { start, place: ParagraphPlace { paragraph, ..ParagraphPlace::default() } });
            }
            is_in_paragraph = !is_empty;
            start += line.len();
        }
        Self { text, marks, is_plain: true, ..Self::default() }
    }

    /// Adds a paragraph.
    pub(super) fn push(&mut self, text: &str, place: ParagraphPlace) {
        if !self.text.is_empty() {
            self.text.push_str(PARAGRAPH_END);
        }
        self.marks.push(Mark { start: self.text.len(), place });
        self.text.push_str(text);
    }

    /// Continues the last paragraph on a further page.
    pub(super) fn push_rest(&mut self, text: &str, place: ParagraphPlace) {
        self.text.push('\n');
        self.marks.push(Mark { start: self.text.len(), place });
        self.text.push_str(text);
    }

    /// Returns a finder of places, which must be asked in ascending order.
    pub(super) fn places(&self) -> Places<'_> {
        Places { document: self, n_bytes: 0, n_chars: 0, line: 1, mark: None, chars_before_mark: 0 }
    }
}

/// Finds the places of ascending positions in a text.
pub(super) struct Places<'d> {
    document: &'d Document,
    n_bytes: usize,
    n_chars: usize,
    line: usize,
    /// The index of the mark before the position.
    mark: Option<usize>,
    chars_before_mark: usize,
}

impl Places<'_> {
    /// Returns the place of a position in characters, which must not be less than the last one.
    pub(super) fn at(&mut self, n_chars: usize) -> Place {
        let Document { text, marks, is_plain, .. } = self.document;
        loop {
            let next = self.mark.map_or(0, |mark| mark + 1);
            if marks.get(next).is_some_and(|mark| mark.start <= self.n_bytes) {
                (self.mark, self.chars_before_mark) = (Some(next), self.n_chars);
                continue;
            }
            match text[self.n_bytes..].chars().next().filter(|_| self.n_chars < n_chars) {
                None => break,
                Some(character) => {
                    self.n_bytes += character.len_utf8();
                    self.n_chars += 1;
                    self.line += usize::from(character == '\n');
                }
            }
        }
        Place {
            line: is_plain.then_some(self.line),
            paragraph: self.mark.map_or_else(ParagraphPlace::default, |mark| marks[mark].place.clone()),
            offset: self.n_chars - self.chars_before_mark,
        }
    }
}

impl Place {
    /// Returns the place in words, such as `p. 3 ¶ 2`. The line of a plain text is only its number.
    pub(super) fn in_words(&self) -> String {
        let ParagraphPlace { page, note, paragraph } = &self.paragraph;
        match (self.line, page, note) {
            (Some(line), ..) => line.to_string(),
            (None, Some(page), _) => format!("p. {page} ¶ {paragraph}"),
            (None, None, Some(note)) => note.clone(),
            (None, None, None) => format!("¶ {paragraph}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_has_lines_and_paragraphs() {
        let document = Document::plain("\n§ a\nb\n \nc d\n".to_owned());
        let mut places = document.places();
        for (at, line, paragraph, offset) in [(1, 2, 1, 0), (3, 2, 1, 2), (5, 3, 1, 4), (9, 5, 2, 0), (11, 5, 2, 2)] {
            let place = places.at(at);
            assert_eq!((place.line, place.paragraph.paragraph, place.offset), (Some(line), paragraph, offset), "{at}");
        }
    }

    #[test]
    fn places_name_the_page_the_note_or_the_paragraph() {
        let mut document = Document::default();
        let on_page = |page, paragraph| ParagraphPlace { page: Some(page), paragraph, note: None };
        document.push("§ 1", on_page(1, 1));
        document.push("a", on_page(1, 2));
        document.push_rest("b", on_page(2, 1));
        document.push("n", ParagraphPlace { page: None, paragraph: 1, note: Some("footnote 3".to_owned()) });
        document.push("p", ParagraphPlace { paragraph: 7, ..ParagraphPlace::default() });
        assert_eq!(document.text, "§ 1\n\na\nb\n\nn\n\np");
        let mut places = document.places();
        let words: Vec<_> = [2, 5, 7, 10, 13].map(|at| places.at(at)).into();
        let words: Vec<_> = words.iter().map(|place| (place.in_words(), place.offset)).collect();
        let expected = [("p. 1 ¶ 1", 2), ("p. 1 ¶ 2", 0), ("p. 2 ¶ 1", 0), ("footnote 3", 0), ("¶ 7", 0)];
        assert_eq!(words, expected.map(|(words, offset)| (words.to_owned(), offset)));
    }
}
