//! A build that is killed or interrupted at any moment leaves the complete old index or the complete new one, and the
//! next build succeeds and cleans up.

use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::samples::{STATUTE, with_id};
use crate::tree::Tree;
use crate::workspace::{Outcome, Workspace};

const N_STATUTES: usize = 20_000;
const BUILDING: &str = ".index.building";

/// A small corpus with its published index, and a big corpus whose build takes time.
struct Scene {
    workspace: Workspace,
    /// The index of the small corpus.
    old: Tree,
    /// The index of the big corpus.
    new: Tree,
    /// The time that the big corpus takes to build.
    build_time: Duration,
}

impl Scene {
    fn new() -> Self {
        Self::with_statutes(N_STATUTES)
    }

    fn with_statutes(n_statutes: usize) -> Self {
        let workspace = Workspace::new();
        workspace.write_lines("small/statutes/a.jsonl", &[STATUTE]);
        let lines: Vec<String> = (0..n_statutes).map(|number| with_id(STATUTE, &format!("s-{number}"))).collect();
        workspace.write_lines("big/statutes/a.jsonl", &lines);
        let start = Instant::now();
        assert_eq!(workspace.run(&["build", "--corpus", "big", "--out", "index"]).code, Some(0));
        let build_time = start.elapsed();
        let new = workspace.tree("index");
        let scene = Self { old: new.clone(), workspace, new, build_time };
        scene.build_small();
        Self { old: scene.workspace.tree("index"), ..scene }
    }

    /// Starts a build that replaces the index by that of the big corpus.
    fn start(&self) -> Child {
        self.start_with(&[])
    }

    /// Starts a build that links the lists that the corpora share, of cases and bills.
    fn start_linking(&self) -> Child {
        self.start_with(&["--previous", "index"])
    }

    fn start_with(&self, arguments: &[&str]) -> Child {
        let build = ["build", "--corpus", "big", "--out", "index", "--replace"];
        let mut command = self.workspace.command(&[&build, arguments].concat());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    #[track_caller]
    fn build_small(&self) {
        let outcome = self.workspace.run(&["build", "--corpus", "small", "--out", "index", "--replace"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    }

    /// Asserts that the index is the complete old one or the complete new one. Returns whether it is the new one.
    #[track_caller]
    fn is_new(&self, moment: &str) -> bool {
        let index = self.workspace.tree("index");
        assert!(index == self.old || index == self.new, "{moment}: neither the old index nor the new one: {index:?}");
        let outcome = self.workspace.run(&["verify", "index"]);
        assert_eq!(outcome.code, Some(0), "{moment}: {}", outcome.stderr);
        index == self.new
    }

    /// Asserts that the next build succeeds and leaves no other files.
    #[track_caller]
    fn assert_next_build_cleans_up(&self, moment: &str) {
        self.build_small();
        assert_eq!(self.workspace.tree("index"), self.old, "{moment}");
        assert_eq!(self.workspace.names(), ["big", "index", "small"], "{moment}");
    }

    /// Waits until a condition on the workspace is true, or the build has ended.
    fn wait_for(&self, builder: &mut Child, condition: impl Fn(&Path) -> bool) {
        while builder.try_wait().unwrap().is_none() && !condition(&self.workspace.path("")) {
            thread::sleep(Duration::from_micros(50));
        }
    }
}

/// Random moments of a build, spread evenly over its length.
fn random_moments(n_moments: u32, build_time: Duration) -> impl Iterator<Item = Duration> {
    use std::hash::{BuildHasher, RandomState};
    let random = RandomState::new();
    (0..n_moments).map(move |number| {
        let fraction = random.hash_one(number) as f64 / u64::MAX as f64;
        build_time.mul_f64((f64::from(number) + fraction) / f64::from(n_moments))
    })
}

fn send(signal: Signal, builder: &Child) {
    // The signal fails if the build has just ended.
    let _ = kill_process(Pid::from_child(builder), signal);
}

#[test]
fn build_killed_at_any_moment_leaves_the_old_or_new_index() {
    let scene = Scene::new();
    for (round, moment) in random_moments(8, scene.build_time).enumerate() {
        let mut builder = if round % 2 == 0 { scene.start() } else { scene.start_linking() };
        thread::sleep(moment);
        builder.kill().unwrap();
        builder.wait().unwrap();
        let moment = format!("killed after {moment:?}");
        scene.is_new(&moment);
        scene.assert_next_build_cleans_up(&moment);
    }
}

#[test]
fn build_killed_in_publication_leaves_the_old_or_new_index() {
    let scene = Scene::with_statutes(2000);
    let n_files = scene.new.files().len();
    for round in 0..3 {
        for (name, condition) in [
            (
                "manifest written",
                &(|root: &Path| root.join(BUILDING).join("manifest.json").exists()) as &dyn Fn(&Path) -> bool,
            ),
            // The new index is at its final path, and the old one is being removed.
            ("moved", &|root: &Path| {
                root.join("index/statutes/records.jsonl").metadata().is_ok_and(|file| file.len() > 100_000)
            }),
        ] {
            let mut builder = if round == 1 { scene.start_linking() } else { scene.start() };
            scene.wait_for(&mut builder, condition);
            thread::sleep(Duration::from_micros(200 * round));
            builder.kill().unwrap();
            builder.wait().unwrap();
            let moment = format!("killed in round {round} when {name}");
            let is_new = scene.is_new(&moment);
            assert!(is_new || name != "moved", "{moment}");
            assert_eq!(scene.workspace.tree("index").files().len(), n_files);
            scene.assert_next_build_cleans_up(&moment);
        }
    }
}

/// Files that a build creates one after the other.
const STEPS: [&str; 6] = [
    "statutes/waiting",
    "statutes/meta.json",
    // In a build that links, this file is linked already.
    "bills/00000000000000000000000000000001.term",
    "jurisdictions.jsonl",
    "topics.jsonl",
    "manifest.json",
];

/// Interrupts a build. Asserts that it ends with the signal's exit code unless it has succeeded before. Returns whether
/// it was interrupted.
#[track_caller]
fn interrupt(scene: &Scene, builder: Child, signal: Signal, moment: &str) -> bool {
    send(signal, &builder);
    let Outcome { code, stderr, .. } = builder.wait_with_output().unwrap().into();
    assert_eq!(scene.workspace.names(), ["big", "index", "small"], "{moment}: something was left behind, {stderr}");
    let is_new = scene.is_new(moment);
    assert_eq!(code, Some(if is_new { 0 } else { 130 }), "{moment}: {stderr}");
    assert!(!stderr.contains("error"), "{moment}: {stderr}");
    !is_new
}

#[test]
fn interrupted_build_leaves_nothing_and_the_old_index() {
    const ENOUGH: u32 = 8;
    const MAX_BUILDS: u32 = 80;
    let scene = Scene::new();
    let mut n_interrupted = 0;
    // The estimated time of a build. It shrinks, because later builds can be faster than the first.
    let mut build_time = scene.build_time;
    for signal in [Signal::INT, Signal::TERM].into_iter().cycle().take(MAX_BUILDS as usize) {
        let moment = random_moments(ENOUGH, build_time).nth(n_interrupted as usize).unwrap();
        let mut builder = if n_interrupted % 2 == 0 { scene.start() } else { scene.start_linking() };
        // Before the first folder exists, there is nothing to leave behind.
        scene.wait_for(&mut builder, |root| root.join(BUILDING).join("statutes").exists());
        thread::sleep(moment);
        if interrupt(&scene, builder, signal, &format!("{signal:?} after {moment:?}")) {
            n_interrupted += 1;
        } else {
            build_time /= 2;
        }
        scene.build_small();
        if n_interrupted == ENOUGH {
            return;
        }
    }
    panic!("only {n_interrupted} of {MAX_BUILDS} builds were interrupted");
}

#[test]
fn build_interrupted_while_it_makes_files_leaves_nothing_behind() {
    let scene = Scene::with_statutes(2);
    for round in 0..5 {
        for step in STEPS {
            let mut builder = if round % 2 == 0 { scene.start() } else { scene.start_linking() };
            scene.wait_for(&mut builder, |root| root.join(BUILDING).join(step).exists());
            interrupt(&scene, builder, Signal::INT, &format!("round {round}, {step}"));
            scene.build_small();
        }
    }
}
