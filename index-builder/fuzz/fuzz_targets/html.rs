#![no_main]

use index_builder::import::text::{clean, html};
use libfuzzer_sys::fuzz_target;

// The text of any HTML is clean: cleaning it again changes nothing. A summary is the beginning of the text, within its
// limit.
fuzz_target!(|source: &str| {
    let text = html::to_text(source);
    assert_eq!(clean::text(&text), text);
    if let Some(summary) = clean::summary(&text) {
        assert!(summary.chars().count() <= clean::MAX_SUMMARY_CHARACTERS);
        assert!(text.starts_with(&summary));
    }
});
