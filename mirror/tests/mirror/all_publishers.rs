//! From an empty folder to a served index of all publishers, and their next releases. Each publisher has a quirk.

use std::collections::BTreeMap;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::archive::zip;
use crate::federal::{Publishers, bill, code};
use crate::folder::Folder;
use crate::releases::{put_dc_code, put_state, put_tables, put_volumes};
use crate::served::Served;
use crate::support::{Quirk, Server};

const COMMITS: [&str; 2] = ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"];

/// Digits that do not compress, because a table of less than a thousand bytes counts as broken.
fn ballast() -> String {
    let mut state = 1_u32;
    let digits = (0..4_000).map(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'0' + (state >> 24) as u8 % 10)
    });
    digits.collect()
}

/// The four tables of a date with one decision of this name.
fn put_decision(server: &Server, date: &str, name: &str) {
    let ballast = ballast();
    let tables = [
        (
            "courts",
            "id,full_name,short_name,jurisdiction,citation_string,date_modified,notes",
            "\"ca9\",\"Court of Appeals for the Ninth Circuit\",\"Ninth Circuit\",\"F\",\"9th Cir.\",\"2014-10-31 01:58:02+00\"",
        ),
        (
            "dockets",
            "id,date_modified,case_name,docket_number,nature_of_suit,court_id,notes",
            "\"1\",\"2015-01-01 00:00:00+00\",\"x\",\"1-1\",,\"ca9\"",
        ),
        (
            "opinion-clusters",
            "id,date_modified,date_filed,date_filed_is_approximate,case_name,case_name_full,nature_of_suit,precedential_status,docket_id,notes",
            &format!("\"9\",\"2016-05-17 15:36:14+00\",\"1999-12-31\",\"f\",\"{name}\",\"\",\"\",\"Published\",\"1\""),
        ),
        ("citations", "id,volume,reporter,page,type,cluster_id,notes", "\"1\",\"508\",\"F.3d\",\"1146\",\"1\",\"9\""),
    ];
    let tables =
        tables.map(|(table, header, row)| (format!("{table}-{date}.csv"), format!("{header}\n{row},\"{ballast}\"\n")));
    let tables: Vec<(&str, &[u8])> = tables.iter().map(|(table, rows)| (table.as_str(), rows.as_bytes())).collect();
    put_tables(server, &tables);
}

/// The zip of a volume with one decision of this name.
fn volume(page: u32, name: &str) -> Vec<u8> {
    let case = json!({
        "id": page, "name": name, "name_abbreviation": name, "decision_date": "1969-10-31", "docket_number": "",
        "first_page": page.to_string(), "last_page": "92",
        "citations": [{"type": "official", "cite": format!("1 Cal. 3d {page}")}],
        "court": {"name_abbreviation": "Cal.", "id": 9021, "name": "Supreme Court of California"},
        "jurisdiction": {"id": 30, "name_long": "California", "name": "Cal."},
        "last_updated": "2024-02-27T16:57:40+00:00", "file_name": format!("{page:04}-01"),
    });
    zip(&[(&format!("json/{page:04}-01.json"), case.to_string().as_bytes())])
}

/// An entry of the list of volumes.
fn listed(volume: &str, time: Option<&str>) -> Value {
    json!({"volume_number": volume, "volume_folder": volume, "reporter_slug": "cal-3d", "last_updated": time})
}

/// Publishes the D.C. Code with one section of this heading.
fn put_dc_section(server: &Server, branch: &str, commit: &str, heading: &str) {
    let namespace = "xmlns='https://code.dccouncil.us/schemas/dc-library'";
    let library =
        format!("<library {namespace}><meta><build><codified-date>{branch}</codified-date></build></meta></library>");
    let section = format!(
        "<section {namespace}><num>22-1</num><heading>{heading}.</heading><text>No.</text><annotations>\
         <annotation type='History' doc='D.C. Law 1-1'>Mar. 3, 1979, D.C. Law 1-1, § 2</annotation></annotations></section>"
    );
    let files = [
        ("dc/index.xml", library.as_bytes()),
        ("dc/us/dc/council/code/titles/22/sections/22-1.xml", section.as_bytes()),
    ];
    put_dc_code(server, branch, commit, &files);
}

/// Publishes the code of Wyoming with one section.
fn put_wyoming(server: &Server) {
    let page = "<html><head><meta content=\"Wyoming Code\" name=\"Subject\" /><meta content=\"Release 84 of the Official \
                Code of Wyoming Annotated released 2022.11 Transformed and posted by Public.Resource.Org using x.py \
                version 2.3 on 2022-11-25.\" name=\"description\" /></head><body><nav><h1 class=\"title\" id=\"t06\">\
                <b>Title 6 Crimes and Offenses</b></h1></nav><main><h3 id=\"t06c03s6-3-101\"><b>§ 6-3-101. Arson.</b></h3>\
                <p><b>History.</b> 2019 ch. 186, § 1, effective July 1, 2019.</p></main></body></html>";
    put_state(server, "wy", COMMITS[0], &[("wy/r84/gov.wy.code.title.06.html", page.as_bytes())]);
}

/// The names of all served records by id.
fn served_names(served: &Served) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for list in ["statutes", "cases", "bills"] {
        let answer = served.get(&format!("/api/v1/{list}?limit=100"));
        for record in answer["data"].as_array().unwrap() {
            let text = |field: &str| record[field].as_str().map(str::to_owned);
            names.insert(text("id").unwrap(), text("title").or_else(|| text("caseName")).unwrap());
        }
    }
    names
}

fn names(names: &[(&str, &str)]) -> BTreeMap<String, String> {
    names.iter().map(|(id, name)| ((*id).to_owned(), (*name).to_owned())).collect()
}

#[test]
fn all_publishers_are_served_and_refreshed_despite_quirks() {
    let mut publishers = Publishers::start();
    let section = |title: &str, day: &str, heading: &str| code(title, day, &[("1", heading)]);
    publishers
        .put_code("118-40", &[("01", section("1", "2026-10-01", "One")), ("07", section("7", "2026-10-01", "Seven"))]);
    publishers.put_bills("01-Oct-2026 08:00", &[bill(1, "2026-10-01", "old"), bill(2, "2026-10-01", "old")]);
    let server = &publishers.server;
    put_decision(server, "2026-03-31", "Doe v. Roe");
    put_volumes(server, &[listed("1", Some("2024-03-06")), listed("2", None)]);
    server.put("/cal-3d/1.zip", volume(80, "Draft v. Final"));
    server.put("/cal-3d/2.zip", volume(90, "Third v. Fourth"));
    put_dc_section(server, "2026-05-23", COMMITS[0], "Setting fires");
    put_wyoming(server);

    let url = server.url("");
    let base = |name: &str| format!("[{name}]\nbase-url = \"{url}\"\n");
    let configuration = format!(
        "{}{}{}{}{}states = [\"wy\"]\n[politeness]\nstall-secs = 1\n[gate]\nmax-changed = \"100%\"\n",
        publishers.configuration(),
        base("courtlistener"),
        base("cap"),
        base("dc-law"),
        base("public-resource"),
    );
    let folder = Folder::new(&configuration);
    // Each publisher has a bad first day. The listing of bills always answers 406 to requests for another media type.
    server.quirk("/download/download.shtml", Quirk::NeedsCookie);
    let of_bills = "/bulkdata/BILLSTATUS/118/hr/BILLSTATUS-118-hr.zip";
    server.quirk_times(of_bills, 1, Quirk::RetryAfter(429, "1".to_owned()));
    let decisions = "/bulk-data/opinion-clusters-2026-03-31.csv.bz2";
    server.quirk_times(decisions, 1, Quirk::Stall(500));
    server.quirk_times("/cal-3d/1.zip", 1, Quirk::Cut(100));
    server.quirk_times("/cal-3d/1.zip", 1, Quirk::ChangesTo(volume(80, "First v. Second")));
    let dc_code = format!("/DCCouncil/law-xml-codified/tar.gz/{}", COMMITS[0]);
    server.put("/moved.tar.gz", server.file(&dc_code));
    server.quirk(&dc_code, Quirk::Redirect("/moved.tar.gz".to_owned()));
    let wyoming = format!("/UniCourt/cic-code-wy/tar.gz/{}", COMMITS[0]);
    server.quirk_times(&wyoming, 1, Quirk::Html("Maintenance"));
    let outcome = folder.run_to(3, &["sync"]);
    let error = format!("error: public-resource: {url}{wyoming} is not usable: it is a page of HTML");
    assert!(outcome.stderr.contains(&error), "{}", outcome.stderr);
    let log = server.take_log();
    for request in [
        "302 /download/download.shtml".to_owned(),
        format!("429 {of_bills}"),
        format!("206 {decisions}"),
        "200 /cal-3d/1.zip".to_owned(),
        format!("302 {dc_code}"),
    ] {
        assert!(log.iter().any(|line| line.starts_with(&request)), "no {request} in {log:#?}");
    }
    let served = Served::start(&folder.path("published"));
    let first = [
        ("cal-1-cal-3d-80", "First v. Second"),
        ("cal-1-cal-3d-90", "Third v. Fourth"),
        ("ca9-508-f3d-1146", "Doe v. Roe"),
        ("dc-code-22-1", "Setting fires"),
        ("federal-118-hr-1", "An Act numbered 1 old"),
        ("federal-118-hr-2", "An Act numbered 2 old"),
        ("federal-usc-1-1", "One"),
        ("federal-usc-7-1", "Seven"),
    ];
    assert_eq!(served_names(&served), names(&first));

    // The next releases.
    let title_7 = section("7", "2026-11-01", "Seven, amended");
    publishers.put_code("118-41", &[("07", title_7)]);
    publishers.put_bills("01-Nov-2026 08:00", &[bill(1, "2026-10-01", "old"), bill(2, "2026-11-01", "new")]);
    let server = &publishers.server;
    put_decision(server, "2026-06-30", "Doe v. Roe Inc.");
    put_volumes(server, &[listed("1", Some("2026-03-06")), listed("2", None)]);
    server.put("/cal-3d/1.zip", volume(80, "First v. Second, Third"));
    put_dc_section(server, "2026-09-16", COMMITS[1], "Setting fires; penalty");
    let outcome = folder.run_to(0, &["sync"]);
    let differences = "statutes: 1 added, 0 removed, 2 changed, 1 unchanged\n\
                       cases: 0 added, 0 removed, 2 changed, 1 unchanged\n\
                       bills: 0 added, 0 removed, 1 changed, 1 unchanged\n";
    assert!(outcome.stdout.contains(differences), "{}{}", outcome.stdout, outcome.stderr);
    let log = server.take_log();
    assert!(log.iter().any(|line| line.starts_with("304 /cal-3d/2.zip")), "{log:#?}");
    let next = [
        ("cal-1-cal-3d-80", "First v. Second, Third"),
        ("cal-1-cal-3d-90", "Third v. Fourth"),
        ("ca9-508-f3d-1146", "Doe v. Roe Inc."),
        ("dc-code-22-1", "Setting fires; penalty"),
        ("federal-118-hr-1", "An Act numbered 1 old"),
        ("federal-118-hr-2", "An Act numbered 2 new"),
        ("federal-usc-1-1", "One"),
        ("federal-usc-7-1", "Seven, amended"),
        ("wy-stat-6-3-101", "Arson"),
    ];
    // The server looks for a new index from time to time.
    let (next, deadline) = (names(&next), Instant::now() + Duration::from_secs(60));
    while served_names(&served) != next && Instant::now() < deadline {
        thread::yield_now();
    }
    assert_eq!(served_names(&served), next);
}
