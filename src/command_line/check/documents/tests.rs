//! The same text in each format has the same citations.

use std::io::{Cursor, Write};

use lexdex_core::citations::find_citations;
use proptest::prelude::*;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;

/// A paragraph: its sentences, each with a name of a case in italics and the text after it.
type Sentences = Vec<(&'static str, String)>;

fn sentence() -> impl Strategy<Value = (&'static str, String)> {
    let name = prop::sample::select(vec!["Roe v. Wade", "Loving v. Virginia", "Smith & Sons v. O’Brien", "In re A*B"]);
    let full = (name.clone(), 1..500_u32, 1..900_u32)
        .prop_map(|(name, volume, page)| (name, format!(", {volume} U.S. {page}, {} (1973) <at *3>.", page + 2)));
    let supra = name.prop_map(|name| (name, ", supra, at 5; *5, [1](2).".to_owned()));
    let other = prop::sample::select(vec![
        "Id. at 115.",
        "18 U.S.C. §§ 1341, 1343 & 1346.",
        "§\u{a0}1343(a) applies.",
        "- 1. No_citation_here # | `at` all\\.",
        "H.R. 3684, 117th Cong. (2021).",
        "Pub. L. No. 117–58.",
    ]);
    prop_oneof![full, supra, other.prop_map(|text| ("", text.to_owned()))]
}

fn plain(paragraphs: &[Sentences]) -> String {
    let paragraph = |sentences: &Sentences| {
        let sentences: Vec<_> = sentences.iter().map(|(name, text)| format!("{name}{text}")).collect();
        sentences.join(" ")
    };
    paragraphs.iter().map(paragraph).collect::<Vec<_>>().join("\n\n")
}

fn markdown(paragraphs: &[Sentences]) -> String {
    let escaped = |text: &str| {
        let sign = |sign: char| if sign.is_ascii_punctuation() { format!("\\{sign}") } else { sign.to_string() };
        text.chars().map(sign).collect::<String>()
    };
    let sentence = |(name, text): &(&str, String)| match *name {
        "" => escaped(text),
        name => format!("*{}*{}", escaped(name), escaped(text)),
    };
    let paragraph = |sentences: &Sentences| sentences.iter().map(sentence).collect::<Vec<_>>().join("\n");
    paragraphs.iter().map(paragraph).collect::<Vec<_>>().join("\n\n")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn html(paragraphs: &[Sentences]) -> String {
    let sentence = |(name, text): &(&str, String)| {
        format!("<i class=\"a>b\">{}</i>{}", escaped(name), escaped(text).replace('§', "&sect;"))
    };
    let paragraph =
        |sentences: &Sentences| format!("<p>{}</p>\n", sentences.iter().map(sentence).collect::<Vec<_>>().join("\n "));
    let body: String = paragraphs.iter().map(paragraph).collect();
    format!("<!DOCTYPE html><head><title>1 U.S. 1</title></head><body><script>'2 U.S. 2'</script>{body}")
}

/// A document whose text is in runs of a few characters.
fn docx(paragraphs: &[Sentences]) -> Vec<u8> {
    let run = |text: &[char]| {
        format!(
            "<w:r><w:rPr><w:i/></w:rPr><w:t xml:space=\"preserve\">{}</w:t></w:r>",
            escaped(&text.iter().collect::<String>())
        )
    };
    let paragraph = |text: &str| {
        let characters: Vec<char> = text.chars().collect();
        let deleted = "<w:del><w:r><w:delText>3 U.S. 3</w:delText><w:t>4 U.S. 4</w:t></w:r></w:del>";
        format!(
            "<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr>{deleted}{}</w:p>",
            characters.chunks(5).map(run).collect::<String>()
        )
    };
    let body: String = plain(paragraphs).split("\n\n").map(paragraph).collect();
    archive(&[("word/document.xml", &format!("<w:document><w:body>{body}</w:body></w:document>"))])
}

fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// The form of a citation, that to which it refers, and the name and the year beside it.
type Cited = (String, Option<String>, Option<String>, Option<u16>);

fn citations(document: &Document) -> Vec<Cited> {
    let found = find_citations(&document.text);
    let form = |idx: usize| found[idx].normalized.clone();
    let name = |name: &str| name.split_whitespace().collect::<Vec<_>>().join(" ");
    let all = found.iter().map(|citation| {
        (citation.normalized.clone(), citation.antecedent.map(form), citation.case_name.map(name), citation.year)
    });
    all.collect()
}

proptest! {
    #[test]
    fn formats_of_one_text_have_the_same_citations(
        paragraphs in prop::collection::vec(prop::collection::vec(sentence(), 1..6), 1..6)
    ) {
        let expected = citations(&read(FileFormat::Text, plain(&paragraphs).into_bytes()).unwrap());
        for (format, bytes) in [
            (FileFormat::Markdown, markdown(&paragraphs).into_bytes()),
            (FileFormat::Html, html(&paragraphs).into_bytes()),
            (FileFormat::Docx, docx(&paragraphs)),
        ] {
            let document = read(format, bytes).unwrap();
            prop_assert_eq!(&citations(&document), &expected, "{:?}: {:?}", format, document.text);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400), n_taken in 0..2000_usize) {
        let good = docx(&[vec![("Roe v. Wade", ", 410 U.S. 113".to_owned())]]);
        for prefix in [&b""[..], b"%PDF-1.7\n", &good[..n_taken.min(good.len())]] {
            for format in [FileFormat::Text, FileFormat::Markdown, FileFormat::Html, FileFormat::Docx, FileFormat::Pdf] {
                // The error is of no interest here, only that there is no panic.
                let _ = read(format, [prefix, &bytes].concat());
            }
        }
    }
}

#[test]
fn notes_follow_in_the_order_of_their_references() {
    let text = |text: &str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let body = "<w:p><w:r><w:t>a</w:t><w:footnoteReference w:id=\"7\"/></w:r>\
                <w:del><w:footnoteReference w:id=\"9\"/></w:del><w:r><w:br/><w:t>b</w:t><w:endnoteReference w:id=\"1\"/><w:footnoteReference w:id=\"2\"/></w:r></w:p>\
                <mc:AlternateContent><mc:Choice><w:p><w:r><w:t>c</w:t></w:r></w:p></mc:Choice>\
                <mc:Fallback><w:p><w:r><w:t>c</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>";
    let notes = format!(
        "<w:footnotes><w:footnote w:id=\"-1\">{}</w:footnote><w:footnote w:id=\"2\">{}</w:footnote>\
         <w:footnote w:id=\"7\">{}{}</w:footnote><w:footnote w:id=\"9\">{}</w:footnote></w:footnotes>",
        text("separator"),
        text("second"),
        text("first"),
        text("&#167; 1"),
        text("deleted")
    );
    let endnotes = format!("<w:endnotes><w:endnote w:id=\"1\">{}</w:endnote></w:endnotes>", text("end"));
    let bytes = archive(&[
        ("word/document.xml", &format!("<w:document>{body}</w:document>")),
        ("word/footnotes.xml", &notes),
        ("word/endnotes.xml", &endnotes),
    ]);
    let document = read(FileFormat::Docx, bytes).unwrap();
    assert_eq!(document.text, "a\nb\n\nc\n\nfirst\n\n§ 1\n\nsecond\n\nend");
    let mut places = document.places();
    let words: Vec<_> = [0, 5, 8, 15, 20, 28].map(|at| places.at(at).in_words()).into();
    assert_eq!(words, ["¶ 1", "¶ 2", "footnote 1", "footnote 1", "footnote 2", "endnote 1"]);
}

#[test]
fn archives_that_are_no_documents_are_named() {
    for (files, message) in [
        (&[("a.txt", "a")][..], "it is a ZIP archive and not a DOCX"),
        (&[("mimetype", "application/vnd.oasis.opendocument.text")], "it is an OpenDocument file"),
        (&[("[Content_Types].xml", "")], "it is an Office file without text of Word"),
        (&[("word/document.xml", "<w:p><w:t>a")], "word/document.xml: it is truncated"),
        (&[("word/document.xml", "<a></b>")], "word/document.xml: it has damaged XML"),
        (&[("word/document.xml", "")], ""),
    ] {
        let read = read(FileFormat::Docx, archive(files));
        let error = read.err().map(|error| format!("{error:#}")).unwrap_or_default();
        assert!(error.starts_with(message), "{error}");
    }
    let deep = "<a>".repeat(2000);
    let error = read(FileFormat::Docx, archive(&[("word/document.xml", &deep)])).unwrap_err();
    assert!(format!("{error:#}").contains("it has elements in more than 1000 others"), "{error:#}");
}
