//! The D.C. Code.

use index_builder::import::run_in_memory::run_in_memory;
use serde_json::{Value, json};

use crate::corpus::{Corpus, importer, places_of};
use crate::shared_data::Set;

const LIBRARY: &str = "<library xmlns='https://code.dccouncil.us/schemas/dc-library'>
    <meta><build><build-date>2024-10-21</build-date><codified-date>2024-10-20</codified-date></build></meta></library>";

const TITLE: &str = "<container xmlns='https://code.dccouncil.us/schemas/dc-library' \
                     xmlns:xi='http://www.w3.org/2001/XInclude'>
    <prefix>Title</prefix><num>22</num><heading>Criminal Offenses and Penalties.</heading>
    <container><prefix>Chapter</prefix><num>32</num><heading>Arson.</heading>
      <container><prefix>Subchapter</prefix><num>I</num><heading>Elections.</heading>
        <xi:include href='./sections/22-1.xml'/></container></container></container>";

/// A section file with this content, in a tree with its indexes.
fn import(path: &str, content: &str) -> (Vec<Value>, index_builder::report::import_report::Report) {
    let section = format!("<section xmlns='https://code.dccouncil.us/schemas/dc-library'>{content}</section>");
    let titles = "dc/us/dc/council/code/titles";
    let (path, index) = (format!("{titles}/{path}"), format!("{titles}/22/index.xml"));
    let files: &[(&str, &[u8])] = &[
        ("dc/index.xml", LIBRARY.as_bytes()),
        (&index, TITLE.as_bytes()),
        ("dc/us/dc/council/periods/1/laws/1-1.xml", b"<document/>"),
        (&path, section.as_bytes()),
    ];
    let (lines, report) = run_in_memory(importer("dc-law"), files);
    (lines.iter().map(|(_, line)| serde_json::from_str(line).unwrap()).collect(), report)
}

/// The result for a section with this content: `status effective-date title`, or the reason of the skip.
fn outcome(content: &str) -> String {
    let (records, report) = import("22/sections/22-1.xml", content);
    assert_eq!(report.read, 1, "{content}");
    match records.as_slice() {
        [record] => {
            let text = |field: &str| record[field].as_str().unwrap_or("-").to_owned();
            format!("{} {} {}", text("status"), text("effectiveDate"), text("title"))
        }
        _ => report.to_json()["skipped"]["reasons"][0]["reason"].as_str().unwrap().to_owned(),
    }
}

#[test]
fn section_becomes_a_record_with_every_field() {
    let (records, report) = import(
        "22/sections/22-1.xml",
        "<num>22-1</num><heading>Setting\n  fires.</heading><text>No.</text><annotations>
         <annotation type='History' doc='D.C. Law 1-1'>Mar. 3, 1979, D.C. Law 1-1, § 2</annotation></annotations>",
    );
    let expected = json!({
        "id": "dc-code-22-1",
        "jurisdiction": "District of Columbia",
        "jurisdictionId": "dc",
        "title": "Setting fires",
        "titleNumber": "22",
        "sectionNumber": "§ 22-1",
        "status": "active",
        "effectiveDate": "1979-03-03",
        "topics": ["criminal-law"],
        "meta": {
            "source": "D.C. Code, Council of the District of Columbia",
            "jurisdiction": "dc",
            "last_updated": "2024-10-20",
            "citation": "D.C. Code § 22-1",
            "license": "CC0 1.0",
        },
    });
    assert_eq!(records, [expected]);
    assert_eq!((report.read, report.companions.count), (1, 3));
}

#[test]
fn note_of_a_section_decides_its_status_or_skip() {
    let history =
        |annotations: &str| format!("<num>22-1</num><heading>Fire.</heading><annotations>{annotations}</annotations>");
    let reason = |reason: &str| format!("<num>22-1</num><reason>{reason}</reason><heading>Fire.</heading>");
    let heading = |heading: &str| format!("<num>22-1</num><heading>{heading}</heading>");
    for (content, expected) in [
        (heading("Fire."), "active - Fire"),
        (reason("Repealed"), "repealed - Fire"),
        (reason("Expired"), "ended"),
        (reason("Abolished"), "ended"),
        (reason("Transferred"), "moved"),
        (reason("Recodified"), "moved"),
        (reason("Renumbered"), "moved"),
        (reason("Omitted"), "omitted"),
        (reason("Reserved"), "no_law"),
        (reason("Not Funded"), "not_in_force"),
        (reason("Not Applicable"), "not_in_force"),
        (reason("Applicable October 1, 2025"), "not_in_force"),
        (reason("Applicable as of October 1, 2020"), "active - Fire"),
        // The publisher wrongly marks a word of the heading as a reason.
        (reason("Commissioner"), "active - Fire"),
        (reason("Not yet repealed"), "unknown_reason"),
        (reason(""), "unknown_reason"),
        (heading("[Reserved]."), "no_law"),
        (heading("Reserved"), "no_law"),
        (heading("[Omitted]"), "omitted"),
        (heading("Fire. [Expired.]"), "ended"),
        (heading("Fire. [Repealed]"), "repealed - Fire"),
        (heading("Fire. [Recodified]"), "moved"),
        (heading("[Sunsets]."), "active - Sunsets"),
        (heading("Fire of the [District]."), "active - Fire of the [District]"),
        (format!("{}<text>Repealed.</text>", heading("Fire.")), "repealed - Fire"),
        (format!("{}<text>Recodified as § 22-9.</text>", heading("Fire.")), "moved"),
        (format!("{}<text>[Not funded].</text>", heading("Fire.")), "not_in_force"),
        (format!("{}<text>Repealed laws</text><para><text>burn.</text></para>", heading("Fire.")), "active - Fire"),
        ("<num>22-1</num><text>No heading.</text>".to_owned(), "no_heading"),
        ("<heading>Fire.</heading>".to_owned(), "no_number"),
        // A section in force with a repealed paragraph. The number, reason and heading of the paragraph do not count.
        (
            "<num>22-1</num><heading>Fire.</heading><para><num>(a)</num><reason>Repealed</reason>\
             <heading>Old.</heading></para>"
                .to_owned(),
            "active - Fire",
        ),
        (
            history(
                "<annotation type='History'>Mar. 3, <cite>1901</cite>, 31 Stat. 1</annotation>\
                 <annotation type='Short Title'>May 1, 1950</annotation>",
            ),
            "active 1901-03-03 Fire",
        ),
        (
            history(
                "<annotation type='History'>Mar. 3, 1901</annotation><annotation type='History'>May 1, 1950</annotation>",
            ),
            "amended 1901-03-03 Fire",
        ),
    ] {
        assert_eq!(outcome(&content), expected, "{content}");
    }
}

#[test]
fn section_numbers_have_the_form_of_citations() {
    for (path, number, id, shown, title) in [
        ("28/sections/28:2-316.01.xml", "28:2-316.01", "dc-code-28-2-316.01", "§ 28:2-316.01", "28"),
        ("3/sections/3-1210.12.xml", "[3-1210.12]", "dc-code-3-1210.12", "§ 3-1210.12", "3"),
        ("7/sections/7-1.xml", "7\u{2013}1", "dc-code-7-1", "§ 7-1", "7"),
        ("29A/sections/29A-101.xml", "29A-101", "dc-code-29a-101", "§ 29A-101", "29A"),
    ] {
        let (records, _) = import(path, &format!("<num>{number}</num><heading>Fire.</heading>"));
        let record = &records[0];
        assert_eq!(
            (&record["id"], &record["sectionNumber"], &record["titleNumber"]),
            (&id.into(), &shown.into(), &title.into())
        );
    }
}

#[test]
fn text_of_title_99_is_skipped() {
    let content = "<num>22-1(Perm)</num><heading>Fire.</heading>";
    let (records, report) = import("99/22-1(Perm).xml", content);
    assert_eq!((records.len(), report.skipped_as("kept_aside")), (0, 1));
}

#[test]
fn invalid_sections_are_skipped_with_their_place() {
    let section = "<section><num>1-1</num><heading>Fire.</heading></section>";
    for (name, content, reason) in [
        ("titles/1/sections/1-1.xml", "<section><num>1-1</num><head", "damaged"),
        ("titles/1/sections/1-1.xml", "<document/>", "stray_file"),
        ("titles/1/sections/1-1.xml", section, "no_date_of_data"),
        ("titles/1/sections/1-1.pdf", section, "stray_file"),
    ] {
        let (records, report) = run_in_memory(importer("dc-law"), &[(name, content.as_bytes())]);
        assert_eq!((records.len(), report.read, report.skipped_as(reason)), (0, 1, 1), "{report}");
        assert!(places_of(&report, reason)[0].starts_with(name));
    }
}

/// Of 11,576 sections, 194 are kept aside in title 99. Of the rest:
///
/// - 2,311 are repealed: 2,286 by reason, 6 by the note in the heading, 19 by a text that is only a note;
/// - 93 have ended: 68 expired by reason, 16 by heading and 6 by text, 3 were abolished;
/// - 78 are not in force: 44 not funded, 21 not applicable, 13 applicable only later;
/// - 47 numbers are reserved: 1 by reason, 46 by heading;
/// - 34 are omitted: 14 by reason, 20 by heading; 61 moved: 25 by reason, 7 by heading, 29 by text;
/// - 4 have an unknown reason, 1 has no heading.
#[test]
fn real_half_of_the_code_imports_with_known_counts() {
    let Some(set) = Set::unpack("dc_law_odd") else { return };
    let corpus = Corpus::new();
    let report = corpus.import(importer("dc-law"), &[&set.path("dc_law")]);
    for (reason, count) in [
        ("kept_aside", 194),
        ("ended", 68 + 16 + 6 + 3),
        ("not_in_force", 44 + 21 + 13),
        ("no_law", 1 + 46),
        ("omitted", 14 + 20),
        ("moved", 18 + 6 + 1 + 7 + 29),
        ("unknown_reason", 4),
        ("no_heading", 1),
    ] {
        assert_eq!(report.skipped_as(reason), count, "{reason}");
    }
    assert_eq!((report.read, report.added), (11_576, 11_576 - 512));
    let records = corpus.records("statutes");
    let count = |status: &str| records.iter().filter(|record| record["status"] == status).count();
    assert_eq!(count("repealed"), 2286 + 6 + 19);
    assert_eq!((count("amended"), count("active")), (4216, 4537));
    let again = corpus.import(importer("dc-law"), &[&set.path("dc_law")]);
    assert_eq!((again.unchanged, again.added, again.replaced), (report.added, 0, 0));
    corpus.build();
}
