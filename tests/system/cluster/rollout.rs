//! Roll-outs of indexes by push and pull, and of the program by restarts, under load.

use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use lexdex_tests::tool::run;
use tempfile::TempDir;

use crate::system::cluster::load::EndOnDrop;
use crate::system::cluster::random::Random;
use crate::system::cluster::replicas::{Cluster, N_REPLICAS, Replica};
use crate::system::support::client::{Client, Response, get};
use crate::system::support::index::IndexDirectory;
use crate::system::support::mirror::mirror;
use crate::system::support::s3::{S3, STORE};
use crate::system::support::server::{Process, Server};
use crate::system::support::tools::wait_until;

const PATH: &str = "/api/v1/statutes";

/// The records of a page of a walk.
const PAGE: usize = 7;

/// The requests of clients that do not walk.
const OTHERS: [&str; 4] = [
    "/api/v1/statutes/s-3",
    "/api/v1/statutes?topic=fraud&limit=100",
    "/api/v1/statutes/facets",
    "/api/v1/jurisdictions",
];

/// An index, and the bodies that it serves.
struct Build {
    index: IndexDirectory,
    id: String,
    ids: Vec<String>,
    bodies: HashMap<String, String>,
}

impl Build {
    /// An index. Indexes of different numbers differ in their records and in the number of records.
    fn numbered(number: usize) -> Self {
        let n_statutes = 60 + 3 * number;
        let index = IndexDirectory::with_long_statutes(n_statutes, 100 + number);
        let server = Server::start(&["--index", &index.argument(), "--rate-limit", "0"]);
        let pages = (0..n_statutes).step_by(PAGE).map(|offset| format!("{PATH}?limit={PAGE}&offset={offset}"));
        let targets = pages.chain([format!("{PATH}?limit={PAGE}")]).chain(OTHERS.map(str::to_owned));
        let bodies = targets.map(|target| (get(server.address, &target).body, target));
        let bodies = bodies.map(|(body, target)| (target, body)).collect();
        let ids = (0..n_statutes).map(|number| format!("s-{number}")).collect();
        Self { index, id: build_of(&get(server.address, "/readyz")), ids, bodies }
    }
}

fn build_of(response: &Response) -> String {
    response.header("lexdex-build").unwrap_or_else(|| panic!("no build in {response:?}")).to_owned()
}

/// The results of the clients.
#[derive(Debug, Default)]
struct Tally {
    n_responses: usize,
    /// Walks to the end of the list.
    n_walks: usize,
    /// Walks that got 412 at a replica that did not have their build yet.
    n_early: usize,
    /// Walks that got 412 at a replica that no longer had their build.
    n_late: usize,
    /// The number of swaps during completed walks.
    n_outlived: usize,
}

impl Display for Tally {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Self { n_responses, n_walks, n_early, n_late, n_outlived } = self;
        write!(formatter, "{n_responses} responses; {n_walks} whole walks, of which {n_outlived} outlived a swap; ")?;
        write!(formatter, "ended by 412: {n_early} of a build to come, {n_late} of one that was gone")
    }
}

/// A client of the cluster.
struct Visitor<'v> {
    client: Client,
    address: SocketAddr,
    builds: &'v [Build],
    is_over: &'v AtomicBool,
    /// The pause between two requests.
    pause: Duration,
    random: Random,
    tally: Tally,
}

impl<'v> Visitor<'v> {
    /// Walks through the list repeatedly.
    fn walk(mut self) -> Tally {
        while !self.is_over.load(Ordering::Relaxed) {
            self.walk_once();
        }
        self.tally
    }

    /// Follows the links from the first page to the last. They name its build.
    fn walk_once(&mut self) {
        let mut target = format!("{PATH}?limit={PAGE}");
        let mut response = self.get(&target);
        let build = self.check(&response, &target);
        let mut ids = ids_of(&response);
        while let Some(next) = next_of(&response) {
            assert!(next.contains(&format!("build={}", build.id)), "{target}: {response:?}");
            target = next;
            response = self.get(&target);
            if response.status == 412 {
                self.count_end(build, &response);
                return;
            }
            let page = format!("{PATH}?limit={PAGE}&offset={}", ids.len());
            assert_eq!(self.check(&response, &page).id, build.id, "{target}: {response:?}");
            ids.extend(ids_of(&response));
        }
        assert_eq!(ids, build.ids, "a walk of {}", build.id);
        self.tally.n_walks += 1;
        self.tally.n_outlived += usize::from(build_of(&self.get("/readyz")) != build.id);
    }

    /// Counts a walk that ended because a replica serves another build. Asserts that the response names that build.
    fn count_end(&mut self, build: &Build, response: &Response) {
        let details = &response.json()["details"];
        assert_eq!(details["build"], build.id, "{response:?}");
        let served = details["served"].as_str().unwrap_or_else(|| panic!("no served build in {response:?}"));
        let number = |id: &str| self.builds.iter().position(|build| build.id == id).expect("a build that was pushed");
        if number(served) < number(&build.id) {
            self.tally.n_early += 1;
        } else {
            assert_ne!(served, build.id, "{response:?}");
            self.tally.n_late += 1;
        }
    }

    /// Sends requests without a build.
    fn ask(mut self) -> Tally {
        while !self.is_over.load(Ordering::Relaxed) {
            let target = OTHERS[self.random.below(OTHERS.len())];
            let response = self.get(target);
            self.check(&response, target);
        }
        self.tally
    }

    fn get(&mut self, target: &str) -> Response {
        thread::sleep(self.random.up_to(2 * self.pause));
        self.tally.n_responses += 1;
        let response = self.client.get(target);
        if response.header("connection") == Some("close") {
            self.client = Client::connect(self.address);
        }
        response
    }

    /// Asserts that a response matches the build that it names, and returns that build.
    #[track_caller]
    fn check(&self, response: &Response, target: &str) -> &'v Build {
        assert_eq!(response.status, 200, "{target}: {response:?}");
        let id = build_of(response);
        let build = self.builds.iter().find(|build| build.id == id).unwrap_or_else(|| panic!("{id} was not pushed"));
        assert_eq!(response.body, build.bodies[target], "{target} of {id}");
        build
    }
}

fn ids_of(page: &Response) -> Vec<String> {
    let page = page.json();
    let records = page["data"].as_array().unwrap();
    records.iter().map(|record| record["id"].as_str().unwrap().to_owned()).collect()
}

/// The target of the link to the next page.
fn next_of(page: &Response) -> Option<String> {
    let mut links = page.header("link")?.split(", ");
    let next = links.find_map(|link| link.strip_suffix(">; rel=\"next\""))?.trim_start_matches('<');
    Some(if next.starts_with('?') { format!("{PATH}{next}") } else { next.to_owned() })
}

/// Replicas that follow the builds of a store.
struct Followers {
    cluster: Cluster,
    _pulls: Vec<Process>,
    _directory: TempDir,
}

impl Followers {
    /// Pulls the build that was pushed, and starts replicas and pulls that follow the next ones.
    fn start(s3: &S3) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let folders = (0..N_REPLICAS).map(|number| directory.path().join(format!("published-{number}")));
        let (replicas, pulls) = folders.map(|folder| (replica(s3, &folder), follow(s3, &folder))).unzip();
        Self { cluster: Cluster::new(replicas), _pulls: pulls, _directory: directory }
    }

    fn wait_for(&self, build: &Build) {
        wait_until(&format!("{} at every replica", build.id), || {
            self.cluster.replicas.iter().all(|replica| build_of(&get(replica.address(), "/readyz")) == build.id)
        });
    }

    fn restart_all(&mut self) {
        for replica in &mut self.cluster.replicas {
            assert_eq!(replica.restart().code, Some(0));
            thread::sleep(Duration::from_secs(1));
        }
    }
}

fn replica(s3: &S3, folder: &Path) -> Replica {
    let folder = folder.to_str().unwrap();
    run(&mut mirror(&["pull", "--store", STORE, "--endpoint", &s3.endpoint, "--out", folder]));
    Replica::start(&["--index", folder, "--watch-secs", "1", "--rate-limit", "0"])
}

fn follow(s3: &S3, folder: &Path) -> Process {
    let folder = folder.to_str().unwrap();
    let arguments = ["pull", "--store", STORE, "--endpoint", &s3.endpoint, "--out", folder, "--watch", "1"];
    let (process, mut log) = Process::start(&mut mirror(&arguments));
    // Reads the log, so that the process never blocks on writing it.
    thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
    process
}

fn push(s3: &S3, build: &Build) {
    run(&mut mirror(&["push", "--index", &build.index.argument(), "--store", STORE, "--endpoint", &s3.endpoint]));
}

/// Serves the first build, then swaps to each of the others under load. All replicas are restarted after every
/// `restart_every` swaps.
fn roll_out(n_swaps: usize, restart_every: usize) -> Tally {
    let s3 = S3::start();
    let builds: Vec<Build> = (0..=n_swaps).map(Build::numbered).collect();
    push(&s3, &builds[0]);
    let mut followers = Followers::start(&s3);
    let address = followers.cluster.address;
    let is_over = AtomicBool::new(false);
    let visitor = |number: u64, pause| Visitor {
        client: Client::connect(address),
        address,
        builds: &builds,
        is_over: &is_over,
        pause: Duration::from_millis(pause),
        random: Random::seeded(number),
        tally: Tally::default(),
    };
    let mut total = Tally::default();
    thread::scope(|scope| {
        let _end = EndOnDrop(&is_over);
        // Some walks take a quarter of a second, others some seconds like a person's.
        let walks = [20, 20, 20, 300, 300, 300].into_iter().zip(0..);
        let mut clients: Vec<_> = walks
            .map(|(pause, number)| {
                let visitor = visitor(number, pause);
                scope.spawn(move || visitor.walk())
            })
            .collect();
        clients.extend((10..13).map(|number| {
            let visitor = visitor(number, 10);
            scope.spawn(move || visitor.ask())
        }));
        for (idx, build) in builds.iter().enumerate().skip(1) {
            thread::sleep(Duration::from_secs(4));
            push(&s3, build);
            followers.wait_for(build);
            if idx % restart_every == 0 {
                followers.restart_all();
            }
        }
        thread::sleep(Duration::from_secs(4));
        is_over.store(true, Ordering::Relaxed);
        for client in clients {
            let tally = client.join().unwrap();
            total.n_responses += tally.n_responses;
            total.n_walks += tally.n_walks;
            total.n_early += tally.n_early;
            total.n_late += tally.n_late;
            total.n_outlived += tally.n_outlived;
        }
    });
    for replica in &followers.cluster.replicas {
        assert_eq!(replica.metric("lexdex_index_refusals_total"), 0.0);
    }
    total
}

#[test]
fn walks_keep_their_build_during_pushes_and_restarts() {
    if !crate::system::cluster::can_run() || !crate::system::support::s3::can_run() {
        return;
    }
    let tally = roll_out(2, 1);
    assert!(tally.n_walks > 0 && tally.n_outlived > 0, "{tally}");
}

/// `cargo test --profile dist --workspace --test system rollout -- --ignored --nocapture`
#[test]
#[ignore = "a drill of minutes"]
fn ten_swaps_and_rolling_restarts_under_load() {
    let tally = roll_out(10, 2);
    crate::system::cluster::report(tally.to_string());
}
