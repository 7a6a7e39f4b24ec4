//! Files of documents: DOCX and PDF.

use std::fmt::Write as _;
use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A ZIP archive of files.
pub(crate) fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A DOCX with paragraphs.
pub(crate) fn docx(paragraphs: &[&str]) -> Vec<u8> {
    let paragraph = |text: &&str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let body: String = paragraphs.iter().map(paragraph).collect();
    let xml = format!("<w:document xmlns:w=\"w\"><w:body>{body}</w:body></w:document>");
    archive(&[("word/document.xml", xml.as_bytes())])
}

/// The operators that draw lines of text at a distance, below each other.
pub(crate) fn lines(lines: &[&str], distance: u32) -> String {
    let mut content = format!("BT /F1 12 Tf {distance} TL 72 720 Td ");
    for line in lines {
        let line = line.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)").replace('§', "\\247");
        write!(content, "({line}) Tj T* ").unwrap();
    }
    content + "ET"
}

/// A PDF with one page for each content stream. The first stream is also the form `X`. `entries` are in the dictionary of each stream, and `trailer` in that of
/// the file.
pub(crate) fn pdf_with(contents: &[&[u8]], entries: &str, trailer: &str) -> Vec<u8> {
    let n_pages = contents.len();
    let kids: String = (0..n_pages).map(|page| format!("{} 0 R ", 4 + 2 * page)).collect();
    let mut objects: Vec<Vec<u8>> = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        format!("<</Type/Pages/Count {n_pages}/Kids[{kids}]>>").into_bytes(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>".to_vec(),
    ];
    for (page, content) in contents.iter().enumerate() {
        let own = 5 + 2 * page;
        let dict = format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>/XObject<</X 5 0 R>>>>/Contents {own} 0 R>>"
        );
        objects.push(dict.into_bytes());
        let mut stream = format!("<</Length {}{entries}>>stream\n", content.len()).into_bytes();
        stream.extend_from_slice(content);
        stream.extend_from_slice(b"\nendstream");
        objects.push(stream);
    }
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut xref = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (idx, object) in objects.iter().enumerate() {
        writeln!(xref, "{:010} 00000 n ", file.len()).unwrap();
        file.extend_from_slice(format!("{} 0 obj\n", idx + 1).as_bytes());
        file.extend_from_slice(object);
        file.extend_from_slice(b"\nendobj\n");
    }
    let start = file.len();
    let end = format!("{xref}trailer<</Size {}/Root 1 0 R{trailer}>>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1);
    file.extend_from_slice(end.as_bytes());
    file
}

/// A PDF with one page for each content stream.
pub(crate) fn pdf(contents: &[String]) -> Vec<u8> {
    let contents: Vec<&[u8]> = contents.iter().map(|content| content.as_bytes()).collect();
    pdf_with(&contents, "", "")
}
