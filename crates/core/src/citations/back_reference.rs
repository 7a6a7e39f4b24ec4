/*!
Finds references to earlier citations: `Id. at 5`, `Ibid.`, `Adarand, supra, at 240`.
*/

use std::ops::Range;

use crate::citations::pin_cite;
use crate::citations::scan::{is_start, literal, optional, section};
use crate::citations::section_list::further_sections;
use crate::model::CitationKind;

/// Labels of parts that neither cases nor sections of codes have: `Id. cmt. k`, `Id. cl. 3`, `Id. Ex. A`.
const OTHER_PARTS: &[&str] = &[
    "amend", "app", "App", "art", "ch", "cl", "cls", "cmt", "cmts", "comment", "Doc", "Dkt", "ECF", "Ex", "Exs", "fig",
    "illus", "No", "Nos", "pmbl", "pt", "R", "r", "Rule", "rule", "subd", "tbl", "tit", "Tr", "vol",
];

/// The part of a cited text that a reference names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pinpoint {
    /// A page or a note, or none.
    Page,
    Paragraph,
    Section(Range<usize>),
    /// Several sections, or a part that neither cases nor sections of codes have.
    Other,
}

/// A reference by `id.` or `supra`.
pub(crate) struct BackReference {
    pub(crate) kind: CitationKind,
    /// The range of the word and its pin cite.
    pub(crate) span: Range<usize>,
    pub(crate) pin_cite: Option<Range<usize>>,
    pub(crate) pinpoint: Pinpoint,
    end_of_word: usize,
}

impl BackReference {
    /// Reduces the span to the word, without pages.
    pub(crate) fn leave_out_pages(&mut self) {
        self.span.end = self.end_of_word;
        self.pin_cite = None;
        self.pinpoint = Pinpoint::Page;
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
    let is_whole = !is_document && !text[end..].starts_with(char::is_alphanumeric);
    if !is_whole {
        return None;
    }
    let (pinpoint, pin_cite) = pinpoint(text, end);
    let span = start..pin_cite.as_ref().map_or(end, |pin_cite| pin_cite.end);
    Some(BackReference { kind, span, pin_cite, pinpoint, end_of_word: end })
}

/// Reads the part after the word of a reference. Returns its kind and its range.
fn pinpoint(text: &str, end: usize) -> (Pinpoint, Option<Range<usize>>) {
    let at = optional(text, optional(text, end, b','), b' ');
    let at = literal(text, at, "at ").unwrap_or(at);
    let pages = pin_cite::pages(text, end);
    if text[at..].starts_with('§') {
        let number = literal(text, at, "§§").or_else(|| literal(text, at, "§")).map(|sign| optional(text, sign, b' '));
        let Some(section) = number.and_then(|number| Some(number..section(text, number)?)) else {
            return (Pinpoint::Other, pages);
        };
        let subsections = pin_cite::subsections(text, section.end);
        let pin_cite = at..subsections.map_or(section.end, |subsections| subsections.end);
        let is_list = text[at..].starts_with("§§") && !further_sections(text, section.end).is_empty();
        return (if is_list { Pinpoint::Other } else { Pinpoint::Section(section) }, Some(pin_cite));
    }
    let is_paragraph = ["¶", "para. ", "par. ", "paragraph "].iter().any(|sign| text[at..].starts_with(sign));
    if is_paragraph {
        return (Pinpoint::Paragraph, pages);
    }
    let label = OTHER_PARTS.iter().find_map(|label| literal(text, at, label));
    let number = label.and_then(|end| literal(text, optional(text, end, b'.'), " "));
    let is_other = number.is_some_and(|number| text[number..].starts_with(|first: char| first.is_ascii_alphanumeric()));
    (if is_other { Pinpoint::Other } else { Pinpoint::Page }, pages)
}
