#![no_main]

use index_builder::import::registry::find;
use index_builder::import::run_in_memory::run_in_memory_with_texts;
use libfuzzer_sys::fuzz_target;

const COURTS: &str = "id,full_name,jurisdiction,citation_string\n\"ca9\",\"Ninth Circuit\",\"F\",\"9th Cir.\"\n";
const DOCKETS: &str = "id,court_id,docket_number,nature_of_suit\n\"1\",\"ca9\",\"1\",\"440\"\n";
const CITATIONS: &str = "id,volume,reporter,page,type,cluster_id\n\"1\",\"1\",\"F.3d\",\"2\",\"1\",\"9\"\n";
const CLUSTERS: &str = "id,docket_id,precedential_status,case_name,date_filed,date_modified\n";

// Any bytes after the header of a table, or instead of it: no panic, and everything read is a record or a skip.
fuzz_target!(|bytes: &[u8]| {
    let after = |header: &str| [header.as_bytes(), bytes].concat();
    for files in [
        [("a.csv", after(COURTS)), ("b.csv", after(DOCKETS)), ("c.csv", after(CITATIONS)), ("d.csv", after(CLUSTERS))],
        [("a.csv", bytes.to_vec()), ("b.csv", DOCKETS.into()), ("c.csv", CITATIONS.into()), ("d.csv", after(CLUSTERS))],
    ] {
        let files = files.each_ref().map(|(name, bytes)| (*name, bytes.as_slice()));
        let (lines, _, report) = run_in_memory_with_texts(find("courtlistener").unwrap(), &files);
        assert_eq!(report.valid, lines.len() as u64);
        assert_eq!(report.read, report.valid + report.skipped());
    }
});
