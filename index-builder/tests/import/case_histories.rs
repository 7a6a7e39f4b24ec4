//! Histories of releases of cases. Any order and grouping of the imports gives the same corpus as a fresh import of the
//! last releases.

use proptest::prelude::*;
use serde_json::Value;

use index_builder::import::importer::Importer;

use crate::cases::{Cluster, case, cluster, tables, volume};
use crate::corpus::{Corpus, Options, importer};
use crate::history::config;

const DAYS: [&str; 6] = ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-06"];

const NAMES: [&str; 3] = ["Doe v. Roe", "Doe versus Roe", "Poe v. Coe"];

const CITATIONS: [&[&str]; 5] =
    [&["1 U.S. 1"], &["1 U.S. 1", "1 S. Ct. 1"], &["1 S. Ct. 1"], &["1 S. Ct. 1", "1 L. Ed. 1"], &["1 L. Ed. 1"]];

const DECIDED: [&str; 3] = ["1999-12-31", "2000-01-31", ""];

/// The state of a decision since some day.
#[derive(Clone, Debug)]
struct State {
    day: usize,
    name: usize,
    citations: usize,
    decided: usize,
    /// Drawn as [`Fate::Kept`] most often.
    fate: Fate,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Kept,
    Moved,
    Withdrawn,
    Gone,
}

fn state() -> impl Strategy<Value = State> {
    let fate =
        prop_oneof![4 => Just(Fate::Kept), 1 => Just(Fate::Moved), 1 => Just(Fate::Withdrawn), 1 => Just(Fate::Gone)];
    (0..DAYS.len(), 0..NAMES.len(), 0..CITATIONS.len(), 0..DECIDED.len(), fate)
        .prop_map(|(day, name, citations, decided, fate)| State { day, name, citations, decided, fate })
}

/// The states of each decision, by day.
fn history() -> impl Strategy<Value = Vec<Vec<State>>> {
    let states = prop::collection::vec(state(), 1..4).prop_map(|mut states| {
        states.sort_by_key(|state| state.day);
        states.dedup_by_key(|state| state.day);
        states
    });
    prop::collection::vec(states, 1..5)
}

/// The numbers and states of the decisions that a release of a day has.
fn on_day(history: &[Vec<State>], day: usize) -> Vec<(u64, &State)> {
    let last = history.iter().map(|states| states.iter().rfind(|state| state.day <= day));
    let numbered = (1..).zip(last).filter_map(|(number, state)| Some((number, state?)));
    numbered.filter(|(_, state)| state.fate != Fate::Gone).collect()
}

/// A release: whether it is of the Caselaw Access Project, and its day.
type Release = (bool, usize);

fn write_release(corpus: &Corpus, (is_cap, day): Release, history: &[Vec<State>]) -> std::path::PathBuf {
    let found = on_day(history, day);
    if is_cap {
        let of_state = |(number, state): (u64, &State)| {
            let mut case = case(number, DAYS[state.day], NAMES[state.name], CITATIONS[state.citations]);
            case["decision_date"] = DECIDED[state.decided].into();
            if state.fate == Fate::Withdrawn {
                case["name_abbreviation"] = "Opinion withdrawn".into();
            }
            case
        };
        // A list has the date of its newest case.
        let dated = case(99, DAYS[day], "Moe v. Loe", &["9 U.S. 9"]);
        let cases: Vec<Value> = found.into_iter().map(of_state).chain([dated]).collect();
        return volume(corpus, &format!("cap-{day}"), "32044", &cases);
    }
    let of_state = |(number, state): (u64, &State)| Cluster {
        decided: DECIDED[state.decided],
        court: if state.fate == Fate::Moved { "ca9" } else { "scotus" },
        status: if state.fate == Fate::Withdrawn { "Unpublished" } else { "Published" },
        ..cluster(number, DAYS[state.day], NAMES[state.name], CITATIONS[state.citations])
    };
    let dated = cluster(99, DAYS[day], "Loe v. Moe", &["9 U.S. 10"]);
    let clusters: Vec<Cluster> = found.into_iter().map(of_state).chain([dated]).collect();
    tables(corpus, &format!("courtlistener-{day}"), DAYS[day], &clusters)
}

fn n_records(corpus: &Corpus) -> u64 {
    let files = corpus.files().into_iter();
    let records = files.filter(|(file, _)| file.starts_with("cases/") && file.ends_with(".jsonl"));
    records.map(|(_, content)| content.lines().count() as u64).sum()
}

/// Imports releases of one publisher together, and checks the counts.
fn import(corpus: &Corpus, releases: &[Release], histories: &[Vec<Vec<State>>; 2]) {
    let is_cap = releases[0].0;
    let of_publisher = &histories[usize::from(is_cap)];
    let folders: Vec<_> = releases.iter().map(|release| write_release(corpus, *release, of_publisher)).collect();
    let name: &'static Importer = importer(if is_cap { "cap" } else { "courtlistener" });
    let before = n_records(corpus);
    let inputs: Vec<_> = folders.iter().map(AsRef::as_ref).collect();
    let options = Options { snapshot: Some(true), ..Options::default() };
    let report = corpus.try_import_with(name, &inputs, options).unwrap();
    let counted = report.written() + report.older + report.repeated.count + report.skipped();
    assert_eq!(report.read, counted, "{report}");
    let after = before + report.added + report.returned.count - report.removed.count;
    assert_eq!(n_records(corpus), after, "{report}");
}

/// The number of releases at the start of the list that are of one publisher, at most `n`.
fn group(releases: &[Release], n: usize) -> usize {
    releases.iter().take(n).take_while(|release| release.0 == releases[0].0).count()
}

proptest! {
    #![proptest_config(config(12))]

    #[test]
    fn any_order_and_grouping_of_releases_gives_the_corpus_of_the_last_ones(
        histories in [history(), history()],
        releases in prop::collection::vec((any::<bool>(), 0..DAYS.len()), 1..6),
        sizes in prop::collection::vec(1..3_usize, 6),
    ) {
        let corpus = Corpus::new();
        let mut rest = releases.as_slice();
        for size in sizes {
            if rest.is_empty() {
                break;
            }
            let (together, later) = rest.split_at(group(rest, size));
            import(&corpus, together, &histories);
            rest = later;
        }
        corpus.build();
        let fresh = Corpus::new();
        for is_cap in [true, false] {
            let of_publisher = releases.iter().filter(|release| release.0 == is_cap);
            if let Some(last) = of_publisher.max_by_key(|release| release.1) {
                import(&fresh, &[*last], &histories);
            }
        }
        prop_assert_eq!(corpus.files(), fresh.files());
        let files = corpus.files();
        import(&corpus, &releases[..1], &histories);
        prop_assert_eq!(corpus.files(), files);
    }
}
