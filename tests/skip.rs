//! Reports tests that this machine cannot run, even if the output of tests is hidden: a test that did not run must not
//! look like one that passed. `SKIPPED` means a missing tool or permission, `NO DATA` missing real data.

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Stdio};

/// Set to `1` where every tool is installed. A test that lacks one then fails.
const REQUIRE_TOOLS: &str = "LEXDEX_REQUIRE_TOOLS";

/// Whether a program is installed, judged by a successful run with these arguments. If not, the test is reported as
/// skipped.
#[track_caller]
pub fn is_there(program: &str, arguments: &[&str]) -> bool {
    let answered = Command::new(program).args(arguments).stdin(Stdio::null()).output();
    let is_there = answered.is_ok_and(|output| output.status.success());
    if !is_there {
        let call = [&[program], arguments].concat().join(" ");
        skip_without_tool(&format!(
            "`{call}` fails; `tests/install-tools`, run as root, installs what this test needs"
        ));
    }
    is_there
}

/// Reports that a test is skipped because it lacks a tool or a permission.
///
/// # Panics
///
/// If `LEXDEX_REQUIRE_TOOLS` is `1`.
#[track_caller]
pub fn skip_without_tool(reason: &str) {
    let is_required = are_tools_required(std::env::var_os(REQUIRE_TOOLS).as_deref());
    assert!(!is_required, "{REQUIRE_TOOLS} is set, but {reason}");
    report("SKIPPED", reason);
}

/// Reports that a test does not run because it lacks real data. No tool installs real data, so the test passes even if
/// `LEXDEX_REQUIRE_TOOLS` is `1`.
pub fn skip_without_data(reason: &str) {
    report("NO DATA", reason);
}

fn are_tools_required(value: Option<&OsStr>) -> bool {
    value.is_some_and(|value| value == "1")
}

/// Writes to standard error directly, because the test runner hides the output of `eprintln`.
fn report(kind: &str, reason: &str) {
    let _ = writeln!(std::io::stderr(), "{kind}: {reason}");
}

#[test]
fn tools_are_required_only_if_the_variable_is_1() {
    for (value, expected) in [(None, false), (Some(""), false), (Some("0"), false), (Some("1"), true)] {
        assert_eq!(are_tools_required(value.map(OsStr::new)), expected, "{value:?}");
    }
}
