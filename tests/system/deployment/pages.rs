//! The pages for operators: installing, backup, upgrade and rollback, run word for word below a temporary root.
//!
//! Absolute paths of commands are moved below that root. The builder runs within the test, and lexdex-mirror uses a
//! store of the test. systemctl does nothing here: the test starts the server.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;
use index_builder::cli::{BuilderArguments, run as run_builder};
use lexdex_index::Manifest;
use lexdex_tests::program::program;
use lexdex_tests::skip::is_there;
use lexdex_tests::tool::{ROOT, file, run};
use tempfile::TempDir;

use crate::system::support::client::get;
use crate::system::support::index::IndexDirectory;
use crate::system::support::mirror::mirror;
use crate::system::support::s3::{self, S3};
use crate::system::support::server::Server;

/// The folders of a machine that the pages name.
const FOLDERS: [&str; 6] =
    ["/etc/nginx/conf.d", "/etc/systemd/system", "/usr/local/bin", "/var/lib", "/var/backups", "/source/target/dist"];

/// A machine's files.
struct Machine {
    root: TempDir,
    /// The arguments of each call of systemctl.
    systemctl: Vec<String>,
    /// The address of the object storage.
    store: Option<String>,
}

impl Machine {
    /// A machine with a checkout of the source in which both programs are built, and a corpus of some statutes.
    fn new(n_statutes: usize) -> Self {
        let machine = Self { root: tempfile::tempdir().unwrap(), systemctl: Vec::new(), store: None };
        for folder in FOLDERS {
            fs::create_dir_all(machine.path(folder)).unwrap();
        }
        let source = machine.path("/source");
        fs::copy(program("lexdex"), source.join("target/dist/lexdex")).unwrap();
        // Stands in for the builder, which runs within the test.
        fs::write(source.join("target/dist/index-builder"), "builder").unwrap();
        std::os::unix::fs::symlink(Path::new(ROOT).join("deploy"), source.join("deploy")).unwrap();
        machine.set_corpus("/source/my-corpus", n_statutes);
        machine
    }

    fn path(&self, path: &str) -> PathBuf {
        self.root.path().join(path.trim_start_matches('/'))
    }

    fn set_corpus(&self, path: &str, n_statutes: usize) {
        let index = IndexDirectory::with_statutes(n_statutes);
        let _ = fs::remove_dir_all(self.path(path));
        fs::create_dir_all(self.path(path).join("statutes")).unwrap();
        let lines = "statutes/all.jsonl";
        fs::copy(index.corpus().join(lines), self.path(path).join(lines)).unwrap();
    }

    /// Runs the commands of the root user below this heading of a page.
    #[track_caller]
    fn follow(&mut self, page: &str, heading: &str) {
        let text = file(page);
        let (_, part) = text.split_once(&format!("{heading}\n")).unwrap_or_else(|| panic!("{page} has no {heading}"));
        let part = part.split("\n## ").next().unwrap_or(part);
        let blocks = part.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
        self.follow_blocks(blocks)
    }

    #[track_caller]
    fn follow_blocks<'b>(&mut self, blocks: impl Iterator<Item = &'b str>) {
        let commands: Vec<&str> = blocks.flat_map(str::lines).filter_map(|line| line.strip_prefix("# ")).collect();
        assert!(!commands.is_empty());
        commands.into_iter().for_each(|command| self.run(command));
    }

    #[track_caller]
    fn run(&mut self, command: &str) {
        let root = self.root.path().display();
        let below_root = |word: &str| if word.starts_with('/') { format!("{root}{word}") } else { word.to_owned() };
        let words: Vec<String> = command.split(' ').map(below_root).collect();
        match &*words[0] {
            "index-builder" => {
                assert_eq!(run_builder(BuilderArguments::parse_from(words)), ExitCode::SUCCESS, "{command}");
            }
            "lexdex-mirror" => {
                let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
                let endpoint = self.store.as_deref().unwrap();
                run(mirror(&arguments).env("LEXDEX_STORE_ENDPOINT", endpoint).current_dir(self.path("/source")));
            }
            "systemctl" => self.systemctl.push(words[1..].join(" ")),
            _ => drop(run(Command::new("sh").args(["-ec", &words.join(" ")]).current_dir(self.path("/source")))),
        }
    }

    fn build_id(&self) -> String {
        Manifest::read(&self.path("/var/lib/lexdex/index")).unwrap().build_id()
    }

    /// Serves the index with the installed program, like the unit, and returns the number of statutes.
    fn n_statutes_served(&self) -> u64 {
        let index = self.path("/var/lib/lexdex/index");
        let mut command = Command::new(self.path("/usr/local/bin/lexdex"));
        command.args(["--listen", "127.0.0.1:0", "--index"]).arg(index);
        let server = Server::spawn(command);
        get(server.address, "/api/v1/statutes").total()
    }

    fn installed(n_statutes: usize) -> Self {
        let mut machine = Self::new(n_statutes);
        machine.follow("deploy/README.md", "## As a service of systemd");
        machine
    }
}

/// The blocks of commands of a page. Asserts that there are exactly `N`.
#[track_caller]
fn blocks<const N: usize>(page: &str) -> [String; N] {
    let text = file(page);
    let blocks = text.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap().to_owned());
    blocks.collect::<Vec<_>>().try_into().unwrap_or_else(|blocks| panic!("{page} has other blocks: {blocks:#?}"))
}

/// Whether the programs that make a backup are installed. tar starts gzip.
#[track_caller]
fn can_archive() -> bool {
    is_there("tar", &["--version"]) && is_there("gzip", &["--version"])
}

#[test]
fn installed_service_has_programs_units_settings_and_index() {
    let machine = Machine::installed(3);
    assert_eq!(machine.n_statutes_served(), 3);
    let units = ["lexdex.service", "lexdex-rebuild.service", "lexdex-rebuild.timer"];
    for unit in units {
        let installed = fs::read_to_string(machine.path("/etc/systemd/system").join(unit)).unwrap();
        assert_eq!(installed, file(&format!("deploy/{unit}")));
    }
    let read = |path: &str| fs::read_to_string(machine.path(path)).unwrap();
    assert_eq!(read("/usr/local/bin/index-builder"), "builder");
    assert_eq!(read("/etc/nginx/conf.d/lexdex.conf"), file("deploy/nginx-systemd.conf"));
    assert_eq!(read("/etc/lexdex.env"), "LEXDEX_TRUSTED_PROXY=127.0.0.1\n");
    assert_eq!(
        machine.systemctl,
        ["daemon-reload", "enable --now lexdex lexdex-rebuild.timer", "restart lexdex nginx"]
    );
}

#[test]
fn restored_backup_gives_the_same_build() {
    if !can_archive() {
        return;
    }
    let mut machine = Machine::installed(4);
    fs::write(machine.path("/etc/lexdex.env"), "LEXDEX_RATE_LIMIT=7\n").unwrap();
    let build_id = machine.build_id();
    machine.follow("deploy/backup.md", "# Backup");
    fs::remove_dir_all(machine.path("/var/lib/lexdex")).unwrap();
    fs::remove_file(machine.path("/etc/lexdex.env")).unwrap();
    machine.follow("deploy/backup.md", "## Restore");
    assert_eq!((machine.build_id(), machine.n_statutes_served()), (build_id, 4));
    assert_eq!(fs::read_to_string(machine.path("/etc/lexdex.env")).unwrap(), "LEXDEX_RATE_LIMIT=7\n");
}

#[test]
fn rollback_after_an_upgrade_restores_programs_and_index() {
    let mut machine = Machine::installed(5);
    let build_id = machine.build_id();
    let builder = || fs::read_to_string(machine.path("/usr/local/bin/index-builder")).unwrap();
    assert_eq!(builder(), "builder");
    // The new version has another index.
    fs::write(machine.path("/source/target/dist/index-builder"), "new builder").unwrap();
    machine.set_corpus("/var/lib/lexdex/corpus", 6);
    // The other blocks are for a mirror, and for servers that pull the index.
    let [commands, cleaning, _, _] = blocks("deploy/upgrade.md");
    machine.follow_blocks([commands.as_str()].into_iter());
    assert_eq!(fs::read_to_string(machine.path("/usr/local/bin/index-builder")).unwrap(), "new builder");
    assert_eq!(machine.n_statutes_served(), 6);

    let [first, removal, ..] = blocks::<7>("deploy/rollback.md");
    machine.follow_blocks([first.as_str(), &removal].into_iter());
    assert_eq!(fs::read_to_string(machine.path("/usr/local/bin/index-builder")).unwrap(), "builder");
    assert_eq!((machine.build_id(), machine.n_statutes_served()), (build_id, 5));
    assert!(!machine.path("/var/lib/lexdex/old").exists());

    // Upgrades again, and keeps the new version this time.
    machine.follow_blocks([commands.as_str(), &cleaning].into_iter());
    assert_eq!(machine.n_statutes_served(), 6);
    let mut files: Vec<_> = fs::read_dir(machine.path("/var/lib/lexdex")).unwrap().collect();
    assert_eq!(files.drain(..).count(), 2, "the corpus and the index");
}

#[test]
fn rollback_of_the_data_restores_the_corpus_of_the_backup() {
    if !can_archive() {
        return;
    }
    let mut machine = Machine::installed(2);
    fs::write(machine.path("/etc/lexdex.env"), "").unwrap();
    let build_id = machine.build_id();
    machine.follow("deploy/backup.md", "# Backup");
    machine.set_corpus("/var/lib/lexdex/corpus", 9);
    machine.run("index-builder build --corpus /var/lib/lexdex/corpus --out /var/lib/lexdex/index --replace");
    assert_ne!(machine.build_id(), build_id);
    let [_, _, third, ..] = blocks::<7>("deploy/rollback.md");
    machine.follow_blocks([third.as_str()].into_iter());
    assert_eq!((machine.build_id(), machine.n_statutes_served()), (build_id, 2));
    assert_eq!(machine.systemctl.last().unwrap(), "reload lexdex");
}

#[test]
fn index_in_a_store_is_pushed_elsewhere_and_rolled_back() {
    if !s3::can_run() {
        return;
    }
    let [.., push] = blocks::<4>("deploy/upgrade.md");
    let [.., rollback] = blocks::<7>("deploy/rollback.md");
    let store = S3::start();
    let mut machine = Machine::new(4);
    machine.store = Some(store.endpoint.clone());
    machine.run("install target/dist/lexdex /usr/local/bin");
    let build_and_push = |machine: &mut Machine| {
        machine.run("index-builder build --corpus /source/my-corpus --out /source/published --replace");
        let push = push.replace("BUCKET/NEW-PREFIX", "indexes/PREFIX");
        machine.follow_blocks([push.as_str()].into_iter());
        Manifest::read(&machine.path("/source/published")).unwrap().build_id()
    };
    let build_id = build_and_push(&mut machine);
    machine.set_corpus("/source/my-corpus", 7);
    build_and_push(&mut machine);
    let pull = "lexdex-mirror pull --store s3://indexes/PREFIX --out /var/lib/lexdex/index";
    machine.run(pull);
    assert_eq!(machine.n_statutes_served(), 7);
    let rollback = rollback.replace("BUCKET", "indexes").replace("BUILD", &build_id);
    machine.follow_blocks([rollback.as_str()].into_iter());
    machine.run(pull);
    assert_eq!(machine.n_statutes_served(), 4);
}
