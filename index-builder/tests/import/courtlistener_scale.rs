//! Imports of `CourtListener` tables of 5 and of 20 GB, which the test generates. Run it by hand, with 35 GB of free
//! disk space.
//!
//! `cargo test --profile dist -p index-builder --test import -- --ignored 20_gb --nocapture`

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value;

use crate::corpus::Corpus;
use crate::peak_memory;

const GB: u64 = 1_000_000_000;

/// The dockets and citations for each decision. The publisher has ten million decisions.
const DOCKETS: u64 = 7;
const CITATIONS: u64 = 2;

/// The columns of the publisher's table of dockets in 2026.
const DOCKET_COLUMNS: &str = "id,date_created,date_modified,source,appeal_from_str,assigned_to_str,referred_to_str,\
    panel_str,date_last_index,date_cert_granted,date_cert_denied,date_argued,date_reargued,date_reargument_denied,\
    date_filed,date_terminated,date_last_filing,case_name_short,case_name,case_name_full,slug,docket_number,\
    docket_number_core,pacer_case_id,cause,nature_of_suit,jury_demand,jurisdiction_type,appellate_fee_status,\
    appellate_case_type_information,mdl_status,filepath_local,filepath_ia,filepath_ia_json,ia_upload_failure_count,\
    ia_needs_upload,ia_date_first_change,view_count,date_blocked,blocked,appeal_from_id,assigned_to_id,court_id";

/// The columns of the publisher's table of decisions in 2026.
const CLUSTER_COLUMNS: &str = "id,date_created,date_modified,judges,date_filed,date_filed_is_approximate,slug,\
    case_name_short,case_name,case_name_full,scdb_id,scdb_decision_direction,scdb_votes_majority,scdb_votes_minority,\
    source,procedural_history,attorneys,nature_of_suit,posture,syllabus,headnotes,summary,disposition,history,\
    other_dates,cross_reference,correction,citation_count,precedential_status,date_blocked,blocked,\
    filepath_json_harvard,filepath_pdf_harvard,docket_id,arguments,headmatter";

const CITATION_COLUMNS: &str = "id,volume,reporter,page,type,cluster_id,date_created,date_modified";

const DAY: &str = "2014-10-30 14:49:17.509136+00";

const PROSE: &str = "The court below found that the officer had no warrant, that no one had consented to the search, and \
    that nothing in the record showed a reason to fear that evidence would be destroyed before a warrant could be had. ";

/// A pseudorandom number below `end`.
fn mixed(idx: u64, end: u64) -> u64 {
    (idx.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) % end
}

fn docket(idx: u64) -> String {
    let court = ["scotus", "ca9", "cand", "cal", "calctapp", "ny", "tex", "wyo"][mixed(idx, 8) as usize];
    let name = format!("Doe v. Number {idx} Insurance Company of North America");
    format!(
        r#""{idx}","{DAY}","{DAY}","0",,"Hon. Jane Q. Public",,,,,,,,,"2001-01-05",,,"Doe","{name}","","doe-v-number-{idx}","1-{idx}","01{idx}","{idx}","42:1983 Civil Rights Act","440 Civil Rights: Other","Plaintiff","Federal question",,,,,,,,"f",,"0",,"f",,,"{court}""#
    )
}

fn cluster(idx: u64, n_dockets: u64) -> String {
    let docket = 1 + mixed(idx, n_dockets);
    // Few decisions have a syllabus.
    let syllabus = PROSE.repeat((mixed(idx + 3, 64) as usize).saturating_sub(48));
    format!(
        r#""{idx}","{DAY}","{DAY}","Public","2001-04-23","f","doe-v-{idx}","Doe","Doe v. \"No. {idx}\"","","",,,,"C","","Jane Roe, for appellant","","","{syllabus}","","","","","","","","7","Published",,"f","","","{docket}","","""#
    )
}

/// One of 32 citations is of the same page as the one before it.
fn citation(idx: u64, n_clusters: u64) -> String {
    const PAGES: u64 = 1500;
    let place = if idx % 32 == 31 { idx - 1 } else { idx };
    let (volume, page, cluster) = (1 + place / PAGES, 1 + place % PAGES, 1 + mixed(idx, n_clusters));
    format!(r#""{idx}","{volume}","F.2d","{page}","{}","{cluster}","{DAY}","{DAY}""#, 1 + idx % 3)
}

/// Writes a table, row by row.
fn write_table(folder: &Path, name: &str, columns: &str, n_rows: u64, row: impl Fn(u64) -> String) {
    let mut file = BufWriter::new(File::create(folder.join(format!("{name}-2026-01-31.csv"))).unwrap());
    writeln!(file, "{columns}").unwrap();
    for idx in 1..=n_rows {
        writeln!(file, "{}", row(idx)).unwrap();
    }
    file.flush().unwrap();
}

fn write_tables(folder: &Path, n_clusters: u64) {
    fs::create_dir(folder).unwrap();
    let n_dockets = DOCKETS * n_clusters;
    write_table(folder, "dockets", DOCKET_COLUMNS, n_dockets, docket);
    write_table(folder, "opinion-clusters", CLUSTER_COLUMNS, n_clusters, |idx| cluster(idx, n_dockets));
    write_table(folder, "citations", CITATION_COLUMNS, CITATIONS * n_clusters, |idx| citation(idx, n_clusters));
}

/// The number of decisions in tables of about this size. The average row of each table is taken from its first ones.
fn n_clusters(n_bytes: u64) -> u64 {
    const N_ROWS: u64 = 1000;
    let rows = |row: &dyn Fn(u64) -> String| (1..=N_ROWS).map(|idx| row(idx << 12).len() as u64 + 1).sum::<u64>();
    let each =
        DOCKETS * rows(&docket) + rows(&|idx| cluster(idx, 1 << 24)) + CITATIONS * rows(&|idx| citation(idx, 1 << 22));
    n_bytes * N_ROWS / each
}

/// Imports tables of about this size. Returns the peak memory of the import in bytes.
fn peak_of_import(n_bytes: u64) -> u64 {
    let n_clusters = n_clusters(n_bytes);
    let corpus = Corpus::new();
    let (tables, report) = (corpus.path().with_file_name("tables"), corpus.path().with_file_name("report.json"));
    write_tables(&tables, n_clusters);
    let sizes = fs::read_dir(&tables).unwrap().map(|table| table.unwrap().metadata().unwrap().len());
    let n_written: u64 = sizes.sum();
    let begin = Instant::now();
    let mut import = Command::new(env!("CARGO_BIN_EXE_index-builder"));
    import.args(["import", "courtlistener"]).arg(&tables).arg("--corpus").arg(corpus.path());
    import.arg("--report").arg(&report).stdout(Stdio::null());
    let (status, peak) = peak_memory::wait(import.spawn().unwrap());
    assert!(status.success());
    let report: Value = serde_json::from_str(&fs::read_to_string(report).unwrap()).unwrap();
    assert_eq!(report["read"], n_clusters);
    let (n_added, n_skipped) = (report["written"]["added"].as_u64().unwrap(), &report["skipped"]["reasons"]);
    let n_skipped: u64 = n_skipped.as_array().unwrap().iter().map(|reason| reason["count"].as_u64().unwrap()).sum();
    assert!(n_added > n_clusters / 2);
    assert_eq!(n_added + n_skipped, n_clusters);
    let (gb, seconds) = (n_written as f64 / GB as f64, begin.elapsed().as_secs());
    let line = format!("{gb:.1} GB, {n_added} of {n_clusters} decisions: {} MiB, {seconds} s", peak >> 20);
    let _ = writeln!(io::stderr(), "{line}");
    peak
}

#[test]
#[ignore = "writes 35 GB and takes minutes"]
fn import_of_20_gb_needs_hardly_more_memory_than_one_of_5_gb() {
    let (quarter, whole) = (peak_of_import(5 * GB), peak_of_import(20 * GB));
    assert!(quarter > 0 && 10 * whole <= 11 * quarter, "{} MiB, {} MiB", quarter >> 20, whole >> 20);
}
