/*!
Shows the progress of transfers: on a terminal a bar for the whole run and one for the current file, otherwise a line
for each fetched file.
*/

mod run_progress;

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::commands::bars::run_progress::RunProgress;
use crate::fetch::progress::FetchProgress;

/// The bars of a run.
#[derive(Debug)]
pub(crate) struct FetchBars {
    is_terminal: bool,
    all: MultiProgress,
    shown: Mutex<Shown>,
}

#[derive(Debug)]
struct Shown {
    /// The bar of the current file, or of all files in progress.
    file: ProgressBar,
    /// The bar of the run, if its files are known.
    run: Option<(ProgressBar, RunProgress)>,
}

impl FetchBars {
    pub(crate) fn new() -> Self {
        let shown = Shown { file: ProgressBar::hidden(), run: None };
        Self { is_terminal: std::io::stderr().is_terminal(), all: MultiProgress::new(), shown: Mutex::new(shown) }
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FetchProgress for FetchBars {
    fn note(&self, line: &str) {
        // Downloads continue even if standard error is closed.
        self.all.suspend(|| drop(writeln!(std::io::stderr(), "{line}")));
    }

    fn begin_run(&self, n_files: u64, bytes: u64) {
        if self.is_terminal && n_files > 0 {
            let bar = self.all.add(ProgressBar::new(bytes).with_style(style(RUN)));
            let run = RunProgress::new(n_files, bytes);
            bar.set_message(run.files());
            self.shown().run = Some((bar, run));
        }
    }

    fn begin(&self, path: &str, bytes: Option<u64>) {
        if self.is_terminal {
            let bar = ProgressBar::new(bytes.unwrap_or(0)).with_style(style(FILE)).with_message(path.to_owned());
            let mut shown = self.shown();
            shown.file = self.all.add(bar);
            if let Some((_, run)) = &mut shown.run {
                run.begin(bytes);
            }
        }
    }

    fn advance(&self, position: u64, bytes: Option<u64>) {
        let mut shown = self.shown();
        if let Some(bytes) = bytes {
            shown.file.set_length(bytes);
        }
        shown.file.set_position(position);
        if let Some((bar, run)) = &mut shown.run {
            run.advance(position, bytes);
            bar.set_length(run.total());
            bar.set_position(run.position());
        }
    }

    fn end(&self, line: Option<&str>) {
        let mut shown = self.shown();
        std::mem::replace(&mut shown.file, ProgressBar::hidden()).finish_and_clear();
        if let Some((bar, run)) = &mut shown.run {
            run.end();
            bar.set_message(run.files());
        }
        drop(shown);
        if let Some(line) = line.filter(|_| !self.is_terminal) {
            self.note(line);
        }
    }

    fn end_run(&self) {
        if let Some((bar, _)) = self.shown().run.take() {
            bar.finish_and_clear();
        }
    }
}

const RUN: &str = "{msg} {bar:30} {bytes} of {total_bytes}, {elapsed}, {eta} left";

const FILE: &str = "{msg} {bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";

fn style(template: &str) -> ProgressStyle {
    // The templates are constants and well-formed.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
