//! A build with --previous gives the index that a build without it gives, and links the lists whose inputs did not change.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use lexdex_core::platform::FileVersion;
use lexdex_index::{Index, SCHEMA_VERSION};
use proptest::prelude::*;

use crate::samples::{BILL, CASE, COURTS, JURISDICTIONS, POPULAR_NAMES, STATUTE, SYNONYMS, TOPICS, edited, with_id};
use crate::workspace::{Outcome, Workspace, names};

const LISTS: [&str; 3] = ["statutes", "cases", "bills"];

/// The lines of each file of a corpus.
type Corpus = BTreeMap<String, Vec<String>>;

/// A corpus with this many records in each list, in one file, and texts, parallel citations and catalogues.
fn corpus(n_records: usize) -> Corpus {
    let records = |template: &str| (0..n_records).map(|number| with_id(template, &format!("r-{number}"))).collect();
    let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    let text = |id: usize| format!(r#"{{"id":"r-{id}","text":"Be it enacted, {}."}}"#, "by the people ".repeat(200));
    let names =
        POPULAR_NAMES.map(|name| name.replace("federal-usc-18-1341", "r-0").replace("scotus-410-us-113", "r-0"));
    Corpus::from([
        ("statutes/a.jsonl".to_owned(), records(STATUTE)),
        ("cases/a.jsonl".to_owned(), records(CASE)),
        ("bills/a.jsonl".to_owned(), records(BILL)),
        ("text/statutes/a.jsonl".to_owned(), vec![text(0), text(1)]),
        ("text/cases/a.jsonl".to_owned(), vec![text(1)]),
        ("aliases/cases.jsonl".to_owned(), vec![r#"{"id":"r-1","citations":["93 S. Ct. 705"]}"#.to_owned()]),
        ("jurisdictions.jsonl".to_owned(), lines(&JURISDICTIONS)),
        ("courts.jsonl".to_owned(), lines(&COURTS)),
        ("topics.jsonl".to_owned(), lines(&TOPICS)),
        ("synonyms.tsv".to_owned(), lines(&SYNONYMS)),
        ("popular-names.tsv".to_owned(), names.to_vec()),
        ("coverage.toml".to_owned(), lines(&["[statutes]", "ny = 'sample'"])),
    ])
}

/// A difference between the old corpus and the new one, or between the options of their builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Record(&'static str),
    NewRecord(&'static str),
    Removed(&'static str),
    Text(&'static str),
    NoTexts(&'static str),
    Alias,
    Catalogue(&'static str, &'static str, &'static str),
    TextKib(&'static str),
    Positions,
    Renamed(&'static str),
    Split(&'static str),
    Reversed(&'static str),
    CarriageReturns(&'static str),
    Comment(&'static str),
}

/// Every change.
fn changes() -> Vec<Change> {
    let mut changes = vec![
        Change::Alias,
        Change::Positions,
        Change::TextKib("0"),
        Change::TextKib("1"),
        Change::Catalogue("jurisdictions.jsonl", "20201249", "20201250"),
        Change::Catalogue("courts.jsonl", "\"supreme\"", "\"appellate\""),
        Change::Catalogue("topics.jsonl", "swindling", "deceit"),
        Change::Catalogue("synonyms.tsv", "larceny", "stealing"),
        Change::Catalogue("popular-names.tsv", "Roe\t", "Roe against Wade\t"),
        Change::Catalogue("coverage.toml", "sample", "complete"),
        Change::Comment("synonyms.tsv"),
        Change::Comment("popular-names.tsv"),
        Change::Comment("coverage.toml"),
        Change::NoTexts("text/statutes/a.jsonl"),
        Change::NoTexts("text/cases/a.jsonl"),
    ];
    for file in ["statutes/a.jsonl", "cases/a.jsonl", "bills/a.jsonl"] {
        changes.extend([Change::Record(file), Change::NewRecord(file), Change::Removed(file)]);
    }
    for file in ["text/statutes/a.jsonl", "text/cases/a.jsonl"] {
        changes.push(Change::Text(file));
    }
    changes.extend([
        Change::Renamed("statutes/a.jsonl"),
        Change::Split("cases/a.jsonl"),
        Change::Reversed("bills/a.jsonl"),
        Change::CarriageReturns("cases/a.jsonl"),
        Change::Renamed("text/cases/a.jsonl"),
        Change::Split("text/statutes/a.jsonl"),
        Change::CarriageReturns("text/statutes/a.jsonl"),
    ]);
    changes
}

impl Change {
    /// Changes the corpus. A file that another change has removed or renamed stays as it is.
    fn apply(self, corpus: &mut Corpus) {
        let file = |name: &str| name.replace("a.jsonl", "b/c.jsonl");
        match self {
            Self::Record(name) => {
                corpus.get_mut(name).map(|lines| lines[0] = edited(&lines[0], "2024-02-29", "2024-02-28"))
            }
            Self::NewRecord(name) => corpus.get_mut(name).map(|lines| lines.push(with_id(&lines[0], "new"))),
            Self::Removed(name) => corpus.get_mut(name).and_then(|lines| lines.pop()).map(drop),
            Self::Text(name) => corpus.get_mut(name).map(|lines| lines[0] = edited(&lines[0], "Be it", "Let it be")),
            Self::NoTexts(name) => corpus.remove(name).map(drop),
            Self::Alias => corpus.get_mut("aliases/cases.jsonl").map(|lines| lines[0] = edited(&lines[0], "93", "94")),
            Self::Catalogue(name, from, to) => corpus.get_mut(name).map(|lines| {
                lines.iter_mut().for_each(|line| *line = line.replace(from, to));
            }),
            Self::TextKib(_) | Self::Positions => None,
            Self::Renamed(name) => corpus.remove(name).map(|lines| corpus.insert(file(name), lines)).map(drop),
            Self::Split(name) => {
                let rest = corpus.get_mut(name).map(|lines| lines.split_off(lines.len() / 2));
                rest.map(|rest| corpus.entry(name.replace("a.jsonl", "rest.jsonl")).or_default().extend(rest))
            }
            Self::Reversed(name) => corpus.get_mut(name).map(|lines| lines.reverse()),
            Self::CarriageReturns(name) => {
                corpus.get_mut(name).map(|lines| lines.iter_mut().for_each(|line| line.push('\r')))
            }
            Self::Comment(name) => corpus.get_mut(name).map(|lines| lines.insert(0, "# Another comment.".to_owned())),
        };
    }

    fn arguments(self) -> Vec<&'static str> {
        match self {
            Self::TextKib(kib) => vec!["--text-kib", kib],
            Self::Positions => vec!["--text-positions"],
            _ => Vec::new(),
        }
    }
}

/// The inputs of a list: the lines of its files in any order, and everything else on which its index depends.
fn inputs(list: &str, corpus: &Corpus, arguments: &[&str]) -> impl PartialEq + use<> {
    let lines = |folder: &str| {
        let of_folder = corpus.iter().filter(|(name, _)| name.starts_with(folder)).flat_map(|(_, lines)| lines);
        let mut lines: Vec<String> = of_folder.map(|line| line.trim_end().to_owned()).collect();
        lines.sort();
        lines
    };
    let texts = format!("text/{list}/");
    let has_texts = corpus.keys().any(|name| name.starts_with(&texts)) && !arguments.contains(&"0");
    let aliases = format!("aliases/{list}");
    let entries =
        |name: &str| -> Vec<String> { lines(name).into_iter().filter(|line| !line.starts_with('#')).collect() };
    (
        lines(&format!("{list}/")),
        lines(&aliases),
        ["jurisdictions.jsonl", "courts.jsonl", "topics.jsonl", "popular-names.tsv"].map(entries),
        has_texts.then(|| (lines(&texts), arguments.join(" "))),
    )
}

fn write(workspace: &Workspace, corpus: &Corpus) {
    let _ = fs::remove_dir_all(workspace.path("corpus"));
    for (file, lines) in corpus {
        workspace.write_lines(&format!("corpus/{file}"), lines);
    }
}

/// Builds the corpus into an index of this name, and returns the lines on standard error that have no duration.
#[track_caller]
fn build(workspace: &Workspace, index: &str, arguments: &[&str]) -> Vec<String> {
    let arguments = [&["build", "--corpus", "corpus", "--out", index], arguments].concat();
    let Outcome { code, stderr, .. } = workspace.run(&arguments);
    assert_eq!(code, Some(0), "{stderr}");
    without_durations(&stderr)
}

fn without_durations(stderr: &str) -> Vec<String> {
    stderr.lines().filter(|line| !line.ends_with(" s")).map(str::to_owned).collect()
}

/// The lists of an index that share every file with another index. The others must share none.
#[track_caller]
fn linked(workspace: &Workspace, index: &str, other: &str) -> Vec<&'static str> {
    let version =
        |index: &str, list: &str, file: &str| FileVersion::at(&workspace.path(&format!("{index}/{list}/{file}"))).ok();
    let is_linked = |list: &&str| {
        let files = names(&workspace.path(&format!("{index}/{list}")));
        let n_shared = files.iter().filter(|file| version(index, list, file) == version(other, list, file)).count();
        assert!([0, files.len()].contains(&n_shared), "{n_shared} files of the {list}");
        n_shared > 0
    };
    LISTS.into_iter().filter(is_linked).collect()
}

/// The line that says which lists are linked.
fn note(from: &str, lists: &[&str]) -> String {
    let lists = if lists.is_empty() { "no list".to_owned() } else { lists.join(", ") };
    format!("linked from {from}: {lists}")
}

/// The lists, on a system on which builds link files; empty on others.
fn if_linked(lists: &[&'static str]) -> Vec<&'static str> {
    if cfg!(unix) { lists.to_vec() } else { Vec::new() }
}

#[track_caller]
fn check(old: &Corpus, changes: &BTreeSet<Change>) {
    let mut new = old.clone();
    changes.iter().for_each(|change| change.apply(&mut new));
    let arguments: Vec<&str> = changes.iter().flat_map(|change| change.arguments()).collect();
    let workspace = Workspace::new();
    write(&workspace, old);
    build(&workspace, "old", &[]);
    let before = workspace.tree("old");
    write(&workspace, &new);
    build(&workspace, "whole", &arguments);
    let notes = build(&workspace, "new", &[&["--previous", "old"], arguments.as_slice()].concat());
    let unchanged: Vec<&str> =
        LISTS.into_iter().filter(|list| inputs(list, old, &[]) == inputs(list, &new, &arguments)).collect();
    assert_eq!(workspace.tree("new"), workspace.tree("whole"));
    assert_eq!(workspace.tree("old"), before);
    assert_eq!(notes, [note("old", &unchanged)]);
    assert_eq!(linked(&workspace, "new", "old"), if_linked(&unchanged));
    let verified = workspace.run(&["verify", "new"]);
    assert_eq!(verified.code, Some(0), "{}", verified.stderr);
    Index::open(&workspace.path("new")).unwrap();
}

/// A set of changes, with at most one value for each option.
fn some_changes() -> impl Strategy<Value = BTreeSet<Change>> {
    prop::collection::btree_set(prop::sample::select(changes()), 0..4).prop_map(|mut changes| {
        if changes.contains(&Change::TextKib("0")) {
            changes.remove(&Change::TextKib("1"));
        }
        // A build rejects a text without a record.
        changes.retain(|change| !matches!(change, Change::Removed(_)));
        changes
    })
}

#[test]
fn each_change_rebuilds_only_the_lists_with_that_input() {
    let old = corpus(3);
    check(&old, &BTreeSet::new());
    for change in changes() {
        check(&old, &BTreeSet::from([change]));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn build_from_a_previous_index_gives_the_index_of_a_whole_build(
        n_records in 2..5_usize,
        before in some_changes(),
        changes in some_changes(),
    ) {
        let mut old = corpus(n_records);
        before.iter().for_each(|change| change.apply(&mut old));
        check(&old, &changes.difference(&before).copied().collect());
    }
}

#[test]
fn damaged_list_of_the_previous_index_is_built_and_noted() {
    let workspace = Workspace::new();
    write(&workspace, &corpus(3));
    build(&workspace, "whole", &[]);
    let whole = workspace.tree("whole");
    let records = whole.text("cases/records.jsonl").to_owned();
    let damages: [(&str, &dyn Fn(), &str); 4] = [
        (
            "changed",
            &|| workspace.write("old/cases/records.jsonl", edited(&records, "Roe", "Doe")),
            "the content of old/cases/records.jsonl has changed since the index was built",
        ),
        ("short", &|| workspace.write("old/cases/records.jsonl", &records[1..]), "old/cases/records.jsonl has"),
        (
            "missing",
            &|| fs::remove_file(workspace.path("old/cases/coverage.json")).unwrap(),
            "cannot read old/cases/coverage.json: ",
        ),
        ("strange", &|| workspace.write("old/cases/more", "x"), "cases/more is not in the manifest"),
    ];
    for (name, damage, message) in damages {
        build(&workspace, "old", &[]);
        damage();
        let notes = build(&workspace, "new", &["--previous", "old"]);
        let start = format!("old is damaged: builds the cases, because {message}");
        assert!(notes[0].replace('\\', "/").starts_with(&start), "{name}: {notes:?}");
        assert_eq!(notes[1..], [note("old", &["statutes", "bills"])], "{name}");
        assert_eq!(workspace.tree("new"), whole, "{name}");
        assert_eq!(linked(&workspace, "new", "old"), if_linked(&["statutes", "bills"]), "{name}");
        fs::remove_dir_all(workspace.path("old")).unwrap();
        fs::remove_dir_all(workspace.path("new")).unwrap();
    }
}

#[test]
fn previous_index_of_another_schema_is_noted_and_none_fails() {
    let workspace = Workspace::new();
    write(&workspace, &corpus(3));
    build(&workspace, "old", &[]);
    let manifest = workspace.tree("old").text("manifest.json").to_owned();
    let version = format!("\"schema_version\": {SCHEMA_VERSION}");
    let of_version_5 = edited(&manifest, &version, "\"schema_version\": 5");
    workspace.write("old/manifest.json", of_version_5);
    let notes = build(&workspace, "new", &["--previous", "old"]);
    assert_eq!(notes, [format!("old has schema version 5 in place of {SCHEMA_VERSION}: builds every list")]);
    assert_eq!(linked(&workspace, "new", "old"), [""; 0]);

    let digest = &manifest[manifest.find("corpus_digest\": \"").unwrap() + 17..][..8];
    let other_digest = edited(&manifest, digest, "00000000");
    for (content, message) in [
        (None, "old is not an index, or not a complete one: it has no manifest.json. "),
        (Some("{"), "old/manifest.json is damaged: build the index again: "),
        (Some(other_digest.as_str()), "the manifest of old is damaged: build the index again"),
    ] {
        fs::remove_file(workspace.path("old/manifest.json")).unwrap();
        if let Some(content) = content {
            workspace.write("old/manifest.json", content);
        }
        let arguments = ["build", "--corpus", "corpus", "--out", "other", "--previous", "old"];
        let Outcome { code, stderr, .. } = workspace.run(&arguments);
        assert_eq!(code, Some(1), "{stderr}");
        let start = format!("error: cannot link from the previous index: {message}");
        assert!(stderr.replace('\\', "/").starts_with(&start), "{stderr}");
        assert_eq!(workspace.names(), ["corpus", "new", "old"]);
        workspace.write("old/manifest.json", "");
    }
}

#[test]
fn invalid_corpus_has_the_same_errors_with_a_previous_index() {
    let workspace = Workspace::new();
    let mut corpus = corpus(3);
    write(&workspace, &corpus);
    build(&workspace, "old", &[]);
    let statute = corpus["statutes/a.jsonl"][0].clone();
    for (file, line) in [
        ("statutes/b.jsonl", statute),
        ("text/statutes/b.jsonl", r#"{"id":"nobody","text":"x"}"#.to_owned()),
        ("bills/b.jsonl", "x".repeat((1 << 20) + 1)),
        ("cases/b.jsonl", "{}".to_owned()),
    ] {
        corpus.insert(file.to_owned(), vec![line]);
        write(&workspace, &corpus);
        let refused = |arguments: &[&str]| {
            let Outcome { code, stderr, .. } =
                workspace.run(&[&["build", "--corpus", "corpus", "--out", "new"], arguments].concat());
            assert_eq!(code, Some(1), "{stderr}");
            assert_eq!(workspace.names(), ["corpus", "old"]);
            stderr[stderr.find("error: ").unwrap()..].to_owned()
        };
        assert_eq!(refused(&["--previous", "old"]), refused(&[]));
    }
}

#[cfg(unix)]
#[test]
fn replaced_index_can_be_the_previous_one_and_stays_open() {
    use lexdex_core::model::Resource;

    let workspace = Workspace::new();
    write(&workspace, &corpus(3));
    build(&workspace, "index", &[]);
    let reader = Index::open(&workspace.path("index")).unwrap();
    let build_id = reader.manifest().build_id();
    let mut changed = corpus(3);
    Change::Record("cases/a.jsonl").apply(&mut changed);
    write(&workspace, &changed);
    let notes = build(&workspace, "index", &["--previous", "index", "--replace"]);
    assert_eq!(notes, [note("index", &["statutes", "bills"])]);
    build(&workspace, "whole", &[]);
    assert_eq!(workspace.tree("index"), workspace.tree("whole"));
    assert_eq!(workspace.names(), ["corpus", "index", "whole"]);
    assert_eq!(reader.manifest().build_id(), build_id);
    assert_ne!(Index::open(&workspace.path("index")).unwrap().manifest().build_id(), build_id);
    for (resource, line) in [(Resource::Statutes, STATUTE), (Resource::Cases, CASE)] {
        let record = reader.record(resource, "r-0").unwrap().unwrap();
        let record: serde_json::Value = serde_json::from_slice(record).unwrap();
        assert_eq!(record, serde_json::from_str::<serde_json::Value>(&with_id(line, "r-0")).unwrap());
    }
}
