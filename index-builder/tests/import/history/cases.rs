//! Random histories of the publishers of cases and of two mappings beside a reviewed file. In any order of the imports,
//! each decision has one record, that of the newest release, and the ids depend only on the decisions.

#[path = "case_files.rs"]
mod files;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use proptest::prelude::*;
use serde_json::Value;
use sha2::{Digest, Sha256};

use self::files::{MAPPING, write};
use crate::corpus::{Corpus, Options, importer};
use crate::history::{Grouping, config, grouping};

/// A decision, as one release of a publisher has it.
#[derive(Clone, Debug)]
struct Decision {
    court: usize,
    name: usize,
    day: u32,
    /// The pages in the official reporter and in the parallel one. At least one of them is set.
    pages: (Option<u8>, Option<u8>),
    /// Whether the publisher has taken the decision back, which gives a skip.
    is_taken_back: bool,
    /// The release that changed the decision last.
    modified: usize,
}

/// The courts: id, name, and the jurisdiction's name.
const COURTS: [(&str, &str, &str); 2] = [
    ("ca9", "United States Court of Appeals for the Ninth Circuit", "United States"),
    ("wyo", "Supreme Court of Wyoming", "Wyoming"),
];

/// The names of the parties, as the publishers spell them. The reviewed file spells them like the first.
const NAMES: [[&str; 2]; 3] =
    [["Doe v. Roe", "Doe vs. Roe"], ["In re Poe", "In re Poe"], ["Coe & Sons v. Moe", "Coe and Sons v. Moe"]];

impl Decision {
    /// The citations as volume, reporter and page, the best first.
    fn citations(&self) -> Vec<(u8, &'static str, u8)> {
        let official = self.pages.0.map(|page| (1, "F.3d", page));
        official.into_iter().chain(self.pages.1.map(|page| (2, "P.2d", page))).collect()
    }

    fn decided(&self) -> String {
        format!("1999-01-{:02}", self.day)
    }
}

/// The volume, the reporter and the page as text.
fn cite((volume, reporter, page): (u8, &str, u8)) -> String {
    format!("{volume} {reporter} {page}")
}

/// The publishers, the preferred ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Publisher {
    CourtListener,
    Cap,
    /// The mapping `ours`.
    Ours,
    /// The mapping `theirs`.
    Theirs,
}

impl Publisher {
    fn importer(self) -> &'static str {
        match self {
            Self::CourtListener => "courtlistener",
            Self::Cap => "cap",
            Self::Ours | Self::Theirs => "jsonl",
        }
    }

    /// The name of the mapping.
    fn mapping(self) -> Option<&'static str> {
        match self {
            Self::CourtListener | Self::Cap => None,
            Self::Ours => Some("ours"),
            Self::Theirs => Some("theirs"),
        }
    }

    /// The precedence of a decision; the lowest wins.
    fn precedence(self, number: u8) -> (&'static str, u64) {
        match self.mapping() {
            None if self == Self::CourtListener => ("1", number.into()),
            None => ("2", number.into()),
            Some(name) => {
                let digest = Sha256::digest(format!("{name} {number}"));
                ("3", u64::from_be_bytes(digest[..8].try_into().unwrap()))
            }
        }
    }
}

/// A release of a publisher.
#[derive(Clone, Debug)]
struct Release {
    publisher: Publisher,
    /// The decisions by the publisher's number.
    decisions: BTreeMap<u8, Decision>,
    /// The number of decisions before the damage, if there is any.
    n_readable: Option<usize>,
}

impl Release {
    fn is_damaged(&self) -> bool {
        match self.publisher {
            Publisher::CourtListener | Publisher::Ours | Publisher::Theirs => {
                self.n_readable.is_some_and(|n_readable| n_readable < self.decisions.len())
            }
            Publisher::Cap => self.n_readable.is_some(),
        }
    }

    /// The decisions that can be read. A table or a file of rows is read up to its damage, and a list is read whole or not
    /// at all.
    fn readable(&self) -> impl Iterator<Item = (&u8, &Decision)> {
        let n_readable = match (self.publisher, self.n_readable) {
            (_, None) => usize::MAX,
            (Publisher::Cap, Some(_)) => 0,
            (_, Some(n_readable)) => n_readable,
        };
        self.decisions.iter().take(n_readable)
    }

    /// The number of the release whose day is the day of the snapshot; `None` if the release is damaged. Tables have
    /// the day of their own release in their names; lists and rows have the day on which the newest decision was modified.
    fn day_of_snapshot(&self, number: usize) -> Option<usize> {
        let day = match self.publisher {
            Publisher::CourtListener => Some(number),
            _ => {
                let decisions = self.decisions.values().filter(|decision| !decision.is_taken_back);
                decisions.map(|decision| decision.modified).max()
            }
        };
        day.filter(|_| !self.is_damaged())
    }
}

/// A change between two releases.
#[derive(Clone, Debug)]
enum Step {
    /// Adds a decision, or replaces all its data.
    Put {
        number: u8,
        court: usize,
        name: usize,
        day: u32,
        pages: (Option<u8>, Option<u8>),
    },
    /// Adds the official citation.
    Upgrade {
        number: u8,
        page: u8,
    },
    ChangeCourt {
        number: u8,
    },
    Withdraw {
        number: u8,
    },
    TakeBack {
        number: u8,
    },
    Damage {
        at: usize,
    },
}

fn step() -> impl Strategy<Value = Step> {
    let number = || 1_u8..6;
    let page = || 1_u8..4;
    let pages = prop_oneof![
        page().prop_map(|official| (Some(official), None)),
        page().prop_map(|parallel| (None, Some(parallel))),
        (page(), page()).prop_map(|(official, parallel)| (Some(official), Some(parallel))),
    ];
    prop_oneof![
        5 => (number(), 0..COURTS.len(), 0..NAMES.len(), 1_u32..3, pages)
            .prop_map(|(number, court, name, day, pages)| Step::Put { number, court, name, day, pages }),
        2 => (number(), page()).prop_map(|(number, page)| Step::Upgrade { number, page }),
        1 => number().prop_map(|number| Step::ChangeCourt { number }),
        2 => number().prop_map(|number| Step::Withdraw { number }),
        1 => number().prop_map(|number| Step::TakeBack { number }),
        1 => (0_usize..4).prop_map(|at| Step::Damage { at }),
    ]
}

/// The number of a decision that no step changes.
const ALWAYS_NEW: u8 = 9;

/// The releases that result from the steps.
fn releases(history: &[(Publisher, Vec<Step>)]) -> Vec<Release> {
    let mut known: BTreeMap<Publisher, BTreeMap<u8, Decision>> = BTreeMap::new();
    let mut releases = Vec::new();
    for (publisher, steps) in history {
        let modified = releases.len();
        let decisions = known.entry(*publisher).or_default();
        let mut n_readable = None;
        if *publisher != Publisher::CourtListener {
            // Lists and rows have the date of the newest decision, so one decision changes with every release.
            let page = 9 + *publisher as u8;
            let always_new =
                Decision { court: 0, name: 1, day: 3, pages: (Some(page), None), is_taken_back: false, modified };
            decisions.insert(ALWAYS_NEW, always_new);
        }
        for step in steps {
            match *step {
                Step::Put { number, court, name, day, pages } => {
                    let decision = Decision { court, name, day, pages, is_taken_back: false, modified };
                    decisions.insert(number, decision);
                }
                Step::Withdraw { number } => _ = decisions.remove(&number),
                Step::Damage { at } => n_readable = Some(at),
                Step::Upgrade { number, .. } | Step::ChangeCourt { number } | Step::TakeBack { number } => {
                    let Some(decision) = decisions.get_mut(&number) else { continue };
                    decision.modified = modified;
                    match *step {
                        Step::Upgrade { page, .. } => decision.pages.0 = Some(page),
                        Step::ChangeCourt { .. } => decision.court = (decision.court + 1) % COURTS.len(),
                        _ => decision.is_taken_back = true,
                    }
                }
            }
        }
        // A release without a decision has nothing to import.
        if !decisions.is_empty() {
            releases.push(Release { publisher: *publisher, decisions: decisions.clone(), n_readable });
        }
    }
    releases
}

fn day(release: usize) -> String {
    format!("2024-{:02}-01", release + 1)
}

/// The reviewed file: a decision of the first court.
const REVIEWED: &str = r#"{"id":"ca9-1-f3d-1","caseName":"Doe v. Roe","citation":"1 F.3d 1","court":"United States Court of Appeals for the Ninth Circuit","jurisdiction":"United States","jurisdictionId":"federal","decisionDate":"1999-01-01","topics":[],"meta":{"source":"Ours","jurisdiction":"federal","last_updated":"2020-01-01","citation":"1 F.3d 1","license":"CC0 1.0"}}"#;

/// The fields of a record that identify a decision: its court, name, day, citation and the day of its data.
type Fields = (String, String, String, String, String);

fn fields(record: &Value) -> Fields {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let [court, name, day, citation] =
        ["court", "caseName", "decisionDate", "citation"].map(|field| text(&record[field]));
    (court, name, day, citation, text(&record["meta"]["last_updated"]))
}

/// The newest statement of each publisher about each of its decisions, without those that were withdrawn or that a
/// newer snapshot lacks.
fn newest(releases: &[Release]) -> BTreeMap<(Publisher, u8), Decision> {
    let mut newest: BTreeMap<(Publisher, u8), Decision> = BTreeMap::new();
    for release in releases {
        for (number, decision) in release.readable() {
            let known = newest.entry((release.publisher, *number)).or_insert_with(|| decision.clone());
            if known.modified < decision.modified {
                known.clone_from(decision);
            }
        }
    }
    let is_gone = |publisher: Publisher, number: u8, modified: usize| {
        releases.iter().enumerate().any(|(idx, release)| {
            release.publisher == publisher
                && !release.decisions.contains_key(&number)
                && release.day_of_snapshot(idx).is_some_and(|day| day > modified)
        })
    };
    newest.retain(|(publisher, number), decision| {
        !decision.is_taken_back && !is_gone(*publisher, *number, decision.modified)
    });
    newest
}

/// The decisions that have a record: all but those that are the same as one with precedence. The reviewed decision
/// comes first, then those of the preferred publishers, by number. Each has its own citations, and those of the decisions
/// that it represents.
fn expected(releases: &[Release]) -> Vec<(Fields, BTreeSet<String>)> {
    let reviewed = Decision { court: 0, name: 0, day: 1, pages: (Some(1), None), is_taken_back: false, modified: 0 };
    let newest = newest(releases);
    let mut kept: Vec<(Fields, BTreeSet<String>)> = Vec::new();
    let mut imported: Vec<(&(Publisher, u8), &Decision)> = newest.iter().collect();
    imported.sort_by_key(|((publisher, number), _)| publisher.precedence(*number));
    let all: Vec<(Option<Publisher>, &Decision)> = [(None, &reviewed)]
        .into_iter()
        .chain(imported.into_iter().map(|((publisher, _), case)| (Some(*publisher), case)))
        .collect();
    let is_one = |a: &Decision, b: &Decision| {
        let (ours, theirs) = (a.citations(), b.citations());
        (a.court, a.name, a.day) == (b.court, b.name, b.day) && ours.iter().any(|citation| theirs.contains(citation))
    };
    // The record that represents each decision.
    let mut represented_by: Vec<usize> = Vec::new();
    for (idx, (publisher, decision)) in all.iter().enumerate() {
        if let Some(better) = all[..idx].iter().position(|(_, better)| is_one(better, decision)) {
            represented_by.push(represented_by[better]);
            // An import does not change the parallel citations of the reviewed record.
            if let Some((_, citations)) = kept.get_mut(represented_by[better]).filter(|_| represented_by[better] > 0) {
                citations.extend(decision.citations().into_iter().map(cite));
            }
            continue;
        }
        represented_by.push(kept.len());
        let (_, court, _) = COURTS[decision.court];
        let modified = if publisher.is_none() { "2020-01-01".to_owned() } else { day(decision.modified) };
        let citation = cite(decision.citations()[0]);
        let name = NAMES[decision.name][usize::from(*publisher == Some(Publisher::Cap))].to_owned();
        let fields = (court.to_owned(), name, decision.decided(), citation, modified);
        kept.push((fields, decision.citations().into_iter().map(cite).collect()));
    }
    kept.sort();
    kept
}

/// The records of the corpus, each with its own and its parallel citations.
fn found(corpus: &Corpus, records: &[Value]) -> Vec<(Fields, BTreeSet<String>)> {
    let aliases: BTreeMap<String, Value> = corpus
        .files()
        .get("aliases/cases.jsonl")
        .into_iter()
        .flat_map(|lines| lines.lines())
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|line| (line["id"].as_str().unwrap().to_owned(), line["citations"].clone()))
        .collect();
    let citations = |record: &Value| {
        let parallel = aliases.get(record["id"].as_str().unwrap()).and_then(Value::as_array);
        let all = parallel.into_iter().flatten().chain([&record["citation"]]);
        all.map(|citation| citation.as_str().unwrap().to_owned()).collect()
    };
    let mut found: Vec<_> = records.iter().map(|record| (fields(record), citations(record))).collect();
    found.sort();
    found
}

/// Checks that each id begins with court and citation, and that the first decision of a page has no more than that.
fn check_ids(records: &[Value]) -> Result<(), TestCaseError> {
    let mut pages: BTreeMap<String, Vec<(&str, &Value)>> = BTreeMap::new();
    for record in records {
        let court = COURTS.iter().find(|court| record["court"] == court.1).unwrap().0;
        let citation = record["citation"].as_str().unwrap().to_lowercase().replace('.', "").replace(' ', "-");
        pages.entry(format!("{court}-{citation}")).or_default().push((record["id"].as_str().unwrap(), record));
    }
    for (page, decisions) in pages {
        let first = decisions.iter().min_by_key(|(_, record)| {
            let is_imported = record["meta"]["source"] != "Ours";
            (is_imported, record["decisionDate"].to_string(), record["caseName"].to_string().to_lowercase())
        });
        let ids: BTreeSet<&str> = decisions.iter().map(|(id, _)| *id).collect();
        prop_assert_eq!(ids.len(), decisions.len(), "{}", page);
        prop_assert!(ids.contains(page.as_str()), "{}: {:?}", page, ids);
        let is_tie = decisions.iter().filter(|(_, record)| {
            let first = first.unwrap().1;
            record["decisionDate"] == first["decisionDate"] && record["caseName"] == first["caseName"]
        });
        if is_tie.count() == 1 {
            prop_assert_eq!(first.unwrap().0, &page);
        }
        for id in ids {
            prop_assert!(id == page || id.starts_with(&format!("{page}-")), "{} on {}", id, page);
        }
    }
    Ok(())
}

/// The publisher and the steps of each release.
type History = Vec<(Publisher, Vec<Step>)>;

/// Histories of these publishers, each with two orders and groupings of its releases.
fn history(publishers: &'static [Publisher]) -> impl Strategy<Value = (History, Vec<Grouping>)> {
    let publisher = prop::sample::select(publishers);
    let release = (publisher, prop::collection::vec(step(), 1..7));
    prop::collection::vec(release, 2..6).prop_flat_map(|history| {
        let n = history.len();
        (Just(history), prop::collection::vec(grouping(n), 2))
    })
}

/// Imports the releases in an order. Releases of one mapping that follow each other can be imported together.
fn import(corpus: &Corpus, releases: &[Release], grouping: &Grouping) -> Result<(), TestCaseError> {
    fs::create_dir_all(corpus.path().join("cases")).unwrap();
    fs::write(corpus.path().join("cases/ours.jsonl"), format!("{REVIEWED}\n")).unwrap();
    let order: Vec<(usize, bool)> = grouping.iter().copied().filter(|(number, _)| *number < releases.len()).collect();
    let mut group = Vec::new();
    for (position, (number, _)) in order.iter().enumerate() {
        let publisher = releases[*number].publisher;
        group.push(write(corpus, &releases[*number], *number));
        let is_joined = order.get(position + 1).is_some_and(|(next, is_joined)| {
            *is_joined && publisher.mapping().is_some() && releases[*next].publisher == publisher
        });
        if is_joined {
            continue;
        }
        let mapping = publisher.mapping().map(|name| corpus.beside("m.toml", MAPPING.replace("NAME", name)));
        let options = Options { snapshot: Some(true), mapping, ..Options::default() };
        let inputs: Vec<_> = group.iter().map(|folder| folder.as_path()).collect();
        let before = corpus.case_records().len() as u64;
        let report = corpus.try_import_with(importer(publisher.importer()), &inputs, options).unwrap();
        let after = corpus.case_records().len() as u64;
        let (added, removed) = (report.added + report.returned.count, report.removed.count);
        prop_assert_eq!(after, before + added - removed, "{}", report);
        group.clear();
    }
    Ok(())
}

fn check(history: &History, groupings: &[Grouping]) -> Result<(), TestCaseError> {
    let releases = releases(history);
    let expected = expected(&releases);
    let in_order: Grouping = (0..releases.len()).map(|number| (number, false)).collect();
    let mut first = None;
    for grouping in [&in_order].into_iter().chain(groupings) {
        let corpus = Corpus::new();
        import(&corpus, &releases, grouping)?;
        corpus.build();
        let records = corpus.case_records();
        prop_assert_eq!(&found(&corpus, &records), &expected, "in the order {:?}", grouping);
        check_ids(&records)?;
        let files: BTreeMap<String, String> =
            corpus.files().into_iter().filter(|(path, _)| !path.contains("/.")).collect();
        let first = first.get_or_insert_with(|| files.clone());
        prop_assert_eq!(&*first, &files, "in the order {:?}", grouping);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(32))]

    #[test]
    fn releases_of_two_case_publishers_give_one_corpus(
        (history, groupings) in history(&[Publisher::CourtListener, Publisher::Cap]),
    ) {
        check(&history, &groupings)?;
    }

    #[test]
    fn rows_of_two_mappings_of_cases_give_one_corpus_in_any_order(
        (history, groupings) in history(&[Publisher::Ours, Publisher::Theirs]),
    ) {
        check(&history, &groupings)?;
    }

    #[test]
    fn rows_of_cases_beside_publishers_releases_give_one_corpus(
        (history, groupings) in
            history(&[Publisher::CourtListener, Publisher::Cap, Publisher::Ours, Publisher::Theirs]),
    ) {
        check(&history, &groupings)?;
    }
}
