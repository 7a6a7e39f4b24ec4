#![no_main]

use index_builder::import::registry::find;
use index_builder::import::run_in_memory::run_in_memory_with_mapping;
use libfuzzer_sys::fuzz_target;

const MAPPING: &str = r#"
list = "statutes"
name = "fuzz"
source = "Fuzz"
html = true

[fields]
jurisdiction = { from = "{j?}", words = { "w" = "wy", "x" = "skip" }, other = "tx" }
id.code = "code"
id.within = "{t?}"
sectionNumber = "{n?}{t.n?}"
title = "{h?}"
status = { from = "{s?}", other = "active" }
effectiveDate = { from = "{e?}", format = "%m/%d/%Y" }
topics = { from = "{t.s?}", separator = ";", crosswalk = "open-states" }
text = "{b?}"
meta.last_updated = "2025-01-01"
"#;

// Any bytes as rows: no panic, and everything read is a record, a repeated one or a skip.
fuzz_target!(|bytes: &[u8]| {
    for name in ["a.jsonl", "a.json", "a.csv", "a.tsv"] {
        let (lines, _, report) = run_in_memory_with_mapping(find("jsonl").unwrap(), MAPPING, &[(name, bytes)]);
        assert!(lines.len() as u64 <= report.valid);
        assert_eq!(report.read, report.valid + report.skipped());
    }
});
