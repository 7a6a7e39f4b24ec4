/*!
The errors in a mapping, each with its line.
*/

use std::cell::RefCell;
use std::fmt::Display;
use std::ops::Range;
use std::path::Path;

use anyhow::{Result, bail};

/// The faults of a file that were found so far.
pub(super) struct Faults<'c> {
    path: String,
    content: &'c str,
    /// The line and the message of each fault.
    found: RefCell<Vec<(usize, String)>>,
}

impl<'c> Faults<'c> {
    pub(super) fn new(path: &Path, content: &'c str) -> Self {
        Self { path: path.display().to_string(), content, found: RefCell::default() }
    }

    /// Adds a fault of the text at these bytes.
    pub(super) fn add(&self, span: &Range<usize>, message: impl Display) {
        let line = self.line(span);
        self.found.borrow_mut().push((line, format!("{}:{line}: {message}", self.path)));
    }

    /// Adds a fault in another file. The message has the location in that file.
    pub(super) fn add_of_other_file(&self, span: &Range<usize>, message: String) {
        self.found.borrow_mut().push((self.line(span), message));
    }

    /// The line of the text at these bytes, counted from 1.
    pub(super) fn line(&self, span: &Range<usize>) -> usize {
        let before = &self.content.as_bytes()[..span.start.min(self.content.len())];
        1 + memchr::memchr_iter(b'\n', before).count()
    }

    /// Fails if there are faults. The error names all of them, in the order of their lines.
    pub(super) fn into_result(self) -> Result<()> {
        let mut found = self.found.into_inner();
        if found.is_empty() {
            return Ok(());
        }
        found.sort_by_key(|(line, _)| *line);
        let messages: String = found.iter().map(|(_, message)| format!("\n  {message}")).collect();
        bail!("the mapping is wrong:{messages}");
    }
}
