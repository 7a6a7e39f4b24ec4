#![no_main]

use index_builder::import::registry::find;
use index_builder::import::run_in_memory::run_in_memory;
use libfuzzer_sys::fuzz_target;

// Any bytes as the file of a bill: no panic, and everything read is a record or a skip.
fuzz_target!(|bytes: &[u8]| {
    let (lines, report) = run_in_memory(find("congress-json").unwrap(), &[("111/bills/hr/hr1/data.json", bytes)]);
    assert_eq!(report.valid, lines.len() as u64);
    assert_eq!(report.read, report.valid + report.skipped());
});
