//! Indexes are published to a folder in one step, beside the builds that are kept.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use lexdex_index::{HistoryFile, Index, history_directory};

use crate::samples::{STATUTE, with_id};
use crate::tree::Tree;
use crate::workspace::{Outcome, Workspace, names};

/// A workspace with the index directories `0`, `1` and so on, each of this many statutes.
fn workspace(n_statutes: &[usize]) -> Workspace {
    let workspace = Workspace::new();
    for (idx, n_statutes) in n_statutes.iter().enumerate() {
        let lines: Vec<String> = (0..*n_statutes).map(|number| with_id(STATUTE, &format!("s-{number}"))).collect();
        workspace.write_lines(&format!("corpus-{idx}/statutes/a.jsonl"), &lines);
        let outcome = workspace.run(&["build", "--corpus", &format!("corpus-{idx}"), "--out", &idx.to_string()]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    }
    workspace
}

fn build_id(workspace: &Workspace, index: &str) -> String {
    Index::open(&workspace.path(index)).unwrap().manifest().build_id()
}

#[track_caller]
fn publish(workspace: &Workspace, arguments: &[&str]) -> String {
    let Outcome { code, stdout, stderr } = workspace.run(&[&["publish"], arguments, &["--to", "site"]].concat());
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    stdout
}

#[track_caller]
fn refused(workspace: &Workspace, arguments: &[&str]) -> String {
    let Outcome { code, stdout, stderr } = workspace.run(&[&["publish"], arguments].concat());
    assert_eq!((code, stdout.as_str()), (Some(1), ""), "{stderr}");
    stderr
}

/// The ids of the builds in `site`, and that of the current one.
fn published(workspace: &Workspace) -> (Vec<String>, String) {
    let current = fs::read_to_string(workspace.path("site/current")).unwrap();
    (names(&workspace.path("site/builds")), current.trim_end().to_owned())
}

#[test]
fn published_index_is_copied_and_current() {
    let workspace = workspace(&[1]);
    let build = build_id(&workspace, "0");
    let expected = format!("site: build {build} is current\nserve it with: lexdex --index site\n");
    assert_eq!(publish(&workspace, &["0"]), expected);
    assert_eq!(names(&workspace.path("site")), ["builds", "changes", "current"]);
    assert_eq!(published(&workspace), (vec![build.clone()], build.clone()));
    assert_eq!(workspace.tree(&format!("site/builds/{build}")), workspace.tree("0"));
    assert_eq!(build_id(&workspace, "site"), build);
    let verified = workspace.run(&["verify", "site"]);
    assert_eq!(verified.code, Some(0), "{}", verified.stderr);
    assert_eq!(workspace.run(&["diff", "0", "site"]).code, Some(0));
}

#[test]
fn index_in_the_folder_of_another_build_is_not_verified() {
    let workspace = workspace(&[1]);
    publish(&workspace, &["0"]);
    let (build, other) = (build_id(&workspace, "0"), "0".repeat(64));
    fs::rename(workspace.path(&format!("site/builds/{build}")), workspace.path(&other)).unwrap();
    let expected = format!("error: {other} has build {build}: the manifest was changed, so publish the index again\n");
    let Outcome { code, stderr, .. } = workspace.run(&["verify", &other]);
    assert_eq!((code, stderr), (Some(1), expected));
}

#[test]
fn newest_builds_and_the_one_before_are_kept() {
    let workspace = workspace(&[1, 2, 3]);
    let builds = ["0", "1", "2"].map(|index| build_id(&workspace, index));
    let sorted = |idxs: &[usize]| {
        let mut sorted: Vec<String> = idxs.iter().map(|idx| builds[*idx].clone()).collect();
        sorted.sort();
        sorted
    };
    for (arguments, kept) in [
        (["0", "--keep=3"], &[0][..]),
        (["1", "--keep=3"], &[0, 1]),
        (["2", "--keep=3"], &[0, 1, 2]),
        // Goes back to an old build, twice.
        (["0", "--keep=3"], &[0, 1, 2]),
        (["0", "--keep=3"], &[0, 1, 2]),
        (["1", "--keep=2"], &[0, 1]),
        (["2", "--keep=2"], &[1, 2]),
        (["0", "--keep=1"], &[0]),
    ] {
        publish(&workspace, &arguments);
        let current = builds[arguments[0].parse::<usize>().unwrap()].clone();
        assert_eq!(published(&workspace), (sorted(kept), current), "{arguments:?}");
    }
}

#[test]
fn published_folder_can_be_published_elsewhere() {
    let workspace = workspace(&[1]);
    let build = build_id(&workspace, "0");
    workspace.write("site/README", "dear to someone");
    workspace.write("site/builds/notes/README", "dear to someone");
    publish(&workspace, &["0", "--keep", "1"]);
    assert_eq!(names(&workspace.path("site")), ["README", "builds", "changes", "current"]);
    assert_eq!(names(&workspace.path("site/builds")), [build.clone(), "notes".to_owned()]);
    let outcome = workspace.run(&["publish", "site", "--to", "mirror of site"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert_eq!(build_id(&workspace, "mirror of site"), build);
}

#[test]
fn build_that_a_reader_has_open_is_kept_until_it_is_closed() {
    let workspace = workspace(&[1, 2, 3]);
    let builds = ["0", "1", "2"].map(|index| build_id(&workspace, index));
    let path_of_build = format!("site/builds/{}", builds[0]);
    for place in ["site", &path_of_build] {
        publish(&workspace, &["0", "--keep", "1"]);
        let reader = Index::open(&workspace.path(place)).unwrap();
        let stdout = publish(&workspace, &["1", "--keep", "1"]);
        assert!(stdout.ends_with(&format!("build {} is kept, because a server has it open\n", builds[0])), "{stdout}");
        assert_eq!(published(&workspace).0.len(), 2);
        drop(reader);
    }
    publish(&workspace, &["2", "--keep", "1"]);
    assert_eq!(published(&workspace), (vec![builds[2].clone()], builds[2].clone()));
}

#[test]
fn damaged_index_and_wrong_folder_are_refused_unchanged() {
    let workspace = workspace(&[1, 2]);
    publish(&workspace, &["0"]);
    let before = workspace.tree("site");
    assert_eq!(
        refused(&workspace, &["0", "--to", "1"]),
        "error: 1 is an index itself: give --to a folder for published indexes\n"
    );
    workspace.write("1/statutes/records.jsonl", "x");
    assert!(refused(&workspace, &["1", "--to", "site"]).starts_with("error: the index 1 is damaged: build it again: "));
    assert!(refused(&workspace, &["corpus-0", "--to", "site"]).starts_with("error: corpus-0 is not an index"));
    assert_eq!(workspace.tree("site"), before);
    workspace.write("elsewhere/current", "a river");
    let message = "error: elsewhere/current does not name a build: publish an index there again with \
                   `index-builder publish`\n";
    assert_eq!(refused(&workspace, &["0", "--to", "elsewhere"]), message);
    assert_eq!(names(&workspace.path("elsewhere")), ["current"]);
}

#[test]
fn damaged_build_is_replaced_unless_a_reader_has_it_open() {
    let workspace = workspace(&[1, 2]);
    let builds = ["0", "1"].map(|index| build_id(&workspace, index));
    publish(&workspace, &["0"]);
    let reader = Index::open(&workspace.path("site")).unwrap();
    publish(&workspace, &["1"]);
    let place = format!("site/builds/{}", builds[0]);
    // Replaced, not overwritten, because builds share files.
    let file = workspace.path(&format!("{place}/statutes/records.jsonl"));
    fs::remove_file(&file).unwrap();
    fs::write(&file, "x").unwrap();
    let error = refused(&workspace, &["0", "--to", "site"]);
    assert!(error.contains("is damaged, and a server has it open: end that server, and publish again"), "{error}");
    assert_eq!(published(&workspace).1, builds[1]);
    drop(reader);
    publish(&workspace, &["0"]);
    assert_eq!(published(&workspace).1, builds[0]);
    assert_eq!(workspace.tree(&place), workspace.tree("0"));
}

#[test]
fn publication_killed_anywhere_leaves_the_old_or_new_index() {
    const N_KILLS: u32 = 12;
    let workspace = workspace(&[1, 20_000]);
    let (old, new) = (workspace.tree("0"), workspace.tree("1"));
    publish(&workspace, &["0"]);
    let start = Instant::now();
    publish(&workspace, &["1"]);
    let publish_time = start.elapsed();
    let random = RandomState::new();
    for round in 0..N_KILLS {
        publish(&workspace, &["0", "--keep", "1"]);
        let fraction = random.hash_one(round) as f64 / u64::MAX as f64;
        let moment = publish_time.mul_f64((f64::from(round) + fraction) / f64::from(N_KILLS));
        let mut command = workspace.command(&["publish", "1", "--to", "site", "--keep", "1"]);
        let mut publisher = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        read_until(&workspace, moment, &[&old, &new]);
        publisher.kill().unwrap();
        publisher.wait().unwrap();
        let current = workspace.tree(&format!("site/builds/{}", published(&workspace).1));
        assert!(current == old || current == new, "killed after {moment:?}");
        history_builds(&workspace);
    }
    publish(&workspace, &["1", "--keep", "1"]);
    let build = build_id(&workspace, "1");
    assert_eq!(published(&workspace), (vec![build.clone()], build));
    assert_eq!(names(&workspace.path("site")), ["builds", "changes", "current"]);
}

/// The builds in the history of the current build. Asserts that the history is undamaged.
#[track_caller]
fn history_builds(workspace: &Workspace) -> Vec<String> {
    let index = Index::open(&workspace.path("site")).unwrap();
    let build = index.manifest().build_id();
    let directory = history_directory(&workspace.path("site"), &build);
    HistoryFile::read(&directory, &build).unwrap().unwrap().verify(&directory).unwrap();
    index.history().unwrap().builds().iter().map(|published| published.build.clone()).collect()
}

#[test]
fn history_has_every_publication_and_is_removed_with_its_build() {
    let workspace = workspace(&[1, 2, 3]);
    let builds = ["0", "1", "2"].map(|index| build_id(&workspace, index));
    let of = |idxs: &[usize]| idxs.iter().map(|idx| builds[*idx].clone()).collect::<Vec<_>>();
    for (index, expected) in [
        ("0", &[0][..]),
        ("1", &[0, 1]),
        ("1", &[0, 1]),
        ("0", &[0, 1, 0]),
        ("2", &[0, 1, 0, 2]),
        ("1", &[0, 1, 0, 2, 1]),
    ] {
        publish(&workspace, &[index]);
        assert_eq!(history_builds(&workspace), of(expected), "{index}");
        assert_eq!(names(&workspace.path("site/changes")), names(&workspace.path("site/builds")));
    }
}

#[test]
fn history_of_a_folder_without_one_begins_with_current() {
    let workspace = workspace(&[1, 2]);
    let builds = ["0", "1"].map(|index| build_id(&workspace, index));
    publish(&workspace, &["0"]);
    fs::remove_dir_all(workspace.path("site/changes")).unwrap();
    assert_eq!(publish(&workspace, &["1"]).lines().count(), 2);
    assert_eq!(history_builds(&workspace), builds);
    fs::remove_dir_all(workspace.path("site/changes")).unwrap();
    publish(&workspace, &["1"]);
    assert_eq!(history_builds(&workspace), builds[1..]);
}

#[test]
fn damaged_history_or_previous_index_starts_a_new_history() {
    let workspace = workspace(&[1, 2, 3]);
    let builds = ["0", "1", "2"].map(|index| build_id(&workspace, index));
    let begin = || {
        let _ = fs::remove_dir_all(workspace.path("site"));
        publish(&workspace, &["0"]);
        publish(&workspace, &["1"]);
    };
    let damaged = |path: &str| workspace.path(&format!("site/{}", path.replace("BUILD", &builds[1])));
    let replace = |path: &str, from: &str, to: &str| {
        let text = fs::read_to_string(damaged(path)).unwrap();
        assert!(text.contains(from));
        fs::remove_file(damaged(path)).unwrap();
        fs::write(damaged(path), text.replacen(from, to, 1)).unwrap();
    };
    let says = |reason: &str, kept: &[String]| {
        let stdout = publish(&workspace, &["2"]);
        let said = stdout.lines().last().unwrap();
        assert!(said.starts_with("the history of changes starts again: ") && said.contains(reason), "{stdout}");
        assert_eq!(history_builds(&workspace), kept);
    };
    begin();
    replace("changes/BUILD/history.json", "\"version\": 2", "\"version\": 3");
    says("it has version 3, and this program reads version 2", &builds[1..]);
    begin();
    fs::write(damaged("changes/BUILD/statutes.rows"), "x").unwrap();
    says("statutes.rows", &builds[1..]);
    begin();
    fs::write(damaged("changes/BUILD/history.json"), "x").unwrap();
    says("history.json is damaged", &builds[1..]);
    begin();
    replace("builds/BUILD/statutes/records.jsonl", "Frauds", "Fraud5");
    says("statutes/records.jsonl", &builds[2..]);
    begin();
    replace("builds/BUILD/manifest.json", "\"schema_version\": ", "\"schema_version\": 9");
    says("has schema version", &builds[2..]);
}

/// Opens the published index repeatedly. It must be one of these.
fn read_until(workspace: &Workspace, moment: Duration, expected: &[&Tree]) {
    let start = Instant::now();
    while start.elapsed() < moment {
        let manifest = Index::open(&workspace.path("site")).unwrap().manifest().files.clone();
        let is_expected = |tree: &&&Tree| manifest.iter().all(|file| tree.text("manifest.json").contains(&file.sha256));
        assert!(expected.iter().any(|tree| is_expected(&tree)));
        thread::sleep(Duration::from_millis(1));
    }
}
