//! Habits of single state codes, on pages in the form of their publisher.

use serde_json::Value;

use crate::corpus::importer;
use index_builder::import::run_in_memory::run_in_memory;
use index_builder::report::import_report::Report;

/// Imports a page of a state, which was posted on November 7, 2022.
fn import(state: &str, title: &str, body: &str) -> (Vec<[String; 4]>, Report) {
    let page = format!(
        "<html><head><meta name=description content=\"Release 80 released 2022.09. Transformed and posted by
         Public.Resource.Org using x.py version 2.3 on 2022-11-07.\" /></head><body><h1>Title {title}</h1>
         <main>{body}</main></body></html>"
    );
    let name = format!("gov.{state}.code.title.x.html");
    let (lines, report) = run_in_memory(importer("public-resource"), &[(&name, page.as_bytes())]);
    let records = lines.iter().map(|(_, line)| serde_json::from_str::<Value>(line).unwrap());
    let fields = ["sectionNumber", "title", "status", "effectiveDate"];
    (records.map(|record| fields.map(|field| record[field].as_str().unwrap_or("-").to_owned())).collect(), report)
}

#[test]
fn colorado_notes_versions_in_the_first_paragraph() {
    let (records, report) = import(
        "co",
        "6 Consumer Affairs",
        "<h3>6-1-104. Reporting.</h3><p>[ Editor's note: This version of this section is effective until July 1, 2023. ]
         The attorneys may report.</p><p>Source: L. 69: p. 372, § 1. L. 2021: (1) amended, p. 5, effective July 1.</p>
         <h3>6-1-104. Reporting again.</h3><p>[ Editor's note: This version of this section is effective July 1, 2023. ]
         They must.</p><p>Source: L. 69: p. 372, § 1.</p>
         <h3>6-1-107. Powers.</h3><p>[Editor's note: This version of subsection (1) is effective until July 1, 2023.]
         If so.</p><p>Source: L. 2020: Entire section added, p. 9, § 1, effective May 1.</p>
         <h3>6-1-1301. Short title.</h3><p>[Editor's note: This section is effective July 1, 2023.]</p><p>The title.</p>
         <p>Source: L. 2021: Entire part added, (SB 21-190), ch. 483, p. 3445, § 1, effective July 1, 2023.</p>
         <h3>6-1-1501. Definitions.</h3><p>The law.</p>
         <p>Source: L. 2022: Entire part added, (HB 22-1031), ch. 327, p. 2307, § 2, effective January 1, 2023.</p>
         <h3>6-2-103. Fees.</h3><ol><li>(Deleted by amendment, L. 97, p. 10, § 2, effective March 13, 1997.)</li></ol>
         <p>Source: L. 96: Entire article added, p. 892, § 1, effective May 23. L. 97: (1) amended, p. 10.</p>",
    );
    assert_eq!(
        records,
        [
            ["§ 6-1-104", "Reporting", "amended", "-"],
            ["§ 6-1-107", "Powers", "active", "2020-05-01"],
            ["§ 6-2-103", "Fees", "amended", "1996-05-23"],
        ]
    );
    assert_eq!((report.skipped_as("not_in_force"), report.skipped()), (3, 3), "{report}");
}

#[test]
fn vermont_notes_versions_in_a_sentence_before_the_heading() {
    let (records, report) = import(
        "vt",
        "7 Beverages",
        "<h3>§ 753. Section 753 effective until July 1, 2022; see also section 753 effective July 1, 2022 set out below.
         Cancellation.</h3><p>HISTORY: Added 2017, No. 145 (Adj. Sess.), § 5, eff. Jan. 1, 2019.</p>
         <h3>§ 753. Section 753 effective July 1, 2022; see also section 753 effective until July 1, 2022 set out above.
         Cancellation of franchise.</h3><p>HISTORY: Amended 2003, No. 42, § 2, eff. May 27, 2003.</p>
         <h3>§ 841. Section 841 repealed effective July 1, 2024. Control Board.</h3>
         <h3>§ 1607. Section 1607 repealed effective July 1, 2022. Plates.</h3>
         <h3>§ 1377. Section 1377 effective upon occurrence of contingency. Penalty.</h3>
         <h3>§ 2676. See effective date of amendment in note set out below. Title to milk.</h3>
         <h3>§ 2962. Section 2962 effective July 1, 2022; see also section 2962 effective until July 1, 2022 set out above
         Reimbursement.</h3><h3>§ 2677. Sections supplemental to this title. Repealer.</h3>",
    );
    assert_eq!(
        records,
        [
            ["§ 1607", "Plates", "repealed", "-"],
            ["§ 2676", "Title to milk", "active", "-"],
            ["§ 2677", "Sections supplemental to this title. Repealer", "active", "-"],
            ["§ 2962", "Reimbursement", "active", "-"],
            ["§ 753", "Cancellation of franchise", "amended", "-"],
            ["§ 841", "Control Board", "active", "-"],
        ]
    );
    assert_eq!((report.skipped_as("another_version"), report.skipped_as("not_in_force")), (1, 1), "{report}");
}

#[test]
fn idaho_cuts_headings_and_labels_and_has_compacts_in_h3() {
    let (records, report) = import(
        "id",
        "1 COURTS",
        "<h3>§ 1-401. Duties in general</h3><p>Office. [Repealed.]</p><h4>STATUTORY NOTES</h4>
         <h3>§ 1-402. Clean rooms. — (1) There is exempted from the taxes imposed by this chapter the sale at
         retail.</h3><p>I.C.,§ 1-402, as added by 1986, ch. 5, § 1, p. 9.</p>
         <h3>§ 1-405. Deposit</h3><p>Reports. Repealed.]</p>
         <h3>§ 1-403. Commission.</h3><p>The governor shall appoint a commission.\n    History.\n  </p>
         <p>1947, ch. 53, § 10, p. 59; am. 1969, ch. 97, § 5, p. 329.</p>
         <h3>§ 1-404. Compact.</h3><p>It is enacted.</p><h3>ARTICLE I—PURPOSE</h3><p>To trade.</p>
         <h5>History.</h5><p>I.C.,§ 1-404, as added by 1986, ch. 5, § 1, p. 9.</p>",
    );
    assert_eq!(
        records,
        [
            ["§ 1-401", "Duties in general — Office", "repealed", "-"],
            ["§ 1-402", "Clean rooms", "active", "-"],
            ["§ 1-403", "Commission", "amended", "-"],
            ["§ 1-404", "Compact", "active", "-"],
            ["§ 1-405", "Deposit — Reports", "repealed", "-"],
        ]
    );
    assert_eq!((report.read, report.skipped()), (5, 0), "{report}");
}

#[test]
fn headings_of_subchapters_and_foreign_numbers_are_no_sections() {
    let (records, report) = import(
        "ar",
        "10 General Assembly",
        "<h3>Subchapter 1 — General Provisions</h3><h3>10-6-101. Acts.</h3><p>The acts are:</p>
         <h3>1. Acts 1977, No. 100.</h3><p>SECTION 1.</p><h3>Subchapter 2</h3>",
    );
    assert_eq!(records, [["§ 10-6-101", "Acts", "active", "-"]]);
    assert_eq!((report.read, report.skipped_as("number_of_another_title")), (2, 1), "{report}");
    let (records, report) = import(
        "ms",
        "79 Corporations",
        "<h3>Section 7-7-2 provides that the words “State Auditor” mean another.</h3><h3>§ 79-1-1. Fees.</h3>",
    );
    assert_eq!(records, [["§ 79-1-1", "Fees", "active", "-"]]);
    assert_eq!(report.skipped_as("number_of_another_title"), 1, "{report}");
}

#[test]
fn page_without_most_of_its_listed_sections_is_damaged() {
    let entries: String =
        (1..=6).map(|n| format!("<li id=\"t79c01s79-1-{n}-snav0{n}\"><a>79-1-{n}. Fees.</a></li>")).collect();
    for (n_sections, n_records, n_damaged) in [(2, 0, 1), (3, 3, 0), (6, 6, 0)] {
        let sections: String = (1..=n_sections).map(|n| format!("<h3>§ 79-1-{n}. Fees.</h3>")).collect();
        let body = format!("<ul><li id=\"t79c01-snav09\">Chapter 1</li>{entries}</ul>{sections}<h3>§ 7-7-2. x.</h3>");
        let (records, report) = import("ms", "79 Corporations", &body);
        assert_eq!((records.len(), report.skipped_as("damaged")), (n_records, n_damaged), "{report}");
    }
}
