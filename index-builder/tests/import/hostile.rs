//! Every record in a damaged or arbitrary file is imported or skipped with a reason. No file causes a panic.

use std::sync::LazyLock;

use index_builder::import::run_in_memory::run_in_memory;
use index_builder::import::text::{clean, html};
use lexdex_core::corpus::{Catalogue, Source, SourceLocation, parse_record};
use lexdex_core::model::Statute;
use proptest::prelude::*;

use crate::archive::{gzip, tar, zip};
use crate::corpus::importer;

const TITLE: &str = include_str!("samples/uslm/usc99.xml");

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::read(&Source::Bundled).unwrap());

/// A valid file with some bytes overwritten, removed or inserted.
fn damaged(good: Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
    let damage = (any::<prop::sample::Index>(), any::<Option<u8>>(), 0..40_usize);
    (Just(good), prop::collection::vec(damage, 1..6)).prop_map(|(mut bytes, damages)| {
        for (at, byte, length) in damages {
            let start = at.index(bytes.len());
            let end = (start + length).min(bytes.len());
            bytes.splice(start..end, byte);
            if bytes.is_empty() {
                break;
            }
        }
        bytes
    })
}

fn check(name: &str, bytes: &[u8]) -> Result<(), TestCaseError> {
    let (lines, report) = run_in_memory(importer("uslm"), &[(name, bytes)]);
    prop_assert_eq!(report.valid, lines.len() as u64 + report.repeated.count + report.older);
    prop_assert_eq!(report.read, report.valid + report.skipped());
    for (_, line) in lines {
        let location = SourceLocation { path: name.to_owned(), line: 1 };
        let record = parse_record::<Statute>(line.as_bytes(), &location, &CATALOGUE);
        prop_assert!(record.is_ok(), "{:?}", record.err());
    }
    Ok(())
}

proptest! {
    #[test]
    fn damaged_titles_give_records_or_skips_that_add_up(bytes in damaged(TITLE.as_bytes().to_vec())) {
        check("usc99.xml", &bytes)?;
    }

    #[test]
    fn damaged_archives_give_records_or_skips_that_add_up(
        of_zip in damaged(zip(&[("usc99.xml", TITLE.as_bytes()), ("usc98.xml", TITLE.as_bytes())])),
        of_tar in damaged(gzip(&tar(&[("usc99.xml", TITLE.as_bytes())]))),
    ) {
        check("titles.zip", &of_zip)?;
        check("titles.tgz", &of_tar)?;
    }

    #[test]
    fn arbitrary_bytes_give_records_or_skips_that_add_up(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        check("usc99.xml", &bytes)?;
        check("titles.zip", &bytes)?;
    }

    #[test]
    fn text_of_any_markup_is_clean(source in "[<>/a-z&;#x0-9 \"'=!\u{ad}\u{a0}\u{301}é-]{0,80}") {
        let text = html::to_text(&source);
        prop_assert_eq!(clean::text(&text), text.clone());
        prop_assert!(!text.chars().any(char::is_control));
    }

    #[test]
    fn summary_begins_the_text_and_keeps_to_its_length(text in "([a-zA-Z]{1,12}[.,!?]?[ )\"]){0,400}") {
        let text = clean::text(&text);
        if let Some(summary) = clean::summary(&text) {
            prop_assert!(text.starts_with(&summary));
            prop_assert!(summary.chars().count() <= clean::MAX_SUMMARY_CHARACTERS);
        }
    }
}
