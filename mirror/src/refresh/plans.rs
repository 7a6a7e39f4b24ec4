/*!
The plans of all sources, before anything is downloaded.
*/

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use indicatif::{HumanBytes, HumanDuration};

use crate::fetch::client::FetchClient;
use crate::fetch::lock_file::LockFile;
use crate::fetch::planned_file::{SourcePlan, check_path};
use crate::publishers::publisher::Publisher;
use crate::refresh::need::Need;
use crate::table::table;

/// The rate in bytes a second that the expected time assumes.
const ASSUMED_RATE: u64 = 5_000_000;

/// The plans of all sources.
#[derive(Debug)]
pub struct Plans {
    /// The sources with their plans, or the reasons why they have none.
    pub sources: Vec<(String, Result<SourcePlan>)>,
    /// The files of each source that need a request.
    needed: Vec<Vec<NeededFile>>,
    totals: Vec<Totals>,
    pause: Duration,
}

/// A file that needs a request.
#[derive(Clone, Debug, PartialEq, Eq)]
struct NeededFile {
    path: String,
    need: Need,
    bytes: Option<u64>,
}

/// The totals of the files of a plan that need a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Totals {
    n_files: usize,
    n_asked: usize,
    n_downloads: usize,
    /// The bytes of the downloads of known sizes.
    bytes: u64,
    n_unknown: usize,
}

impl Plans {
    /// Asks every publisher.
    pub(crate) fn make(
        client: &FetchClient,
        publishers: &[&dyn Publisher],
        lock: &LockFile,
        downloads: &Path,
        pause: Duration,
    ) -> Self {
        let plan = |publisher: &&dyn Publisher| {
            let name = publisher.name();
            let plan = publisher.plan(client, &lock.for_source(name)).and_then(|plan| {
                check(&plan, name).context("the publisher's list of files is wrong")?;
                Ok(plan)
            });
            (name.to_owned(), plan)
        };
        let sources: Vec<_> = publishers.iter().map(plan).collect();
        let needed: Vec<_> = sources
            .iter()
            .map(|(_, plan)| plan.as_ref().map_or(Vec::new(), |plan| needed(plan, lock, downloads)))
            .collect();
        let n_files = |plan: &Result<SourcePlan>| plan.as_ref().map_or(0, |plan| plan.files.len());
        let totals = sources.iter().zip(&needed).map(|((_, plan), needed)| count(n_files(plan), needed)).collect();
        Self { sources, needed, totals, pause }
    }

    /// The number of files that need a request, and the bytes of the downloads of known sizes.
    pub(crate) fn sum(&self) -> (u64, u64) {
        let n_files: usize = self.needed.iter().map(Vec::len).sum();
        (n_files as u64, self.totals.iter().map(|totals| totals.bytes).sum())
    }

    /// Returns a line for each file that needs a request.
    pub fn needed_files(&self) -> String {
        let lines = self.needed.iter().flatten().map(|NeededFile { path, need, bytes }| {
            let size = bytes.map_or("size not known".to_owned(), |bytes| HumanBytes(bytes).to_string());
            match need {
                Need::Download => format!("download {path} ({size})\n"),
                _ => format!("ask about {path}\n"),
            }
        });
        lines.collect()
    }

    /// The errors of sources and of parts of them, each with the name of its source.
    pub fn errors(&self) -> impl Iterator<Item = String> {
        self.sources.iter().flat_map(|(name, plan)| {
            let errors = match plan {
                Ok(plan) => plan.failures.clone(),
                Err(error) => vec![format!("{error:#}")],
            };
            errors.into_iter().map(move |error| format!("{name}: {error}"))
        })
    }

    /// The expected time of the requests and downloads.
    fn expected_time(&self) -> Duration {
        let n_requests: usize = self.totals.iter().map(|totals| totals.n_asked + totals.n_downloads).sum();
        let bytes: u64 = self.totals.iter().map(|totals| totals.bytes).sum();
        self.pause * u32::try_from(n_requests).unwrap_or(u32::MAX) + Duration::from_secs(bytes / ASSUMED_RATE)
    }
}

/// Fails unless a plan has files, with distinct paths in the folder of the source. An empty plan would drop all files
/// that the mirror has.
fn check(plan: &SourcePlan, source: &str) -> Result<()> {
    if plan.files.is_empty() {
        bail!("it is empty");
    }
    let mut paths = BTreeSet::new();
    for file in &plan.files {
        check_path(&file.path, source)?;
        // Both would be one file on a system that ignores case in names.
        if !paths.insert(file.path.to_lowercase()) {
            bail!("two files have the path {:?}", file.path);
        }
    }
    Ok(())
}

/// The files of a plan that need a request, in order.
fn needed(plan: &SourcePlan, lock: &LockFile, downloads: &Path) -> Vec<NeededFile> {
    let needed = plan.files.iter().map(|file| {
        let need = Need::from_planned(file, lock.files.get(&file.path), downloads);
        NeededFile { path: file.path.clone(), need, bytes: file.bytes }
    });
    needed.filter(|file| file.need != Need::Nothing).collect()
}

fn count(n_files: usize, needed: &[NeededFile]) -> Totals {
    let mut totals = Totals { n_files, ..Totals::default() };
    for file in needed {
        match file.need {
            Need::Nothing => {}
            Need::Question => totals.n_asked += 1,
            Need::Download => {
                totals.n_downloads += 1;
                totals.bytes += file.bytes.unwrap_or(0);
                totals.n_unknown += usize::from(file.bytes.is_none());
            }
        }
    }
    totals
}

impl fmt::Display for Plans {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |((name, plan), totals): (&(String, Result<SourcePlan>), &Totals)| {
            let release = match plan {
                Ok(plan) => plan.release.clone().unwrap_or_else(|| "-".to_owned()),
                Err(_) => "no answer".to_owned(),
            };
            let bytes = HumanBytes(totals.bytes).to_string();
            let bytes = if totals.n_unknown > 0 { format!("{bytes} + ?") } else { bytes };
            let [n_files, n_asked, n_downloads] =
                [totals.n_files, totals.n_asked, totals.n_downloads].map(|count| count.to_string());
            vec![name.clone(), release, n_files, n_asked, n_downloads, bytes]
        };
        let rows: Vec<Vec<String>> = self.sources.iter().zip(&self.totals).map(row).collect();
        formatter.write_str(&table(&["source", "release", "files", "to ask", "to download", "bytes"], &rows))?;
        for (name, plan) in &self.sources {
            let notes = plan.iter().flat_map(|plan| &plan.notes);
            notes.into_iter().try_for_each(|note| writeln!(formatter, "{name}: {note}"))?;
        }
        let n_unknown: usize = self.totals.iter().map(|totals| totals.n_unknown).sum();
        if n_unknown > 0 {
            writeln!(formatter, "Files whose sizes the publishers do not state: {n_unknown}.")?;
        }
        writeln!(
            formatter,
            "Expected time: {} for known sizes at {} a second, with {} s between requests.",
            HumanDuration(self.expected_time()),
            HumanBytes(ASSUMED_RATE),
            self.pause.as_secs_f64()
        )
    }
}
