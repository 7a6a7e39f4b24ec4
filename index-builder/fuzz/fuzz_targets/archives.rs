#![no_main]

use index_builder::import::registry::Format;
use index_builder::import::run_in_memory::trial;
use libfuzzer_sys::fuzz_target;

// Whatever an archive holds, and however it is damaged: no panic.
fuzz_target!(|bytes: &[u8]| {
    let (lines, report) = trial(Format::Uslm, &[("archive", bytes)]);
    assert_eq!(report.read, lines.len() as u64 + report.skipped());
});
