//! Hostile, broken and slow stores, played by the tests' own server. Each fault is either overcome or an error that
//! says what to do, and wrong bytes are never published.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use crate::store_bucket::Bucket;
use crate::store_indexes::LocalIndex;
use crate::store_run::StoreAt;
use crate::support::Quirk;

/// The path of a file's blob on the server.
fn blob(index: &LocalIndex, file: &str) -> String {
    format!("/law/blobs/sha256/{}", index.digest(file))
}

fn manifest_path(index: &LocalIndex) -> String {
    format!("/law/builds/{}/manifest.json", index.build)
}

#[test]
fn push_writes_latest_last_and_a_second_one_writes_nothing() {
    let bucket = Bucket::new();
    let index = LocalIndex::small(0);
    bucket.store.push(0, &index);
    let log = bucket.server.take_log();
    let writes: Vec<&String> = log.iter().filter(|line| line.contains(" PUT ")).collect();
    let n_blobs = writes.len() - 2;
    assert!(writes[..n_blobs].iter().all(|line| line.starts_with("200 PUT /law/blobs/sha256/")), "{writes:?}");
    let manifest = format!("200 PUT {}", manifest_path(&index));
    assert_eq!(writes[n_blobs..], [&manifest, "200 PUT /law/latest if-none-match: *"]);
    bucket.store.push(10, &index);
    assert!(bucket.server.take_log().iter().all(|line| !line.contains("PUT")));
    let latest = bucket.server.file("/law/latest");
    assert_eq!(latest, format!("{}\n", index.build).into_bytes());
    // Later pushes replace `latest` only if it is the one that they read.
    bucket.store.push(0, &LocalIndex::small(1));
    let log = bucket.server.take_log();
    let write = format!("200 PUT /law/latest if-match: {}", bucket.server.etag(&latest));
    assert!(log.contains(&write), "{log:?}");
}

#[test]
fn second_pull_is_one_request_that_is_answered_with_304() {
    let index = LocalIndex::small(0);
    let bucket = Bucket::with(&index);
    bucket.assert_pulled(&index);
    bucket.server.take_log();
    bucket.store.pull(10, &bucket.out());
    let log = bucket.server.take_log();
    assert!(log.len() == 1 && log[0].starts_with("304 /law/latest if-none-match: "), "{log:?}");
}

#[test]
fn pull_repairs_the_current_build() {
    let index = LocalIndex::small(0);
    let bucket = Bucket::with(&index);
    bucket.assert_pulled(&index);
    let build = bucket.out().join("builds").join(&index.build);
    let flip = |mut bytes: Vec<u8>| {
        bytes[10] ^= 1;
        bytes
    };
    // Every file is then as the manifest says, and the manifest is that of another build.
    let rename = |bytes: Vec<u8>| {
        let mut manifest: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        let digest = manifest["corpus_digest"].as_str().unwrap();
        manifest["corpus_digest"] = digest.chars().rev().collect::<String>().into();
        serde_json::to_vec(&manifest).unwrap()
    };
    type Damage = fn(Vec<u8>) -> Vec<u8>;
    let damages: [(&str, Damage); 4] = [
        ("statutes/records.jsonl", flip),
        ("statutes/records.jsonl", |_| Vec::new()),
        ("manifest.json", flip),
        ("manifest.json", rename),
    ];
    for (file, damage) in damages {
        let path = build.join(file);
        let bytes = damage(fs::read(&path).unwrap());
        // The file may be a link to one of another build.
        fs::remove_file(&path).unwrap();
        fs::write(&path, bytes).unwrap();
        bucket.store.pull(0, &bucket.out());
        bucket.assert_published(&index);
        bucket.store.pull(10, &bucket.out());
    }
}

#[test]
fn index_is_pulled_from_a_plain_web_server() {
    let index = LocalIndex::small(0);
    let bucket = Bucket::with(&index);
    let store = StoreAt { store: bucket.server.url("/law"), endpoint: None, key: None };
    store.pull(0, &bucket.out());
    bucket.assert_published(&index);
    store.pull(10, &bucket.out());
    let error = store.push(1, &index);
    assert_eq!(error, "error: a push needs a bucket: give --store s3://BUCKET[/PREFIX], gs:// or az://\n");
}

#[test]
fn lost_blob_is_uploaded_again() {
    let index = LocalIndex::small(0);
    let bucket = Bucket::with(&index);
    let path = blob(&index, "courts.jsonl");
    bucket.server.remove(&path);
    bucket.assert_refused(&format!("{path} is not there"));
    let error = bucket.store.run_to(1, &["push", "--rollback", &index.build]);
    assert_eq!(
        error.replace(&bucket.server.url(""), ""),
        format!("error: {path} is not there: push the build again\n")
    );
    bucket.store.push(0, &index);
    bucket.assert_pulled(&index);
}

#[test]
fn ranges_of_a_blob_are_fetched_side_by_side() {
    let index = LocalIndex::large();
    let bucket = Bucket::holding(&index);
    let path = blob(&index, "statutes/records.jsonl");
    // Neither range ends before the other one has begun.
    bucket.server.quirk_next(&path, [vec![Quirk::Stall(100)], vec![Quirk::Stall(100)]]);
    let mut pull = bucket.store.command(&["pull", "--out", bucket.out().to_str().unwrap()]).spawn().unwrap();
    let (start, mut ranges) = (Instant::now(), BTreeSet::new());
    while ranges.len() < 2 {
        assert!(start.elapsed() < Duration::from_secs(20), "{ranges:?}");
        thread::sleep(Duration::from_millis(20));
        let requests = bucket.server.take_requests().into_iter().filter(|request| request.path == path);
        ranges.extend(requests.map(|request| request.header("range").unwrap().to_owned()));
    }
    pull.kill().unwrap();
    pull.wait().unwrap();
    let last = fs::metadata(index.path.join("statutes/records.jsonl")).unwrap().len() - 1;
    let expected = [format!("bytes=0-{}", (16 << 20) - 1), format!("bytes={}-{last}", 16 << 20)];
    assert_eq!(ranges, expected.into());
}

#[test]
fn cut_transfer_continues_where_it_ended() {
    let index = LocalIndex::large();
    let bucket = Bucket::holding(&index);
    let path = blob(&index, "statutes/records.jsonl");
    // Both ranges of the blob are cut.
    bucket.server.quirk_next(&path, [vec![Quirk::Cut(2 << 20)], vec![Quirk::Cut(2 << 20)]]);
    bucket.assert_pulled(&index);
    let log = bucket.server.take_log();
    let of_blob: Vec<&String> = log.iter().filter(|line| line.contains(&path)).collect();
    assert_eq!(of_blob.len(), 4, "{of_blob:?}");
}

#[test]
fn pull_after_a_failed_one_keeps_the_finished_ranges() {
    let index = LocalIndex::large();
    let bucket = Bucket::holding(&index);
    let path = blob(&index, "statutes/records.jsonl");
    bucket.server.quirk(&path, Quirk::S3Error(403, "AccessDenied"));
    assert_eq!(bucket.store.run(&["pull", "--out", bucket.out().to_str().unwrap()]).code, Some(1));
    bucket.server.heal(&path);
    let whole = |log: Vec<String>| -> Vec<String> {
        log.into_iter().filter(|line| line.starts_with("200 /law/blobs/")).collect()
    };
    let first = whole(bucket.server.take_log());
    assert!(!first.is_empty());
    bucket.assert_pulled(&index);
    let second = whole(bucket.server.take_log());
    assert!(!second.is_empty() && first.iter().all(|line| !second.contains(line)), "{first:?} {second:?}");
}

#[test]
fn wrong_byte_is_never_published() {
    let index = LocalIndex::small(0);
    let bucket = Bucket::with(&index);
    let path = blob(&index, "courts.jsonl");
    let mut damaged = bucket.server.file(&path);
    damaged[1000] ^= 1;
    let digest = const_hex::encode(Sha256::digest(&damaged));
    bucket.server.put(&path, damaged);
    bucket.assert_refused(&format!(
        "{path} has the digest {digest}: pull again; if that does not help, remove this object from the store, and push the \
         index again"
    ));
    bucket.server.remove(&path);
    bucket.store.push(0, &index);
    bucket.assert_pulled(&index);
}

#[test]
fn blob_of_another_size_is_refused_and_uploaded_again() {
    let index = LocalIndex::small(0);
    for (n_bytes, is_chunked) in [(10, false), (10, true), (500_000, false), (500_000, true)] {
        let bucket = Bucket::with(&index);
        let path = blob(&index, "courts.jsonl");
        bucket.server.put(&path, vec![b'x'; n_bytes]);
        if is_chunked {
            bucket.server.quirk(&path, Quirk::Chunked);
        }
        let outcome = bucket.store.run(&["pull", "--out", bucket.out().to_str().unwrap()]);
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        assert!(!bucket.out().join("current").exists());
        bucket.server.heal(&path);
        bucket.store.push(0, &index);
        bucket.assert_pulled(&index);
    }
}

#[test]
fn upload_that_the_store_has_changed_is_removed() {
    let index = LocalIndex::small(0);
    let bucket = Bucket::new();
    let path = blob(&index, "courts.jsonl");
    // The content changes after two requests: the one for its size, and the upload.
    bucket.server.quirk_next(&path, [vec![], vec![Quirk::ChangesTo(b"other".to_vec())]]);
    let error = bucket.store.push(1, &index);
    assert!(error.contains("has 5 bytes in place of"), "{error}");
    let bucket = Bucket::new();
    let mut damaged = fs::read(index.path.join("courts.jsonl")).unwrap();
    damaged[1000] ^= 1;
    bucket.server.quirk_next(&path, [vec![], vec![Quirk::ChangesTo(damaged)]]);
    let error = bucket.store.push(1, &index);
    assert!(error.contains(&format!("{path} has other bytes than were sent, and is removed: push again")), "{error}");
    assert!(!bucket.server.paths().iter().any(|other| *other == path || other == "/law/latest"));
    bucket.store.push(0, &index);
    bucket.assert_pulled(&index);
}

#[test]
fn errors_of_a_store_say_what_to_do() {
    let index = LocalIndex::small(0);
    let permission = "check the credentials and their permissions; without the permission to list the bucket, a store may \
                      answer so for an object that is not there";
    for (quirks, expected) in [
        (
            vec![Quirk::S3Error(404, "NoSuchBucket")],
            "404 Not Found (NoSuchBucket): make the bucket, or name another by --store".to_owned(),
        ),
        (vec![Quirk::S3Error(403, "AccessDenied")], format!("403 Forbidden (AccessDenied): {permission}")),
        (
            vec![Quirk::S3Error(403, "RequestTimeTooSkewed")],
            format!("403 Forbidden (RequestTimeTooSkewed): {permission}"),
        ),
        (
            vec![Quirk::S3Error(301, "PermanentRedirect")],
            "Received redirect without LOCATION, this normally indicates an incorrectly configured region".to_owned(),
        ),
        (vec![Quirk::Redirect("https://elsewhere.example/".to_owned())], "302 Found".to_owned()),
    ] {
        let bucket = Bucket::with(&index);
        quirks.into_iter().for_each(|quirk| bucket.server.quirk("/law/latest", quirk));
        let error = bucket.store.pull(1, &bucket.out());
        assert_eq!(error, format!("error: GET {} failed: {expected}\n", bucket.url("latest")));
        assert_eq!(bucket.server.take_requests().len(), 1);
    }
}

#[test]
fn tls_error_is_not_retried() {
    // A server that does not speak TLS.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("https://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        }
    });
    let bucket = Bucket::new();
    let store = StoreAt { endpoint: Some(endpoint.clone()), ..bucket.store.clone() };
    let error = store.pull(1, &bucket.out());
    let begin = format!("error: GET {endpoint}/law/latest failed: HTTP error: ");
    assert!(error.starts_with(&begin) && error.lines().count() == 1, "{error}");
}

#[test]
fn secrets_in_an_address_are_never_printed() {
    let bucket = Bucket::new();
    for (store, endpoint) in [
        ("https://user:secret@law.example/index", None),
        ("https://law.example/index?X-Amz-Signature=secret", None),
        ("user:secret@law.example", None),
        ("s3://key:secret@law", None),
        ("s3://law", Some("https://user:secret@law.example")),
    ] {
        let store = StoreAt { store: store.to_owned(), endpoint: endpoint.map(str::to_owned), key: None };
        for printed in [store.pull(1, &bucket.out()), store.run_to(0, &["pull", "--help"])] {
            assert!(!printed.contains("secret"), "{printed}");
        }
    }
}

#[test]
fn garbage_in_place_of_latest_or_of_a_manifest_is_refused() {
    let index = LocalIndex::small(0);
    for (path, content, expected) in [
        ("/law/latest", "", "/law/latest names no build, but begins with \"\": push an index to the store".to_owned()),
        (
            "/law/latest",
            "../../etc/passwd",
            "/law/latest names no build, but begins with \"../../etc/passwd\": push an index to the store".to_owned(),
        ),
        (
            "/law/latest",
            "<!DOCTYPE html>\n<html><head><title>Maintenance</title></head></html>",
            "/law/latest names no build, but begins with \"<!DOCTYPE html>\\n<html><head><title>Maint\": push an index to the \
             store"
                .to_owned(),
        ),
        (
            &manifest_path(&index),
            "{}",
            format!(
                "{} is damaged: its digest is {}, and not the build id",
                manifest_path(&index),
                const_hex::encode(Sha256::digest("{}"))
            ),
        ),
    ] {
        let bucket = Bucket::with(&index);
        bucket.server.put(path, content);
        bucket.assert_refused(&expected);
        // A push repairs both.
        bucket.store.push(0, &index);
        bucket.assert_pulled(&index);
    }
}

#[test]
fn hostile_manifest_writes_nothing_outside_its_folder() {
    let index = LocalIndex::small(0);
    let text = fs::read_to_string(index.path.join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
    let digest = index.digest("courts.jsonl");
    for (path, bytes, sha256, expected) in [
        ("../outside", 5, digest.as_str(), "it names the file \"../outside\", which no index has"),
        ("/tmp/outside", 5, digest.as_str(), "it names the file \"/tmp/outside\", which no index has"),
        ("courts.jsonl", 5, "../latest", "the digest of courts.jsonl is \"../latest\""),
    ] {
        let bucket = Bucket::with(&index);
        let mut hostile = manifest.clone();
        hostile["files"] = serde_json::json!([{"path": path, "bytes": bytes, "sha256": sha256}]);
        let build = bucket.put_manifest(&hostile.to_string());
        bucket.assert_refused(&format!("/law/builds/{build}/manifest.json is damaged: {expected}"));
    }
    // A well-formed manifest with a size that no disk has.
    let bucket = Bucket::with(&index);
    let size = fs::metadata(index.path.join("courts.jsonl")).unwrap().len();
    let hostile = text.replacen(&format!("\"bytes\": {size}"), &format!("\"bytes\": {}", u64::MAX - 5), 1);
    assert_ne!(hostile, text);
    bucket.put_manifest(&hostile);
    let outcome = bucket.store.run(&["pull", "--out", bucket.out().to_str().unwrap()]);
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    let other = text.replacen("\"schema_version\": ", "\"schema_version\": 9", 1);
    let build = bucket.put_manifest(&other);
    let error = bucket.store.pull(1, &bucket.out());
    assert!(error.contains(&format!("build {build} has schema version 9")), "{error}");
    assert!(error.contains("let the same version push, pull and serve"), "{error}");
}

#[test]
fn push_that_loses_a_race_fails_with_exit_code_5() {
    let [first, second] = [0, 1].map(LocalIndex::small);
    let other = "0".repeat(64).into_bytes();
    // `latest` changes after it was read, just before it is written, or after that in a store that ignores conditions.
    let late = vec![Quirk::IgnoresConditions, Quirk::ChangesTo(other.clone())];
    for (requests, is_written) in [
        (vec![vec![Quirk::ChangesTo(other.clone())]], false),
        (vec![vec![], vec![Quirk::ChangesTo(other.clone())]], false),
        (vec![vec![], vec![], late], true),
    ] {
        let bucket = Bucket::with(&first);
        bucket.server.quirk_next("/law/latest", requests);
        let error = bucket.store.push(5, &second);
        assert_eq!(
            error,
            format!(
                "error: another push has written {} in the meantime, and this one has changed nothing that is served: push \
                 again if this index is the newer one\n",
                bucket.url("latest")
            )
        );
        assert_eq!(bucket.server.file("/law/latest"), other);
        let put = bucket.server.take_log().iter().any(|line| line.starts_with("200 PUT /law/latest"));
        assert_eq!(put, is_written);
        // The fix that the error names.
        bucket.store.push(0, &second);
        bucket.assert_pulled(&second);
    }
}

#[test]
fn lost_response_to_the_write_of_latest_is_not_taken_for_a_race() {
    let [first, second] = [0, 1].map(LocalIndex::small);
    let bucket = Bucket::with(&first);
    // The store does the write, and its response is lost.
    let cut = vec![Quirk::ChangesTo(format!("{}\n", second.build).into_bytes()), Quirk::Status(500)];
    bucket.server.quirk_next("/law/latest", [vec![], vec![], cut]);
    bucket.store.push(0, &second);
    bucket.assert_pulled(&second);
}

#[test]
fn push_removes_old_builds_and_orphaned_blobs() {
    let indexes = [0, 1, 2].map(LocalIndex::small);
    let bucket = Bucket::with(&indexes[0]);
    bucket.store.push(0, &indexes[1]);
    let of_no_build = format!("/law/blobs/sha256/{}", "2".repeat(64));
    bucket.server.put(&of_no_build, "of a push that was killed");
    bucket.server.make_old("/law/");
    let own = |index: usize| blob(&indexes[index], "statutes/records.jsonl");
    // A blob of a push in progress.
    let young = format!("/law/blobs/sha256/{}", "1".repeat(64));
    bucket.server.put(&young, "of a push");
    let printed = bucket.store.run_to(0, &["push", "--keep", "2", "--index", indexes[2].path.to_str().unwrap()]);
    assert!(printed.ends_with("; 1 old builds and 1 blobs removed\n"), "{printed}");
    let paths = bucket.server.paths();
    assert!(!paths.contains(&manifest_path(&indexes[0])) && !paths.contains(&of_no_build));
    // This push leaves the blobs of the build that it removes.
    for path in [manifest_path(&indexes[1]), manifest_path(&indexes[2]), own(0), own(1), own(2), young] {
        assert!(paths.contains(&path), "{path}");
    }
    bucket.assert_pulled(&indexes[2]);
    bucket.store.run_to(0, &["push", "--rollback", &indexes[1].build]);
    bucket.assert_pulled(&indexes[1]);
    let usage = bucket.store.run_to(2, &["push", "--keep", "1", "--index", "x"]);
    assert!(usage.contains("give 2 or more"), "{usage}");
}

#[test]
fn old_blob_that_no_served_build_has_is_uploaded_again() {
    // Another push may be about to remove it.
    let [first, second] = [0, 1].map(LocalIndex::small);
    let bucket = Bucket::with(&second);
    bucket.store.push(0, &first);
    bucket.server.make_old("/law/");
    bucket.server.take_log();
    bucket.store.push(0, &second);
    let log = bucket.server.take_log();
    let has = |line: String| log.contains(&line);
    assert!(has(format!("200 PUT {}", blob(&second, "statutes/records.jsonl"))), "{log:?}");
    assert!(!has(format!("200 PUT {}", blob(&second, "cases/records.jsonl"))), "{log:?}");
}
