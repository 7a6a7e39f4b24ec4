//! The systemd units: well formed and confined.

use std::fs;
use std::process::Command;
use std::time::Duration;

use lexdex::http::Timeouts;
use lexdex_tests::program::program;
use lexdex_tests::skip::is_there;
use lexdex_tests::tool::{file, run};
use tempfile::TempDir;

/// The highest exposure that `systemd-analyze security` may report for each service, in tenths. The remaining exposure
/// is access to the network and to the machine's root directory, where the index is. The mirror needs both, and runs as
/// root without root's capabilities, because it writes the index.
const MAX_EXPOSURES: [(&str, u32); 3] =
    [("lexdex.service", 12), ("lexdex-rebuild.service", 12), ("lexdex-mirror.service", 16)];

/// The service, the build of its index, the mirror, and the timers of these two.
const UNITS: [&str; 5] = [
    "lexdex.service",
    "lexdex-rebuild.service",
    "lexdex-rebuild.timer",
    "lexdex-mirror.service",
    "lexdex-mirror.timer",
];

/// The units, with an existing program instead of the installed ones.
fn units() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for name in UNITS {
        let unit = file(&format!("deploy/{name}"));
        let program = format!("ExecStart={}", program("lexdex").display());
        assert_eq!(unit.matches("ExecStart=/usr/local/bin/").count(), usize::from(name.ends_with(".service")));
        let unit = ["index-builder", "lexdex-mirror", "lexdex"]
            .into_iter()
            .fold(unit, |unit, installed| unit.replace(&format!("ExecStart=/usr/local/bin/{installed}"), &program));
        fs::write(directory.path().join(name), unit).unwrap();
    }
    directory
}

fn analyze(arguments: &[&str], units: &TempDir, name: &str) -> String {
    run(Command::new("systemd-analyze").args(arguments).arg(units.path().join(name)))
}

#[test]
fn systemd_units_are_well_formed() {
    if is_there("systemd-analyze", &["--version"]) {
        let units = units();
        for name in UNITS {
            assert_eq!(analyze(&["verify", "--man=no"], &units, name), "", "{name}");
        }
    }
}

#[test]
fn exposure_of_systemd_services_is_within_the_limit() {
    if is_there("systemd-analyze", &["--version"]) {
        let units = units();
        for (name, exposure) in MAX_EXPOSURES {
            let threshold = format!("--threshold={exposure}");
            analyze(&["security", "--offline=true", "--no-pager", &threshold], &units, name);
        }
    }
}

#[test]
fn timers_are_due_every_sunday_and_every_night() {
    if is_there("systemd-analyze", &["--version"]) {
        for (timer, normalized) in [
            ("deploy/lexdex-rebuild.timer", "Sun *-*-* 03:00:00"),
            ("deploy/lexdex-mirror.timer", "*-*-* 01:00:00 America/New_York"),
        ] {
            let unit = file(timer);
            let calendar = unit.lines().find_map(|line| line.strip_prefix("OnCalendar=")).unwrap();
            let dates = run(Command::new("systemd-analyze").args(["calendar", "--iterations=2", calendar]));
            assert!(dates.contains(&format!("Normalized form: {normalized}\n")), "{dates}");
        }
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
