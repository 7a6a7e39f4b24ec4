/*!
Shows the progress of a build or an import: bars on a terminal, otherwise a line at the end of each stage.
*/

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use lexdex_index::{BuildProgress, Stage};
use parking_lot::{Mutex, MutexGuard};

/// The bar of the current stage of a build.
#[derive(Debug)]
pub struct BuildBar {
    is_terminal: bool,
    current: Mutex<Option<Current>>,
}

#[derive(Debug)]
struct Current {
    stage: Stage,
    total: u64,
    start: Instant,
    bar: ProgressBar,
}

#[expect(clippy::new_without_default, reason = "it depends on the terminal")]
impl BuildBar {
    /// No bar, until the first stage begins.
    pub fn new() -> Self {
        Self { is_terminal: std::io::stderr().is_terminal(), current: Mutex::new(None) }
    }

    /// Ends the current stage.
    pub fn finish(&self) {
        let Some(Current { stage, total, start, bar }) = self.lock().take() else {
            return;
        };
        bar.finish_and_clear();
        let seconds = start.elapsed().as_secs_f64();
        let mut stderr = std::io::stderr();
        // A build succeeds even if standard error is closed.
        let _ = match stage {
            Stage::Compare => writeln!(stderr, "compared {} in {seconds:.1} s", HumanBytes(total)),
            Stage::Read => writeln!(stderr, "read {} in {seconds:.1} s", HumanBytes(total)),
            Stage::Write => writeln!(stderr, "wrote {} records in {seconds:.1} s", HumanCount(total)),
        };
    }

    fn lock(&self) -> MutexGuard<'_, Option<Current>> {
        self.current.lock()
    }
}

impl BuildProgress for BuildBar {
    fn begin(&self, stage: Stage, total: u64) {
        self.finish();
        let bar =
            if self.is_terminal { ProgressBar::new(total).with_style(style(stage)) } else { ProgressBar::hidden() };
        bar.enable_steady_tick(Duration::from_millis(200));
        *self.lock() = Some(Current { stage, total, start: Instant::now(), bar });
    }

    fn advance(&self, _: Stage, amount: u64) {
        if let Some(current) = &*self.lock() {
            current.bar.inc(amount);
        }
    }

    fn note(&self, line: &str) {
        self.finish();
        let _ = writeln!(std::io::stderr(), "{line}");
    }
}

fn style(stage: Stage) -> ProgressStyle {
    let template = match stage {
        Stage::Compare => "comparing {bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
        Stage::Read => "reading {bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
        Stage::Write => "writing {bar:40} {human_pos} of {human_len} records, {per_sec}, {eta} left",
    };
    // The templates are constants and well-formed.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Shows the progress of an import: a bar on a terminal, otherwise a line at its end.
#[derive(Debug)]
pub(crate) struct ImportProgress {
    is_terminal: bool,
    start: Instant,
    bar: ProgressBar,
    n_records: AtomicU64,
}

impl ImportProgress {
    /// Starts the bar. [`Self::expect`] sets its length.
    pub(crate) fn begin() -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let bar = if is_terminal { ProgressBar::new(0).with_style(import_style()) } else { ProgressBar::hidden() };
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { is_terminal, start: Instant::now(), bar, n_records: AtomicU64::new(0) }
    }

    /// A bar that shows nothing, not even at the end.
    pub(crate) fn hidden() -> Self {
        let bar = ProgressBar::hidden();
        Self { is_terminal: true, start: Instant::now(), bar, n_records: AtomicU64::new(0) }
    }

    /// Adds to the expected bytes. `n_bytes` is called only if the bar is visible, because it walks all folders.
    pub(crate) fn expect(&self, n_bytes: impl FnOnce() -> u64) {
        if !self.bar.is_hidden() {
            self.bar.inc_length(n_bytes());
        }
    }

    /// Resets the counts after a prescan.
    pub(crate) fn rewind(&self) {
        self.bar.set_position(0);
        self.n_records.store(0, Ordering::Relaxed);
    }

    /// Adds to the bytes that were read.
    pub(crate) fn advance(&self, n_bytes: u64) {
        self.bar.inc(n_bytes);
    }

    /// Adds to the records that were read.
    pub(crate) fn advance_records(&self, amount: u64) {
        let n_records = self.n_records.fetch_add(amount, Ordering::Relaxed) + amount;
        let per_second = (n_records as f64 / self.start.elapsed().as_secs_f64()) as u64;
        self.bar.set_message(format!("{} records, {}/s", HumanCount(n_records), HumanCount(per_second)));
    }

    /// Ends the bar after this number of records.
    pub(crate) fn finish(&self, n_records: u64) {
        self.bar.finish_and_clear();
        if !self.is_terminal {
            let seconds = self.start.elapsed().as_secs_f64();
            let n_bytes = self.bar.position();
            let per_second = (n_bytes as f64 / seconds) as u64;
            // An import succeeds even if standard error is closed.
            let _ = writeln!(
                std::io::stderr(),
                "read {} records from {} in {seconds:.1} s, {}/s",
                HumanCount(n_records),
                HumanBytes(n_bytes),
                HumanBytes(per_second)
            );
        }
    }
}

fn import_style() -> ProgressStyle {
    let template = "reading {bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {msg}, {eta} left";
    // The template is a constant and well-formed.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
