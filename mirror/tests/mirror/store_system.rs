//! A watch that a signal ends, and a pull to a full disk.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::full_disk::may_mount;
use crate::store_bucket::{Bucket, Watch};
use crate::store_indexes::LocalIndex;
use crate::support::Quirk;

#[test]
fn sigterm_ends_a_watch_at_once_whatever_it_does() {
    let index = LocalIndex::small(0);
    let bucket = Bucket::with(&index);
    let terminated = |watch: &mut Watch| {
        let start = Instant::now();
        let pid = watch.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        assert_eq!(watch.process.wait().unwrap().code(), Some(0));
        // Far less than the time after which a response counts as stalled.
        assert!(start.elapsed() < Duration::from_secs(10));
    };
    // The signal comes while the watch waits for a response.
    let path = format!("/law/blobs/sha256/{}", index.digest("courts.jsonl"));
    bucket.server.quirk_next(&path, [vec![Quirk::Stall(100)]]);
    let mut watch = Watch::start(&bucket.store, &bucket.out(), &[]);
    while !bucket.server.take_log().iter().any(|line| line.contains(&path)) {
        std::thread::sleep(Duration::from_millis(20));
    }
    terminated(&mut watch);
    assert!(!bucket.out().join("current").exists());
    // The signal comes while the watch waits for the next pull.
    let mut watch = Watch::start(&bucket.store, &bucket.out(), &[]);
    assert!(watch.line().starts_with(&format!("build {} is published: ", index.build)));
    terminated(&mut watch);
    bucket.assert_published(&index);
}

#[test]
fn full_disk_publishes_nothing_and_the_next_pull_continues() {
    if !may_mount() {
        return;
    }
    let index = LocalIndex::small(0);
    let bucket = Bucket::with(&index);
    fs::create_dir(bucket.out()).unwrap();
    let script = "mount -t tmpfs -o size=1m none published || exit 9
        $MIRROR pull --out published 2>&1
        echo \"exit code $?\"
        ls published
        mount -o remount,size=20m published
        $MIRROR pull --out published > summary
        echo \"exit code $?\"
        cat published/current
        diff -r published/builds/* $INDEX && echo same";
    let mut command = bucket.store.command_of("unshare", &["--mount", "--map-root-user", "sh", "-c", script]);
    command.env("MIRROR", env!("CARGO_BIN_EXE_lexdex-mirror")).env("INDEX", &index.path);
    let output = command.current_dir(bucket.folder.path()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let [error, rest @ ..] = &lines[..] else { panic!("{text}") };
    assert!(error.starts_with("error: cannot write published/.pulling/"), "{text}");
    assert!(error.ends_with(": No space left on device (os error 28)"), "{text}");
    assert_eq!(rest, ["exit code 1", "exit code 0", &index.build, "same"]);
}
