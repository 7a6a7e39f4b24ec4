//! Any bytes as a BILLSTATUS file: nothing panics, and everything read is counted.

#![no_main]

use index_builder::import::Format;
use index_builder::import::trial::trial;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| {
    let (lines, report) = trial(Format::Billstatus, &[("BILLSTATUS.xml", file)]);
    assert_eq!(report.read, lines.len() as u64 + report.skipped());
});
