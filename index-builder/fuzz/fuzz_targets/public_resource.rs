#![no_main]

use index_builder::import::registry::find;
use index_builder::import::run_in_memory::run_in_memory_with_texts;
use libfuzzer_sys::fuzz_target;

// Any bytes as the body of a page: no panic, and everything read is a record or a skip.
fuzz_target!(|bytes: &[u8]| {
    let head = b"<meta name='Subject' content='Wyoming Code'>\
        <meta name='description' content='Release 84 posted on 2022-11-25.'><body><h1>Title 6 Crimes</h1>";
    let page = [head.as_slice(), bytes].concat();
    let (lines, _, report) =
        run_in_memory_with_texts(find("public-resource").unwrap(), &[("gov.wy.code.title.06.html", &page)]);
    assert_eq!(report.valid, lines.len() as u64);
    assert_eq!(report.read, report.valid + report.skipped());
});
