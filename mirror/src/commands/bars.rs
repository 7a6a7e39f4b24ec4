/*!
Shows the progress of transfers: a bar on a terminal, otherwise a line for each file that has come.
*/

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};

use crate::fetch::progress::Progress;

/// The bar of the current file, or of all files under way.
#[derive(Debug)]
pub(crate) struct Bars {
    is_terminal: bool,
    bar: Mutex<ProgressBar>,
}

impl Bars {
    pub(crate) fn new() -> Self {
        Self { is_terminal: std::io::stderr().is_terminal(), bar: Mutex::new(ProgressBar::hidden()) }
    }

    fn bar(&self) -> MutexGuard<'_, ProgressBar> {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Progress for Bars {
    fn note(&self, line: &str) {
        // Downloads go on even if standard error is closed.
        self.bar().suspend(|| drop(writeln!(std::io::stderr(), "{line}")));
    }

    fn begin(&self, path: &str, bytes: Option<u64>) {
        if self.is_terminal {
            let bar = ProgressBar::new(bytes.unwrap_or(0)).with_style(style()).with_message(path.to_owned());
            *self.bar() = bar;
        }
    }

    fn advance(&self, position: u64, bytes: Option<u64>) {
        let bar = self.bar();
        if let Some(bytes) = bytes {
            bar.set_length(bytes);
        }
        bar.set_position(position);
    }

    fn end(&self, line: Option<&str>) {
        std::mem::replace(&mut *self.bar(), ProgressBar::hidden()).finish_and_clear();
        if let Some(line) = line.filter(|_| !self.is_terminal) {
            self.note(line);
        }
    }
}

/// The same bars without notes, for a program that stays: it logs an error once, and not each attempt.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WithoutNotes<'b>(pub(crate) &'b Bars);

impl Progress for WithoutNotes<'_> {
    fn note(&self, _: &str) {}

    fn begin(&self, path: &str, bytes: Option<u64>) {
        self.0.begin(path, bytes);
    }

    fn advance(&self, position: u64, bytes: Option<u64>) {
        self.0.advance(position, bytes);
    }

    fn end(&self, line: Option<&str>) {
        self.0.end(line);
    }
}

fn style() -> ProgressStyle {
    let template = "{msg} {bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";
    // The template is a constant and well-formed.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
