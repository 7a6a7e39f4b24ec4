//! A full disk ends a sync with a clear error, and the served index stays. The next sync succeeds once there is room.
//!
//! The disk is a small tmpfs in the test's own mount namespace. The test is skipped if the system does not allow the
//! mount.

use std::process::Command;

use crate::folder::Folder;
use crate::full_disk::may_mount;
use crate::placed_files::{CONFIGURATION, place};

/// Runs a sync of a few sections on a disk of this size, then a sync of many, and then one on a larger disk. Returns
/// the end of the output of the last two, and the changes of the served index.
fn syncs_on_a_disk_of(size: &str) -> Option<String> {
    if !may_mount() {
        return None;
    }
    let folder = Folder::new(CONFIGURATION);
    place(&folder, "7", "2024-01-01", 1..=20, "old");
    let many = Folder::new("");
    place(&many, "7", "2024-02-01", 1..=20_000, "new");
    let script = r#"
        mkdir disk && mount -t tmpfs -o size=$SIZE none disk && cp -r mirror.toml placed disk && cd disk || exit 1
        $MIRROR sync > synced || exit 1
        find published -type f | sort | xargs sha256sum > before
        rm placed/usc7.xml; ln -s "$MANY" placed/usc7.xml
        $MIRROR sync --max-changed 100% > ../printed 2>&1; code=$?
        grep -E '^error|is published' ../printed; echo "exit code $code"
        find published -type f | sort | xargs sha256sum | cmp - before && ls -A | paste -sd ' '
        mount -o remount,size=200m .
        $MIRROR sync --max-changed 100% > ../printed; code=$?
        tail -n 1 ../printed | sed 's/build .* is/build ID is/'; echo "exit code $code"
    "#;
    let mut command = Command::new("unshare");
    command.args(["--mount", "--map-root-user", "sh", "-c", script]).current_dir(folder.path(""));
    command.env("MIRROR", env!("CARGO_BIN_EXE_lexdex-mirror")).env("MANY", many.path("placed/usc7.xml"));
    let output = command.env("SIZE", size).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn full_disk_leaves_the_index_and_the_next_sync_continues() {
    let names = "before corpus downloads mirror.toml parts placed published synced";
    let published = "build ID is published\nexit code 0\n";
    // The first disk has no room for the records, the second none for their index.
    for (size, error, code) in [
        (
            "6m",
            "error: code: cannot import: cannot write parts/.importing/code.part: No space left on device (os error 28)",
            3,
        ),
        ("12m", "error: cannot build the index of the new corpus: ", 1),
    ] {
        let Some(output) = syncs_on_a_disk_of(size) else { return };
        let rest = output.strip_prefix(error).unwrap_or_else(|| panic!("{size}: {output}"));
        let (_, rest) = rest.split_once('\n').unwrap();
        assert_eq!(rest, format!("exit code {code}\n{names}\n{published}"), "{size}");
    }
}
