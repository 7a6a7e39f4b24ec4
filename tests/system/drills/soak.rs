//! A long mixed load with swaps of the index: memory and open files must not grow.

use std::collections::BTreeSet;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use index_builder::cli::{BuilderArguments, run};
use lexdex_tests::tool::ROOT;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::process::Signal;

use crate::system::drills::wire::{Metrics, Wire, report};
use crate::system::support::server::Server;

/// The duration in seconds, unless `SOAK_SECONDS` sets it.
const DEFAULT_SECONDS: u64 = 60;

/// The interval between two lines of figures.
const REPORT_INTERVAL: Duration = Duration::from_secs(30);

/// The interval between two swaps of the index.
const SWAP_INTERVAL: Duration = Duration::from_secs(5);

/// The pause between two requests of a client, so that others can use the machine.
const REQUEST_INTERVAL: Duration = Duration::from_millis(2);

const N_CLIENTS: usize = 2;

/// The number of additional files that may be open at the end, because of a swap in progress.
const MAX_MORE_FILES: u64 = 16;

/// The words that are searched for.
const WORDS: [&str; 8] = ["privacy", "fraud", "court", "tax", "water", "school", "election", "health"];

const CODINGS: [&str; 4] = ["", "Accept-Encoding: gzip\r\n", "Accept-Encoding: br\r\n", "Accept-Encoding: zstd\r\n"];

/// The target of a request by its number. The targets hardly repeat, and cover all endpoints.
fn target(number: u64) -> String {
    let list = ["statutes", "cases", "bills"][(number % 3) as usize];
    let word = WORDS[(number / 3 % 8) as usize];
    let page = number * 7 % 300;
    match number % 11 {
        0 => format!("/api/v1/{list}/facets?q={word}"),
        1 => format!("/api/v1/{list}?q={word}&sort=relevance&offset={page}"),
        2 => format!("/api/v1/{list}?topic={word}"),
        3 => format!("/api/v1/cases?court=scotus&limit=100&offset={page}"),
        4 => format!("/api/v1/{list}?limit={}&fields=id,topics&offset={page}", 1 + number % 100),
        5 => "/api/v1/statutes?citation=18+U.S.C.+1341".to_owned(),
        6 if number.is_multiple_of(5) => format!("/api/v1/{list}/export?format=csv"),
        7 => "/api/v1/coverage".to_owned(),
        8 => format!("/api/v1/{list}/no-such-{number}"),
        9 => format!("/api/v1/bills?introduced_from=20{:02}-01-01&sort=oldest", number % 24),
        _ => format!("/api/v1/{list}?jurisdiction=us&jurisdiction=ca&offset={page}"),
    }
}

pub(crate) fn build(corpus: &Path, out: &Path) {
    let arguments = ["index-builder".as_ref(), "build".as_ref(), "--corpus".as_ref(), corpus.as_os_str()];
    let arguments = arguments.into_iter().chain(["--out".as_ref(), out.as_os_str()]);
    assert_eq!(run(BuilderArguments::parse_from(arguments)), ExitCode::SUCCESS);
}

/// A corpus with only the bundled statutes.
fn smaller_corpus(bundled: &Path, corpus: PathBuf) -> PathBuf {
    fs::create_dir_all(corpus.join("statutes")).unwrap();
    for file in fs::read_dir(bundled.join("statutes")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), corpus.join("statutes").join(file.file_name())).unwrap();
    }
    corpus
}

/// Sends requests until it is stopped, and returns the builds of the responses. Each response must be whole and not a
/// 500.
fn ask(address: SocketAddr, client: u64, stop: &AtomicBool, n_responses: &AtomicU64) -> BTreeSet<String> {
    let mut builds = BTreeSet::new();
    let mut wire = Wire::connect(address).unwrap();
    let mut number = client;
    while !stop.load(Ordering::Relaxed) {
        let target = target(number);
        let coding = CODINGS[(number % 13 % 4) as usize];
        let response = wire.get(&target, coding).unwrap_or_else(|error| panic!("{target}: {error}"));
        assert!([200, 400, 404].contains(&response.status), "{target}: {response:?}");
        builds.insert(response.build);
        n_responses.fetch_add(1, Ordering::Relaxed);
        number += N_CLIENTS as u64;
        if number % 500 < N_CLIENTS as u64 {
            wire = Wire::connect(address).unwrap();
        }
        thread::sleep(REQUEST_INTERVAL);
    }
    builds
}

#[test]
#[ignore = "a drill: its duration is SOAK_SECONDS"]
fn soak() {
    let seconds = std::env::var("SOAK_SECONDS").map_or(DEFAULT_SECONDS, |seconds| seconds.parse().unwrap());
    let directory = tempfile::tempdir().unwrap();
    let bundled = Path::new(ROOT).join("corpus");
    let [live, other] = ["live", "other"].map(|name| directory.path().join(name));
    build(&bundled, &live);
    build(&smaller_corpus(&bundled, directory.path().join("corpus")), &other);
    let arguments = ["--rate-limit", "0", "--cache-mib", "4", "--admin-listen", "127.0.0.1:0"];
    let server = Server::start(&[arguments.as_slice(), &["--index", live.to_str().unwrap()]].concat());
    let admin = server.admin_address();
    let (stop, n_responses) = (AtomicBool::new(false), AtomicU64::new(0));
    let start = Instant::now();
    let mut first_files = None;
    thread::scope(|scope| {
        let (stop, n_responses) = (&stop, &n_responses);
        let address = server.address;
        let clients: [_; N_CLIENTS] =
            std::array::from_fn(|client| scope.spawn(move || ask(address, client as u64, stop, n_responses)));
        report("seconds  responses  swaps  refused  resident KiB  files");
        let mut next_figures = REPORT_INTERVAL;
        while start.elapsed() < Duration::from_secs(seconds) {
            thread::sleep(SWAP_INTERVAL);
            renameat_with(CWD, &live, CWD, &other, RenameFlags::EXCHANGE).unwrap();
            server.send(Signal::HUP);
            if start.elapsed() >= next_figures {
                next_figures += REPORT_INTERVAL;
                let figures = Metrics::new(admin);
                let (swaps, refused) =
                    (figures.n("lexdex_index_swaps_total"), figures.n("lexdex_index_refusals_total"));
                let (n_responses, files) = (n_responses.load(Ordering::Relaxed), figures.n("process_open_fds"));
                first_files.get_or_insert(files);
                let (seconds, resident) = (start.elapsed().as_secs(), figures.resident_kib());
                report(format!("{seconds:7}  {n_responses:9}  {swaps:5}  {refused:7}  {resident:12}  {files:5}"));
            }
        }
        stop.store(true, Ordering::Relaxed);
        let builds: BTreeSet<String> = clients.into_iter().flat_map(|client| client.join().unwrap()).collect();
        assert_eq!(builds.len(), 2, "{builds:?}");
    });
    let figures = Metrics::new(admin);
    assert_eq!(figures.n("lexdex_index_refusals_total"), 0);
    assert!(figures.n("process_open_fds") <= first_files.unwrap_or(u64::MAX).saturating_add(MAX_MORE_FILES));
    assert_eq!(server.stop().code, Some(0));
}
