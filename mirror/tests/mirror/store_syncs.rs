//! The order in which a pull syncs and renames files, so that a power failure leaves a complete index.

use std::fs;
use std::process::Command;

use lexdex_tests::skip::is_there;

use crate::store_bucket::Bucket;
use crate::store_indexes::LocalIndex;

/// The source of a library that records syncs.
const LIBRARY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mirror/syncs.c");

#[test]
fn every_file_is_synced_before_current_names_the_build() {
    if !is_there("cc", &["--version"]) {
        return;
    }
    let index = LocalIndex::small(0);
    let bucket = Bucket::with(&index);
    // The recorded paths have links resolved.
    let folder = fs::canonicalize(bucket.folder.path()).unwrap();
    let (library, notes, out) = (folder.join("syncs.so"), folder.join("syncs"), folder.join("published"));
    let compiled = Command::new("cc").args(["-shared", "-fPIC", LIBRARY, "-o"]).arg(&library).output().unwrap();
    assert!(compiled.status.success(), "{compiled:?}");
    let mut pull = bucket.store.command(&["pull", "--out", out.to_str().unwrap()]);
    assert!(pull.env("LD_PRELOAD", &library).env("SYNCS", &notes).output().unwrap().status.success());
    bucket.assert_published(&index);

    let notes = fs::read_to_string(&notes).unwrap();
    let replaced = format!("rename {}/current\n", out.display());
    let (before, after) = notes.split_once(&replaced).unwrap_or_else(|| panic!("{notes}"));
    let synced: Vec<&str> = before.lines().filter_map(|line| line.strip_prefix("sync ")).collect();
    let place = out.join(".publishing").join(&index.build);
    let mut expected =
        vec![place.clone(), place.join("manifest.json"), out.join("builds"), out.join(".publishing/current")];
    expected.extend(["statutes", "cases", "bills"].map(|list| place.join(list)));
    expected.extend(index.manifest().files.iter().map(|file| place.join(&file.path)));
    let history = out.join(".publishing/changes");
    expected.extend([out.join("changes"), history.clone(), history.join("history.json")]);
    for list in ["statutes", "cases", "bills"] {
        expected.extend(["rows", "since", "news"].map(|part| history.join(format!("{list}.{part}"))));
    }
    for path in expected {
        assert!(synced.contains(&path.to_str().unwrap()), "{}:\n{notes}", path.display());
    }
    assert!(after.starts_with(&format!("sync {}\n", out.display())), "{after}");
}
