//! A full or read-only disk fails a build with a clear error and leaves the old index unchanged.
//!
//! The disk is a small tmpfs in the test's own mount namespace. The tests are skipped if the system does not allow the
//! mount.

use std::process::Command;

use lexdex_tests::skip::skip_without_tool;

use crate::samples::{CASE, STATUTE, statute_of_bytes, with_id};
use crate::workspace::Workspace;

/// Runs a shell script with a small disk at `disk`, and returns its output.
fn with_small_disk(workspace: &Workspace, script: &str) -> Option<String> {
    let is_permitted = Command::new("unshare")
        .args(["--mount", "--map-root-user", "sh", "-c", "mount -t tmpfs -o size=1m none /tmp"])
        .output()
        .is_ok_and(|output| output.status.success());
    if !is_permitted {
        skip_without_tool("`unshare --mount` fails: this system does not let a test mount a disk");
        return None;
    }
    let script = format!("mkdir disk; mount -t tmpfs -o size=1536k none disk || exit 1; exec 2>&1; {script}");
    let mut command = Command::new("unshare");
    command.args(["--mount", "--map-root-user", "sh", "-c", &script]);
    command.env("BUILDER", env!("CARGO_BIN_EXE_index-builder")).current_dir(workspace.path(""));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// A workspace with the corpus `small`, which fits on the disk, and the corpus `big`, which does not.
fn workspace() -> Workspace {
    let workspace = Workspace::new();
    workspace.write_lines("small/statutes/a.jsonl", &[STATUTE]);
    let lines: Vec<String> =
        (0..40).map(|number| with_id(&statute_of_bytes(100_000), &format!("s-{number}"))).collect();
    workspace.write_lines("big/statutes/a.jsonl", &lines);
    workspace
}

/// The lines that do not contain a duration.
fn without_times(output: &str) -> Vec<&str> {
    let is_timed = |line: &str| {
        ["compared ", "read ", "wrote "].iter().any(|start| line.starts_with(start)) || line.starts_with("index: ")
    };
    output.lines().filter(|line| !is_timed(line)).collect()
}

#[test]
fn full_disk_leaves_the_old_index_as_it_was() {
    let script = r#"
        $BUILDER build --corpus small --out disk/index > built
        sha256sum $(find disk/index -type f | sort) > before
        $BUILDER build --corpus big --out disk/index --replace
        echo "exit code $?"
        ls -A disk
        sha256sum $(find disk/index -type f | sort) | cmp - before && echo unchanged
        $BUILDER verify disk/index | head -n 1
        $BUILDER build --corpus small --out disk/index --replace > built
        echo "exit code $?"
    "#;
    let Some(output) = with_small_disk(&workspace(), script) else {
        return;
    };
    assert_eq!(
        without_times(&output),
        [
            "error: cannot write the statutes: No space left on device (os error 28)",
            "exit code 1",
            "index",
            "unchanged",
            "disk/index is complete and undamaged: 1 statutes, 0 cases, 0 bills",
            "exit code 0",
        ]
    );
}

#[test]
fn full_disk_at_any_moment_fails_the_build_clearly() {
    // The loop is over the number of free blocks. A build needs about a hundred.
    let script = r#"
        for left in 1 4 8 16 24 32 48 64 80 128 192; do
            rm -rf disk/index
            head -c $((1572864 - 4096 * left)) /dev/zero > disk/other 2> /dev/null
            $BUILDER build --corpus small --out disk/index > built
            echo "exit code $?"
            ls -A disk
        done
    "#;
    let Some(output) = with_small_disk(&workspace(), script) else {
        return;
    };
    let mut n_full = 0;
    let lines = without_times(&output);
    for message in lines.iter().filter(|line| line.starts_with("error: ")) {
        let names_the_step =
            ["write", "make", "sync"].iter().any(|verb| message.starts_with(&format!("error: cannot {verb} ")));
        assert!(names_the_step, "{output}");
        assert!(message.contains("No space left on device"), "{output}");
        n_full += 1;
    }
    assert!(n_full >= 6, "{output}");
    assert_eq!(lines.iter().filter(|line| **line == "exit code 1").count(), n_full, "{output}");
    assert_eq!(lines.iter().filter(|line| **line == "index").count(), 11 - n_full, "{output}");
    assert_eq!(lines.iter().filter(|line| **line == ".index.building").count(), 0, "{output}");
}

#[test]
fn full_disk_while_lists_are_copied_fails_the_build_clearly() {
    // The statutes differ, so that a build copies the cases and the bills.
    let workspace = workspace();
    workspace.write_lines("small/cases/a.jsonl", &[CASE]);
    workspace.write_lines("old corpus/cases/a.jsonl", &[CASE]);
    let script = r#"
        $BUILDER build --corpus "old corpus" --out old > built
        $BUILDER build --corpus small --out whole > built
        for left in 1 4 8 16 24 32 48 64 80 128 192; do
            rm -rf disk/index
            head -c $((1572864 - 4096 * left)) /dev/zero > disk/other 2> /dev/null
            $BUILDER build --corpus small --out disk/index --previous old > built
            echo "exit code $?"
            ls -A disk
        done
        diff -r whole disk/index && echo same
    "#;
    let Some(output) = with_small_disk(&workspace, script) else {
        return;
    };
    let lines = without_times(&output);
    let errors: Vec<&&str> = lines.iter().filter(|line| line.starts_with("error: ")).collect();
    assert!(errors.len() >= 6, "{output}");
    assert!(errors.iter().all(|message| message.contains("No space left on device")), "{output}");
    assert!(errors.iter().any(|message| message.contains(", which is that of old/")), "{output}");
    assert_eq!(lines.iter().filter(|line| **line == "exit code 1").count(), errors.len(), "{output}");
    assert_eq!(lines.iter().filter(|line| **line == "index").count(), 11 - errors.len(), "{output}");
    assert_eq!(lines.iter().filter(|line| **line == ".index.building").count(), 0, "{output}");
    assert_eq!(lines.last(), Some(&"same"), "{output}");
}

#[test]
fn read_only_disk_is_rejected() {
    let script = r#"
        $BUILDER build --corpus small --out disk/index > built
        mount -o remount,ro disk
        $BUILDER build --corpus small --out disk/index --replace
        echo "exit code $?"
        $BUILDER build --corpus small --out disk/other
        echo "exit code $?"
        ls -A disk
        $BUILDER verify disk/index | head -n 1
    "#;
    let Some(output) = with_small_disk(&workspace(), script) else {
        return;
    };
    assert_eq!(
        without_times(&output),
        [
            "error: cannot make the directory disk/.index.building: Read-only file system (os error 30)",
            "exit code 1",
            "error: cannot make the directory disk/.other.building: Read-only file system (os error 30)",
            "exit code 1",
            "index",
            "disk/index is complete and undamaged: 1 statutes, 0 cases, 0 bills",
        ]
    );
}
