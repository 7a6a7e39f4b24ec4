//! Tests that the Helm chart uses only commands, options and variables that the program has.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// The folder of the chart's rendered objects. A test of lexdex compares them with Helm's output.
const SNAPSHOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/system/deployment/snapshots");

/// The items of a list below a key: `- item` or, for environment variables, `- name: item`.
fn items<'t>(lines: &[&'t str]) -> Vec<&'t str> {
    let items = lines.iter().map(|line| line.trim_start()).take_while(|line| line.starts_with("- "));
    items.map(|line| line.trim_start_matches("- ")).collect()
}

/// The arguments of each container of the mirror.
fn commands(objects: &str) -> Vec<Vec<&str>> {
    let lines: Vec<&str> = objects.lines().collect();
    let arguments = lines.iter().enumerate().filter(|(_, line)| line.trim() == "args:");
    let commands = arguments.map(|(idx, _)| items(&lines[idx + 1..]));
    commands.filter(|command| command[0] != "healthcheck").collect()
}

fn help(command: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_lexdex-mirror")).args([command, "--help"]).output().unwrap();
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn chart_commands_are_program_commands_with_their_options() {
    let mut used = BTreeSet::new();
    for entry in fs::read_dir(SNAPSHOTS).unwrap() {
        let objects = fs::read_to_string(entry.unwrap().path()).unwrap();
        for command in commands(&objects) {
            let help = help(command[0]);
            for option in &command[1..] {
                let name = option.split('=').next().unwrap();
                assert!(
                    help.contains(&format!("{name} ")) || help.contains(&format!("{name}\n")),
                    "{command:?}:\n{help}"
                );
            }
            if command[0] != "sync" {
                for variable in ["LEXDEX_STORE", "LEXDEX_STORE_ENDPOINT"] {
                    assert!(!objects.contains(variable) || help.contains(&format!("[env: {variable}]")), "{variable}");
                }
            }
            used.insert(command[0].to_owned());
        }
    }
    assert_eq!(used, ["pull", "push", "sync"].map(str::to_owned).into());
}
