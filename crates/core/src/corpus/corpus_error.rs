/*!
Errors of a corpus, each with its location.
*/

use std::fmt;

use crate::corpus::source_location::SourceLocation;

/// An error in a corpus, with its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusError {
    /// The path of the file or the directory.
    pub path: String,
    /// The line number, counted from 1; `None` if the error concerns the whole file or directory.
    pub line: Option<u64>,
    /// The path of the field in the record, such as `meta.source`; `None` if the error concerns the whole line.
    pub field: Option<String>,
    /// States the error and, where possible, the expected value.
    pub message: String,
}

impl CorpusError {
    /// Creates an error about a whole file or directory.
    pub fn in_file(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), line: None, field: None, message: message.into() }
    }

    /// Creates an error about a line.
    pub fn in_line(location: &SourceLocation, message: impl Into<String>) -> Self {
        Self { path: location.path.clone(), line: Some(location.line), field: None, message: message.into() }
    }

    /// Creates an error about a field of a line.
    pub fn in_field(location: &SourceLocation, field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: Some(field.into()), ..Self::in_line(location, message) }
    }
}

impl fmt::Display for CorpusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(field) = &self.field {
            write!(f, ": {field}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Collects the errors of a corpus: keeps the first [`Self::MAX_KEPT`] and counts all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CorpusErrors {
    first: Vec<CorpusError>,
    count: u64,
}

impl CorpusErrors {
    /// The number of errors that are kept; further ones are only counted.
    pub const MAX_KEPT: usize = 100;

    /// Adds an error.
    pub fn add(&mut self, error: CorpusError) {
        self.count += 1;
        if self.first.len() < Self::MAX_KEPT {
            self.first.push(error);
        }
    }

    /// Counts further errors without keeping them, because the maximum is already kept.
    pub fn count_more(&mut self, n_errors: u64) {
        self.count += n_errors;
    }

    /// Appends another collection, whose errors come after those added so far.
    pub fn append(&mut self, other: Self) {
        let n_free = Self::MAX_KEPT - self.first.len();
        self.first.extend(other.first.into_iter().take(n_free));
        self.count += other.count;
    }

    /// The number of errors added, kept or not.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The kept errors, in the order in which they were added.
    pub fn first(&self) -> &[CorpusError] {
        &self.first
    }

    /// Returns `value` if no error was added, and the errors otherwise.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.count == 0 { Ok(value) } else { Err(self) }
    }
}

impl fmt::Display for CorpusErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = if self.count == 1 { "problem" } else { "problems" };
        write!(f, "the corpus has {} {noun}:", self.count)?;
        for error in &self.first {
            write!(f, "\n  {error}")?;
        }
        match self.count - self.first.len() as u64 {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more"),
        }
    }
}

impl std::error::Error for CorpusErrors {}
