//! An import of `CourtListener` tables of the real size, which the test generates. Run it by hand, with 30 GB of free
//! disk space.
//!
//! `cargo test --release -p index-builder --test import -- --ignored real_size`

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use crate::corpus::{Corpus, importer};

/// The maximum memory of an import of any size, in bytes.
const MAX_MEMORY_BYTES: u64 = 3 << 29;

/// Writes a table, row by row.
fn table(folder: &Path, name: &str, header: &str, n_rows: u64, row: impl Fn(u64) -> String) {
    let mut file = BufWriter::new(File::create(folder.join(format!("{name}-2026-01-31.csv"))).unwrap());
    writeln!(file, "{header}").unwrap();
    for idx in 1..=n_rows {
        writeln!(file, "{}", row(idx)).unwrap();
    }
    file.flush().unwrap();
}

/// A pseudorandom number below `end`.
fn mixed(idx: u64, end: u64) -> u64 {
    (idx.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) % end
}

fn tables(folder: &Path, n_clusters: u64) {
    let courts = ["scotus", "ca9", "cand", "cal", "calctapp", "ny", "tex", "wyo"];
    let (n_dockets, n_citations) = (7 * n_clusters, 2 * n_clusters);
    table(folder, "dockets", "id,date_modified,docket_number,nature_of_suit,court_id", n_dockets, |idx| {
        let court = courts[mixed(idx, courts.len() as u64) as usize];
        format!(r#""{idx}","2014-10-30 14:49:17+00","1-{idx}","440 Civil Rights: Other","{court}""#)
    });
    let header = "id,date_modified,date_filed,case_name,precedential_status,docket_id";
    table(folder, "opinion-clusters", header, n_clusters, |idx| {
        let docket = 1 + mixed(idx, n_dockets);
        format!(r#""{idx}","2014-10-30 14:49:17+00","2001-04-23","Doe v. \"No. {idx}\"","Published","{docket}""#)
    });
    table(folder, "citations", "id,volume,reporter,page,type,cluster_id", n_citations, |idx| {
        let (volume, page, cluster) = (mixed(idx, 999), mixed(idx + 1, 1500), 1 + mixed(idx + 2, n_clusters));
        format!(r#""{idx}","{volume}","F.{}d","{page}","{}","{cluster}""#, 2 + idx % 2, 1 + idx % 3)
    });
}

/// The peak memory of this process.
fn peak_bytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    1024 * peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
}

#[test]
#[ignore = "writes 10 GB and takes minutes"]
fn tables_of_real_size_are_joined_in_bounded_memory() {
    let n_clusters = std::env::var("LEXDEX_CLUSTERS").map_or(10_000_000, |number| number.parse().unwrap());
    let corpus = Corpus::new();
    let folder = corpus.path().with_file_name("tables");
    fs::create_dir(&folder).unwrap();
    tables(&folder, n_clusters);
    let report = corpus.import(importer("courtlistener"), &[&folder]);
    assert_eq!(report.read, n_clusters);
    assert_eq!(report.added + report.skipped_as("no_citation"), n_clusters, "{report}");
    let peak = peak_bytes();
    let _ = writeln!(std::io::stderr(), "{n_clusters} clusters: {} MiB", peak >> 20);
    assert!(peak < MAX_MEMORY_BYTES, "{} MiB", peak >> 20);
}
