//! `CourtListener`'s bulk tables.

use index_builder::import::run_in_memory::run_in_memory;
use index_builder::report::import_report::Report;
use serde_json::{Value, json};

use crate::archive;
use crate::corpus::{Corpus, importer, places_of};
use crate::shared_data::Set;

const COURTS: &str = r#"id,full_name,short_name,jurisdiction,citation_string,date_modified
"ca9","Court of Appeals for the Ninth Circuit","Ninth Circuit","F","9th Cir.","2014-10-31 01:58:02+00"
"oldd","District Court, D. Nowhere","D. Nowhere","FD","D. Nowhere","2014-10-31 01:58:02+00"
"wyag","Wyoming Attorney General Opinions","Wyo. A.G.","SAG","Wyo. A.G.","2014-10-31 01:58:02+00"
"nation","Supreme Court of the Nation","Nation","TRS","Nation","2014-10-31 01:58:02+00"
"#;

const DOCKETS: &str = r#"id,date_modified,case_name,docket_number,nature_of_suit,court_id
"1","2015-01-01 00:00:00+00","x","1-1","440 Civil Rights: Other","ca9"
"2","2015-01-01 00:00:00+00","x","1-2",,"oldd"
"3","2015-01-01 00:00:00+00","x","1-3","","wyag"
"4","2015-01-01 00:00:00+00","x","1-4","","nation"
"5","2015-01-01 00:00:00+00","x","1-5","Something rare","wyo"
"6","2015-01-01 00:00:00+00","x","1-6","","nowhere"
"#;

const CLUSTERS: &str = "id,date_modified,date_filed,date_filed_is_approximate,case_name,case_name_full,nature_of_suit,precedential_status,docket_id";

const CITATIONS: &str = "id,volume,reporter,page,type,cluster_id";

/// All tables, with these rows of decisions and citations.
fn tables(clusters: &[&str], citations: &[&str]) -> Vec<(String, String)> {
    let table = |header: &str, rows: &[&str]| format!("{header}\n{}\n", rows.join("\n"));
    [
        ("citations-2026-01-31.csv", table(CITATIONS, citations)),
        ("courts-2026-01-31.csv", COURTS.to_owned()),
        ("dockets-2026-01-31.csv", DOCKETS.to_owned()),
        ("opinion-clusters-2026-01-31.csv", table(CLUSTERS, clusters)),
    ]
    .map(|(name, table)| (name.to_owned(), table))
    .to_vec()
}

fn import(tables: &[(String, String)]) -> (Vec<Value>, Report) {
    let files: Vec<(&str, &[u8])> = tables.iter().map(|(name, table)| (name.as_str(), table.as_bytes())).collect();
    let (lines, report) = run_in_memory(importer("courtlistener"), &files);
    (lines.iter().map(|(_, line)| serde_json::from_str(line).unwrap()).collect(), report)
}

fn ids(records: &[Value]) -> Vec<&str> {
    records.iter().map(|record| record["id"].as_str().unwrap()).collect()
}

#[test]
fn cited_decision_becomes_a_complete_record() {
    let cluster = r#""9","2016-05-17 15:36:14+00","1999-12-31","f","Doe v. Roe","","","Published","1""#;
    let (records, report) = import(&tables(&[cluster], &[r#""1","508","F.3d","1146","1","9""#]));
    assert_eq!(
        records,
        [json!({
            "id": "ca9-508-f3d-1146",
            "caseName": "Doe v. Roe",
            "citation": "508 F.3d 1146",
            "court": "United States Court of Appeals for the Ninth Circuit",
            "jurisdiction": "United States",
            "jurisdictionId": "federal",
            "decisionDate": "1999-12-31",
            "topics": ["civil-rights"],
            "meta": {
                "source": "CourtListener, Free Law Project",
                "jurisdiction": "federal",
                "last_updated": "2016-05-17",
                "citation": "508 F.3d 1146",
                "license": "CC0 1.0",
            },
        })]
    );
    assert_eq!((report.read, report.valid), (1, 1));
}

#[test]
fn case_names_are_cleaned() {
    for (field, name) in [
        (r#""Doe v. \"Roe\" \\ Sons""#, r#"Doe v. "Roe" \ Sons"#),
        ("\"Doe v.\n  Roe\r\nInc.\"", "Doe v. Roe Inc."),
        (r#""Smith &amp; Sons v. <em>Roe</em>""#, "Smith & Sons v. Roe"),
        (r#""Smith & Sons v. Roe""#, "Smith & Sons v. Roe"),
        (r#""DOE VS. ROE BROS., J.P. ROE""#, "Doe v. Roe Bros., J.P. Roe"),
        (r#""IBM v. SEC""#, "IBM v. SEC"),
        (r#""Doe v. . Roe""#, "Doe v. Roe"),
        (r#""Doe v. CITY OF ROE""#, "Doe v. City of Roe"),
    ] {
        let cluster = format!(r#""9","2016-05-17","1999-12-31","f",{field},"","","Published","1""#);
        let (records, _) = import(&tables(&[&cluster], &[r#""1","1","F.3d","2","1","9""#]));
        assert_eq!(records[0]["caseName"], name);
    }
}

#[test]
fn invalid_cases_are_skipped_with_their_reason() {
    for (reason, cluster) in [
        ("no_citation", r#""8","2016-05-17","1999-12-31","f","Doe v. Roe","","","Published","1""#),
        ("no_name", r#""9","2016-05-17","1999-12-31","f","","Doe, Plaintiff, v. Roe","","Published","1""#),
        ("no_name", r#""9","2016-05-17","1999-12-31","f",,,"","Published","1""#),
        ("unpublished", r#""9","2016-05-17","1999-12-31","f","Doe v. Roe","","","Unpublished","1""#),
        ("errata", r#""9","2016-05-17","1999-12-31","f","Doe v. Roe","","","Errata","1""#),
        ("no_date_of_data", r#""9",,"1999-12-31","f","Doe v. Roe","","","Published","1""#),
        ("no_docket", r#""9","2016-05-17","1999-12-31","f","Doe v. Roe","","","Published","99""#),
        ("not_a_court", r#""9","2016-05-17","1999-12-31","f","Doe v. Roe","","","Published","3""#),
        ("tribal_court", r#""9","2016-05-17","1999-12-31","f","Doe v. Roe","","","Published","4""#),
        ("unknown_court", r#""9","2016-05-17","1999-12-31","f","Doe v. Roe","","","Published","6""#),
        ("not_well_formed", r#""9","2016-05-17","1999-12-31","f","Doe "v." Roe","","","Published","1""#),
        ("not_well_formed", r#""9","2016-05-17","1999-12-31","f","Doe v. Roe""#),
        ("not_well_formed", r#""x","2016-05-17","1999-12-31","f","Doe v. Roe","","","Published","1""#),
        ("invalid_record", r#""9","2016-05-17","1999-12-31","f","Doe v. Roe","","","Published","5""#),
    ] {
        // An id that is too long is found only when the record is checked.
        let volume = if reason == "invalid_record" { "1".repeat(300) } else { "1".to_owned() };
        let citation = format!(r#""1","{volume}","F.3d","2","1","9""#);
        let (records, report) = import(&tables(&[cluster], &[&citation]));
        // A table without any row breaks off the part, too.
        let n_read = report.read - report.skipped_as("damaged");
        assert_eq!((records.len(), n_read, report.skipped_as(reason)), (0, 1, 1), "{reason}: {report}");
    }
}

#[test]
fn skip_names_the_line_or_the_cluster() {
    let good = r#""9","2016-05-17","1999-12-31","f","Doe v. Roe","","","Published","1""#;
    let uncited = r#""8","2016-05-17","1999-12-31","f","Doe v. Roe","","","Published","1""#;
    let (records, report) = import(&tables(&[r#""7","broken"#, good, uncited], &[r#""1","1","F.3d","2","1","9""#]));
    assert_eq!(ids(&records), ["ca9-1-f3d-2"]);
    assert_eq!(
        places_of(&report, "not_well_formed"),
        ["opinion-clusters-2026-01-31.csv: line 2: text follows the closing quote of a field"]
    );
    assert_eq!(places_of(&report, "no_citation"), ["opinion-clusters: cluster 8"]);
}

#[test]
fn skips_are_reported_in_row_order_on_any_number_of_threads() {
    let cluster = r#""9","2016-05-17","1999-12-31","f","Doe v. Roe","","","Published","1""#;
    let row = |idx| match idx % 1000 {
        // The thread that finds rows skips the first kind of row, and a thread that reads fields skips the second.
        998 => r#""1","1" F"#,
        999 => r#""x","1","F.3d","2","1","9""#,
        _ => r#""1","1","F.3d","2","1","9""#,
    };
    let rows: Vec<&str> = (0..20_000).map(row).collect();
    let (records, report) = import(&tables(&[cluster], &rows));
    assert_eq!((ids(&records), report.skipped_as("not_well_formed")), (vec!["ca9-1-f3d-2"], 40));
    let place = |line, message| format!("citations-2026-01-31.csv: line {line}: {message}");
    let (no_row, no_number) = ("text follows the closing quote of a field", "an id is missing or is not a number");
    let first = [(1000, no_row), (1001, no_number), (2000, no_row), (2001, no_number), (3000, no_row)];
    assert_eq!(places_of(&report, "not_well_formed"), first.map(|(line, message)| place(line, message)));
}

#[test]
fn best_citation_is_taken() {
    let cluster = r#""9","2016-05-17","1999-12-31","f","Doe v. Roe","","","Published","1""#;
    for (citations, best) in [
        (
            &[r#""1","2001","WL","7","7","9""#, r#""2","9","P.2d","1","3","9""#, r#""3","5","Cal.","4","2","9""#][..],
            "5 Cal. 4",
        ),
        (&[r#""1","9","S. Ct.","2","1","9""#, r#""2","4","U.S.","5","1","9""#], "4 U.S. 5"),
        (&[r#""2","8","F.2d","8","1","9""#, r#""1","7","F.2d","7","1","9""#], "7 F.2d 7"),
        (&[r#""1","590","U.S.","___","1","9""#, r#""2","140","S. Ct.","3","1","9""#], "140 S. Ct. 3"),
        (&[r#""1","2013","WY","93","8","9""#, r#""2","2013","Wyo. LEXIS","95","6","9""#], "2013 WY 93"),
        (&[r#""1","3","Yale L.J.","93","9","9""#], "3 Yale L.J. 93"),
    ] {
        assert_eq!(import(&tables(&[cluster], citations)).0[0]["citation"], best);
    }
}

#[test]
fn approximate_or_missing_date_is_left_out() {
    for date in [r#""1999-12-31","t""#, r#","f""#, r#""","f""#, r#""1999-02-30","f""#] {
        let cluster = format!(r#""9","2016-05-17",{date},"Doe v. Roe","","","Published","1""#);
        let (records, _) = import(&tables(&[&cluster], &[r#""1","1","F.3d","2","1","9""#]));
        assert_eq!(records[0].get("decisionDate"), None);
    }
}

#[test]
fn date_before_1600_or_after_the_data_is_left_out_and_counted() {
    for (date, is_possible) in [
        ("1599-12-31", false),
        ("1600-01-01", true),
        ("2016-05-18", true),
        ("2016-05-19", false),
        ("2104-03-01", false),
    ] {
        let cluster = format!(r#""9","2016-05-17","{date}","f","Doe v. Roe","","","Published","1""#);
        let (records, report) = import(&tables(&[&cluster], &[r#""1","1","F.3d","2","1","9""#]));
        assert_eq!(records[0].get("decisionDate").is_some(), is_possible, "{date}");
        assert_eq!(report.disregarded_as("impossible_date"), u64::from(!is_possible), "{date}");
        assert_eq!(report.to_string().contains(&format!("1 F.3d 2: {date}")), !is_possible, "{report}");
    }
}

#[test]
fn tables_quoted_by_backticks_are_refused_with_the_fix() {
    let cluster = r#""9","2016-05-17","1999-12-31","f","Doe v. Roe","","","Published","1""#;
    let tables = tables(&[cluster], &[r#""1","1","F.3d","2","1","9""#]);
    let old = |table: &str| table.replace('"', "`");
    let (records, report) = import(&tables.iter().map(|(name, table)| (name.clone(), old(table))).collect::<Vec<_>>());
    assert_eq!((records.len(), report.read, report.skipped_as("quoted_by_backticks")), (0, 4, 4), "{report}");
    assert!(report.to_string().contains("Download all four tables of a later day."), "{report}");
    // Without one of its tables, a release is not written.
    let corpus = Corpus::new();
    let write = |(name, table): &(String, String)| {
        let content = if name.starts_with("dockets") { old(table) } else { table.clone() };
        corpus.beside(name, content)
    };
    let paths: Vec<_> = tables.iter().map(write).collect();
    let report = corpus.import(importer("courtlistener"), &paths.iter().map(|path| &**path).collect::<Vec<_>>());
    assert_eq!((report.written(), report.skipped_as("quoted_by_backticks")), (0, 1), "{report}");
    assert!(report.n_damaged() > 0 && report.has_no_records(), "{report}");
}

#[test]
fn newer_row_of_two_releases_is_kept() {
    let corpus = Corpus::new();
    for (release, name, day) in [("a", "Doe v. Roe", "2016-05-17"), ("b", "Doe v. Roe, Inc.", "2017-05-17")] {
        let cluster = format!(r#""9","{day}","1999-12-31","f","{name}","","","Published","1""#);
        for (file, table) in tables(&[&cluster], &[r#""1","1","F.3d","2","1","9""#]) {
            corpus.beside(&format!("both/{release}/{file}"), table);
        }
    }
    let both = corpus.beside("both/README", "");
    let report = corpus.import(importer("courtlistener"), &[both.parent().unwrap()]);
    assert_eq!((report.read, report.added, report.repeated.count), (2, 1, 1));
    assert_eq!(corpus.records("cases")[0]["caseName"], "Doe v. Roe, Inc.");
    corpus.build();
}

#[test]
fn court_comes_from_the_newest_row_of_a_docket() {
    let mut tables = tables(
        &[r#""9","2016-05-17","1999-12-31","f","Doe v. Roe","","","Published","1""#],
        &[r#""1","1","F.3d","2","1","9""#],
    );
    tables[2].1.push_str("\"1\",\"2019-01-01 00:00:00+00\",\"x\",\"1-1\",\"\",\"scotus\"\n");
    assert_eq!(ids(&import(&tables).0), ["scotus-1-f3d-2"]);
}

#[test]
fn court_that_the_catalogue_lacks_keeps_its_name_and_is_counted() {
    let cluster = r#""9","2016-05-17","1999-12-31","f","Doe v. Roe","","","Published","2""#;
    let (records, report) = import(&tables(&[cluster], &[r#""1","1","F.","2","1","9""#]));
    assert_eq!(records[0]["id"], "oldd-1-f-2");
    assert_eq!(records[0]["court"], "District Court, D. Nowhere");
    assert_eq!(records[0]["jurisdictionId"], "federal");
    assert_eq!(report.unresolved_courts.by_count(), [("District Court, D. Nowhere (federal)", 1)]);
}

#[test]
fn topics_come_from_the_nature_of_suit() {
    for (docket, nature, topics) in [
        (1, "3442 Employment", &["civil-rights", "employment", "discrimination"][..]),
        (1, "", &["civil-rights"]),
        (2, "Immigration", &["immigration"]),
        (5, "830 Patent", &["patents"]),
    ] {
        let cluster = format!(r#""9","2016-05-17","1999-12-31","f","Doe v. Roe","","{nature}","Published","{docket}""#);
        let (records, report) = import(&tables(&[&cluster], &[r#""1","1","F.3d","2","1","9""#]));
        assert_eq!(records[0]["topics"], json!(topics));
        let unmapped: &[(&str, u64)] = if docket == 5 { &[("Something rare", 1)] } else { &[] };
        assert_eq!(report.unmapped_subjects.by_count(), unmapped);
    }
}

#[test]
fn columns_are_found_by_name_and_other_tables_are_not_read() {
    let mut tables = tables(&[], &[r#""1","1","F.3d","2","1","9""#]);
    tables[3].1 = "\u{feff}docket_id,new,precedential_status,case_name,date_modified,id\r\n\
                   \"1\",\"?\",\"Published\",\"Doe v. Roe\",\"2016-05-17\",\"9\"\r\n"
        .to_owned();
    tables.push(("people-db-2026-01-31.csv".to_owned(), "id,name_first\n\"1\",\"Ann\"\n".to_owned()));
    tables.push(("load-bulk-data-2026-01-31.sh".to_owned(), String::new()));
    tables.push(("notes.docx".to_owned(), String::new()));
    let (records, report) = import(&tables);
    assert_eq!(ids(&records), ["ca9-1-f3d-2"]);
    assert_eq!((report.read, report.companions.count, report.skipped_as("stray_file")), (2, 2, 1), "{report}");
}

#[test]
fn truncated_compressed_table_is_read_up_to_its_end() {
    let corpus = Corpus::new();
    let numbers = 10..4000_u64;
    let clusters: Vec<String> = numbers
        .clone()
        .map(|id| format!(r#""{id}","2016-05-17","1999-12-31","f","Doe v. No. {id}","","","Published","1""#))
        .collect();
    let citations: Vec<String> = numbers.map(|id| format!(r#""{id}","{id}","F.3d","2","1","{id}""#)).collect();
    let clusters: Vec<&str> = clusters.iter().map(String::as_str).collect();
    let citations: Vec<&str> = citations.iter().map(String::as_str).collect();
    for (name, table) in tables(&clusters, &citations) {
        corpus.beside(&format!("whole/{name}.bz2"), archive::bzip2(table.as_bytes()));
        corpus.beside(
            &format!("cut/{name}"),
            if name.starts_with("opinion") { &table[..table.len() / 2] } else { &table },
        );
    }
    let folder = |name: &str| corpus.path().with_file_name(name);
    let report = corpus.import(importer("courtlistener"), &[&folder("cut")]);
    assert_eq!(report.skipped_as("not_well_formed"), 1, "{report}");
    assert!((1900..2100).contains(&report.added), "{report}");
    let report = corpus.import(importer("courtlistener"), &[&folder("whole")]);
    assert_eq!(report.added + report.unchanged, 3990, "{report}");
    let files = corpus.files();
    let report = corpus.import(importer("courtlistener"), &[&folder("whole")]);
    assert_eq!(report.unchanged, 3990);
    assert!(corpus.files() == files);
    corpus.build();
}

#[test]
fn real_tables_import_with_known_counts() {
    let Some(set) = Set::unpack("courtlistener") else { return };
    let corpus = Corpus::new();
    let report = corpus.import(importer("courtlistener"), &[&set.path("courtlistener/bulk_csv_reserialised")]);
    assert_eq!((report.read, report.added), (1001, 693));
    // 4 of the 22 without a name, and 105 of the 142 that are unpublished, have no citation; 5 have neither name nor
    // publication.
    for (reason, count) in [("no_citation", 253), ("no_name", 18), ("unpublished", 37)] {
        assert_eq!(report.skipped_as(reason), count, "{reason}");
    }
    assert_eq!(report.unresolved_courts.by_count(), []);
    corpus.build();
}
