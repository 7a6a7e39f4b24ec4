//! Pushes to real servers of object storage, and pulls from them.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use lexdex_index::Index;

use crate::served::Served;
use crate::store_indexes::LocalIndex;
use crate::store_run::StoreAt;
use crate::store_servers::{StoreServer, each};
use crate::tree::Tree;

/// Asserts that the published build equals the index in every byte.
#[track_caller]
fn assert_published(out: &Path, index: &LocalIndex) {
    assert_eq!(fs::read_to_string(out.join("current")).unwrap().trim(), index.build);
    assert_eq!(Tree::from_directory(&out.join("builds").join(&index.build)), index.tree());
}

/// The total bytes of the files that the other index does not have.
fn bytes_beyond(index: &LocalIndex, other: &LocalIndex) -> u64 {
    let others = other.manifest().files;
    let own = index.manifest().files;
    own.iter().filter(|file| !others.iter().any(|other| other.sha256 == file.sha256)).map(|file| file.bytes).sum()
}

fn begin_push(store: &StoreAt, index: &LocalIndex) -> Child {
    store.command(&["push", "--index", index.path.to_str().unwrap()]).spawn().unwrap()
}

fn builds(out: &Path) -> Vec<String> {
    let mut builds: Vec<String> = fs::read_dir(out.join("builds"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    builds.sort();
    builds
}

fn sorted(indexes: &[&LocalIndex]) -> Vec<String> {
    let mut builds: Vec<String> = indexes.iter().map(|index| index.build.clone()).collect();
    builds.sort();
    builds
}

#[test]
fn index_comes_back_byte_for_byte_from_each_store() {
    for server in each() {
        round_trip(&server);
        large_files_go_in_parts(&server);
        pushes_at_the_same_time(&server);
        replicas_swap(&server);
    }
}

fn round_trip(server: &StoreServer) {
    let store = server.at("a/b");
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("published");
    let [first, second, third] = [0, 1, 2].map(LocalIndex::small);

    let error = store.pull(1, &out);
    assert!(error.contains("/law/a/b/latest is not there: push an index to the store first"), "{error}");
    let pushed = store.push(0, &first);
    assert!(pushed.starts_with(&format!("build {} is pushed: ", first.build)), "{pushed}");
    assert_eq!(store.push(10, &first), format!("nothing new: the store serves build {} already\n", first.build));
    let pulled = store.pull(0, &out);
    assert!(pulled.ends_with(", 0 B linked\n"), "{pulled}");
    assert_published(&out, &first);
    assert_eq!(store.pull(10, &out), "nothing new\n");
    store.run_to(0, &["pull", "--unchanged-ok", "--out", out.to_str().unwrap()]);

    // Only the statutes are new.
    store.push(0, &second);
    let pulled = store.pull(0, &out);
    let fetched = indicatif::HumanBytes(bytes_beyond(&second, &first));
    assert!(pulled.contains(&format!("build {} is published: {fetched} fetched, ", second.build)), "{pulled}");
    assert_published(&out, &second);
    assert_eq!(builds(&out), sorted(&[&first, &second]));
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let inode = |index: &LocalIndex, file: &str| {
            fs::metadata(out.join("builds").join(&index.build).join(file)).unwrap().ino()
        };
        assert_eq!(inode(&first, "cases/records.jsonl"), inode(&second, "cases/records.jsonl"));
        assert_ne!(inode(&first, "statutes/records.jsonl"), inode(&second, "statutes/records.jsonl"));
        assert_ne!(inode(&first, "manifest.json"), inode(&second, "manifest.json"));
    }

    // The replica keeps two builds, and the store all of them.
    store.push(0, &third);
    store.pull(0, &out);
    assert_published(&out, &third);
    assert_eq!(builds(&out), sorted(&[&second, &third]));
    // A replica has the history of the builds that it pulled.
    let served = Index::open(&out).unwrap();
    let history = served.history().unwrap().builds().iter().map(|published| published.build.clone());
    assert_eq!(history.collect::<Vec<_>>(), [&first, &second, &third].map(|index| index.build.clone()));

    // A pull with `--build`, and then one of the latest.
    store.run_to(0, &["pull", "--build", &first.build, "--out", out.to_str().unwrap()]);
    assert_published(&out, &first);
    store.run_to(10, &["pull", "--build", &first.build, "--out", out.to_str().unwrap()]);
    store.pull(0, &out);
    assert_published(&out, &third);

    // A build that the replica has is published again without a download.
    let rolled = store.run_to(0, &["push", "--rollback", &first.build]);
    assert_eq!(rolled, format!("build {} is served again\n", first.build));
    store.run_to(10, &["push", "--rollback", &first.build]);
    let pulled = store.pull(0, &out);
    assert!(pulled.contains(": 0 B fetched, "), "{pulled}");
    assert_published(&out, &first);
    let other = "0".repeat(64);
    let error = store.run_to(1, &["push", "--rollback", &other]);
    assert!(error.contains(&format!("the store has no build {other}. It has, the one pushed last first:")), "{error}");
    assert!(sorted(&[&first, &second, &third]).iter().all(|build| error.contains(build)), "{error}");

    // `--keep` 2 keeps the pushed build and the one that was served before it.
    let index = third.path.to_str().unwrap();
    let pushed = store.run_to(0, &["push", "--index", index, "--keep", "2"]);
    assert!(pushed.ends_with("; 1 old builds and 0 blobs removed\n"), "{pushed}");
    let error = store.run_to(1, &["push", "--rollback", &second.build]);
    assert!(error.contains(&format!("the store has no build {}", second.build)), "{error}");
    store.run_to(0, &["push", "--rollback", &first.build]);

    // An empty folder has no files to link.
    let fresh = folder.path().join("fresh");
    store.pull(0, &fresh);
    assert_published(&fresh, &first);
}

fn large_files_go_in_parts(server: &StoreServer) {
    let (store, index) = (server.at("large"), LocalIndex::large());
    assert!(fs::metadata(index.path.join("statutes/records.jsonl")).unwrap().len() > 20 << 20);
    let out = tempfile::tempdir().unwrap();
    store.push(0, &index);
    store.pull(0, out.path());
    assert_published(out.path(), &index);
}

/// Runs pushes at the same time. Each either becomes the latest or reports that another came first.
fn pushes_at_the_same_time(server: &StoreServer) {
    let store = server.at("race");
    let indexes: Vec<LocalIndex> = (0..5).map(LocalIndex::small).collect();
    let pushes: Vec<_> = indexes.iter().map(|index| begin_push(&store, index)).collect();
    let codes: Vec<Option<i32>> =
        pushes.into_iter().map(|push| push.wait_with_output().unwrap().status.code()).collect();
    assert!(codes.iter().all(|code| [Some(0), Some(5)].contains(code)) && codes.contains(&Some(0)), "{codes:?}");
    let out = tempfile::tempdir().unwrap();
    store.pull(0, out.path());
    let served = fs::read_to_string(out.path().join("current")).unwrap();
    let idx = indexes.iter().position(|index| index.build == served.trim()).unwrap();
    assert_eq!(codes[idx], Some(0));
    assert_published(out.path(), &indexes[idx]);
}

fn replicas_swap(server: &StoreServer) {
    let store = server.at("served");
    let out = tempfile::tempdir().unwrap();
    let [first, second] = [0, 1].map(LocalIndex::small);
    store.push(0, &first);
    store.pull(0, out.path());
    let served = Served::start(out.path());
    assert!(has_section(&served, 0) && !has_section(&served, 1));
    let mut watch = store.command(&["pull", "--watch", "1", "--out", out.path().to_str().unwrap()]).spawn().unwrap();
    store.push(0, &second);
    let start = Instant::now();
    while !has_section(&served, 1) {
        assert!(start.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(50));
    }
    assert_published(out.path(), &second);
    watch.kill().unwrap();
    watch.wait().unwrap();
}

/// Whether the served index has the section with this number of the small indexes.
fn has_section(served: &Served, number: usize) -> bool {
    let statutes = served.get("/api/v1/statutes?jurisdiction=ny&limit=100");
    assert_eq!(statutes["meta"]["hasMore"], false);
    statutes["data"].as_array().unwrap().iter().any(|record| record["id"] == format!("ny-penal-law-{number}"))
}

#[test]
fn killed_push_is_invisible_and_killed_pull_publishes_nothing() {
    for server in each() {
        kills(&server.at("kills"));
    }
}

fn kills(store: &StoreAt) {
    const N_KILLS: u32 = 8;
    let [old, new] = [LocalIndex::small(0), LocalIndex::large()];
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("published");
    let start = Instant::now();
    store.push(0, &old);
    store.pull(0, &out);
    // About half of this time is that of a push of the small index.
    let time = start.elapsed();
    for number in 0..N_KILLS {
        let mut push = begin_push(store, &new);
        thread::sleep(time * number / N_KILLS);
        push.kill().unwrap();
        let is_pushed = push.wait().unwrap().success();
        let seen = folder.path().join(format!("seen-{number}"));
        store.pull(0, &seen);
        let current = fs::read_to_string(seen.join("current")).unwrap();
        assert_published(&seen, if current.trim() == new.build { &new } else { &old });
        assert!(!is_pushed || current.trim() == new.build);
    }
    let code = store.run(&["push", "--index", new.path.to_str().unwrap()]).code;
    assert!([Some(0), Some(10)].contains(&code));
    for number in 0..N_KILLS {
        let mut pull = store.command(&["pull", "--out", out.to_str().unwrap()]).spawn().unwrap();
        thread::sleep(time * number / N_KILLS);
        pull.kill().unwrap();
        pull.wait().unwrap();
        let current = fs::read_to_string(out.join("current")).unwrap();
        assert_published(&out, if current.trim() == new.build { &new } else { &old });
    }
    let code = store.run(&["pull", "--out", out.to_str().unwrap()]).code;
    assert!([Some(0), Some(10)].contains(&code));
    assert_published(&out, &new);
    // The downloads are removed.
    assert_eq!(Tree::from_directory(&out.join(".pulling")).files(), ["latest.json"]);
}
