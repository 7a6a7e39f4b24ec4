//! Runs the commands of the pages about the mirror word for word.
//!
//! The programs are the tested ones, except for `cargo`, `systemctl` and the server, which only record their arguments.
//! `init` writes the configuration, in which the addresses of a local server then replace the publishers'.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Parser;
use lexdex_mirror::cli::MirrorArguments;
use lexdex_mirror::config::Config;

use crate::federal::{Publishers, bill, code};
use crate::folder::{Folder, records};

/// A machine on which the commands run.
struct Machine {
    folder: Folder,
    publishers: Publishers,
    /// The working folder of the next command.
    place: PathBuf,
}

impl Machine {
    fn new() -> Self {
        let folder = Folder::new("");
        for noted in ["cargo", "systemctl", "target/dist/lexdex", "target/dist/index-builder"] {
            let name = noted.rsplit('/').next().unwrap();
            let path = if name == noted { format!("bin/{noted}") } else { format!("source/{noted}") };
            folder.write(&path, format!("#!/bin/sh\necho {name} \"$@\" >> {}\n", folder.path("notes").display()));
            fs::set_permissions(folder.path(&path), PermissionsExt::from_mode(0o755)).unwrap();
        }
        fs::copy(env!("CARGO_BIN_EXE_lexdex-mirror"), folder.path("source/target/dist/lexdex-mirror")).unwrap();
        std::os::unix::fs::symlink(Path::new(ROOT).join("deploy"), folder.path("source/deploy")).unwrap();
        for directory in ["home/.local/bin", "usr/local/bin", "etc/systemd/system", "var/lib/lexdex"] {
            fs::create_dir_all(folder.path(directory)).unwrap();
        }
        let mut publishers = Publishers::start();
        let title = |number: &str| code(number, "2026-10-01", &[("1", "One"), ("2", "Two")]);
        publishers.put_code("118-40", &[("01", title("1")), ("07", title("7"))]);
        publishers.put_bills("01-Oct-2026 08:00", &[bill(1, "2026-10-01", "old")]);
        let place = folder.path("source");
        Self { folder, publishers, place }
    }

    /// Runs a command of a page, with its absolute paths moved below the machine's folder. Returns the exit code.
    fn run(&mut self, command: &str) -> i32 {
        let root = self.folder.path("").display().to_string();
        let root = root.trim_end_matches('/');
        let mut command = command.to_owned();
        for top in ["/etc/", "/var/lib/", "/usr/local/"] {
            command = command.replace(&format!(" {top}"), &format!(" {root}{top}"));
        }
        let paths = ["bin", "home/.local/bin", "usr/local/bin"].map(|folder| format!("{root}/{folder}:")).concat();
        let script = format!("{command}; code=$?; pwd > {root}/place; exit $code");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).current_dir(&self.place).env("HOME", format!("{root}/home"));
        shell.env("PATH", format!("{paths}{}", std::env::var("PATH").unwrap()));
        let output = shell.output().unwrap();
        self.place = fs::read_to_string(self.folder.path("place")).unwrap().trim_end().into();
        let code = output.status.code().unwrap();
        assert!([0, 10].contains(&code), "{command}: {output:?}");
        code
    }

    /// Runs the commands of a text after this prompt. Points each new configuration to the local server. Returns the
    /// exit codes of the syncs.
    fn follow(&mut self, text: &str, prompt: &str) -> Vec<i32> {
        let blocks = text.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
        let commands: Vec<&str> = blocks.flat_map(str::lines).filter_map(|line| line.strip_prefix(prompt)).collect();
        assert!(!commands.is_empty());
        let mut codes = Vec::new();
        for command in commands {
            let code = self.run(command);
            if command.starts_with("lexdex-mirror sync") {
                codes.push(code);
            } else {
                assert_eq!(code, 0, "{command}");
            }
            if command.starts_with("lexdex-mirror init") {
                let name =
                    command.split("--config ").nth(1).map_or("mirror.toml", |rest| rest.split(' ').next().unwrap());
                let path = self.folder.path("").join(self.place.join(name.trim_start_matches('/')));
                let path = if name.starts_with('/') { self.folder.path(name.trim_start_matches('/')) } else { path };
                self.point_to_the_server(&path);
            }
        }
        codes
    }

    fn point_to_the_server(&self, configuration: &Path) {
        let written = fs::read_to_string(configuration).unwrap();
        let (head, sources) = written.split_once("[us-code]").unwrap();
        assert!(sources.contains("[billstatus]"), "{written}");
        let local = self.publishers.configuration();
        let (_, local) = local.split_once("[us-code]").unwrap();
        fs::write(configuration, format!("{head}[us-code]{local}")).unwrap();
    }

    /// Runs the command of the installed unit, as systemd does, and returns its exit code.
    fn run_unit(&mut self) -> i32 {
        let unit = fs::read_to_string(self.folder.path("etc/systemd/system/lexdex-mirror.service")).unwrap();
        let command = unit.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/local/bin/")).unwrap();
        self.run(command)
    }

    /// The calls of the programs that only record their arguments.
    fn notes(&self) -> Vec<String> {
        let notes = fs::read_to_string(self.folder.path("notes")).unwrap();
        notes.lines().map(str::to_owned).collect()
    }
}

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn page(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap()
}

#[test]
fn walk_through_ends_with_a_served_index() {
    let mut machine = Machine::new();
    let data = page("docs/data.md");
    let (walk_through, _) = data.split_once("\n## A corpus of your own\n").unwrap();
    let codes = machine.follow(walk_through, "$ ");
    assert_eq!(codes, [0, 10, 10]);
    assert_eq!(machine.notes(), ["cargo build --profile dist --workspace", "lexdex --index published --watch-secs 60"]);
    let law = machine.folder.path("source/law");
    assert_eq!(records(&law.join("published")).len(), 5);
    let mut names: Vec<_> = fs::read_dir(law).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["corpus", "downloads", "mirror.toml", "parts", "published"]);
}

#[test]
fn installed_mirror_has_its_units_and_a_configuration() {
    let mut machine = Machine::new();
    let readme = page("deploy/README.md");
    let (_, section) = readme.split_once("\n## A mirror\n").unwrap();
    machine.follow(section.split("\n## ").next().unwrap(), "# ");
    let systemctl: Vec<String> =
        machine.notes().iter().filter_map(|note| note.strip_prefix("systemctl ").map(str::to_owned)).collect();
    let expected = [
        "daemon-reload",
        "disable --now lexdex-rebuild.timer",
        "start lexdex-mirror",
        "restart lexdex",
        "enable --now lexdex-mirror.timer",
    ];
    assert_eq!(systemctl, expected);
    assert_eq!(machine.run_unit(), 0);
    assert_eq!(records(&machine.folder.path("var/lib/lexdex/published")).len(), 5);
    let environment = fs::read_to_string(machine.folder.path("etc/lexdex.env")).unwrap();
    assert_eq!(environment, "LEXDEX_INDEX=/var/lib/lexdex/published\nLEXDEX_WATCH_SECS=60\n");
}

#[test]
fn pages_of_upgrade_and_rollback_work_for_a_mirror() {
    let mut machine = Machine::new();
    let readme = page("deploy/README.md");
    let (_, section) = readme.split_once("\n## A mirror\n").unwrap();
    machine.follow(section.split("\n## ").next().unwrap(), "# ");
    assert_eq!(machine.run_unit(), 0);
    for program in ["lexdex", "index-builder"] {
        machine.folder.write(&format!("usr/local/bin/{program}"), "old");
    }
    let published = machine.folder.path("var/lib/lexdex/published");
    let build = fs::read_to_string(published.join("current")).unwrap().trim().to_owned();
    // The same version has nothing to import again.
    let upgrade = page("deploy/upgrade.md");
    let (_, section) = upgrade.split_once("\n## A mirror\n").unwrap();
    assert_eq!(machine.follow(section.split("\n## ").next().unwrap(), "# "), [10]);
    let rollback = page("deploy/rollback.md");
    let (_, section) = rollback.split_once("\nWhere a [mirror]").unwrap();
    let (section, _) = section.split_once("\nWhere servers pull").unwrap();
    assert_eq!(machine.follow(&section.replace("BUILD", &build), "# "), [10]);
    for program in ["lexdex", "index-builder"] {
        let installed = fs::read_to_string(machine.folder.path("usr/local/bin").join(program)).unwrap();
        assert_eq!(installed, "old");
    }
    assert_eq!(records(&published).len(), 5);
    let systemctl: Vec<String> =
        machine.notes().iter().filter_map(|note| note.strip_prefix("systemctl ").map(str::to_owned)).collect();
    let one = ["stop lexdex-mirror.timer", "daemon-reload", "restart lexdex", "start lexdex-mirror.timer"];
    let two = ["stop lexdex-mirror.timer", "restart lexdex", "start lexdex-mirror.timer"];
    assert_eq!(systemctl[5..], [&one[..], &two].concat());
}

#[test]
fn kubernetes_job_has_a_valid_configuration_and_valid_arguments() {
    let manifest = page("deploy/lexdex-mirror.yaml");
    let (_, configuration) = manifest.split_once("  mirror.toml: |\n").unwrap();
    let lines = configuration.lines().take_while(|line| line.is_empty() || line.starts_with("    "));
    let configuration: Vec<&str> = lines.map(|line| line.strip_prefix("    ").unwrap_or_default()).collect();
    let folder = Folder::new("");
    folder.write("mirror.toml", configuration.join("\n"));
    let config = Config::read(&folder.path("mirror.toml")).unwrap();
    let published = config.publish.unwrap().to;
    assert!(manifest.contains(&format!("name: LEXDEX_INDEX, value: {}", published.display())));
    let (_, arguments) = manifest.split_once("args: [").unwrap();
    let arguments = arguments.split(']').next().unwrap().split(", ");
    let arguments = MirrorArguments::try_parse_from(["lexdex-mirror"].into_iter().chain(arguments));
    assert!(arguments.is_ok(), "{arguments:?}");
}
