//! Swapping the served index: no request fails, no response mixes two builds, and an invalid index is refused.

use std::collections::HashMap;
use std::fs::{self, Permissions};
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use index_builder::cli::{BuilderArguments, run};
use lexdex_core::model::Resource;
use lexdex_index::{Filter, Index, Page};
use rustix::fs::{CWD, FileType, Mode, RenameFlags, mknodat, renameat_with};
use rustix::process::Signal;
use sha2::{Digest, Sha256};

use crate::system::support::client::{Client, Response, get};
use crate::system::support::index::IndexDirectory;
use crate::system::support::server::{PATIENCE, Server, command};

const FILTERS: [&str; 4] = [
    "/api/v1/statutes?topic=fraud&limit=100",
    "/api/v1/statutes?jurisdiction=US&topic=fraud&offset=3",
    "/api/v1/cases?court=scotus",
    "/api/v1/jurisdictions",
];

fn page(offset: usize) -> String {
    format!("/api/v1/statutes?limit=7&offset={offset}")
}

/// Builds a corpus and replaces an index by it, as an operator does under a running server.
pub(crate) fn build(corpus: &Path, out: &Path) {
    let arguments = ["index-builder", "build", "--replace", "--corpus"].map(AsRef::as_ref);
    let arguments = arguments.into_iter().chain([corpus.as_os_str(), "--out".as_ref(), out.as_os_str()]);
    assert_eq!(run(BuilderArguments::parse_from(arguments)), ExitCode::SUCCESS);
}

pub(crate) fn build_of(response: &Response) -> String {
    response.header("lexdex-build").unwrap_or_else(|| panic!("no build: {response:?}")).to_owned()
}

pub(crate) fn build_served(address: SocketAddr) -> String {
    build_of(&get(address, "/readyz"))
}

#[track_caller]
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what} does not come");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The bodies of one build for every target of the load.
struct Expected {
    build: String,
    bodies: HashMap<String, String>,
}

impl Expected {
    /// Fetches them from a server that has only that build.
    fn from_index(index: &IndexDirectory) -> Self {
        let server = Server::start(&["--index", &index.argument(), "--rate-limit", "0"]);
        let targets = (0..20).map(|number| page(7 * number)).chain(FILTERS.map(str::to_owned));
        let bodies = targets.map(|target| (target.clone(), get(server.address, &target).body)).collect();
        Self { build: build_served(server.address), bodies }
    }
}

/// Stops the threads of a test when it ends, even if it fails.
pub(crate) struct StopOnDrop<'s>(pub(crate) &'s AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Sends requests until it is stopped. Every response must come from one build only. Returns their number.
fn load(
    address: SocketAddr,
    builds: &[Expected],
    stop: &AtomicBool,
    next: impl Fn(&Response, &str) -> String,
) -> usize {
    let mut client = Client::connect(address);
    let mut target = page(0);
    let mut n_responses = 0;
    while !stop.load(Ordering::Relaxed) {
        let response = client.get(&target);
        assert_eq!(response.status, 200, "{target}: {response:?}");
        let build = build_of(&response);
        let expected = builds.iter().find(|expected| expected.build == build).expect("a build that there is");
        assert_eq!(response.body, expected.bodies[&target], "{target} of {build}");
        target = next(&response, &target);
        n_responses += 1;
    }
    n_responses
}

/// The next page of a walk, which starts again after the last page.
fn next_page(response: &Response, _: &str) -> String {
    let meta = &response.json()["meta"];
    if meta["hasMore"] == true { page(meta["offset"].as_u64().unwrap() as usize + 7) } else { page(0) }
}

fn next_filter(_: &Response, target: &str) -> String {
    let idx = FILTERS.iter().position(|filter| *filter == target).map_or(0, |idx| idx + 1);
    FILTERS[idx % FILTERS.len()].to_owned()
}

#[test]
fn walks_run_through_twenty_swaps_and_files_are_released() {
    const N_SWAPS: usize = 20;
    let corpora = [IndexDirectory::with_statutes(40), IndexDirectory::with_long_statutes(61, 300)];
    let builds = corpora.each_ref().map(Expected::from_index);
    assert_ne!(builds[0].build, builds[1].build);
    let live = IndexDirectory::with_statutes(40);
    let arguments = ["--rate-limit", "0", "--cache-mib", "1", "--keep-previous-secs", "1"];
    let server = Server::start(&[&["--index", &*live.argument()], &arguments[..]].concat());
    assert_eq!(build_served(server.address), builds[0].build, "the same corpus gives the same build");
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let stops = StopOnDrop(&stop);
        let (address, builds, stop) = (server.address, &builds, &stop);
        let loads = [next_page, next_filter, next_page]
            .map(|next: fn(&Response, &str) -> String| scope.spawn(move || load(address, builds, stop, next)));
        for number in 1..=N_SWAPS {
            build(&corpora[number % 2].corpus(), &live.path());
            server.send(Signal::HUP);
            wait_until("the other build", || build_served(address) == builds[number % 2].build);
        }
        drop(stops);
        for load in loads {
            assert!(load.join().unwrap() > N_SWAPS);
        }
    });
    // No file or mapping of a replaced index remains.
    wait_until("the end of the old mappings", || !has_mappings_of_a_replaced_index(&server, &live));
    let directory = live.path().parent().unwrap().to_owned();
    let files = fs::read_dir(server.proc().join("fd")).unwrap();
    let open: Vec<_> = files.filter_map(|file| fs::read_link(file.unwrap().path()).ok()).collect();
    assert!(!open.iter().any(|path| path.starts_with(&directory)), "{open:?}");
    assert!(server.logs(&format!("n_swaps={N_SWAPS}")));
}

/// Whether a server still maps files that the index directory no longer has.
pub(crate) fn has_mappings_of_a_replaced_index(server: &Server, index: &IndexDirectory) -> bool {
    let directory = index.path().parent().unwrap().to_str().unwrap().to_owned();
    let maps = fs::read_to_string(server.proc().join("maps")).unwrap();
    maps.lines().any(|line| line.contains(&directory) && line.contains("(deleted)"))
}

/// Exchanges two directories atomically.
fn exchange(one: &Path, other: &Path) {
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).unwrap();
}

type Damage<'d> = &'d dyn Fn(&IndexDirectory);

#[test]
fn invalid_index_is_refused_and_the_current_one_stays() {
    let live = IndexDirectory::with_statutes(5);
    let server = Server::start(&["--index", &live.argument(), "--rate-limit", "0"]);
    let served = get(server.address, "/api/v1/statutes");
    let records = "statutes/records.jsonl";
    let flip_a_bit = |index: &IndexDirectory| {
        let path = index.path().join(records);
        let mut bytes = fs::read(&path).unwrap();
        bytes[40] ^= 1;
        fs::write(path, bytes).unwrap();
    };
    let cut = |index: &IndexDirectory| fs::write(index.path().join(records), "").unwrap();
    let remove_a_file = |index: &IndexDirectory| fs::remove_file(index.path().join("cases/records.offsets")).unwrap();
    let remove_the_manifest = |index: &IndexDirectory| fs::remove_file(index.path().join("manifest.json")).unwrap();
    let version = lexdex_index::SCHEMA_VERSION;
    let of_another_version = |index: &IndexDirectory| {
        let text = |version| format!("\"schema_version\": {version}");
        index.edit_manifest(&text(version), &text(version + 1));
    };
    let pipe = |index: &IndexDirectory, file: &str| {
        let path = index.path().join(file);
        fs::remove_file(&path).unwrap();
        mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    };
    let damages: [(Damage<'_>, &str); 7] = [
        (&|index| pipe(index, "manifest.json"), "manifest.json: it is not a regular file"),
        // An empty file is replaced by a pipe, which has the same size.
        (&|index| pipe(index, "cases/records.jsonl"), "cases/records.jsonl: it is not a regular file"),
        (&flip_a_bit, "has changed since the index was built"),
        (&cut, "has 0 bytes in place of"),
        (&remove_a_file, "cannot read"),
        (&remove_the_manifest, "it has no manifest.json"),
        (&of_another_version, &format!("has schema version {}", version + 1)),
    ];
    for (idx, (damage, reason)) in damages.into_iter().enumerate() {
        let bad = IndexDirectory::with_statutes(9);
        damage(&bad);
        exchange(&live.path(), &bad.path());
        server.send(Signal::HUP);
        assert!(server.logs(reason), "{reason}");
        assert!(server.logs(&format!("n_refusals={}", idx + 1)));
        let response = get(server.address, "/api/v1/statutes");
        assert_eq!((build_of(&response), &response.body), (build_of(&served), &served.body));
        exchange(&live.path(), &bad.path());
    }
    let good = IndexDirectory::with_statutes(9);
    exchange(&live.path(), &good.path());
    server.send(Signal::HUP);
    wait_until("the good index", || get(server.address, "/api/v1/statutes").total() == 9);
    let log = server.stop().log;
    assert!(log.iter().filter(|line| line.contains("n_refusals=")).all(|line| line.contains(" ERROR ")), "{log:?}");
}

#[test]
fn watching_server_swaps_an_index_and_logs_a_refusal_once() {
    let live = IndexDirectory::with_statutes(5);
    let server = Server::start(&["--index", &live.argument(), "--watch-secs", "1", "--rate-limit", "0"]);
    let other = IndexDirectory::with_statutes(6);
    build(&other.corpus(), &live.path());
    wait_until("the other index", || get(server.address, "/api/v1/statutes").total() == 6);
    fs::remove_file(live.path().join("manifest.json")).unwrap();
    assert!(server.logs("it has no manifest.json"));
    // Waits for two more polls.
    thread::sleep(Duration::from_millis(2500));
    assert_eq!(get(server.address, "/api/v1/statutes").total(), 6);
    let log = server.stop().log;
    assert_eq!(log.iter().filter(|line| line.contains("n_refusals=")).count(), 1, "{log:?}");
    assert_eq!(log.iter().filter(|line| line.contains(" swapped the index: serving ")).count(), 1, "{log:?}");
}

#[test]
fn watching_server_serves_an_index_whose_file_comes_later() {
    let live = IndexDirectory::with_statutes(5);
    let server = Server::start(&["--index", &live.argument(), "--watch-secs", "1", "--rate-limit", "0"]);
    let other = IndexDirectory::with_statutes(6);
    let [file, moved] = ["records.offsets", "later"].map(|name| other.path().join("cases").join(name));
    fs::rename(&file, &moved).unwrap();
    exchange(&live.path(), &other.path());
    assert!(server.logs("cannot read "));
    thread::sleep(Duration::from_secs(4));
    let [file, moved] = ["records.offsets", "later"].map(|name| live.path().join("cases").join(name));
    fs::rename(&moved, &file).unwrap();
    wait_until("the complete index", || get(server.address, "/api/v1/statutes").total() == 6);
    let log = server.stop().log;
    let failures: Vec<&String> = log.iter().filter(|line| line.contains("n_refusals=")).collect();
    assert_eq!(failures.len(), 1, "{log:?}");
    assert!(failures[0].contains("it is tried again"), "{}", failures[0]);
}

#[test]
fn touched_build_is_not_swapped_and_a_copy_keeps_its_cache() {
    let live = IndexDirectory::with_statutes(5);
    let admin = ["--admin-listen", "127.0.0.1:0", "--watch-secs", "1", "--rate-limit", "0"];
    let server = Server::start(&[&["--index", &live.argument()], &admin[..]].concat());
    let n_cached_bytes = || {
        let metrics = get(server.admin_address(), "/metrics").body;
        let line = metrics.lines().find_map(|line| line.strip_prefix("lexdex_response_cache_bytes ")).unwrap();
        line.parse::<f64>().unwrap()
    };
    (0..3).for_each(|_| _ = get(server.address, "/api/v1/statutes?limit=3"));
    assert!(n_cached_bytes() > 0.0);
    let build = build_served(server.address);

    for file in ["", "manifest.json"] {
        let path = live.path().join(file);
        let mode = fs::metadata(&path).unwrap().permissions();
        fs::set_permissions(&path, Permissions::from_mode(0o700)).unwrap();
        fs::set_permissions(&path, mode).unwrap();
    }
    fs::hard_link(live.path().join("manifest.json"), live.corpus().join("link")).unwrap();
    // Waits for two polls.
    thread::sleep(Duration::from_millis(2500));
    assert!(n_cached_bytes() > 0.0);

    let copy = IndexDirectory::with_statutes(5);
    exchange(&live.path(), &copy.path());
    assert!(server.logs("n_swaps=1"));
    server.send(Signal::HUP);
    assert!(server.logs("n_swaps=2"));
    assert!(n_cached_bytes() > 0.0);
    assert_eq!(build_served(server.address), build);
    let log = server.stop().log;
    let opened: Vec<&String> = log.iter().filter(|line| line.contains("n_swaps=")).collect();
    assert_eq!(opened.len(), 2, "{log:?}");
    for line in opened {
        assert!(line.contains(&format!("build={build} ")) && line.contains("the same build"), "{line}");
    }
}

#[test]
fn hangup_with_the_bundled_corpus_reloads_nothing() {
    let server = Server::spawn(command(&["--listen", "127.0.0.1:0"]));
    server.send(Signal::HUP);
    assert!(server.logs("nothing to reload"));
    assert_eq!(get(server.address, "/healthz").status, 200);
}

#[test]
fn index_replaced_while_it_is_opened_is_never_mixed() {
    let [one, other] = [IndexDirectory::with_statutes(30), IndexDirectory::with_statutes(50)];
    // Makes at most eight swaps, fewer than an opening tolerates, at a different moment in every round.
    for pause in (0..50).map(Duration::from_millis) {
        let is_open = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..8 {
                    exchange(&one.path(), &other.path());
                    thread::sleep(pause);
                    if is_open.load(Ordering::Relaxed) {
                        break;
                    }
                }
            });
            let index = Index::open(&one.path()).unwrap();
            is_open.store(true, Ordering::Relaxed);
            let hits = index.search(&Filter::all(Resource::Statutes), None, Page { limit: 100, offset: 0 }).unwrap();
            let last = format!("\"id\":\"s-{}\"", index.manifest().counts.statutes - 1);
            assert!(hits.records.iter().any(|record| std::str::from_utf8(record).unwrap().contains(&last)), "{last}");
        });
    }
}

#[test]
fn every_response_names_its_build() {
    let index = IndexDirectory::with_statutes(3);
    let server = Server::start(&["--index", &index.argument(), "--rate-limit", "7"]);
    let build = build_served(server.address);
    let digest = Sha256::digest(fs::read(index.path().join("manifest.json")).unwrap());
    assert_eq!(build, digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    let mut statuses = Vec::new();
    for target in [
        "/api/v1/statutes",
        "/api/v1/cases?court=scotus",
        "/api/v1/bills",
        "/api/v1/jurisdictions",
        "/api/v1/statutes?limit=0",
        "/api/v1/judges",
        &format!("/api/v1/cases?{}", "&".repeat(8192)),
        "/api/v1/statutes",
    ] {
        let response = get(server.address, target);
        assert_eq!(build_of(&response), build, "{target}");
        statuses.push(response.status);
    }
    assert_eq!(statuses, [200, 200, 200, 200, 400, 404, 414, 429]);
}
