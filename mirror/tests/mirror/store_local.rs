//! Pulls to a machine that has an index, a damaged index, or the files of an interrupted pull.

use std::fs;
use std::path::Path;

use lexdex_index::Index;

use crate::directory::with_slashes;
use crate::store_bucket::Bucket;
use crate::store_indexes::LocalIndex;
use crate::support::Quirk;
use crate::tree::Tree;

const DAMAGED: &str = "statutes/records.jsonl";

/// A bucket with two builds that were both pulled here. The earlier one is damaged on this machine. Also returns the
/// value of `open`, which is called while the earlier build is current.
fn with_damaged_build<T>(earlier: &LocalIndex, current: &LocalIndex, open: impl FnOnce(&Path) -> T) -> (Bucket, T) {
    let bucket = Bucket::with(earlier);
    bucket.assert_pulled(earlier);
    let opened = open(&bucket.out());
    bucket.store.push(0, current);
    bucket.assert_pulled(current);
    // Replaced, not overwritten, because builds share files.
    let file = bucket.out().join("builds").join(&earlier.build).join(DAMAGED);
    fs::remove_file(&file).unwrap();
    fs::write(&file, "x").unwrap();
    bucket.store.run_to(0, &["push", "--rollback", &earlier.build]);
    (bucket, opened)
}

#[test]
fn damaged_file_of_an_earlier_build_is_fetched_again() {
    let [earlier, current] = [0, 1].map(LocalIndex::small);
    let (bucket, ()) = with_damaged_build(&earlier, &current, |_| ());
    let bytes = fs::metadata(earlier.path.join(DAMAGED)).unwrap().len();
    let printed = bucket.assert_pulled(&earlier);
    let fetched = indicatif::HumanBytes(bytes);
    assert!(printed.starts_with(&format!("build {} is published: {fetched} fetched, ", earlier.build)), "{printed}");
}

#[test]
fn damaged_build_stays_while_a_server_has_it_open() {
    let [earlier, current] = [0, 1].map(LocalIndex::small);
    let (bucket, open) = with_damaged_build(&earlier, &current, |out| Index::open(out).unwrap());
    let error = bucket.store.pull(1, &bucket.out());
    let place = bucket.out().join("builds").join(&earlier.build);
    let place = with_slashes(&place.display().to_string());
    let expected = format!("{place} is damaged, and a server has it open: end that server, and publish again\n");
    assert!(error.ends_with(&expected), "{error}");
    bucket.assert_published(&current);
    drop(open);
    bucket.assert_pulled(&earlier);
}

#[test]
fn interrupted_range_with_other_bytes_is_fetched_again() {
    let index = LocalIndex::small(0);
    let bucket = Bucket::with(&index);
    let digest = index.digest("courts.jsonl");
    let downloads = bucket.out().join(".pulling/downloads");
    fs::create_dir_all(&downloads).unwrap();
    let bytes = fs::metadata(index.path.join("courts.jsonl")).unwrap().len();
    fs::write(downloads.join(&digest), vec![0; bytes as usize]).unwrap();
    fs::write(downloads.join(format!("{digest}.ranges")), "0\n").unwrap();
    bucket.assert_pulled(&index);
    let path = format!("/law/blobs/sha256/{digest}");
    assert_eq!(bucket.server.take_requests().iter().filter(|request| request.path == path).count(), 1);
}

#[test]
fn next_pull_removes_downloads_of_a_killed_pull() {
    let index = LocalIndex::small(0);
    let bucket = Bucket::with(&index);
    bucket.assert_pulled(&index);
    for folder in ["downloads", "index"] {
        fs::create_dir(bucket.out().join(".pulling").join(folder)).unwrap();
        fs::write(bucket.out().join(".pulling").join(folder).join("left"), "x").unwrap();
    }
    bucket.store.pull(10, &bucket.out());
    assert_eq!(Tree::from_directory(&bucket.out().join(".pulling")).files(), ["latest.json"]);
}

#[test]
fn server_may_start_with_the_published_build_without_a_store() {
    let index = LocalIndex::small(0);
    let bucket = Bucket::with(&index);
    let out = bucket.out();
    let pull = |code: i32, options: &[&str]| {
        bucket.store.run_to(code, &[&["pull", "--out", out.to_str().unwrap(), "--unchanged-ok"], options].concat())
    };
    let down = || bucket.server.quirk("/law/latest", Quirk::S3Error(403, "AccessDenied"));
    let error = format!(
        "error: GET {} failed: 403 Forbidden (AccessDenied): check the credentials and their permissions; without the \
         permission to list the bucket, a store may answer so for an object that is not there\n",
        bucket.url("latest")
    );
    // No index is published yet.
    down();
    assert_eq!(pull(1, &["--stale-ok"]), error);
    bucket.server.heal("/law/latest");
    pull(0, &["--stale-ok"]);
    bucket.assert_published(&index);
    down();
    assert_eq!(pull(1, &[]), error);
    let stays = format!("build {} stays, but may not be the latest\n", index.build);
    assert_eq!(pull(0, &["--stale-ok"]), format!("{stays}{error}"));
    bucket.assert_published(&index);
    // With `--build`, a build that is already published needs no store, and another build is an error.
    assert_eq!(pull(0, &["--build", &index.build]), "nothing new\n");
    let usage = pull(2, &["--stale-ok", "--build", &index.build]);
    assert!(usage.contains("'--stale-ok' cannot be used with '--build <BUILD>'"), "{usage}");
    // The folder names a current build that is missing.
    fs::remove_dir_all(out.join("builds")).unwrap();
    assert_eq!(pull(1, &["--stale-ok"]), error);
}
