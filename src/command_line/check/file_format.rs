/*!
Recognizes the format of a file by its content.
*/

use std::path::Path;

use anyhow::{Result, bail};
use clap::ValueEnum;

/// The format of a file that can be checked.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum FileFormat {
    Text,
    Markdown,
    Html,
    Docx,
    Pdf,
}

/// The number of bytes in which a PDF may begin.
const PDF_PREFIX_BYTES: usize = 1024;

/// Where the beginning of a file names other formats: the position, the bytes, and the name.
const IMAGES: &[(usize, &[u8], &str)] = &[
    (0, b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (0, b"\xff\xd8\xff", "a JPEG image"),
    (0, b"GIF8", "a GIF image"),
    (0, b"II*\0", "a TIFF image"),
    (0, b"MM\0*", "a TIFF image"),
    (8, b"WEBP", "a WebP image"),
    (4, b"ftypheic", "a HEIC image"),
];

/// The file format of Word up to 2003, and of encrypted documents.
const COMPOUND_FILE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Recognizes the format of a file. A text is Markdown if its name says so. Fails for a known format that cannot be
/// checked.
pub(super) fn recognize(bytes: &[u8], path: Option<&Path>) -> Result<FileFormat> {
    let image = IMAGES.iter().find(|(at, magic, _)| bytes.get(*at..).is_some_and(|rest| rest.starts_with(magic)));
    if let Some((_, _, name)) = image {
        bail!("it is {name}: read its text by optical character recognition first, such as by `ocrmypdf`");
    }
    if bytes.starts_with(COMPOUND_FILE) {
        let has = |name: &str| {
            let name: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
            bytes.windows(name.len()).any(|window| window == name)
        };
        if has("EncryptedPackage") {
            bail!("it is encrypted: open it in Word, and save it without a password");
        }
        bail!("it has the format of Word 97 to 2003: save it as DOCX or PDF");
    }
    if bytes.starts_with(b"{\\rtf") {
        bail!("it has the format RTF: save it as DOCX or PDF");
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return Ok(FileFormat::Docx);
    }
    let prefix = &bytes[..bytes.len().min(PDF_PREFIX_BYTES)];
    if prefix.windows(5).any(|window| window == b"%PDF-") && !is_html(prefix) {
        return Ok(FileFormat::Pdf);
    }
    let extension = path.and_then(Path::extension).map(|extension| extension.to_string_lossy().to_lowercase());
    Ok(match extension.as_deref() {
        _ if is_html(prefix) => FileFormat::Html,
        Some("md" | "markdown") => FileFormat::Markdown,
        Some("html" | "htm" | "xhtml") if first_sign(prefix) == Some(b'<') => FileFormat::Html,
        _ => FileFormat::Text,
    })
}

/// Returns whether a file begins as HTML does.
fn is_html(prefix: &[u8]) -> bool {
    let begins = |rest: &[u8], tag: &[u8]| rest.len() >= tag.len() && rest[..tag.len()].eq_ignore_ascii_case(tag);
    let rest = without_blanks(prefix);
    let has_tag = || prefix.windows(5).any(|window| window.eq_ignore_ascii_case(b"<html"));
    begins(rest, b"<!doctype html") || begins(rest, b"<html") || (begins(rest, b"<?xml") && has_tag())
}

/// Returns a file without its byte order mark and its leading white space.
fn without_blanks(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii_start()
}

fn first_sign(bytes: &[u8]) -> Option<u8> {
    without_blanks(bytes).first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_is_that_of_the_content() {
        for (bytes, name, format) in [
            (&b"Roe"[..], "a.txt", FileFormat::Text),
            (b"", "a.pdf", FileFormat::Text),
            (b"%PDF-1.7", "a.txt", FileFormat::Pdf),
            (b"\r\njunk%PDF-1.7", "a", FileFormat::Pdf),
            (b"PK\x03\x04", "a.pdf", FileFormat::Docx),
            (b"\xef\xbb\xbf \n<!DOCTYPE HTML><p>", "a.txt", FileFormat::Html),
            (b"<?xml version='1.0'?><html>", "a.txt", FileFormat::Html),
            (b"<p>Roe", "a.HTML", FileFormat::Html),
            (b"<p>Roe", "a.txt", FileFormat::Text),
            (b"Roe", "a.html", FileFormat::Text),
            (b"# Roe", "a.md", FileFormat::Markdown),
        ] {
            assert_eq!(recognize(bytes, Some(Path::new(name))).unwrap(), format, "{name}: {bytes:?}");
        }
        assert_eq!(recognize(b"Roe", None).unwrap(), FileFormat::Text);
    }

    #[test]
    fn other_formats_are_named_with_the_remedy() {
        let encrypted: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let encrypted = [COMPOUND_FILE, &[0; 504], &encrypted].concat();
        for (bytes, message) in [
            (&b"\x89PNG\r\n\x1a\n"[..], "it is a PNG image: read its text by"),
            (b"RIFF....WEBP", "it is a WebP image: "),
            (COMPOUND_FILE, "it has the format of Word 97 to 2003: save it as DOCX or PDF"),
            (&encrypted, "it is encrypted: open it in Word, and save it without a password"),
            (b"{\\rtf1", "it has the format RTF: save it as DOCX or PDF"),
        ] {
            let error = recognize(bytes, None).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
