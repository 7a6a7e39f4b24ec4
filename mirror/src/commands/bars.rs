/*!
Shows the progress of downloads: a bar on a terminal, otherwise a line for each file that has come.
*/

use std::cell::RefCell;
use std::io::{IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};

use crate::fetch::progress::Progress;

/// The bar of the current file.
#[derive(Debug)]
pub(crate) struct Bars {
    is_terminal: bool,
    bar: RefCell<ProgressBar>,
}

impl Bars {
    pub(crate) fn new() -> Self {
        Self { is_terminal: std::io::stderr().is_terminal(), bar: RefCell::new(ProgressBar::hidden()) }
    }
}

impl Progress for Bars {
    fn note(&self, line: &str) {
        // Downloads go on even if standard error is closed.
        self.bar.borrow().suspend(|| drop(writeln!(std::io::stderr(), "{line}")));
    }

    fn begin(&self, path: &str, bytes: Option<u64>) {
        if self.is_terminal {
            let bar = ProgressBar::new(bytes.unwrap_or(0)).with_style(style()).with_message(path.to_owned());
            *self.bar.borrow_mut() = bar;
        }
    }

    fn advance(&self, position: u64, bytes: Option<u64>) {
        let bar = self.bar.borrow();
        if let Some(bytes) = bytes {
            bar.set_length(bytes);
        }
        bar.set_position(position);
    }

    fn end(&self, line: Option<&str>) {
        self.bar.replace(ProgressBar::hidden()).finish_and_clear();
        if let Some(line) = line.filter(|_| !self.is_terminal) {
            self.note(line);
        }
    }
}

fn style() -> ProgressStyle {
    let template = "{msg} {bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";
    // The template is a constant and well-formed.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
