//! Random histories of two publishers of the same bills. BILLSTATUS has precedence in any order of the imports. When
//! BILLSTATUS loses a bill, an import of the other publisher's files brings its record back.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::corpus::Corpus;
use crate::history::formats::FORMATS;
use crate::history::releases::{Release, Step, releases};
use crate::history::{
    Format, Grouping, Records, config, expected, grouping, import, import_group, records, visible_files,
};

/// The publisher that has precedence, and the one that gives way.
fn formats() -> [&'static Format; 2] {
    ["billstatus", "congress-json"].map(|name| FORMATS.iter().find(|format| format.importer == name).unwrap())
}

/// The records of a publisher's file.
fn records_of(corpus: &Corpus, format: &Format) -> Records {
    let files = visible_files(corpus).into_iter().filter(|(path, _)| path.contains(format.importer)).collect();
    records(corpus, &files)
}

/// Whether a release of the publisher had a bill that is gone.
fn has_lost_a_bill(format: &Format, releases: &[Release], left: &Records) -> bool {
    let readable = releases.iter().flat_map(|release| format.readable(release));
    let ids: BTreeSet<String> = readable.map(|((part, number), _)| (format.id)(part, number)).collect();
    ids.iter().any(|id| !left.contains_key(id))
}

fn check(steps: [&[Vec<Step>]; 2], groupings: &[Grouping]) -> Result<(), TestCaseError> {
    let [above, below] = formats();
    let [of_above, of_below] = steps.map(releases);
    let (official, mut others) = (expected(above, &of_above), expected(below, &of_below));
    others.retain(|id, _| !official.contains_key(id));
    let is_lossy = has_lost_a_bill(above, &of_above, &official);
    let mut first = None;
    for grouping in groupings {
        let (corpus, _) = import(&[(above, &of_above), (below, &of_below)], grouping);
        prop_assert_eq!(&records_of(&corpus, above), &official, "in the order {:?}", grouping);
        corpus.build();
        if is_lossy {
            let numbers = of_above.len()..of_above.len() + of_below.len();
            let folders = numbers.map(|idx| corpus.path().with_file_name(format!("release-{idx}")));
            let folders: Vec<_> = folders.filter(|folder| folder.exists()).collect();
            import_group(&corpus, below, &folders);
            corpus.build();
        }
        prop_assert_eq!(&records_of(&corpus, above), &official, "in the order {:?}", grouping);
        prop_assert_eq!(&records_of(&corpus, below), &others, "in the order {:?}", grouping);
        let files = corpus.files();
        prop_assert_eq!(first.get_or_insert_with(|| files.clone()), &files, "in the order {:?}", grouping);
    }
    Ok(())
}

fn steps() -> impl Strategy<Value = Vec<Vec<Step>>> {
    prop::collection::vec(prop::collection::vec(any::<Step>(), 0..7), 1..4)
}

/// Steps for one to three releases of each publisher, and three ways to import these.
fn histories() -> impl Strategy<Value = ([Vec<Vec<Step>>; 2], Vec<Grouping>)> {
    (steps(), steps()).prop_flat_map(|(above, below)| {
        let n = above.len() + below.len();
        (Just([above, below]), prop::collection::vec(grouping(n), 3))
    })
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn official_bills_have_precedence_in_any_order((steps, groupings) in histories()) {
        check([&steps[0], &steps[1]], &groupings)?;
    }

    #[test]
    fn growing_official_bills_have_precedence_without_reimport((steps, groupings) in histories()) {
        let [mut above, below] = steps;
        above.iter_mut().for_each(|steps| steps.retain(Step::is_put));
        check([&above, &below], &groupings)?;
    }
}
