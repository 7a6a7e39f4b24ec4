/*!
Shows how far a build has come: bars on a terminal, a plain line at the end of each stage otherwise.
*/

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use lexdex::index::{Progress, Stage};

/// The bar of the stage that runs.
pub(crate) struct Bars {
    is_terminal: bool,
    current: Mutex<Option<Current>>,
}

struct Current {
    stage: Stage,
    total: u64,
    start: Instant,
    bar: ProgressBar,
}

impl Bars {
    pub(crate) fn new() -> Self {
        Self { is_terminal: std::io::stderr().is_terminal(), current: Mutex::new(None) }
    }

    /// Ends the stage that runs.
    pub(crate) fn finish(&self) {
        let Some(Current { stage, total, start, bar }) = self.lock().take() else {
            return;
        };
        bar.finish_and_clear();
        let seconds = start.elapsed().as_secs_f64();
        let mut stderr = std::io::stderr();
        // A build does not fail because nobody watches it.
        let _ = match stage {
            Stage::Read => writeln!(stderr, "read {} in {seconds:.1} s", HumanBytes(total)),
            Stage::Write => writeln!(stderr, "wrote {} records in {seconds:.1} s", HumanCount(total)),
        };
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Current>> {
        self.current.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Progress for Bars {
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
}

fn style(stage: Stage) -> ProgressStyle {
    let template = match stage {
        Stage::Read => "reading {bar:40} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
        Stage::Write => "writing {bar:40} {human_pos} of {human_len} records, {per_sec}, {eta} left",
    };
    // The templates are ours and well formed.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
