//! State codes in the HTML of Public.Resource.Org.

use index_builder::import::run_in_memory::run_in_memory;
use index_builder::report::import_report::Report;
use serde_json::{Value, json};

use crate::corpus::{Corpus, importer};
use crate::shared_data::Set;

/// A page in the publisher's form, with this subject, release, day of posting, title and body.
fn page(subject: &str, release: u32, posted: &str, title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html><head><title>x</title><meta content=\"{subject}\" name=\"Subject\" />
         <meta content=\"Release {release} of the Official Code of Kentucky Annotated released 2022.05
            Transformed and posted by Public.Resource.Org using x.py version 2.3 on {posted}.
            This document is not subject to copyright.\" name=\"description\" /></head>
         <body><nav><h1 class=\"title\" id=\"t06\"><b>{title}</b></h1>
         <li><a href=\"#a\">§ 6-1-101. Listed.</a></li></nav><main>{body}</main></body></html>"
    )
}

fn import(files: &[(&str, &str)]) -> (Vec<Value>, Report) {
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, page)| (*name, page.as_bytes())).collect();
    let (lines, report) = run_in_memory(importer("public-resource"), &files);
    (lines.iter().map(|(_, line)| serde_json::from_str(line).unwrap()).collect(), report)
}

fn wyoming(body: &str) -> (Vec<Value>, Report) {
    let page = page("Wyoming Code", 84, "2022-11-25", "Title 6 Crimes and Offenses", body);
    import(&[("wy/r84/gov.wy.code.title.06.html", &page)])
}

#[test]
fn section_becomes_a_record_with_every_field() {
    let (records, report) = wyoming(
        "<h2 class=\"oneh2\" id=\"c\"><b>Chapter 3 Real Property</b></h2><h2 class=\"twoh2\"><b>Article 1. Elections</b></h2>
         <div><h3 id=\"t06c03s6-3-101\"><b>\n § 6-3-101. Arson &amp; fires;\n penalty. </b></h3><ol><li>No.</li></ol>
         <p><b> History. </b> 2019 ch. 186, § 1, effective July 1, 2019; 2021 ch. 5, § 1.</p></div>",
    );
    let expected = json!({
        "id": "wy-stat-6-3-101",
        "jurisdiction": "Wyoming",
        "jurisdictionId": "wy",
        "title": "Arson & fires; penalty",
        "titleNumber": "6",
        "sectionNumber": "§ 6-3-101",
        "status": "amended",
        "effectiveDate": "2019-07-01",
        "topics": ["criminal-law", "property"],
        "meta": {
            "source": "Wyoming Statutes, Public.Resource.Org",
            "jurisdiction": "wy",
            "last_updated": "2022-11-25",
            "citation": "Wyo. Stat. § 6-3-101",
            "license": "CC0 1.0",
        },
    });
    assert_eq!(records, [expected]);
    assert_eq!(report.read, 1);
}

#[test]
fn each_state_has_its_own_numbers_and_citations() {
    for (name, subject, title, heading, id, citation, title_number) in [
        (
            "gov.ak.code.title.03.html",
            "ALASKA STATUTES",
            "Title 3. Agriculture.",
            "Sec. 03.05.010.\n Powers.",
            "ak-stat-03.05.010",
            "Alaska Stat. § 03.05.010",
            "3",
        ),
        (
            "gov.nd.code.title.62.1.html",
            "North Dakota Century Code",
            "TITLE 62.1 Weapons",
            "62.1-01-01.\n Powers.",
            "nd-cent-code-62.1-01-01",
            "N.D. Cent. Code § 62.1-01-01",
            "62.1",
        ),
        (
            "idaho.title.60.html",
            "",
            "Title 60\n PUBLIC PRINTING",
            "§ 60-101. Powers.",
            "id-code-60-101",
            "Idaho Code § 60-101",
            "60",
        ),
        (
            "gov.ky.krs.title.01.html",
            "Kentucky Revised Statutes",
            "TITLE I Sovereignty",
            "342.010.\n Powers.",
            "ky-rev-stat-342.010",
            "Ky. Rev. Stat. Ann. § 342.010",
            "342",
        ),
        (
            "gov.vt.vsa.title.09A.html",
            "Vermont Code",
            "TITLE 9A\n Commercial Code",
            "§ 2-101. Powers.",
            "vt-stat-9a-2-101",
            "Vt. Stat. tit. 9A, § 2-101",
            "9A",
        ),
        (
            "gov.nc.stat.title.001G.html",
            "General Statutes of North Carolina",
            "Chapter 1G.\n Choice.",
            "§ 1G-1. Powers.",
            "nc-gen-stat-1g-1",
            "N.C. Gen. Stat. § 1G-1",
            "1G",
        ),
        (
            "gov.ga.ocga.title.05.html",
            "Official Code of Georgia Annotated",
            "TITLE 5<span> </span>APPEAL",
            "5-2-1. Powers.",
            "ga-code-5-2-1",
            "Ga. Code Ann. § 5-2-1",
            "5",
        ),
        (
            "gov.va.code.title.08.02.html",
            "Virginia Code",
            "Title 8.2.\n Sales.",
            "§ 8.2-101. Powers.",
            "va-code-8.2-101",
            "Va. Code § 8.2-101",
            "8.2",
        ),
    ] {
        let page = page(subject, 80, "2022-11-25", title, &format!("<h3><b>{heading}</b></h3>"));
        let (records, report) = import(&[(name, &page)]);
        assert_eq!(records.len(), 1, "{report}");
        let found =
            (&records[0]["id"], &records[0]["meta"]["citation"], &records[0]["titleNumber"], &records[0]["title"]);
        assert_eq!(found, (&id.into(), &citation.into(), &title_number.into(), &"Powers".into()));
    }
}

#[test]
fn page_whose_subject_and_file_name_differ_is_skipped() {
    let title = "Title 6 Crimes";
    let section = "<h3>§ 6-1. Powers.</h3>";
    for (name, subject, state, reason) in [
        ("gov.wy.code.title.06.html", "Wyoming Code", Some("wy"), ""),
        ("title-six.html", "Wyoming Code", Some("wy"), ""),
        ("gov.wy.code.title.06.html", "", Some("wy"), ""),
        ("gov.wy.code.title.06.html", "Vermont Code", None, "state_in_doubt"),
        ("title-six.html", "The Code", None, "unknown_state"),
        ("gov.wv.code.title.06.html", "West Virginia Code", None, "no_citation_form"),
    ] {
        let (records, report) = import(&[(name, &page(subject, 84, "2022-11-25", title, section))]);
        match state {
            Some(state) => assert_eq!(records[0]["jurisdictionId"], state),
            None => assert_eq!((records.len(), report.skipped_as(reason)), (0, 1), "{report}"),
        }
    }
    let (_, report) =
        import(&[("x.html", "<html>A page of something else.</html>"), ("index.html", ""), ("x.pdf", "")]);
    assert_eq!((report.skipped_as("stray_file"), report.companions.count), (2, 1));
    let (_, report) = import(&[("gov.wy.code.title.06.html", "<h1>Title 6 Crimes</h1><h3>§ 6-1. Powers.</h3>")]);
    assert_eq!(report.skipped_as("damaged"), 1, "{report}");
    let (_, report) = import(&[("title-six.html", &page("Wyoming Code", 84, "someday", title, section))]);
    assert_eq!(report.skipped_as("no_date_of_data"), 1, "{report}");
}

#[test]
fn newest_release_of_a_page_is_read_and_others_are_counted() {
    let old = page("Wyoming Code", 83, "2022-12-30", "Title 6 Crimes", "<h3>§ 6-1. Old.</h3><h3>§ 6-2. Gone.</h3>");
    let new = page("Wyoming Code", 84, "2022-11-25", "Title 6 Crimes", "<h3>§ 6-1. New.</h3>");
    let name = "gov.wy.code.title.06.html";
    let (old_name, new_name) = (format!("r83/{name}"), format!("r84/{name}"));
    for files in [[(&*old_name, &*old), (&*new_name, &*new)], [(&*new_name, &*new), (&*old_name, &*old)]] {
        let (records, report) = import(&files);
        assert_eq!((records.len(), &records[0]["title"]), (1, &"New".into()));
        assert_eq!((report.read, report.skipped_as("older_release")), (3, 2));
    }
}

#[test]
fn repeated_section_number_gives_one_record() {
    let (records, report) = wyoming(
        "<h3>§ 6-1. First. [Effective until July 1, 2024]</h3><h3>§ 6-1. First changed. [Effective July 1, 2024]</h3>
         <h3>§ 6-2. [Repealed.]</h3><h3>§ 6-2. Second.</h3><h3>§ 6-3. Third.</h3><h3>§ 6-3. Third again.</h3>
         <h3>§§ 6-4 through 6-9. [Repealed.]</h3><h3>Article XI</h3>",
    );
    let titles: Vec<_> = records.iter().map(|record| record["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["First", "Second", "Third", "Repealed"]);
    let several = &records[3];
    assert_eq!(several["id"], "wy-stat-6-4-through-6-9");
    assert_eq!(several["meta"]["citation"], "Wyo. Stat. §§ 6-4 through 6-9");
    for (reason, count) in [("another_version", 2), ("not_in_force", 1), ("no_number", 1)] {
        assert_eq!(report.skipped_as(reason), count, "{reason}");
    }
}

fn virginia(name: &str, subject: &str, title: &str, body: &str) -> (Vec<Value>, Report) {
    import(&[(name, &page(subject, 88, "2022-11-09", title, body))])
}

/// The id, title and status of each record.
fn shown(records: &[Value]) -> Vec<[&str; 3]> {
    let text = |record: &'_ Value, field: &str| record[field].as_str().unwrap_or_default().to_owned();
    let shown = records.iter().map(|record| ["id", "title", "status"].map(|field| text(record, field).leak() as &str));
    shown.collect()
}

#[test]
fn numbers_without_a_heading_have_the_status_of_their_paragraph() {
    let (records, report) = virginia(
        "gov.va.code.title.36.html",
        "Virginia Code",
        "Title 36.\n Housing.",
        "<h3 id=a><b>\n §§ 36-140.1, 36-140.2.\n </b></h3><p>\n Repealed by Acts 2004, c. 872.\n </p><p>Cross references.\n - See § 9.</p>
         <h3 id=b><b>§§ 36-141, 36-142.</b></h3><p>Expired.</p>
         <h3 id=c><b>§§ 36-139.2 through 36-139.4.</b></h3><p>\n Repealed by Acts 2007, cc. 647 and 741, cl. 2, effective July 1, 2008.</p>
         <h3 id=d><b>§ 36-139.8.</b></h3>\n<p> </p><p>Repealed by Acts\n 2004, c. 872.</p>
         <h3 id=e><b>§ 36-143.</b></h3><p>Repealed by Acts 2020, c. 5, effective January 1, 2024.</p>
         <h3 id=f><b>§ 36-144.</b></h3><p>The Board repealed by Acts of its own what it had made.</p>
         <h3 id=g><b>§ 36-145.</b></h3><p>The law.</p><p>Repealed by Acts 2004, c. 872.</p>
         <h3 id=h><b>§ 36-146.</b></h3>
         <h3 id=i><b>§ 36-147. Fees.</b></h3><p>The law.</p>",
    );
    assert_eq!(
        shown(&records),
        [
            ["va-code-36-139.2-through-36-139.4", "Repealed", "repealed"],
            ["va-code-36-139.8", "Repealed", "repealed"],
            ["va-code-36-140.1-and-36-140.2", "Repealed", "repealed"],
            ["va-code-36-147", "Fees", "active"],
        ]
    );
    assert_eq!(records[2]["sectionNumber"], "§ 36-140.1, 36-140.2");
    assert_eq!(records[2]["meta"]["citation"], "Va. Code §§ 36-140.1, 36-140.2");
    for (reason, count) in [("ended", 1), ("another_version", 1), ("no_heading", 3)] {
        assert_eq!(report.skipped_as(reason), count, "{reason}: {report}");
    }
}

#[test]
fn versions_of_a_section_are_told_apart_by_their_notes() {
    let (records, report) = virginia(
        "gov.va.code.title.04.1.html",
        "Virginia Code",
        "Title 4.1. Alcoholic Beverage and Cannabis Control.",
        "<h3>§ 4.1-119. (Effective until July 1, 2024) Stores.</h3><h3>§ 4.1-119. (Effective July 1, 2024) Shops.</h3>
         <h3>§ 4.1-210. Repealed by Acts 2020, cc. 1113 and 1114, cl. 2, effective January 1, 2024.</h3>
         <h3>§ 4.1-210. (Repealed effective January 1, 2024) Mixed beverages licenses.</h3>
         <h3>§ 4.1-300. (Contingent expiration date — see note) Bars.</h3>
         <h3>§ 4.1-300. (Contingent effective date — see note) Pubs.</h3>
         <h3>§ 4.1-400. (For contingent effective date, see Acts 2022, c. 2) Inns.</h3><p>(2022, c. 2.)</p>
         <p>Effective date.\n - This chapter is effective October 1, 2019.</p>
         <h3>§ 4.1-401. (Contingent effective date /- See Editor's note) Definitions.</h3><p>The law.</p>
         <p><b>Effective date.</b></p><p>This section is effective October 1, 2019.</p>
         <h3>§ 4.1-402. (For expiration date, see Acts 2022, c. 2) Taverns.</h3>",
    );
    assert_eq!(
        shown(&records),
        [
            ["va-code-4.1-119", "Stores", "active"],
            ["va-code-4.1-210", "Mixed beverages licenses", "active"],
            ["va-code-4.1-300", "Bars", "active"],
            ["va-code-4.1-401", "Definitions", "active"],
            ["va-code-4.1-402", "Taverns", "active"],
        ]
    );
    assert_eq!((report.skipped_as("not_in_force"), report.skipped_as("another_version")), (3, 1), "{report}");
}

#[test]
fn page_of_compacts_is_skipped_and_removes_nothing() {
    let title =
        |subject: &str, posted: &str, section: &str| page(subject, 88, posted, "Title 1. General Provisions.", section);
    let code = title("Virginia Code", "2022-11-08", "<h3>§ 1-301. [Repealed.]</h3><h3>§ 1-302. Waters.</h3>");
    let compacts = title("Compacts", "2022-11-09", "<h3>§ 1-301. Extent.</h3><h3>§ 1-302. [Renumbered.]</h3>");
    let (code, compacts) = (("gov.va.code.title.01.html", &*code), ("gov.va.compact.title.01.html", &*compacts));
    for files in [[code, compacts], [compacts, code]] {
        let (records, report) = import(&files);
        assert_eq!(shown(&records), [["va-code-1-301", "Repealed", "repealed"], ["va-code-1-302", "Waters", "active"]]);
        assert_eq!((report.skipped_as("compacts"), report.skipped()), (2, 2), "{report}");
    }
}

#[test]
fn constitution_is_skipped() {
    let page = page("Wyoming Code", 84, "2022-11-25", "Constitution of the State of Wyoming", "<h3>§ 1. Power.</h3>");
    let (records, report) = import(&[("gov.wy.code.constitution.wy.html", &page)]);
    assert_eq!((records.len(), report.skipped_as("no_title_of_code")), (0, 1));
}

#[test]
fn markup_and_scripts_are_removed_and_a_truncated_page_is_read() {
    let (records, report) =
        wyoming("<h3>§ 6-1. A<script>alert('<h3>')</script> <i>B</i>&nbsp;&lt;C&gt;.</h3><h3>§ 6-2. D</h");
    let titles: Vec<_> = records.iter().map(|record| record["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["A B <C>", "D"]);
    assert_eq!(report.read, 2);
    let (_, report) = run_in_memory(
        importer("public-resource"),
        &[("gov.wy.code.title.06.html", b"<meta name=Subject content='Wyoming Code'>\xff")],
    );
    assert_eq!(report.skipped_as("not_utf8"), 1);
}

/// Of 17,608 headings, 364 are of two constitutions. Of the rest:
///
/// - 1,458 are repealed. The word is in 1,473 headings: 6 of the others are in the constitution, 5 are repealed only
///   after the day of the data (one of them occurs twice), and 4 are about other repeals;
/// - 2 have ended, one expired and one terminated;
/// - 388 moved; 39 were not in force on the day of the data; 22 numbers have no law; 7 are a second version of a number
///   that has its record.
#[test]
fn real_statutes_of_wyoming_import_with_known_counts() {
    let Some(set) = Set::unpack("cic_wy") else { return };
    let corpus = Corpus::new();
    let report = corpus.import(importer("public-resource"), &[&set.path("cic_code")]);
    for (reason, count) in [
        ("no_title_of_code", 364),
        ("moved", 388),
        ("not_in_force", 39),
        ("no_law", 22),
        ("ended", 2),
        ("another_version", 7),
    ] {
        assert_eq!(report.skipped_as(reason), count, "{reason}");
    }
    assert_eq!((report.read, report.added), (17_608, 17_608 - 822));
    let records = corpus.records("statutes");
    let count = |status: &str| records.iter().filter(|record| record["status"] == status).count();
    assert_eq!(count("repealed"), 1458);
    assert_eq!((count("amended"), count("active")), (9684, 5644));
    let again = corpus.import(importer("public-resource"), &[&set.path("cic_code")]);
    assert_eq!((again.unchanged, again.added, again.replaced), (report.added, 0, 0));
    corpus.build();
}
