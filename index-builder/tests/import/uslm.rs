//! The U.S. Code.

use index_builder::import::run_in_memory::run_in_memory;
use index_builder::report::import_report::Report;
use serde_json::{Value, json};

use crate::code_title::{section, title};
use crate::corpus::{Corpus, importer, places_of};
use crate::shared_data::Set;

const TITLE: &str = include_str!("samples/uslm/usc99.xml");
const APPENDIX: &str = include_str!("samples/uslm/usc98a.xml");

fn records(xml: &str) -> (Vec<Value>, Report) {
    let (lines, report) = run_in_memory(importer("uslm"), &[("usc99.xml", xml.as_bytes())]);
    let records = lines.iter().map(|(file, line)| {
        assert_eq!(file, "statutes/parts.jsonl");
        serde_json::from_str(line).unwrap()
    });
    (records.collect(), report)
}

/// The record of the section of this number.
fn record(records: &[Value], number: &str) -> Value {
    let id = format!("federal-usc-99-{number}");
    records.iter().find(|record| record["id"] == id).unwrap_or_else(|| panic!("{id}")).clone()
}

#[test]
fn section_becomes_a_complete_record() {
    let (records, _) = records(TITLE);
    assert_eq!(
        record(&records, "101"),
        json!({
            "id": "federal-usc-99-101",
            "jurisdiction": "United States",
            "jurisdictionId": "federal",
            "title": "Words denoting number, gender & so on",
            "titleNumber": "99",
            "sectionNumber": "§ 101",
            "status": "active",
            "effectiveDate": "1960-05-06",
            "topics": [],
            "meta": {
                "source": "United States Code, Office of the Law Revision Counsel",
                "jurisdiction": "federal",
                "last_updated": "2023-02-03",
                "citation": "99 U.S.C. § 101",
                "license": "CC0 1.0",
            },
        })
    );
}

#[test]
fn all_sections_of_the_code_and_no_quoted_ones_are_read() {
    let (records, report) = records(TITLE);
    let ids: Vec<&str> = records.iter().map(|record| record["id"].as_str().unwrap()).collect();
    let numbers = ["101", "102-1", "103", "104", "105", "106", "107", "201", "202-and-203a", "204-to-206b", "207"];
    assert_eq!(ids, numbers.map(|number| format!("federal-usc-99-{number}")));
    assert_eq!(report.read, 18);
    assert_eq!((report.valid, report.skipped()), (11, 7));
}

#[test]
fn skipped_sections_have_a_reason_and_a_place() {
    let (_, report) = records(TITLE);
    for (reason, numbers) in [
        ("moved", &["209", "210"][..]),
        ("omitted", &["208"]),
        ("no_law", &["211"]),
        ("unknown_status", &["212"]),
        ("no_number", &["213"]),
        ("no_heading", &["214"]),
    ] {
        let places: Vec<String> = numbers.iter().map(|number| format!("usc99.xml: /us/usc/t99/s{number}")).collect();
        assert_eq!(places_of(&report, reason), places, "{reason}");
    }
}

#[test]
fn dashes_in_numbers_become_hyphens() {
    let section = record(&records(TITLE).0, "102-1");
    assert_eq!(section["sectionNumber"], "§ 102-1");
    assert_eq!(section["meta"]["citation"], "99 U.S.C. § 102-1");
}

#[test]
fn several_sections_in_one_element_are_one_record() {
    let (records, _) = records(TITLE);
    for (number, section_number, citation) in [
        ("202-and-203a", "§ 202, 203a", "99 U.S.C. §§ 202, 203a"),
        ("204-to-206b", "§ 204 to 206b", "99 U.S.C. §§ 204 to 206b"),
    ] {
        let section = record(&records, number);
        assert_eq!(
            (&section["sectionNumber"], &section["meta"]["citation"]),
            (&json!(section_number), &json!(citation))
        );
        assert_eq!((&section["title"], &section["status"]), (&json!("Repealed"), &json!("repealed")));
    }
}

#[test]
fn headings_keep_their_own_brackets_only() {
    let (records, _) = records(TITLE);
    assert_eq!(record(&records, "201")["title"], "Repealed. Pub. L. 90–1, § 2[a], Jan. 1, 1970, 84 Stat. 1");
    assert_eq!(record(&records, "207")["title"], "Repealed, without an identifier");
    assert_eq!(record(&records, "107")["title"], "Caf\u{e9} and “quotes”");
}

#[test]
fn status_of_a_section_in_force_follows_from_its_history() {
    let (records, _) = records(TITLE);
    for (number, status) in
        [("101", "active"), ("102-1", "amended"), ("103", "amended"), ("104", "active"), ("107", "active")]
    {
        assert_eq!(record(&records, number)["status"], status, "{number}");
    }
}

#[test]
fn effective_date_comes_from_the_note_or_the_source_credit() {
    let (records, _) = records(TITLE);
    for (number, date) in [
        ("101", json!("1960-05-06")),
        // The reference to an act before 1957 has its date.
        ("102-1", json!("1947-07-30")),
        // The date of the amendment does not count.
        ("103", json!("1962-01-01")),
        ("104", json!("1963-10-01")),
        // The start of a period of ninety days is not the effective date.
        ("105", Value::Null),
        // The first act has no date, and the date of the first amendment does not count.
        ("106", Value::Null),
        ("107", Value::Null),
        ("201", Value::Null),
    ] {
        assert_eq!(record(&records, number)["effectiveDate"], date, "{number}");
    }
}

#[test]
fn appendix_ids_have_the_act_and_court_rules_are_skipped() {
    let (records, report) = records(APPENDIX);
    let ids: Vec<&str> = records.iter().map(|record| record["id"].as_str().unwrap()).collect();
    assert_eq!(
        ids,
        ["federal-usc-98a-act-1917-10-06-ch106-1", "federal-usc-98a-pl-92-463-1", "federal-usc-98a-pl-95-452-1"]
    );
    assert!(records.iter().all(|record| record["meta"]["citation"] == "98 U.S.C. App. § 1"));
    assert!(records.iter().all(|record| record["titleNumber"] == "98a"));
    assert_eq!(places_of(&report, "court_rule"), ["usc99.xml: /us/usc/t98a/courtRules/Bankr/rule1"]);
}

#[test]
fn sections_of_one_number_are_distinguished_by_their_position() {
    let moved = section("130i", "Moved").replace("<section ", "<section status=\"renumbered\" ");
    let text = |section: String| section.replace("</section>", "<content>A text.</content></section>");
    let both = [moved.clone(), section("130i", "First"), section("131", "Other"), text(section("130i", "Second"))];
    let corpus = Corpus::new();
    let import = |created: &str, sections: &[String]| {
        let input = corpus.beside("usc10.xml", title("10", created, sections));
        corpus.import(importer("uslm"), &[&input])
    };
    let report = import("2024-01-01", &both);
    assert_eq!((report.added, report.repeated.count, report.skipped_as("moved")), (3, 0, 1));
    let found = |corpus: &Corpus| -> Vec<(String, String, String)> {
        let of = |value: &Value| value.as_str().unwrap().to_owned();
        let records = corpus.records("statutes");
        records
            .iter()
            .map(|record| (of(&record["id"]), of(&record["title"]), of(&record["meta"]["citation"])))
            .collect()
    };
    let row = |id: &str, heading: &str, number: &str| {
        (format!("federal-usc-10-{id}"), heading.to_owned(), format!("10 U.S.C. § {number}"))
    };
    let rows = [row("130i", "First", "130i"), row("130i-2nd", "Second", "130i"), row("131", "Other", "131")];
    assert_eq!(found(&corpus), rows);
    assert_eq!(corpus.records("text/statutes/parts.jsonl")[0]["id"], "federal-usc-10-130i-2nd");
    // The next release has another section in the first place.
    import("2024-02-01", &[moved, section("130i", "Second"), section("131", "Other")]);
    assert_eq!(found(&corpus), [row("130i", "Second", "130i"), row("131", "Other", "131")]);
    corpus.build();
}

#[test]
fn sections_of_one_number_in_an_appendix_act_are_distinguished() {
    let first = "<section identifier=\"/us/usc/t98a/pl/92/463/s1\">";
    let act = APPENDIX.find(first).unwrap();
    let end = act + APPENDIX[act..].find("</section>").unwrap() + "</section>".len();
    let (records, report) = records(&format!("{}{}{}", &APPENDIX[..end], &APPENDIX[act..end], &APPENDIX[end..]));
    let ids: Vec<&str> = records.iter().map(|record| record["id"].as_str().unwrap()).collect();
    assert!(
        ids.contains(&"federal-usc-98a-pl-92-463-1") && ids.contains(&"federal-usc-98a-pl-92-463-1-2nd"),
        "{report}"
    );
}

#[test]
fn section_added_to_an_older_act_is_of_the_act_that_added_it() {
    let credit = "<sourceCredit>(<date date=\"1935-08-29\">Aug. 29, 1935</date>, ch. 814, § 204, as added Pub. L. 100–690, \
                  <date date=\"1988-11-18\">Nov. 18, 1988</date>, 102 Stat. 4519.)</sourceCredit></section>";
    let (records, _) = records(&title("27", "2024-01-01", &[section("215", "Warning").replace("</section>", credit)]));
    assert_eq!((&records[0]["effectiveDate"], &records[0]["status"]), (&json!("1988-11-18"), &json!("active")));
}

#[test]
fn chapter_has_the_topics_of_its_title_unless_it_has_its_own() {
    let section = |number: &str| format!("<section><num value=\"{number}\"/><heading>A heading</heading></section>");
    let chapter = |number: &str, sections: &str| format!("<chapter><num value=\"{number}\"/>{sections}</chapter>");
    let chapters = [chapter("63", &section("1341")), chapter("2", &section("31")), section("9")];
    let (records, report) = records(&title("18", "2024-01-01", &chapters));
    let topics: Vec<_> = records.iter().map(|record| (record["id"].as_str().unwrap(), &record["topics"])).collect();
    assert_eq!(
        topics,
        [
            ("federal-usc-18-1341", &json!(["fraud", "criminal-law"])),
            ("federal-usc-18-31", &json!(["criminal-law"])),
            ("federal-usc-18-9", &json!(["criminal-law"])),
        ]
    );
    assert_eq!((report.with_topic, report.unmapped_subjects.by_count().len()), (3, 0));
}

#[test]
fn uslm_2_is_refused_by_name() {
    let title = title("7", "2024-01-01", &[section("1", "One")]);
    for xml in [
        title.replace("http://xml.house.gov/schemas/uslm/1.0", "http://schemas.gpo.gov/xml/uslm"),
        "<pLaw xmlns=\"http://schemas.gpo.gov/xml/uslm\"><main/></pLaw>".to_owned(),
    ] {
        let (lines, report) = run_in_memory(importer("uslm"), &[("usc07.xml", xml.as_bytes())]);
        assert_eq!((lines.len(), report.read, report.skipped_as("uslm_2")), (0, 1, 1), "{report}");
        assert!(report.to_string().contains("as USLM 1 from the Office of the Law Revision Counsel"), "{report}");
    }
}

#[test]
fn title_without_a_date_is_skipped() {
    let (records, report) = records(&TITLE.replace("dcterms:created", "dcterms:modified"));
    assert!(records.is_empty());
    assert_eq!(places_of(&report, "no_date_of_data"), ["usc99.xml"]);
}

#[test]
fn real_titles_import_with_known_counts() {
    let Some(set) = Set::unpack("usc_2022") else { return };
    let corpus = Corpus::new();
    let report = corpus.import(importer("uslm"), &[&set.path("usc_2022")]);
    // 2,656 sections and 302 rules of court; 2,396 sections are in force and 186 repealed.
    assert_eq!(report.read, 2656 + 302);
    assert_eq!(report.added, 2396 + 186);
    assert_eq!((report.repeated.count, report.older, report.replaced), (0, 0, 0));
    for (reason, count) in [("court_rule", 302), ("moved", 38 + 3), ("omitted", 33)] {
        assert_eq!(report.skipped_as(reason), count, "{reason}");
    }
    assert_eq!(report.skipped(), 302 + 38 + 3 + 33);
    let records = corpus.records("statutes");
    let n_of = |status: &str| records.iter().filter(|record| record["status"] == status).count();
    assert_eq!((n_of("active") + n_of("amended"), n_of("repealed")), (2396, 186));
    // No number ends like the position of a section that shares its number.
    let position =
        |id: &str| id.rsplit('-').next().unwrap().trim_start_matches(|c: char| c.is_ascii_digit()).to_owned();
    let ids = records.iter().map(|record| record["id"].as_str().unwrap());
    assert_eq!(ids.filter(|id| ["st", "nd", "rd", "th"].contains(&&*position(id))).count(), 0);
    corpus.build();
}
