//! A full disk fails a run with a clear error, and the old files stay. The next run continues the download.
//!
//! The disk is a small tmpfs in the test's own mount namespace. The tests are skipped if the system does not allow the
//! mount.

use std::fs;
use std::process::Command;

use lexdex_tests::skip::skip_without_tool;

use crate::binary::{LockedMirror, program};
use crate::site::json;
use crate::support::Server;

/// Whether a test may mount a disk. If not, reports that the test is skipped.
pub(crate) fn may_mount() -> bool {
    let is_permitted = Command::new("unshare")
        .args(["--mount", "--map-root-user", "sh", "-c", "mount -t tmpfs -o size=1m none /tmp"])
        .output()
        .is_ok_and(|output| output.status.success());
    if !is_permitted {
        skip_without_tool("`unshare --mount` fails: this system does not let a test mount a disk");
    }
    is_permitted
}

/// Runs a shell script with a disk of 1 MiB at the folder of downloads, and returns its output.
fn with_small_disk(mirror: &LockedMirror, script: &str) -> Option<String> {
    if !may_mount() {
        return None;
    }
    let script = format!(
        "cp downloads/fetch.lock lock; mount -t tmpfs -o size=1m none downloads || exit 1; cp lock downloads/fetch.lock; \
         exec 2>&1; {script}"
    );
    let mut command = Command::new("unshare");
    command.args(["--mount", "--map-root-user", "sh", "-c", &script]);
    command.env("MIRROR", program()).current_dir(mirror.folder.path());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn full_disk_leaves_the_old_file_and_the_next_run_continues() {
    let server = Server::start();
    let content = json(700_000, "section 1. ");
    server.put("/a", content.clone());
    let mirror = LockedMirror::new(&server.url(""), &[("a", content.clone())]);
    fs::write(mirror.folder.path().join("expected"), content).unwrap();
    let script = r#"
        mkdir downloads/law
        echo old > downloads/law/a
        head -c 600000 /dev/zero > downloads/other
        $MIRROR fetch --locked > table
        echo "exit code $?"
        cat downloads/law/a
        ls downloads/law
        rm downloads/other
        $MIRROR fetch --locked > table
        echo "exit code $?"
        cmp downloads/law/a expected && ls downloads/law
    "#;
    let Some(output) = with_small_disk(&mirror, script) else {
        return;
    };
    assert_eq!(
        output.lines().collect::<Vec<_>>(),
        [
            "error: law: law/a is not as fetch.lock says: cannot write downloads/law/a.part: No space left on device (os \
             error 28)",
            "exit code 1",
            "old",
            "a",
            "a.part",
            "a.part.json",
            "fetched law/a (683.60 KiB)",
            "exit code 0",
            "a",
        ]
    );
}
