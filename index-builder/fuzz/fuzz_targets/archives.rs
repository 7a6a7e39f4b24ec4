#![no_main]

use index_builder::import::registry::find;
use index_builder::import::run_in_memory::run_in_memory_with_texts;
use libfuzzer_sys::fuzz_target;

// Any bytes as an archive: no panic, and everything read is a record or a skip.
fuzz_target!(|bytes: &[u8]| {
    let (lines, _, report) = run_in_memory_with_texts(find("uslm").unwrap(), &[("archive", bytes)]);
    assert_eq!(report.read, lines.len() as u64 + report.skipped());
});
