#![no_main]

use index_builder::import::registry::find;
use index_builder::import::run_in_memory::run_in_memory_with_mapping;
use libfuzzer_sys::fuzz_target;

const SECTIONS: &str = r#"
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

const CASES: &str = r#"
list = "cases"
name = "fuzz"
source = "Fuzz"
html = true

[fields]
key = "{n?}{t.n?}"
court = { from = "{j?}", words = { "w" = "wyo", "x" = "skip" }, other = "ca9" }
caseName = "{h?}"
citation = { from = ["{s?}", "{t.s?}"], separator = ";" }
decisionDate = { from = "{e?}", format = "%m/%d/%Y" }
docket = "{t?}"
topics = { from = "{t.s?}", separator = ";", crosswalk = "open-states" }
summary = "{b?}"
text = "{b?}"
meta.last_updated = { from = "{u?}", none = "x" }
"#;

// Any bytes as rows: no panic, and everything read is a record, an older or repeated one, or a skip.
fuzz_target!(|bytes: &[u8]| {
    for name in ["a.jsonl", "a.json", "a.csv", "a.tsv"] {
        let import = |mapping| run_in_memory_with_mapping(find("jsonl").unwrap(), mapping, &[(name, bytes)]);
        let (lines, _, report) = import(SECTIONS);
        assert!(lines.len() as u64 <= report.valid);
        assert_eq!(report.read, report.valid + report.skipped());
        let (lines, _, report) = import(CASES);
        assert_eq!(lines.len() as u64, report.written());
        assert_eq!(report.read, report.written() + report.older + report.repeated.count + report.skipped());
    }
});
