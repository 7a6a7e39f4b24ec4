//! Output on a terminal: its width, colors, and control characters.

use std::path::Path;
use std::process::{Command, Stdio};

use lexdex_tests::skip::is_there;
use lexdex_tests::tool::ROOT;

use crate::system::process::get_from_server::{json, serve};
use crate::system::support::server::{command, indexed_command};

/// Runs a command over the index of the bundled corpus on a terminal with this many columns. `None` without Python.
fn on_terminal(columns: usize, arguments: &[&str], variables: &[(&str, &str)]) -> Option<String> {
    run_on_terminal(columns, &indexed_command(&[&["get"], arguments].concat()), variables)
}

fn run_on_terminal(columns: usize, program: &Command, variables: &[(&str, &str)]) -> Option<String> {
    let (code, text) = outcome_on_terminal(columns, program, variables)?;
    assert_eq!(code, Some(0), "{text}");
    Some(text)
}

/// The exit code and the output of a program on a terminal. `None` without Python.
fn outcome_on_terminal(columns: usize, program: &Command, variables: &[(&str, &str)]) -> Option<(Option<i32>, String)> {
    if !is_there("python3", &["--version"]) {
        return None;
    }
    let script = Path::new(ROOT).join("tests/system/process/terminal.py");
    let mut python = Command::new("python3");
    python.arg(script).arg(columns.to_string()).arg(program.get_program()).args(program.get_args());
    // Removes the variables that change the output. For example, `CI` turns colors on even on a dumb terminal.
    for name in ["CI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "LEXDEX_SERVER", "LEXDEX_INDEX"] {
        python.env_remove(name);
    }
    python.env("TERM", "xterm").envs(variables.iter().copied()).stdin(Stdio::null());
    let output = python.output().unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
    Some((output.status.code(), String::from_utf8(output.stdout).unwrap()))
}

/// A text without its colors.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        rest = after.split_once('m').unwrap().1;
    }
    plain + rest
}

const CASES: &[&str] = &["cases", "--court", "ca9", "--topic", "privacy", "--limit", "5"];

#[test]
fn table_is_fitted_to_the_terminal_and_has_a_footer() {
    for columns in [60, 80, 100] {
        let Some(text) = on_terminal(columns, CASES, &[]) else { return };
        let text = plain(&text);
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= columns, "{columns}: {text}");
        assert!(text.contains('…'), "{text}");
        assert_eq!(text.lines().last(), Some("1–5 of 10; --offset 5 continues, --all gets all"));
        assert_eq!(text.lines().count(), 1 + 5 + 1);
    }
    let text = plain(&on_terminal(500, CASES, &[]).unwrap());
    assert!(!text.contains('…') && text.contains("United States Court of Appeals for the Ninth Circuit"), "{text}");
}

#[test]
fn colors_are_used_unless_they_are_disabled() {
    let Some(text) = on_terminal(80, CASES, &[]) else { return };
    assert!(text.starts_with("\u{1b}[1mID\u{1b}[0m"), "{text:?}");
    let without = on_terminal(80, CASES, &[("NO_COLOR", "1")]).unwrap();
    assert_eq!(without, plain(&text));
    assert!(!without.contains('\u{1b}'));
    assert!(!on_terminal(80, CASES, &[("TERM", "dumb")]).unwrap().contains('\u{1b}'));
}

#[test]
fn log_has_colors_unless_they_are_disabled() {
    let program = command(&["--listen", "127.0.0.1:0", "--index", "no-such-index"]);
    let log = |variables: &[(&str, &str)]| {
        let (code, line) = outcome_on_terminal(80, &program, variables)?;
        assert_eq!(code, Some(2), "{line}");
        Some(line)
    };
    let Some(line) = log(&[]) else { return };
    assert!(line.contains("\u{1b}[31mERROR\u{1b}[0m "), "{line:?}");
    for variable in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        let line = log(&[variable]).unwrap();
        assert!(line.contains(" ERROR ") && !line.contains('\u{1b}'), "{variable:?}: {line:?}");
    }
}

#[test]
fn no_output_format_has_control_characters_of_a_record() {
    let record = "{\"id\":\"a\u{9b}31m\",\"caseName\":\"\\u001b]0;title\\u0007\u{202e}b\u{7f}\"}";
    for arguments in [
        &["get", "cases"][..],
        &["get", "cases", "--format", "csv", "--fields", "id,caseName"],
        &["get", "cases", "--format", "json"],
        &["get", "cases", "--format", "jsonl"],
        &["get", "cases", "an-id"],
    ] {
        let is_one = arguments.contains(&"an-id");
        let data = if is_one { record.to_owned() } else { format!("[{record}]") };
        let url = serve(vec![json(&format!("{{\"data\":{data},\"meta\":{{\"total\":1}}}}"))]);
        let program = command(&[arguments, &["--server", &url]].concat());
        let Some(text) = run_on_terminal(200, &program, &[("NO_COLOR", "1")]) else { return };
        // CSV ends its lines with both characters.
        let text = text.replace("\r\n", "\n");
        let is_safe = |character: char| character == '\n' || !(character.is_control() || character == '\u{202e}');
        assert!(text.contains("31m") && text.chars().all(is_safe), "{arguments:?}: {text:?}");
    }
}
