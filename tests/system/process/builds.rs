//! Walks through pages while the index is replaced: each stays on one build, or gets 412.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use rustix::process::Signal;

use crate::system::process::refresh::{
    StopOnDrop, build, build_of, build_served, has_mappings_of_a_replaced_index, wait_until,
};
use crate::system::support::client::{Client, Response, get};
use crate::system::support::index::IndexDirectory;
use crate::system::support::server::Server;

/// The ids that the statutes of a test index have.
fn ids_of(n_statutes: usize) -> BTreeSet<String> {
    (0..n_statutes).map(|number| format!("s-{number}")).collect()
}

/// Adds the ids of a page to those of the pages before it. No id may come twice.
fn collect(page: &Response, ids: &mut BTreeSet<String>) {
    for record in page.json()["data"].as_array().unwrap() {
        let id = record["id"].as_str().unwrap();
        assert!(ids.insert(id.to_owned()), "{id} comes twice");
    }
}

/// The target of the next page in a `Link` header.
fn next(page: &Response) -> Option<String> {
    let links = page.header("link").unwrap().split(", ");
    let next = links.filter_map(|link| link.strip_prefix('<')?.strip_suffix(">; rel=\"next\"")).next();
    next.map(|query| format!("/api/v1/statutes{query}"))
}

/// Replaces an index by one of other statutes, and waits until it is served.
fn swap(server: &Server, live: &IndexDirectory, other: &IndexDirectory) -> String {
    let before = build_served(server.address);
    build(&other.corpus(), &live.path());
    server.send(Signal::HUP);
    wait_until("the other build", || build_served(server.address) != before);
    build_served(server.address)
}

#[test]
fn walk_by_build_has_every_record_once_across_a_swap() {
    let live = IndexDirectory::with_statutes(50);
    let server = Server::start(&["--index", &live.argument(), "--rate-limit", "0", "--keep-previous-secs", "10"]);
    let old = build_served(server.address);
    let page = |offset| get(server.address, &format!("/api/v1/statutes?limit=4&offset={offset}&build={old}"));
    let mut ids = BTreeSet::new();
    let mut new = String::new();
    for offset in (0..50).step_by(4) {
        if offset == 20 {
            new = swap(&server, &live, &IndexDirectory::with_statutes(70));
            assert!(server.logs(&format!("build {old} is kept until ")), "the swap is logged");
        }
        let page = page(offset);
        assert_eq!(build_of(&page), old);
        collect(&page, &mut ids);
    }
    assert_eq!(ids, ids_of(50));
    assert!(has_mappings_of_a_replaced_index(&server, &live), "the old index is open");
    let mut after = page(0);
    wait_until("the end of the old build", || {
        after = page(0);
        after.status != 200
    });
    let details = serde_json::json!({ "build": old, "served": new });
    assert_eq!((after.status, &after.json()["details"]), (412, &details));
    assert_eq!(build_of(&after), new);
    // By then, or soon after, its memory and files are released.
    wait_until("the end of the old mappings", || !has_mappings_of_a_replaced_index(&server, &live));
    assert_eq!(get(server.address, &format!("/api/v1/statutes?build={new}")).total(), 70);
}

#[test]
fn second_swap_releases_the_oldest_build_at_once() {
    let live = IndexDirectory::with_statutes(3);
    let server = Server::start(&["--index", &live.argument(), "--rate-limit", "0"]);
    let mut builds = vec![build_served(server.address)];
    for n_statutes in 4..7 {
        builds.push(swap(&server, &live, &IndexDirectory::with_statutes(n_statutes)));
        let statuses: Vec<u16> =
            builds.iter().map(|build| get(server.address, &format!("/api/v1/statutes?build={build}")).status).collect();
        let n_gone = builds.len() - 2;
        assert_eq!(statuses, [vec![412; n_gone], vec![200, 200]].concat());
    }
    // A reload of the same index does not change the previous build.
    server.send(Signal::HUP);
    assert!(server.logs("n_swaps=4"));
    let [.., _, previous, current] = &builds[..] else { panic!("three builds") };
    for (build, total) in [(previous, 5), (current, 6)] {
        assert_eq!(get(server.address, &format!("/api/v1/statutes?build={build}")).total(), total);
    }
    let directory = live.path().parent().unwrap().to_str().unwrap().to_owned();
    let is_records = |line: &&str| line.contains(&directory) && line.contains("statutes/records.jsonl");
    wait_until("two indexes", || {
        let maps = fs::read_to_string(server.proc().join("maps")).unwrap();
        maps.lines().filter(is_records).count() == 2
    });
}

/// Walks through the list repeatedly by the links of its pages, until it is stopped. Returns the number of completed
/// walks, and of walks that got 412.
fn walk(address: SocketAddr, totals: &HashMap<String, usize>, stop: &AtomicBool) -> (usize, usize) {
    let mut client = Client::connect(address);
    let (mut n_whole, mut n_ended) = (0, 0);
    while !stop.load(Ordering::Relaxed) {
        let first = client.get("/api/v1/statutes?limit=3");
        let build = build_of(&first);
        let mut ids = BTreeSet::new();
        let mut page = first;
        loop {
            if page.status == 412 {
                let details = &page.json()["details"];
                assert_eq!(
                    (details["build"].as_str(), details["served"].as_str()),
                    (Some(&*build), page.header("lexdex-build"))
                );
                n_ended += 1;
                break;
            }
            assert_eq!((page.status, build_of(&page)), (200, build.clone()), "{page:?}");
            collect(&page, &mut ids);
            let Some(target) = next(&page) else {
                assert_eq!(ids, ids_of(totals[&build]));
                n_whole += 1;
                break;
            };
            page = client.get(&target);
        }
    }
    (n_whole, n_ended)
}

#[test]
fn no_walk_mixes_builds_during_ten_swaps() {
    let indexes: Vec<IndexDirectory> = (0..3).map(|number| IndexDirectory::with_statutes(60 + 7 * number)).collect();
    let build_id = |index: &IndexDirectory| lexdex_index::Manifest::read(&index.path()).unwrap().build_id();
    let totals = indexes.iter().enumerate().map(|(number, index)| (build_id(index), 60 + 7 * number)).collect();
    let live = IndexDirectory::with_statutes(60);
    let server = Server::start(&["--index", &live.argument(), "--rate-limit", "0"]);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let stops = StopOnDrop(&stop);
        let (address, totals, stop) = (server.address, &totals, &stop);
        let walks = [(); 4].map(|()| scope.spawn(move || walk(address, totals, stop)));
        for number in 1..=10 {
            swap(&server, &live, &indexes[number % 3]);
        }
        drop(stops);
        let walks = walks.map(|walk| walk.join().unwrap());
        assert!(walks.iter().map(|(n_whole, _)| n_whole).sum::<usize>() > 10, "{walks:?}");
    });
}

#[test]
fn export_of_the_previous_build_is_of_that_build() {
    let live = IndexDirectory::with_statutes(20);
    let server = Server::start(&["--index", &live.argument(), "--rate-limit", "0"]);
    let old = build_served(server.address);
    swap(&server, &live, &IndexDirectory::with_statutes(21));
    // HTTP/1.0 has no chunks: the body ends with the connection.
    let mut client = Client::connect(server.address);
    client.send(format!("GET /api/v1/statutes/export?fields=id&build={old} HTTP/1.0\r\nHost: lexdex\r\n\r\n"));
    let head = client.response();
    assert_eq!((head.status, build_of(&head)), (200, old));
    let lines = client.rest();
    assert_eq!(lines.lines().count(), 20, "{lines}");
}

#[test]
fn last_modified_is_the_same_for_copies_written_at_other_times() {
    let index = IndexDirectory::with_statutes(2);
    let copies = tempfile::tempdir().unwrap();
    let answers: Vec<_> = [0, 1_000_000, 2_000_000_000]
        .map(|secs| {
            let copy = copies.path().join(secs.to_string());
            for path in crate::system::support::index::entries(&index.path()) {
                let to = copy.join(path.strip_prefix(index.path()).unwrap());
                if path.is_dir() {
                    fs::create_dir_all(to).unwrap();
                    continue;
                }
                fs::copy(&path, &to).unwrap();
                let time = SystemTime::UNIX_EPOCH + Duration::from_secs(secs);
                fs::File::options().write(true).open(&to).unwrap().set_modified(time).unwrap();
            }
            let server = Server::start(&["--index", copy.to_str().unwrap()]);
            let response = get(server.address, "/api/v1/statutes");
            assert_eq!(response.header("last-modified"), Some("Thu, 29 Feb 2024 00:00:00 GMT"));
            ["lexdex-build", "etag"].map(|name| response.header(name).unwrap().to_owned())
        })
        .into();
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}
