#![no_main]

use index_builder::import::registry::find;
use index_builder::import::run_in_memory::run_in_memory;
use libfuzzer_sys::fuzz_target;

// Whatever an archive holds, and however it is damaged: no panic.
fuzz_target!(|bytes: &[u8]| {
    let (lines, report) = run_in_memory(find("uslm").unwrap(), &[("archive", bytes)]);
    assert_eq!(report.read, lines.len() as u64 + report.skipped());
});
