//! Concurrent pushes and rollbacks, and objects that a store has altered: `latest` names only a complete build.

use std::fs;

use crate::store_bucket::Bucket;
use crate::store_indexes::LocalIndex;
use crate::support::Quirk;

fn blob(index: &LocalIndex, file: &str) -> String {
    format!("/law/blobs/sha256/{}", index.digest(file))
}

fn manifest_path(index: &LocalIndex) -> String {
    format!("/law/builds/{}/manifest.json", index.build)
}

fn latest(index: &LocalIndex) -> Option<Vec<u8>> {
    Some(format!("{}\n", index.build).into_bytes())
}

/// The paths of the requests with this method.
fn paths_of(bucket: &Bucket, method: &str) -> Vec<String> {
    bucket.server.take_requests().into_iter().filter(|request| request.method == method).map(|r| r.path).collect()
}

#[test]
fn push_keeps_a_build_that_a_rollback_serves_meanwhile() {
    let indexes = [0, 1, 2].map(LocalIndex::small);
    let bucket = Bucket::with(&indexes[0]);
    bucket.store.push(0, &indexes[1]);
    bucket.server.make_old("/law/");
    // The rollback happens after the push has listed the builds to find the old ones.
    bucket.server.quirk_next("/law", [vec![Quirk::Also("/law/latest".to_owned(), latest(&indexes[0]))]]);
    bucket.server.quirk_next("/law/", [vec![Quirk::Also("/law/latest".to_owned(), latest(&indexes[0]))]]);
    bucket.store.run_to(0, &["push", "--keep", "2", "--index", indexes[2].path.to_str().unwrap()]);
    assert_eq!(bucket.server.file("/law/latest"), latest(&indexes[0]).unwrap());
    bucket.assert_pulled(&indexes[0]);
}

#[test]
fn push_restores_a_removed_manifest_that_a_rollback_serves() {
    let indexes = [0, 1, 2].map(LocalIndex::small);
    let bucket = Bucket::with(&indexes[0]);
    bucket.store.push(0, &indexes[1]);
    bucket.server.make_old("/law/");
    // A rollback has looked for the manifest just before its removal.
    let rollback = vec![Quirk::Also("/law/latest".to_owned(), latest(&indexes[0]))];
    bucket.server.quirk_next(&manifest_path(&indexes[0]), [vec![], rollback]);
    let printed = bucket.store.run_to(0, &["push", "--keep", "2", "--index", indexes[2].path.to_str().unwrap()]);
    assert!(!printed.contains("removed"), "{printed}");
    assert!(paths_of(&bucket, "DELETE").contains(&manifest_path(&indexes[0])));
    assert_eq!(bucket.server.file("/law/latest"), latest(&indexes[0]).unwrap());
    bucket.assert_pulled(&indexes[0]);
}

#[test]
fn next_push_removes_unserved_blobs_of_a_removed_build() {
    let indexes = [0, 1, 2, 3, 4].map(LocalIndex::small);
    let bucket = Bucket::with(&indexes[0]);
    let own = |idx: usize| blob(&indexes[idx], "statutes/records.jsonl");
    let manifest = fs::read(indexes[0].path.join("manifest.json")).unwrap();
    let push = |idx: usize| {
        bucket.server.make_old("/law/");
        bucket.store.run_to(0, &["push", "--keep", "2", "--index", indexes[idx].path.to_str().unwrap()])
    };
    push(1);
    assert!(push(2).ends_with("; 1 old builds and 0 blobs removed\n"));
    assert!(bucket.server.paths().contains(&own(0)));
    // The push writes `latest`, reads it back, checks the build, and reads `latest` before and after it removes builds.
    let rollback = vec![
        Quirk::Also(manifest_path(&indexes[0]), Some(manifest)),
        Quirk::Also("/law/latest".to_owned(), latest(&indexes[0])),
    ];
    bucket.server.quirk_next(&manifest_path(&indexes[3]), [vec![], vec![], vec![], vec![], rollback]);
    assert!(push(3).ends_with("; 1 old builds and 0 blobs removed\n"));
    bucket.assert_pulled(&indexes[0]);
    push(4);
    let paths = bucket.server.paths();
    // The push keeps the build that was served before.
    assert!(paths.contains(&own(0)) && paths.contains(&own(4)) && !paths.contains(&own(1)), "{paths:?}");
}

#[test]
fn push_repairs_a_removal_made_before_latest_was_written() {
    let [first, second] = [0, 1].map(LocalIndex::small);
    for lost in [manifest_path(&second), blob(&second, "statutes/records.jsonl")] {
        let bucket = Bucket::with(&first);
        bucket.server.quirk_next("/law/latest", [vec![], vec![], vec![Quirk::Also(lost, None)]]);
        bucket.store.push(0, &second);
        bucket.assert_pulled(&second);
    }
}

#[test]
fn rollback_repairs_a_manifest_and_reports_a_missing_blob() {
    let [first, second] = [0, 1].map(LocalIndex::small);
    let lost = |path: String| {
        let bucket = Bucket::with(&first);
        bucket.store.push(0, &second);
        bucket.server.quirk_next("/law/latest", [vec![], vec![], vec![Quirk::Also(path, None)]]);
        bucket
    };
    let bucket = lost(manifest_path(&first));
    bucket.store.run_to(0, &["push", "--rollback", &first.build]);
    bucket.assert_pulled(&first);
    let path = blob(&first, "statutes/records.jsonl");
    let bucket = lost(path.clone());
    let error = bucket.store.run_to(1, &["push", "--rollback", &first.build]);
    let expected = format!("{path} is not there: push the build again\n");
    assert!(error.replace(&bucket.server.url(""), "").ends_with(&expected), "{error}");
    bucket.store.push(0, &first);
    bucket.assert_pulled(&first);
}

#[test]
fn blob_of_an_interrupted_push_is_reused_only_if_intact() {
    let index = LocalIndex::small(0);
    let path = blob(&index, "courts.jsonl");
    let whole = fs::read(index.path.join("courts.jsonl")).unwrap();
    let mut damaged = whole.clone();
    damaged[1000] ^= 1;
    for (content, is_put) in [(&damaged, true), (&whole, false)] {
        let bucket = Bucket::new();
        bucket.server.put(&path, content.clone());
        // An hour after the blob was written.
        bucket.server.quirk(&path, Quirk::Header("Date", "Thu, 01 Jan 2026 01:00:00 GMT".to_owned()));
        bucket.store.push(0, &index);
        let requests = bucket.server.take_requests();
        let is_asked = |method: &str| requests.iter().any(|request| request.method == method && request.path == path);
        assert_eq!((is_asked("GET"), is_asked("PUT")), (true, is_put));
        bucket.assert_pulled(&index);
    }
}

#[test]
fn manifest_that_the_store_has_changed_is_never_named_by_latest() {
    let [first, second] = [0, 1].map(LocalIndex::small);
    let bucket = Bucket::with(&first);
    let mut damaged = fs::read(second.path.join("manifest.json")).unwrap();
    *damaged.last_mut().unwrap() = b' ';
    let path = manifest_path(&second);
    bucket.server.quirk_next(&path, [vec![Quirk::ChangesTo(damaged.clone())]]);
    let error = bucket.store.push(1, &second);
    let expected = format!("error: {path} has other bytes than were sent, and is removed: push again\n");
    assert_eq!(error.replace(&bucket.server.url(""), ""), expected);
    bucket.assert_pulled(&first);
    bucket.store.push(0, &second);
    // The rollback reads the manifest, and writes it.
    bucket.server.quirk_next(&manifest_path(&first), [vec![], vec![Quirk::ChangesTo(damaged)]]);
    let error = bucket.store.run_to(1, &["push", "--rollback", &first.build]);
    assert!(error.contains("has other bytes than were sent"), "{error}");
    bucket.assert_pulled(&second);
}

#[test]
fn lost_response_to_a_completed_upload_is_no_failure() {
    let index = LocalIndex::large();
    let bucket = Bucket::new();
    let path = blob(&index, "statutes/records.jsonl");
    let completion = format!("{path}?uploadId=1");
    bucket.server.quirk_next(&completion, [vec![Quirk::LostResponse]]);
    bucket.store.push(0, &index);
    let n_completions = paths_of(&bucket, "POST").into_iter().filter(|path| *path == completion).count();
    assert_eq!(n_completions, 2);
    bucket.assert_pulled(&index);
}

#[test]
fn rollback_in_an_empty_store_says_that_it_has_no_build() {
    let bucket = Bucket::new();
    let other = "0".repeat(64);
    let error = bucket.store.run_to(1, &["push", "--rollback", &other]);
    assert_eq!(error, format!("error: the store has no build {other}, and no other one: push an index\n"));
}
