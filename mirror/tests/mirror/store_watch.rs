//! Watches of a store that fails for a time. Each error is logged once, and no request is made in vain.

use std::thread;
use std::time::{Duration, Instant};

use crate::store_bucket::{Bucket, Watch};
use crate::store_indexes::LocalIndex;
use crate::support::{Quirk, Request};

/// The suffix of an error that a watch logs.
const GOES_ON: &str = "; this is tried again, and the served build stays";

#[test]
fn watch_survives_a_store_that_is_wrong_and_takes_each_build() {
    let [first, second] = [0, 1].map(LocalIndex::small);
    let bucket = Bucket::with(&first);
    let mut watch = Watch::start(&bucket.store, &bucket.out(), &[]);
    assert!(watch.line().starts_with(&format!("build {} is published: ", first.build)));
    let error = bucket.store.pull(1, &bucket.out());
    assert!(error.contains("another pull works in"), "{error}");
    bucket.server.put("/law/latest", "garbage");
    let error = watch.line();
    let expected = format!(
        "error: {} names no build, but begins with \"garbage\": push an index to the store; this is tried again, and the \
         served build stays",
        bucket.url("latest")
    );
    assert_eq!(error, expected);
    bucket.assert_published(&first);
    bucket.store.push(0, &second);
    assert!(watch.line().starts_with(&format!("build {} is published: ", second.build)));
    assert_eq!(watch.line(), "the store can be pulled from again");
    bucket.assert_published(&second);
}

#[test]
fn watch_logs_no_failed_attempt_if_a_repeated_one_succeeds() {
    let index = LocalIndex::small(0);
    let bucket = Bucket::with(&index);
    bucket.server.quirk_times("/law/latest", 2, Quirk::S3Error(503, "SlowDown"));
    let mut watch = Watch::start(&bucket.store, &bucket.out(), &[]);
    let line = watch.line();
    assert!(line.starts_with(&format!("build {} is published: ", index.build)), "{line}");
    assert_eq!(bucket.server.take_requests().iter().filter(|request| request.status == 503).count(), 2);
}

#[test]
fn watch_fetches_a_wrong_blob_once_until_the_object_changes() {
    let index = LocalIndex::small(0);
    let bucket = Bucket::with(&index);
    let path = format!("/law/blobs/sha256/{}", index.digest("courts.jsonl"));
    let whole = bucket.server.file(&path);
    let mut damaged = whole.clone();
    damaged[1000] ^= 1;
    bucket.server.put(&path, damaged);
    let mut watch = Watch::start(&bucket.store, &bucket.out(), &[]);
    let error = watch.line();
    assert!(error.contains(&format!("{path} has the digest ")) && error.ends_with(GOES_ON), "{error}");
    let of_blob = |requests: Vec<Request>, method: &str| {
        requests.into_iter().filter(|request| request.path == path && request.method == method).count()
    };
    assert_eq!(of_blob(bucket.server.take_requests(), "GET"), 1);
    // The next pull only checks whether the object has changed.
    let (start, mut requests) = (Instant::now(), Vec::new());
    while of_blob(requests.clone(), "HEAD") == 0 {
        assert!(start.elapsed() < Duration::from_secs(60), "{requests:?}");
        thread::sleep(Duration::from_millis(20));
        requests.extend(bucket.server.take_requests());
    }
    assert_eq!(of_blob(requests, "GET"), 0);
    bucket.server.put(&path, whole);
    assert!(watch.line().starts_with(&format!("build {} is published: ", index.build)));
    bucket.assert_published(&index);
}
