//! The systemd unit: well formed and confined.

use std::fs;
use std::process::Command;
use std::time::Duration;

use lexdex::http::Timeouts;
use tempfile::TempDir;

use crate::tool::{file, is_there, run};

/// The highest exposure that `systemd-analyze security` may report, in tenths. The rest is the network, and the root
/// directory of the machine, where the index is.
const MAX_EXPOSURE: u32 = 12;

/// The unit with the path of the program under test.
fn unit() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let unit = file("deploy/lexdex.service");
    let installed = "ExecStart=/usr/local/bin/lexdex\n";
    assert!(unit.contains(installed), "{unit}");
    let unit = unit.replace(installed, &format!("ExecStart={}\n", env!("CARGO_BIN_EXE_lexdex")));
    fs::write(directory.path().join("lexdex.service"), unit).unwrap();
    directory
}

fn analyze(arguments: &[&str], unit: &TempDir) -> String {
    run(Command::new("systemd-analyze").args(arguments).arg(unit.path().join("lexdex.service")))
}

#[test]
fn systemd_unit_is_well_formed() {
    if is_there("systemd-analyze", &["--version"]) {
        assert_eq!(analyze(&["verify", "--man=no"], &unit()), "");
    }
}

#[test]
fn systemd_unit_exposure_is_within_the_limit() {
    if is_there("systemd-analyze", &["--version"]) {
        let threshold = format!("--threshold={MAX_EXPOSURE}");
        analyze(&["security", "--offline=true", "--no-pager", &threshold], &unit());
    }
}

#[test]
fn systemd_unit_shows_meminfo_and_outlasts_the_drain() {
    let unit = file("deploy/lexdex.service");
    assert!(!unit.lines().any(|line| line == "ProcSubset=pid"), "there is no /proc/meminfo");
    let time = unit.lines().find_map(|line| line.strip_prefix("TimeoutStopSec=")).unwrap();
    assert!(Duration::from_secs(time.parse().unwrap()) > Timeouts::default().shutdown, "{time}");
}

#[test]
fn systemd_unit_reloads_by_hangup_and_restarts_on_failure_only() {
    let unit = file("deploy/lexdex.service");
    for line in ["ExecReload=/bin/kill -HUP $MAINPID", "Restart=on-failure", "RestartPreventExitStatus=2"] {
        assert!(unit.lines().any(|found| found == line), "the unit has no line {line}");
    }
}
