#![no_main]

use index_builder::import::registry::find;
use index_builder::import::run_in_memory::run_in_memory;
use libfuzzer_sys::fuzz_target;

// Any bytes as a file of bills or a README: no panic, and everything read is a record, a repeated one or a skip.
fuzz_target!(|bytes: &[u8]| {
    for name in ["bill_1.json", "README"] {
        let (lines, report) = run_in_memory(find("openstates").unwrap(), &[(name, bytes)]);
        assert!(lines.len() as u64 <= report.valid);
        assert_eq!(report.read, report.valid + report.skipped());
    }
});
