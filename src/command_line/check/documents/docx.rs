/*!
Reads the text of DOCX: the body, then the footnotes and the endnotes to which it refers. Deleted text of tracked
changes is left out.
*/

use std::io::{Cursor, Read};

use anyhow::{Context, Result, anyhow, bail, ensure};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;
use zip::result::ZipError;

use super::html::entity;
use crate::command_line::check::document::{Document, ParagraphPlace};

const BODY: &str = "word/document.xml";

/// The maximum size of the parts of a file that are read, in bytes.
const MAX_UNPACKED_BYTES: u64 = 256 << 20;

/// The maximum depth of elements.
const MAX_DEPTH: usize = 1000;

/// The elements whose content is not text: deleted and moved text, and the second form of a drawing.
const UNREAD: &[&str] = &["del", "moveFrom", "Fallback"];

/// A kind of notes: their file, the element of one, and the element that refers to one.
struct NoteKind {
    part: &'static str,
    name: &'static str,
    element: &'static str,
    reference: &'static str,
}

const NOTES: [NoteKind; 2] = [
    NoteKind { part: "word/footnotes.xml", name: "footnote", element: "footnote", reference: "footnoteReference" },
    NoteKind { part: "word/endnotes.xml", name: "endnote", element: "endnote", reference: "endnoteReference" },
];

/// Reads a document.
pub(super) fn read(bytes: &[u8]) -> Result<Document> {
    let mut parts = Parts { archive: open(bytes)?, n_left: MAX_UNPACKED_BYTES };
    let Some(body) = parts.read(BODY)? else {
        bail!("{}", other_archive(&mut parts)?);
    };
    let body = Part::read(&body, None).context(BODY)?;
    let mut document = Document::default();
    for (idx, paragraph) in body.paragraphs.iter().enumerate() {
        document.push(&paragraph.text, ParagraphPlace { paragraph: idx as u32 + 1, ..ParagraphPlace::default() });
    }
    for kind in &NOTES {
        let Some(part) = parts.read(kind.part)? else {
            continue;
        };
        let part = Part::read(&part, Some(kind.element)).context(kind.part)?;
        let ids = body.references.iter().filter(|(reference, _)| reference == kind.reference).map(|(_, id)| id);
        for (idx, id) in ids.enumerate() {
            let of_note = part.paragraphs.iter().filter(|paragraph| paragraph.note.as_ref() == Some(id));
            for (in_note, paragraph) in of_note.enumerate() {
                let note = Some(format!("{} {}", kind.name, idx + 1));
                document.push(&paragraph.text, ParagraphPlace { page: None, note, paragraph: in_note as u32 + 1 });
            }
        }
    }
    Ok(document)
}

fn open(bytes: &[u8]) -> Result<ZipArchive<Cursor<&[u8]>>> {
    ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
        anyhow!("it is a damaged or truncated ZIP archive, as DOCX files are: {error}; copy or save it again")
    })
}

/// Returns the message for an archive that is not a DOCX.
fn other_archive(parts: &mut Parts<'_>) -> Result<&'static str> {
    let mimetype = parts.read("mimetype")?.unwrap_or_default();
    Ok(if mimetype.starts_with("application/vnd.oasis.opendocument") {
        "it is an OpenDocument file: save it as DOCX or PDF"
    } else if parts.read("[Content_Types].xml")?.is_some() {
        "it is an Office file without text of Word, such as a spreadsheet: save its text as DOCX or PDF"
    } else {
        "it is a ZIP archive and not a DOCX: unpack it, and check its files"
    })
}

/// The files of an archive.
struct Parts<'f> {
    archive: ZipArchive<Cursor<&'f [u8]>>,
    /// The number of bytes that may still be unpacked.
    n_left: u64,
}

impl Parts<'_> {
    /// Unpacks a file; `None` if the archive does not have it.
    fn read(&mut self, name: &str) -> Result<Option<String>> {
        let file = match self.archive.by_name(name) {
            Ok(file) => file,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED)) => {
                bail!("it is encrypted: save it without a password");
            }
            Err(error) => bail!("{name} in it cannot be unpacked: {error}; save it again"),
        };
        let too_much =
            || format!("it unpacks to more than {} MiB of text and markup: split it", MAX_UNPACKED_BYTES >> 20);
        // The size in the archive may be wrong, so the text is bounded, too.
        ensure!(file.size() <= self.n_left, too_much());
        let mut text = String::with_capacity(file.size() as usize);
        let read = file.take(self.n_left + 1).read_to_string(&mut text);
        read.map_err(|error| anyhow!("{name} in it is damaged: {error}; save it again"))?;
        self.n_left = self.n_left.checked_sub(text.len() as u64).with_context(too_much)?;
        Ok(Some(text))
    }
}

/// The text of a file of XML.
#[derive(Default)]
struct Part {
    paragraphs: Vec<DocxParagraph>,
    /// The references to notes, in the order of the text: the name of the element, and the id of the note.
    references: Vec<(String, String)>,
}

struct DocxParagraph {
    /// The id of the note that contains it.
    note: Option<String>,
    text: String,
}

impl Part {
    /// Reads a file whose notes, if any, are elements of this name.
    fn read(xml: &str, note_element: Option<&str>) -> Result<Self> {
        let mut part = Self::default();
        let mut reader = Reader::from_str(xml);
        reader.config_mut().expand_empty_elements = true;
        let mut state = PartState::default();
        loop {
            match reader.read_event().context("it has damaged XML: save it again")? {
                Event::Start(start) | Event::Empty(start) => {
                    state.n_open += 1;
                    ensure!(state.n_open <= MAX_DEPTH, "it has elements in more than {MAX_DEPTH} others");
                    state.open(&start, note_element, &mut part);
                }
                Event::End(end) => {
                    state.n_open = state.n_open.saturating_sub(1);
                    state.close(end.local_name().as_ref(), note_element, &mut part);
                }
                Event::Text(text) => state.push(&text),
                Event::CData(text) => state.push(&text),
                Event::GeneralRef(reference) => state.push(&entity(&reference).unwrap_or_default()),
                Event::Eof if state.n_open > 0 => bail!("it is truncated: save it again"),
                Event::Eof => return Ok(part),
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
    }
}

/// The open elements of a file.
#[derive(Default)]
struct PartState {
    n_open: usize,
    /// The number of open elements whose content is not text.
    n_unread: usize,
    /// The open paragraphs: a text box in a paragraph has some of its own.
    paragraphs: Vec<String>,
    is_in_text: bool,
    note: Option<String>,
}

impl PartState {
    fn open(&mut self, start: &BytesStart<'_>, note_element: Option<&str>, part: &mut Part) {
        let name = start.local_name();
        let name: &str = name.as_ref();
        if UNREAD.contains(&name) {
            self.n_unread += 1;
        }
        if self.n_unread > 0 {
            return;
        }
        match name {
            "p" => self.paragraphs.push(String::new()),
            "t" => self.is_in_text = true,
            "tab" => self.push_sign('\t'),
            "br" | "cr" => self.push_sign('\n'),
            "noBreakHyphen" => self.push_sign('-'),
            "footnoteReference" | "endnoteReference" => {
                part.references.extend(id(start).map(|id| (name.to_owned(), id)));
            }
            name if note_element == Some(name) => self.note = id(start),
            _ => {}
        }
    }

    fn close(&mut self, name: &str, note_element: Option<&str>, part: &mut Part) {
        if UNREAD.contains(&name) {
            self.n_unread = self.n_unread.saturating_sub(1);
            return;
        }
        match name {
            _ if self.n_unread > 0 => {}
            "t" => self.is_in_text = false,
            "p" => {
                let text = self.paragraphs.pop().unwrap_or_default();
                if !text.trim().is_empty() {
                    part.paragraphs.push(DocxParagraph { note: self.note.clone(), text: text.trim().to_owned() });
                }
            }
            name if note_element == Some(name) => self.note = None,
            _ => {}
        }
    }

    fn push(&mut self, text: &str) {
        if let Some(paragraph) = self.paragraphs.last_mut().filter(|_| self.is_in_text && self.n_unread == 0) {
            paragraph.push_str(text);
        }
    }

    /// Adds a sign for an element such as a tab. The definitions of tab stops are outside of runs, and only spaces.
    fn push_sign(&mut self, sign: char) {
        if let Some(paragraph) = self.paragraphs.last_mut() {
            paragraph.push(sign);
        }
    }
}

/// Returns the id of a note or of a reference to it.
fn id(start: &BytesStart<'_>) -> Option<String> {
    let mut attributes = start.attributes();
    let mut attributes = attributes.with_checks(false).flatten();
    let id = attributes.find(|attribute| attribute.key.local_name().as_ref() == "id")?;
    Some(id.value.into_owned())
}
