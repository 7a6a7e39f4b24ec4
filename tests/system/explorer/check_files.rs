//! The files that the check of citations reads: DOCX, HTML and text, and those that it refuses.

use std::io::{Cursor, Write};

use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::system::explorer::page::Page;

/// The start of a part of a document, with its namespaces.
const START: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
 xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>"#;
const END: &str = "</w:body></w:document>";

/// Packs the parts of a document.
fn packed(parts: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        archive.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        archive.write_all(content).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// Packs a document with this body.
fn docx(body: &str) -> Vec<u8> {
    let document = format!("{START}{body}{END}");
    packed(&[("word/document.xml", document.as_bytes())], CompressionMethod::Deflated)
}

/// Drops a file on the view, and waits for the result or the refusal.
#[track_caller]
fn drop_file(page: &Page, name: &str, content: &[u8]) {
    page.browser().run(&format!(
        "const files = new DataTransfer(); \
         files.items.add(new File([Uint8Array.from(atob({}), (sign) => sign.charCodeAt(0))], {})); \
         document.querySelector('.brief').dispatchEvent(\
         new DragEvent('drop', {{ bubbles: true, cancelable: true, dataTransfer: files }}))",
        json!(base64(content)),
        json!(name)
    ));
    page.wait_until(
        "!document.querySelector('#check-problem').hidden \
         || (document.querySelector('.checked h2') && !document.querySelector('#stop'))",
    );
}

fn base64(content: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |bytes: &[u8]| {
        let bits = bytes.iter().fold(0_u32, |bits, byte| (bits << 8) | u32::from(*byte)) << (8 * (3 - bytes.len()));
        let digit = |idx: usize| {
            if idx > bytes.len() { '=' } else { char::from(DIGITS[(bits >> (18 - 6 * idx)) as usize & 63]) }
        };
        [0, 1, 2, 3].map(digit)
    };
    content.chunks(3).flat_map(group).collect()
}

/// The text of the view after a file was dropped.
#[track_caller]
fn text_of(page: &Page, name: &str, content: &[u8]) -> String {
    page.open("/check");
    drop_file(page, name, content);
    page.see("document.querySelector('.text')?.textContent ?? document.querySelector('#check-problem').textContent")
}

#[test]
fn docx_is_read_with_notes_and_without_deleted_text() {
    let Some(page) = Page::start() else { return };
    let body = r#"<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>
<w:r><w:t xml:space="preserve">See </w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>Roe v. Wade</w:t></w:r>
<w:r><w:t>, 410 U.S.</w:t><w:tab/></w:r>
<w:ins w:id="1" w:author="A"><w:r><w:t>113</w:t></w:r></w:ins>
<w:del w:id="2" w:author="A"><w:r><w:delText>999 (1999)</w:delText></w:r></w:del>
<w:r><w:footnoteReference w:id="3"/></w:r><w:r><w:footnoteReference w:id="2"/></w:r>
<w:r><w:t xml:space="preserve"> (1973).</w:t><w:br/><w:t>Next line.</w:t></w:r></w:p>
<w:p><w:pPr><w:rPr><w:del w:id="3" w:author="A"/></w:rPr></w:pPr><w:r><w:t xml:space="preserve">Joined </w:t></w:r></w:p>
<w:del w:id="7" w:author="A"><w:r><w:footnoteReference w:id="4"/></w:r></w:del>
<w:p><w:r><w:t>paragraphs.</w:t></w:r><w:moveFrom w:id="4"><w:r><w:t>Moved.</w:t></w:r></w:moveFrom></w:p>
<w:p><w:r><w:instrText>TA \l "1 U.S. 1"</w:instrText></w:r><mc:AlternateContent>
<mc:Choice><w:r><w:t>Box</w:t></w:r><w:r><w:endnoteReference w:id="2"/></w:r></mc:Choice>
<mc:Fallback><w:r><w:t>Box again</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>"#;
    let note = |kind: &str, id: u32, text: &str| {
        format!("<w:{kind} w:id=\"{id}\"><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:{kind}>")
    };
    let notes = |notes: &[String]| format!("{START}{}{END}", notes.concat());
    let document = format!("{START}{body}{END}");
    let first = [(2, "347 U.S. 483."), (3, "Note 1."), (4, "Deleted.")].map(|(id, text)| note("footnote", id, text));
    let [footnotes, endnotes] = [notes(&first), notes(&[note("endnote", 2, "388 U.S. 1.")])];
    let parts: [(&str, &[u8]); 4] = [
        ("word/endnotes.xml", endnotes.as_bytes()),
        ("word/footnotes.xml", footnotes.as_bytes()),
        ("word/styles.xml", b"not XML"),
        ("word/document.xml", document.as_bytes()),
    ];
    let expected = "See Roe v. Wade, 410 U.S.\t113 (1973).\nNext line.\n\nJoined paragraphs.\n\nBox\n\nNote 1.\n\n\
                    347 U.S. 483.\n\n388 U.S. 1.";
    for method in [CompressionMethod::Deflated, CompressionMethod::Stored] {
        let text = text_of(&page, "brief.docx", &packed(&parts, method));
        assert_eq!(text, expected);
        assert_eq!(page.texts(".text a"), ["410 U.S.\t113", "347 U.S. 483", "388 U.S. 1"]);
        assert_eq!(page.texts(".checked h2"), ["3 citations in brief.docx, none to review"]);
        page.browser().run("HTMLAnchorElement.prototype.click = function () { window.saved = this.download }");
        page.browser().click("#save-csv");
        page.wait_until("window.saved");
        assert_eq!(page.see("window.saved"), "brief citations.csv");
    }
    assert_eq!(page.complaints(), [""; 0]);
}

#[test]
fn html_is_read_as_it_is_shown_and_does_not_run() {
    let Some(page) = Page::start() else { return };
    let html = "<!doctype html><title>1 U.S. 1</title><style>2 U.S. 2</style><script>document.title = 'ran'</script>\
                <h1>Brief</h1><p>Roe v.\n  Wade, <i>410</i>&nbsp;U.S. 113<br>next<img src=x onerror=\"document.title = \
                'ran'\"></p><pre>a\n b</pre><table><tr><td>347 U.S. 483<td>12</table>";
    let text = text_of(&page, "brief.html", html.as_bytes());
    assert_eq!(text, "Brief\n\nRoe v. Wade, 410 U.S. 113\nnext\n\na\nb\n\n347 U.S. 483\t12");
    assert_eq!(page.see("document.title"), "Check a brief · lexdex");
}

#[test]
fn text_is_read_in_its_encoding_and_its_name_is_text() {
    let Some(page) = Page::start() else { return };
    let utf_16: Vec<u8> = "\u{feff}18 U.S.C. § 1341".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let name = "<img src=x onerror=alert(1)>.txt";
    for content in [&utf_16[..], b"18 U.S.C. \xa7 1341", "\u{feff}18 U.S.C. § 1341".as_bytes()] {
        assert_eq!(text_of(&page, name, content), "18 U.S.C. § 1341");
        assert_eq!(page.texts(".checked h2"), [format!("1 citation in {name}, none to review")]);
    }
    assert_eq!(text_of(&page, "brief.md", b"# A\r\n\r\n*Roe*, 410 U.S. 113"), "# A\n\n*Roe*, 410 U.S. 113");
}

#[test]
fn file_that_cannot_be_read_is_refused_with_the_remedy() {
    let Some(page) = Page::start() else { return };
    let whole = docx("<w:p><w:r><w:t>410 U.S. 113</w:t></w:r></w:p>");
    let other = packed(&[("content.xml", b"<a/>")], CompressionMethod::Deflated);
    let broken = packed(&[("word/document.xml", b"<w:document>")], CompressionMethod::Deflated);
    let entities = b"<!DOCTYPE a [<!ENTITY b '410 U.S. 113'>]><a>&b;</a>";
    let entities = packed(&[("word/document.xml", entities)], CompressionMethod::Deflated);
    let mut damaged = whole.clone();
    // The packed content begins behind the header and the name of the only part.
    damaged[30 + "word/document.xml".len()] = 0xff;
    page.open("/check");
    let of_pdf = format!(
        "This page does not read PDF. Open the PDF in a word processor and save it as DOCX, or copy its text and paste \
         it here. The command line reads it, too: lexdex check brief.docx --server {}/",
        page.see("location.origin")
    );
    for (content, message) in [
        (&b"%PDF-1.7 ..."[..], of_pdf.as_str()),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "The file is a document of Word 97 to 2003, or has a password. Save it as DOCX without one.",
        ),
        (b"{\\rtf1 410 U.S. 113}", "This page does not read RTF. Save the file as DOCX."),
        (b"410 U.S. 113\0\x01", "The file is not a text. Choose a text, Markdown, HTML or DOCX file."),
        (b" \n", "The file has no text. A scan needs text recognition (OCR) first."),
        (&docx(""), "The file has no text. A scan needs text recognition (OCR) first."),
        (&other, "The file is an archive, but not a DOCX document: it has no word/document.xml."),
        (&whole[..whole.len() - 30], "The file is not complete: it has no directory of its parts. Save it again."),
        (&damaged, "The file is damaged. Save it again."),
        (&broken, "The file is damaged: word/document.xml in it is not valid XML. Save it again in a word processor."),
        (
            &entities,
            "The file is damaged: word/document.xml in it is not valid XML. Save it again in a word processor.",
        ),
    ] {
        assert_eq!(text_of(&page, "brief.docx", content), message);
        assert_eq!(page.texts(".checked h2"), [""; 0], "{message}");
    }
    // A refusal does not stay beside the next result, nor a result beside the next refusal.
    drop_file(&page, "brief.docx", &whole);
    page.wait_until("document.querySelector('.text')");
    drop_file(&page, "my brief.pdf", b"%PDF-1.7 ...");
    page.wait_until("document.querySelector('#check-problem').textContent.includes('check \"my brief.pdf\" --server')");
    assert_eq!(page.texts(".checked *"), [""; 0]);
    drop_file(&page, "$(rm -r).pdf", b"%PDF-1.7 ...");
    page.wait_until("document.querySelector('#check-problem').textContent.includes('check brief.pdf --server')");
    drop_file(&page, "brief.docx", &whole);
    page.wait_until("document.querySelector('.text')?.textContent === '410 U.S. 113'");
    assert_eq!(page.see("document.querySelector('#check-problem').hidden"), "true");
}

#[test]
fn document_that_unpacks_without_end_is_refused() {
    let Some(page) = Page::start() else { return };
    let zeros = vec![b' '; (256 << 20) + 1];
    let bomb = packed(&[("word/document.xml", &zeros)], CompressionMethod::Deflated);
    assert!(bomb.len() < 1 << 20, "{}", bomb.len());
    assert_eq!(
        text_of(&page, "bomb.docx", &bomb),
        "The file unpacks to more than 256 MiB, in word/document.xml. Divide it, or copy the text you need."
    );
}

#[test]
fn files_of_64_mib_are_read_and_larger_or_several_refused() {
    let Some(page) = Page::start() else { return };
    page.open("/check");
    // The file is made in the browser. Its reader is called directly, since a check of 64 MiB would take minutes.
    let read = |n_bytes: u64| {
        page.browser().run_until_done(&format!(
            "const bytes = new Uint8Array({n_bytes}).fill(65); \
             import('/explorer/file.js').then(({{ readFile }}) => readFile(new File([bytes], 'a.txt'))) \
             .then(({{ text }}) => done(text.length), ({{ message }}) => done(message))"
        ))
    };
    assert_eq!(read(64 << 20), json!(64 << 20));
    assert_eq!(read((64 << 20) + 1), "The file is larger than 64 MiB. Divide it, or copy its text.");
    page.browser().run(
        "const files = new DataTransfer(); ['a', 'b'].forEach((name) => files.items.add(new File(['x'], name))); \
         document.querySelector('main').dispatchEvent(\
         new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }))",
    );
    page.wait_until("document.querySelector('#check-problem').textContent === 'Choose one file at a time.'");
    assert_eq!(page.browser().run("return document.querySelector('#check-problem').hidden"), Value::Bool(false));
}
