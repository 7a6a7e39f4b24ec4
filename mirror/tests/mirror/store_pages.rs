//! Runs the commands of the README's section about object storage word for word, and parses its examples.
//!
//! The programs are the tested ones, except for the server, which only records its arguments.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

use clap::Parser;
use lexdex_mirror::config::Config;
use lexdex_tests::program::program;

use crate::store_bucket::{Bucket, Watch};
use crate::store_indexes::LocalIndex;

fn section() -> String {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    readme.split_once("\n## Object storage, for many servers\n").unwrap().1.to_owned()
}

/// The first block of the section in this language.
fn block(language: &str) -> String {
    let section = section();
    let (_, block) = section.split_once(&format!("```{language}\n")).unwrap();
    block.split("```").next().unwrap().to_owned()
}

fn commands(block: &str) -> Vec<&str> {
    block.lines().filter_map(|line| line.trim_start().strip_prefix("$ ")).collect()
}

#[test]
fn commands_push_an_index_and_keep_a_replica_up_to_date() {
    let [first, second] = [0, 1].map(LocalIndex::small);
    let bucket = Bucket::new();
    let folder = bucket.folder.path();
    symlink(&first.path, folder.join("published")).unwrap();
    symlink(env!("CARGO_BIN_EXE_lexdex-mirror"), folder.join("lexdex-mirror")).unwrap();
    fs::write(folder.join("lexdex"), format!("#!/bin/sh\necho lexdex \"$@\" > {}/notes\n", folder.display())).unwrap();
    fs::set_permissions(folder.join("lexdex"), PermissionsExt::from_mode(0o755)).unwrap();
    let block = block("console");
    let commands = commands(&block);
    let [export, push, pull, serve, watch] = commands[..] else { panic!("{commands:?}") };
    assert!(!block.contains("&&"));
    // The name of the tests' bucket differs from the README's.
    let shell = |script: &str| {
        let name = export.split_once('=').unwrap().1;
        let script = script.replace(name, &bucket.store.store);
        let mut command = bucket.store.command_of("sh", &["-ec", &script]);
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
        command.env("PATH", path).env_remove("LEXDEX_STORE").current_dir(folder);
        command
    };
    let run = |script: String| {
        let output = shell(&script).output().unwrap();
        assert!(output.status.success(), "{script}: {output:?}");
    };
    run(format!("{export}\n{push}"));
    // The first start of a replica, and the next one.
    for _ in 0..2 {
        run(format!("{export}\n{pull}\n{serve}\nwait"));
        let notes = fs::read_to_string(folder.join("notes")).unwrap();
        let words: Vec<&str> = notes.split_whitespace().collect();
        assert_eq!(words, ["lexdex", "--index", "index", "--watch-secs", "10"]);
        let help = Command::new(program("lexdex")).args(&words[1..]).arg("--help").output().unwrap();
        assert!(help.status.success(), "{help:?}");
        assert_eq!(fs::read_to_string(folder.join("index/current")).unwrap().trim(), first.build);
    }
    bucket.store.push(0, &second);
    let mut watch = Watch::from_command(shell(&format!("{export}\nexec {watch}")));
    let line = watch.line();
    assert!(line.starts_with(&format!("build {} is published: ", second.build)), "{line}");
}

#[test]
fn sync_that_pushes_has_valid_configuration_and_arguments() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mirror.toml");
    fs::write(&path, format!("contact = \"you@example.org\"\n{}", block("toml"))).unwrap();
    let publish = Config::read(&path).unwrap().publish.unwrap();
    let reload = publish.reload;
    assert!(reload.contains(&publish.to.to_str().unwrap().to_owned()), "{reload:?}");
    let arguments = lexdex_mirror::cli::MirrorArguments::try_parse_from(&reload);
    assert!(arguments.is_ok(), "{arguments:?}");
}

#[test]
fn policy_is_json() {
    let policy: serde_json::Value = serde_json::from_str(&block("json")).unwrap();
    assert_eq!(policy["Statement"].as_array().unwrap().len(), 2);
}
