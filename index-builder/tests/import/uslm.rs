//! The U.S. Code.

use index_builder::import::Format;

use crate::corpus::Corpus;
use crate::shared_data::Set;

#[test]
fn the_real_titles_import_with_the_counts_that_are_known() {
    let Some(set) = Set::unpack("usc_2022") else { return };
    let corpus = Corpus::new();
    let report = corpus.import(Format::Uslm, &[&set.path("usc_2022")]);
    assert_eq!(report.read, 2656 + 302);
    assert_eq!(report.added, 2396 + 186);
    for (reason, count) in [("court_rule", 302), ("moved", 38 + 3), ("omitted", 33)] {
        assert_eq!(report.skipped_as(reason), count, "{reason}");
    }
    corpus.build();
}
