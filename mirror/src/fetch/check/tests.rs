use std::fs;
use std::io::Write;

use bzip2::Compression;
use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;

/// The result of checking these bytes.
fn verify_bytes(bytes: &[u8], content: ContentKind) -> Result<Verified, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, bytes).unwrap();
    verify(&path, Some(content)).map_err(|error| format!("{error:#}"))
}

fn zip(n_files: usize, comment: &str) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for number in 0..n_files {
        zip.start_file(format!("{number}.xml"), SimpleFileOptions::default()).unwrap();
        zip.write_all(format!("<bill number=\"{number}\"/>").as_bytes()).unwrap();
    }
    zip.set_comment(comment).unwrap();
    zip.finish().unwrap().into_inner()
}

fn bzip2(content: &[u8]) -> Vec<u8> {
    let mut encoder = BzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

/// Asserts that a file passes, and that every prefix of it and the file with an extra byte fail.
#[track_caller]
fn assert_only_whole(file: &[u8], content: ContentKind) {
    let sha256 = const_hex::encode(Sha256::digest(file));
    assert_eq!(verify_bytes(file, content), Ok(Verified { bytes: file.len() as u64, sha256 }));
    for end in 0..file.len() {
        let verified = verify_bytes(&file[..end], content);
        assert!(verified.is_err(), "{content:?} of {} bytes is right with {end}", file.len());
    }
    let longer = [file, b"!"].concat();
    assert!(verify_bytes(&longer, content).is_err(), "{content:?} with a byte more is right");
}

#[test]
fn zip_passes_only_whole() {
    assert_only_whole(&zip(1, ""), ContentKind::Zip);
    assert_only_whole(&zip(7, "made for a test"), ContentKind::Zip);
}

#[test]
fn zip64_archive_passes() {
    let archive = zip(usize::from(u16::MAX) + 1, "");
    assert!(verify_bytes(&archive, ContentKind::Zip).is_ok());
    assert!(verify_bytes(&archive[..archive.len() - 1], ContentKind::Zip).is_err());
}

#[test]
fn zip_with_a_wrong_count_or_a_gap_fails() {
    let archive = zip(2, "");
    let end = archive.len() - 22;
    let changed = |place: usize| {
        let mut changed = archive.clone();
        changed[place] += 1;
        verify_bytes(&changed, ContentKind::Zip).unwrap_err()
    };
    assert_eq!(
        changed(end + 10),
        "it is not a whole zip archive: its central directory is wrong: it has 2 entries, and not 3"
    );
    assert!(changed(end + 16).contains("is not at byte"), "{}", changed(end + 16));
    let with_gap = [&archive[..end], b"?", &archive[end..]].concat();
    assert!(verify_bytes(&with_gap, ContentKind::Zip).unwrap_err().contains("is not at byte"));
}

#[test]
fn zip_without_a_file_fails() {
    let error = verify_bytes(&zip(0, ""), ContentKind::Zip).unwrap_err();
    assert_eq!(error, r#"it is not a zip archive with files: it begins with PK\x05\x06"#);
}

#[test]
fn bzip2_passes_only_whole() {
    // These lengths put the end mark at each of its eight bit offsets.
    for n_lines in 0..24 {
        let content: String = (0..n_lines).map(|number| format!("{number},State v. Smith\n")).collect();
        assert_only_whole(&bzip2(content.as_bytes()), ContentKind::Bzip2);
    }
    // Two streams.
    assert!(verify_bytes(&[bzip2(b"a"), bzip2(b"b")].concat(), ContentKind::Bzip2).is_ok());
}

#[test]
fn gzip_passes_only_whole() {
    assert_only_whole(&gzip(b"section 1. Short title."), ContentKind::Gzip);
    assert!(verify_bytes(&[gzip(b"a"), gzip(b"b")].concat(), ContentKind::Gzip).is_ok());
}

#[test]
fn json_passes_only_whole() {
    assert_only_whole(br#"[{"slug": "us", "volumes": [1, 2.5, null]}]"#, ContentKind::Json);
    assert!(verify_bytes(b"{}\n", ContentKind::Json).is_ok());
    let nested = "[".repeat(100_000) + &"]".repeat(100_000);
    assert!(verify_bytes(nested.as_bytes(), ContentKind::Json).is_ok());
}

#[test]
fn page_of_html_fails_the_check_of_every_kind() {
    let page = "\n<!doctype HTML>\n<html><head><TITLE lang=en>\n Site under\n maintenance</TITLE></head></html>";
    for (content, noun) in [(ContentKind::Zip, "a zip archive"), (ContentKind::Gzip, "a gzip file")] {
        assert_eq!(
            verify_bytes(page.as_bytes(), content).unwrap_err(),
            format!("it is a page of HTML with the title \"Site under maintenance\" and not {noun}")
        );
    }
    assert_eq!(
        verify_bytes(b"<html></html>", ContentKind::Json).unwrap_err(),
        "it is a page of HTML without a title and not a JSON document"
    );
}
