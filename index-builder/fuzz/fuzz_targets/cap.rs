#![no_main]

use index_builder::import::registry::find;
use index_builder::import::run_in_memory::run_in_memory_with_texts;
use libfuzzer_sys::fuzz_target;

// Any bytes as a list, a case or an export: no panic, and everything read is a record or a skip.
fuzz_target!(|bytes: &[u8]| {
    for name in ["1/CasesMetadata.json", "1/cases/0001-01.json", "data.jsonl"] {
        let (lines, _, report) = run_in_memory_with_texts(find("cap").unwrap(), &[(name, bytes)]);
        assert_eq!(report.valid, lines.len() as u64);
        assert_eq!(report.read, report.valid + report.skipped());
    }
});
