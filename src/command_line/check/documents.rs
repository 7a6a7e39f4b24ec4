/*!
Reads the text of files in each format. Files are hostile input: readers bound what they unpack, and those of binary
formats run in a process of their own.
*/

use anyhow::{Result, anyhow, ensure};

use super::document::{Document, MAX_TEXT_BYTES};
use super::file_format::FileFormat;

mod docx;

mod html;

mod markdown;

mod pdf;

#[cfg(test)]
mod tests;

/// Reads the document in a file. The error has the cause and the remedy, without the name of the file.
pub(super) fn read(format: FileFormat, bytes: Vec<u8>) -> Result<Document> {
    let document = match format {
        FileFormat::Text => Document::plain(text(bytes)?),
        FileFormat::Markdown => markdown::read(&text(bytes)?),
        FileFormat::Html => html::read(&text(bytes)?),
        FileFormat::Docx => docx::read(&bytes)?,
        FileFormat::Pdf => pdf::read(bytes)?,
    };
    ensure!(document.text.len() <= MAX_TEXT_BYTES, too_long());
    Ok(document)
}

/// Returns the message for a document with too much text.
fn too_long() -> String {
    format!("it has more than {} MiB of text: split it", MAX_TEXT_BYTES >> 20)
}

/// Reads a text in UTF-8.
fn text(bytes: Vec<u8>) -> Result<String> {
    ensure!(bytes.len() <= MAX_TEXT_BYTES, too_long());
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        anyhow!(
            "it is not text in UTF-8, HTML, DOCX or PDF: the byte at offset {at} is not valid in UTF-8; convert it, \
             such as by `iconv -t UTF-8`"
        )
    })
}
