//! Files, folders and archives as inputs, and the skips of damaged ones.

use std::fs;

use index_builder::report::import_report::Report;

use crate::archive::{XZ_OF_A_TITLE, bzip2, gzip, tar, zip};
use crate::code_title::{section, small_title, title};
use crate::corpus::{Corpus, importer, location_of, places_of};

fn import_file(name: &str, content: &[u8]) -> (Corpus, Report) {
    let corpus = Corpus::new();
    let input = corpus.beside(name, content);
    let report = corpus.import(importer("uslm"), &[&input]);
    (corpus, report)
}

/// The places of a reason, relative to the folder of the test.
fn places(corpus: &Corpus, report: &Report, reason: &str) -> Vec<String> {
    let folder = location_of(corpus.path().parent().unwrap());
    places_of(report, reason).iter().map(|place| place.replace(&format!("{folder}/"), "")).collect()
}

#[test]
fn every_kind_of_input_gives_the_same_record() {
    let xml = small_title("7");
    let files = [("usc07.xml", xml.as_bytes())];
    let inputs = [
        ("usc07.xml", xml.clone().into_bytes()),
        ("usc07.xml.gz", gzip(xml.as_bytes())),
        ("usc07.xml.bz2", bzip2(xml.as_bytes())),
        ("streams.xml.bz2", [bzip2(&xml.as_bytes()[..99]), bzip2(&xml.as_bytes()[99..])].concat()),
        ("title.zip", zip(&files)),
        ("title.tar", tar(&files)),
        ("title.tar.gz", gzip(&tar(&files))),
        ("title.tbz2", bzip2(&tar(&files))),
        ("zip-of-zip.zip", zip(&[("inner/title.zip", &zip(&files))])),
        ("zip-in-tar.tgz", gzip(&tar(&[("inner/title.zip", &zip(&files))]))),
        ("gz-in-zip.zip", zip(&[("usc07.xml.gz", &gzip(xml.as_bytes()))])),
        ("a name that says nothing", zip(&files)),
        ("folder/below/usc07.xml", xml.clone().into_bytes()),
        ("folder/below/usc07.zip", zip(&files)),
    ];
    for (name, content) in inputs {
        let corpus = Corpus::new();
        let mut input = corpus.beside(name, content);
        if name.starts_with("folder/") {
            input = corpus.path().parent().unwrap().join("folder");
        }
        let report = corpus.import(importer("uslm"), &[&input]);
        assert_eq!((report.read, report.added), (1, 1), "{name}: {report}");
        assert_eq!(corpus.records("statutes")[0]["id"], "federal-usc-7-1", "{name}");
    }
}

#[test]
fn xml_in_utf16_is_read() {
    let heading = "Cités d’or 🦅";
    let xml = title("7", "2024-01-01", &[section("1", heading), section("2", "Two")]);
    let marked = format!("\u{feff}{}", xml.replace("UTF-8", "UTF-16"));
    let expected = import_file("usc07.xml", xml.as_bytes()).0.files();
    for (text, to_bytes) in [
        (&marked, u16::to_le_bytes as fn(u16) -> [u8; 2]),
        (&marked, u16::to_be_bytes),
        (&xml, u16::to_le_bytes),
        (&xml, u16::to_be_bytes),
    ] {
        let document: Vec<u8> = text.encode_utf16().flat_map(to_bytes).collect();
        let (corpus, report) = import_file("usc07.xml", &document);
        assert_eq!((report.added, corpus.files()), (2, expected.clone()), "{report}");
        let end = document.len() - text.encode_utf16().skip_while(|unit| *unit != 0xdd85).count() * 2;
        let cut = [&document[..end], &to_bytes(0x20), &document[end..]].concat();
        let (corpus, report) = import_file("usc07.xml", &cut);
        assert_eq!(
            places(&corpus, &report, "damaged"),
            ["usc07.xml: line 5: I/O error: invalid UTF-16: half a character"],
            "{report}"
        );
    }
}

#[test]
fn xz_is_read() {
    let (corpus, report) = import_file("usc07.xml.xz", XZ_OF_A_TITLE);
    assert_eq!(report.added, 1, "{report}");
    assert_eq!(corpus.records("statutes")[0]["id"], "federal-usc-7-1");
}

#[test]
fn stray_files_are_counted_and_hidden_ones_ignored() {
    let corpus = Corpus::new();
    let xml = small_title("7");
    for name in ["data/usc07.xml", "data/.hidden.xml", "data/.git/usc08.xml", "data/notes.json", "data/uslm.css"] {
        corpus.beside(name, &xml);
    }
    corpus.beside("data/mac.zip", zip(&[("__MACOSX/usc09.xml", xml.as_bytes()), ("._usc09.xml", b"")]));
    corpus.beside("data/other.xml", "<rss>no title</rss>");
    let report = corpus.import(importer("uslm"), &[&corpus.path().parent().unwrap().join("data")]);
    assert_eq!((report.added, report.companions.count), (1, 1), "{report}");
    assert_eq!(
        places(&corpus, &report, "stray_file"),
        ["data/notes.json", "data/other.xml: the root element is rss, not uscDoc"]
    );
}

#[test]
fn path_that_climbs_out_is_skipped_with_its_place() {
    let xml = small_title("7");
    for archive in [zip, tar] {
        let content = archive(&[("../../usc08.xml", xml.as_bytes()), ("good/usc07.xml", xml.as_bytes())]);
        let (corpus, report) = import_file("archive", &content);
        assert_eq!(report.added, 1, "{report}");
        assert_eq!(places(&corpus, &report, "climbs_out"), ["archive!../../usc08.xml"]);
    }
}

#[test]
fn damaged_entry_of_a_zip_is_skipped_and_the_rest_goes_on() {
    let [first, second] = ["7", "8"].map(small_title);
    let mut content = zip(&[("usc07.xml", first.as_bytes()), ("usc08.xml", second.as_bytes())]);
    // A byte within the compressed data of the first entry.
    content[80] ^= 0xff;
    let (corpus, report) = import_file("titles.zip", &content);
    assert_eq!((report.added, report.skipped()), (1, 1), "{report}");
    let place = places(&corpus, &report, "damaged").remove(0);
    assert!(place.starts_with("titles.zip!usc07.xml: "), "{place}");
    assert_eq!(corpus.records("statutes")[0]["id"], "federal-usc-8-1");
}

#[test]
fn truncated_archive_gives_the_files_before_its_end() {
    let sections: Vec<String> = (0..2000).map(|n| section(&n.to_string(), &format!("Heading {}", n * 7919))).collect();
    let [first, second] = ["7", "8"].map(|number| title(number, "2024-01-01", &sections));
    let files = [("usc07.xml", first.as_bytes()), ("usc08.xml", second.as_bytes())];
    for (name, content) in [
        ("titles.zip", zip(&files)),
        ("titles.tar", tar(&files)),
        ("titles.tgz", gzip(&tar(&files))),
        ("titles.tbz2", bzip2(&tar(&files))),
    ] {
        let (corpus, report) = import_file(name, &content[..content.len() * 3 / 4]);
        assert!(report.added >= 2000, "{report}");
        assert!(report.skipped_as("damaged") >= 1, "{report}");
        assert!(places(&corpus, &report, "damaged")[0].starts_with(name), "{report}");
    }
}

#[test]
fn truncated_title_is_no_part() {
    let xml = title("7", "2024-01-01", &[section("1", "One"), section("2", "Two")]);
    let (corpus, report) = import_file("usc07.xml", &xml.as_bytes()[..xml.len() - 60]);
    assert_eq!((report.added, report.skipped_as("part_breaks_off")), (0, 1), "{report}");
    let place = places(&corpus, &report, "damaged").remove(0);
    assert!(place.starts_with("usc07.xml: line 6"), "{place}");
}

#[test]
fn file_that_is_not_utf8_is_skipped_with_its_line() {
    let mut xml = title("7", "2024-01-01", &[section("1", "One"), section("2", "Tw@")]).into_bytes();
    let at = xml.iter().position(|byte| *byte == b'@').unwrap();
    xml[at] = 0xe9;
    let (corpus, report) = import_file("usc07.xml", &xml);
    assert_eq!((report.added, report.skipped_as("part_breaks_off")), (0, 1), "{report}");
    let place = places(&corpus, &report, "not_utf8").remove(0);
    assert!(place.starts_with("usc07.xml: line 6"), "{place}");
}

#[test]
fn document_that_defines_entities_is_skipped() {
    let bomb = "<!DOCTYPE uscDoc [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>\n";
    let (corpus, report) = import_file("usc07.xml", format!("{bomb}{}", small_title("7")).as_bytes());
    assert_eq!((report.added, report.skipped_as("defines_entities")), (0, 1), "{report}");
    assert!(corpus.files().is_empty());
}

#[test]
fn line_of_300_megabytes_is_skipped_in_bounded_memory() {
    let xml = title("7", "2024-01-01", &[section("1", "One"), section("2", "@")]);
    let (front, back) = xml.split_once('@').unwrap();
    let mut content = gzip(front.as_bytes());
    // A gzip file with several members decompresses to the members' contents in order.
    let megabyte = gzip(&vec![b'x'; 1 << 20]);
    (0..300).for_each(|_| content.extend_from_slice(&megabyte));
    content.extend(gzip(back.as_bytes()));
    let (_, report) = import_file("usc07.xml.gz", &content);
    assert_eq!((report.skipped_as("part_breaks_off"), report.skipped_as("too_large")), (1, 1), "{report}");
}

#[test]
fn elements_nested_without_end_are_skipped() {
    let deep = title("7", "2024-01-01", &[section("1", "One"), "<chapter>".repeat(100_000)]);
    let (_, report) = import_file("usc07.xml", deep.as_bytes());
    assert_eq!((report.skipped_as("part_breaks_off"), report.skipped_as("nested_too_deep")), (1, 1), "{report}");
}

#[test]
fn archives_nested_without_end_are_skipped() {
    let mut content = small_title("7").into_bytes();
    for _ in 0..10 {
        content = zip(&[("inner.zip", &content)]);
    }
    let (_, report) = import_file("outer.zip", &content);
    assert_eq!((report.added, report.skipped_as("nested_too_deep")), (0, 1), "{report}");
}

#[test]
fn input_that_cannot_be_read_ends_the_run_with_nothing_written() {
    let seven_zip = [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, 0, 4];
    for (name, content, message) in [
        ("missing.xml", None, "cannot read"),
        ("title.7z", Some(&seven_zip[..]), "is a 7-Zip archive, which is not read"),
        ("title.zip", Some(b"<html>404</html>"), "is not the archive that its name says"),
    ] {
        let corpus = Corpus::new();
        let good = corpus.beside("usc07.xml", small_title("7"));
        let input = match content {
            Some(content) => corpus.beside(name, content),
            None => corpus.path().parent().unwrap().join(name),
        };
        let error = corpus.try_import(importer("uslm"), &[&good, &input]).unwrap_err();
        assert!(format!("{error:#}").contains(message), "{error:#}");
        assert!(!fs::exists(corpus.path()).unwrap());
    }
}

#[cfg(unix)]
#[test]
fn folder_that_leads_back_to_itself_is_not_followed() {
    let corpus = Corpus::new();
    let input = corpus.beside("data/usc07.xml", small_title("7"));
    let folder = input.parent().unwrap();
    std::os::unix::fs::symlink(".", folder.join("again")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.join("dangling.xml")).unwrap();
    let report = corpus.import(importer("uslm"), &[folder]);
    assert_eq!((report.added, report.skipped_as("no_file"), report.skipped_as("damaged")), (1, 1, 1), "{report}");
}
