#![no_main]

use index_builder::import::registry::find;
use index_builder::import::run_in_memory::run_in_memory_with_texts;
use libfuzzer_sys::fuzz_target;

// Any bytes as a section: no panic, and everything read is a record or a skip.
fuzz_target!(|bytes: &[u8]| {
    let library = b"<library><meta><build><codified-date>2024-10-20</codified-date></build></meta></library>";
    let files: [(&str, &[u8]); 2] = [("index.xml", library), ("titles/1/sections/1-1.xml", bytes)];
    let (lines, _, report) = run_in_memory_with_texts(find("dc-law").unwrap(), &files);
    assert_eq!(report.valid, lines.len() as u64);
    assert_eq!(report.read, report.valid + report.skipped());
});
