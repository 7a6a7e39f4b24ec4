/*!
Reads the text of PDF files: glyphs become lines, lines become paragraphs, and those that continue on the next page are
joined.
*/

use anyhow::{Result, bail, ensure};
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use self::flow::Flow;
use self::glyphs::GlyphReader;
use crate::command_line::check::document::{Document, MAX_TEXT_BYTES};

mod flow;

mod glyphs;

mod lines;

mod margins;

mod paragraphs;

const MAX_PAGES: usize = 2000;

/// Reads a document.
pub(super) fn read(bytes: Vec<u8>) -> Result<Document> {
    let pdf = Pdf::new(bytes).map_err(|error| anyhow::anyhow!(message(error)))?;
    let pages = pdf.pages();
    ensure!(pages.len() <= MAX_PAGES, "it has {} pages, more than {MAX_PAGES}: split it", pages.len());
    let mut reader = GlyphReader::default();
    let mut n_bytes = 0;
    let mut all = Vec::with_capacity(pages.len());
    for page in pages.iter() {
        let lines = lines::lines(reader.read(page)?);
        n_bytes += lines.iter().map(|line| line.text.len()).sum::<usize>();
        ensure!(n_bytes <= MAX_TEXT_BYTES, super::too_long());
        all.push(lines);
    }
    margins::remove(&mut all);
    let document = Flow::new(&all).document(&all);
    match (all.len(), document.text.is_empty()) {
        (0, _) => bail!("it has no pages: save it again"),
        (1, true) => bail!("{NO_TEXT}: its page may be a scan; {REMEDY}"),
        (n_pages, true) => bail!("{NO_TEXT}: its {n_pages} pages may be scans; {REMEDY}"),
        _ => Ok(document),
    }
}

const NO_TEXT: &str = "it has no text that can be read";

const REMEDY: &str = "read it by optical character recognition first, such as by `ocrmypdf`";

fn message(error: LoadPdfError) -> &'static str {
    match error {
        LoadPdfError::Decryption(DecryptionError::UnsupportedAlgorithm | DecryptionError::InvalidEncryption) => {
            "it is encrypted in an unknown way: save it without a password"
        }
        LoadPdfError::Decryption(_) => "it is encrypted: save it without a password",
        LoadPdfError::Invalid => "it is a damaged or truncated PDF: copy or save it again",
    }
}
