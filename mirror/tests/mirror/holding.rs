//! `hold` and `release`: no sync undoes a rollback by hand.

use std::collections::BTreeSet;
use std::fs;

use crate::folder::Folder;
use crate::placed_files::{CONFIGURATION, place, published_mirror};

/// The id of the published build.
fn current(folder: &Folder) -> String {
    fs::read_to_string(folder.path("published/current")).unwrap().trim().to_owned()
}

#[test]
fn held_build_stays_published_until_it_is_released() {
    let folder = published_mirror();
    let old = current(&folder);
    place(&folder, "8", "2024-02-01", 1..=2, "new");
    folder.run_to(0, &["sync"]);
    let new = current(&folder);
    assert_ne!(old, new);

    let held = format!("build {old} is published and held: syncs publish nothing until `lexdex-mirror release`\n");
    assert_eq!(folder.run_to(0, &["hold", &old]).stdout, held);
    assert_eq!((current(&folder), folder.published().len()), (old.clone(), 100));
    place(&folder, "9", "2024-03-01", 1..=1, "newer");
    let nothing = "nothing is published until `lexdex-mirror release`\n";
    let builds = || -> BTreeSet<String> {
        let entries = fs::read_dir(folder.path("published/builds")).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    let outcome = folder.run_to(10, &["sync"]).stdout;
    let newest = builds().into_iter().find(|build| *build != old && *build != new).unwrap();
    let held = format!("build {newest} is accepted and waits\nbuild {old} is held: {nothing}");
    assert!(outcome.ends_with(&held), "{outcome}");
    // With nothing new, nothing is built.
    let outcome = folder.run_to(10, &["sync"]).stdout;
    assert_eq!(outcome, format!("build {old} is held: {nothing}"));
    folder.run_to(0, &["sync", "--unchanged-ok"]);
    assert_eq!((current(&folder), builds()), (old.clone(), BTreeSet::from([old.clone(), newest.clone()])));
    let status = folder.run_to(0, &["status"]).stdout;
    let of_hold = format!(
        "and published nothing, because the build is held\nbuild {old} is published\nbuild {old} is held: {nothing}"
    );
    assert!(status.contains(&of_hold), "{status}");
    let metrics = folder.run_to(0, &["status", "--format", "prometheus"]).stdout;
    assert!(metrics.contains("\nlexdex_mirror_sync_outcome{outcome=\"held\"} 1\n"), "{metrics}");

    let released = format!("build {old} is no longer held, and build {newest} is published\n");
    assert_eq!(folder.run_to(0, &["release"]).stdout, released);
    assert_eq!(folder.run_to(0, &["release"]).stdout, "no build was held\n");
    assert_eq!((current(&folder), folder.published().len()), (newest, 103));
    folder.run_to(10, &["sync"]);
    assert!(!folder.run_to(0, &["status"]).stdout.contains("held"));
}

#[test]
fn published_build_is_held_unnamed_until_it_is_announced() {
    let told = CONFIGURATION.replace(
        "to = \"published\"\n",
        "to = \"published\"\nreload = [\"sh\", \"-c\", \"cat published/current >> told\"]\n",
    );
    let folder = published_mirror();
    folder.configure(&told);
    let old = current(&folder);
    place(&folder, "8", "2024-02-01", 1..=2, "new");
    folder.run_to(0, &["sync"]);
    let new = current(&folder);
    folder.run_to(0, &["hold"]);
    folder.run_to(10, &["sync"]);
    assert_eq!(current(&folder), new);
    assert_eq!(fs::read_to_string(folder.path("told")).unwrap(), format!("{new}\n"));
    folder.run_to(0, &["hold", &old]);
    folder.run_to(10, &["sync"]);
    assert_eq!(fs::read_to_string(folder.path("told")).unwrap(), format!("{new}\n{old}\n"));
}

#[test]
fn gate_judges_a_build_that_waits() {
    let folder = published_mirror();
    let old = current(&folder);
    folder.run_to(0, &["hold"]);
    fs::remove_dir_all(folder.path("placed")).unwrap();
    place(&folder, "9", "2024-03-01", 1..=1, "newer");
    folder.run_to(4, &["sync"]);
    let released = format!("build {old} is no longer held: the next sync publishes what is new\n");
    assert_eq!(folder.run_to(0, &["release"]).stdout, released);
    assert_eq!(current(&folder), old);
}

#[test]
fn build_that_is_not_kept_is_an_error_and_nothing_is_held() {
    let folder = Folder::new(CONFIGURATION);
    let error = "error: no index is published yet: run lexdex-mirror sync first\n";
    assert_eq!(folder.run_to(1, &["hold"]).stderr, error);
    place(&folder, "7", "2024-01-01", 1..=3, "old");
    folder.run_to(0, &["sync"]);
    let current = current(&folder);
    for unknown in ["../..", &"0".repeat(current.len())] {
        let error = format!("error: published has no build {unknown}: the builds are {current}\n");
        assert_eq!(folder.run_to(1, &["hold", unknown]).stderr, error);
    }
    // A damaged build is neither published nor held.
    let manifest = folder.path("published/builds").join(&current).join("manifest.json");
    fs::write(&manifest, "{}").unwrap();
    folder.run_to(1, &["hold"]);
    assert_eq!(folder.run_to(0, &["release"]).stdout, "no build was held\n");
}
