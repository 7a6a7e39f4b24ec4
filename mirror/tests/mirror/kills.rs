//! Kills the program at random moments. The next run continues, and no file is ever incomplete.

use std::fs;
use std::thread;
use std::time::Instant;

use crate::binary::LockedMirror;
use crate::site::json;
use crate::support::Server;

/// The number of kills in the test.
const N_KILLS: u32 = 20;

/// The number of kills after which the downloads start again.
const KILLS_OF_A_RUN: u32 = 5;

#[test]
fn killed_run_leaves_whole_files_and_the_next_one_continues() {
    let server = Server::start();
    let old = vec![b'o'; 1000];
    let files: Vec<(String, Vec<u8>)> =
        (0..4).map(|number| (number.to_string(), json(8 << 20, &format!("{number}")))).collect();
    for (name, content) in &files {
        server.put(&format!("/{name}"), content.clone());
    }
    let borrowed: Vec<(&str, Vec<u8>)> = files.iter().map(|(name, content)| (name.as_str(), content.clone())).collect();
    let mirror = LockedMirror::new(&server.url(""), &borrowed);
    let forget = || {
        drop(fs::remove_dir_all(mirror.folder.path().join("downloads/law")));
        fs::create_dir(mirror.folder.path().join("downloads/law")).unwrap();
        files.iter().for_each(|(name, _)| fs::write(mirror.place(name), &old).unwrap());
    };

    forget();
    let start = Instant::now();
    assert!(mirror.command().stderr(std::process::Stdio::null()).status().unwrap().success());
    let whole_run = start.elapsed();
    mirror.assert_complete();

    for number in 0..N_KILLS {
        if number % KILLS_OF_A_RUN == 0 {
            forget();
        }
        let mut run =
            mirror.command().stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
        thread::sleep(whole_run * (number * 7 % N_KILLS) / N_KILLS);
        run.kill().unwrap();
        run.wait().unwrap();
        for (name, content) in &files {
            let found = fs::read(mirror.place(name)).unwrap();
            assert!(found == old || found == *content, "{name} has {} bytes", found.len());
        }
    }
    mirror.command().output().unwrap();
    mirror.assert_complete();
}

#[test]
fn stale_validators_beside_a_finished_file_are_removed() {
    let server = Server::start();
    server.put("/a", json(10, "a"));
    let mirror = LockedMirror::new(&server.url(""), &[("a", json(10, "a"))]);
    assert!(mirror.command().status().unwrap().success());
    fs::write(mirror.place("a.part.json"), "{}").unwrap();
    mirror.command().output().unwrap();
    mirror.assert_complete();
}
