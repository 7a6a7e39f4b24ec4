//! Network faults between the program and real servers of object storage.

use std::thread;
use std::time::{Duration, Instant};

use crate::store_indexes::LocalIndex;
use crate::store_proxy::{Fault, Proxy};
use crate::store_run::StoreAt;
use crate::store_servers::{StoreServer, each};
use crate::tree::Tree;

/// A store with an index, and a proxy in front of it.
fn behind_proxy(server: &StoreServer, prefix: &str, index: &LocalIndex) -> (Proxy, StoreAt) {
    let store = server.at(prefix);
    store.push(0, index);
    let proxy = Proxy::to(&store);
    let store = proxy.for_store(&store);
    (proxy, store)
}

#[track_caller]
fn assert_pulled(store: &StoreAt, index: &LocalIndex) {
    let out = tempfile::tempdir().unwrap();
    store.pull(0, out.path());
    assert_eq!(Tree::from_directory(&out.path().join("builds").join(&index.build)), index.tree());
}

#[test]
fn stores_follow_the_protocol_and_faults_are_not_published() {
    let servers: Vec<StoreServer> = each().collect();
    thread::scope(|scope| {
        for server in &servers {
            // This waits for most of a minute.
            scope.spawn(|| stalled_store_is_asked_again(server));
            unchanged_is_304(server);
            overtaken_push_is_412(server);
            ranges_are_206_and_a_cut_one_continues(server);
            wrong_byte_is_refused(server);
            slow_store_is_waited_for(server);
        }
    });
}

fn unchanged_is_304(server: &StoreServer) {
    let index = LocalIndex::small(0);
    let (proxy, store) = behind_proxy(server, "unchanged", &index);
    let out = tempfile::tempdir().unwrap();
    store.pull(0, out.path());
    proxy.take_log();
    store.pull(10, out.path());
    assert_eq!(proxy.take_log(), ["304 GET /law/unchanged/latest"]);
}

fn overtaken_push_is_412(server: &StoreServer) {
    let [first, second, third] = [0, 1, 2].map(LocalIndex::small);
    let (proxy, store) = behind_proxy(server, "overtaken", &first);
    let (direct, other) = (server.at("overtaken"), third.clone());
    proxy.before("PUT /law/overtaken/latest", move || drop(direct.push(0, &other)));
    let error = store.push(5, &second);
    assert!(error.contains("another push has written"), "{error}");
    let log = proxy.take_log();
    assert!(log.contains(&"412 PUT /law/overtaken/latest".to_owned()), "{log:?}");
    assert_pulled(&store, &third);
}

fn ranges_are_206_and_a_cut_one_continues(server: &StoreServer) {
    let index = LocalIndex::large();
    let (proxy, store) = behind_proxy(server, "cut", &index);
    let path = format!("/law/cut/blobs/sha256/{}", index.digest("statutes/records.jsonl"));
    proxy.fault(&path, Fault::Cut(2 << 20));
    assert_pulled(&store, &index);
    // The requests of two ranges, and of the rest of the cut one.
    let log = proxy.take_log();
    let of_blob: Vec<&String> = log.iter().filter(|line| line.ends_with(&path)).collect();
    assert_eq!(of_blob, [&format!("206 GET {path}"); 3]);
}

fn wrong_byte_is_refused(server: &StoreServer) {
    let index = LocalIndex::small(0);
    let (proxy, store) = behind_proxy(server, "wrong", &index);
    let path = format!("/law/wrong/blobs/sha256/{}", index.digest("courts.jsonl"));
    proxy.fault(&path, Fault::Flip(1000));
    let out = tempfile::tempdir().unwrap();
    let error = store.pull(1, out.path());
    assert!(error.contains(&format!("{path} has the digest ")), "{error}");
    assert!(!out.path().join("current").exists());
    store.pull(0, out.path());
    assert_eq!(Tree::from_directory(&out.path().join("builds").join(&index.build)), index.tree());
}

fn slow_store_is_waited_for(server: &StoreServer) {
    let index = LocalIndex::small(0);
    let (proxy, store) = behind_proxy(server, "slow", &index);
    proxy.fault("GET /law/slow/blobs", Fault::Slow(Duration::from_millis(500)));
    assert_pulled(&store, &index);
}

fn stalled_store_is_asked_again(server: &StoreServer) {
    let index = LocalIndex::small(0);
    let (proxy, store) = behind_proxy(server, "stalled", &index);
    let path = format!("/law/stalled/blobs/sha256/{}", index.digest("courts.jsonl"));
    proxy.fault(&path, Fault::Stall(1000));
    let start = Instant::now();
    assert_pulled(&store, &index);
    // A transfer counts as stalled after 30 seconds without a byte.
    assert!((28..60).contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
    let log = proxy.take_log();
    let of_blob: Vec<&String> = log.iter().filter(|line| line.ends_with(&path)).collect();
    assert_eq!(of_blob, [&format!("200 GET {path}"), &format!("206 GET {path}")]);
}
