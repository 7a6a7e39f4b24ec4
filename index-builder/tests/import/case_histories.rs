//! Histories of releases of cases. The corpus is that of a fresh import of each publisher's last release, in any order.

use proptest::prelude::*;
use serde_json::Value;

use index_builder::import::importer::Importer;

use crate::archive::zip;
use crate::cases::{Cluster, case, cluster, tables, volume};
use crate::corpus::{Corpus, Options, importer};
use crate::jsonl_cases::{CASES, row};
use crate::parts::config;

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

#[derive(Clone, Copy, Debug, PartialEq)]
enum Publisher {
    CourtListener,
    Cap,
    Rows,
}

/// A release: its publisher, and its day.
type Release = (Publisher, usize);

fn write_release(corpus: &Corpus, (publisher, day): Release, history: &[Vec<State>]) -> std::path::PathBuf {
    let found = on_day(history, day);
    if publisher == Publisher::Cap {
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
        return volume(corpus, &format!("cap-{day}/us/1"), "32044", &cases);
    }
    if publisher == Publisher::Rows {
        let of_state = |(number, state): (u64, &State)| {
            let citations = CITATIONS[state.citations];
            let mut row = row(&number.to_string(), DAYS[state.day], NAMES[state.name], citations[0]);
            row["parallel"] = citations.get(1).copied().into();
            row["decided"] = DECIDED[state.decided].into();
            match state.fate {
                Fate::Moved => row["court"] = "Wyo.".into(),
                Fate::Withdrawn => row["court"] = "Arbitrator".into(),
                Fate::Kept | Fate::Gone => {}
            }
            row
        };
        // A snapshot of rows has the date of its newest row.
        let dated = row("99", DAYS[day], "Hoe v. Goe", "9 U.S. 11");
        let rows: String = found.into_iter().map(of_state).chain([dated]).map(|row| format!("{row}\n")).collect();
        return corpus.beside(&format!("rows-{day}.zip"), zip(&[("rows.jsonl", rows.as_bytes())]));
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

/// Imports a release, even if it is older than the one before it.
fn import(corpus: &Corpus, release: Release, histories: &[Vec<Vec<State>>; 3]) {
    let publisher = release.0;
    let folder = write_release(corpus, release, &histories[publisher as usize]);
    let name: &'static Importer = importer(match publisher {
        Publisher::CourtListener => "courtlistener",
        Publisher::Cap => "cap",
        Publisher::Rows => "jsonl",
    });
    let mapping = (publisher == Publisher::Rows).then(|| corpus.beside("m.toml", CASES));
    corpus.try_import_with(name, &[&folder], Options { older: true, mapping, ..Options::default() }).unwrap();
}

fn publisher() -> impl Strategy<Value = Publisher> {
    prop::sample::select(&[Publisher::CourtListener, Publisher::Cap, Publisher::Rows][..])
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn corpus_depends_only_on_the_last_release_of_each_publisher(
        histories in [history(), history(), history()],
        releases in prop::collection::vec((publisher(), 0..DAYS.len()), 1..8),
    ) {
        let corpus = Corpus::new();
        releases.iter().for_each(|release| import(&corpus, *release, &histories));
        corpus.build();
        let fresh = Corpus::new();
        for publisher in [Publisher::Rows, Publisher::Cap, Publisher::CourtListener] {
            if let Some(last) = releases.iter().rfind(|release| release.0 == publisher) {
                import(&fresh, *last, &histories);
            }
        }
        prop_assert_eq!(corpus.files(), fresh.files());
    }
}
