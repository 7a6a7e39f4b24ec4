/*!
What is wrong with a corpus, and where.
*/

use std::fmt;

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file as a person would open it.
    pub path: String,
    /// The line, counted from 1.
    pub line: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path, self.line)
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file, or the directory.
    pub path: String,
    /// The line, counted from 1, where there is one.
    pub line: Option<u64>,
    /// The field by its path in the record, where there is one.
    pub field: Option<String>,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl Problem {
    /// A problem of a whole file or directory.
    pub fn of_file(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), line: None, field: None, message: message.into() }
    }

    /// A problem of a line.
    pub fn of_line(place: &Place, message: impl Into<String>) -> Self {
        Self { path: place.path.clone(), line: Some(place.line), field: None, message: message.into() }
    }

    /// A problem of a field of a line.
    pub fn of_field(place: &Place, field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: Some(field.into()), ..Self::of_line(place, message) }
    }
}

impl fmt::Display for Problem {
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

/// The problems found together: the first hundred, and how many there are in all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    first: Vec<Problem>,
    count: u64,
}

impl Problems {
    /// How many problems are kept; the rest is only counted.
    pub const MOST: usize = 100;

    /// Adds a problem.
    pub fn add(&mut self, problem: Problem) {
        self.count += 1;
        if self.first.len() < Self::MOST {
            self.first.push(problem);
        }
    }

    /// Adds the problems found elsewhere behind those found here.
    pub fn append(&mut self, other: Self) {
        let room = Self::MOST - self.first.len();
        self.first.extend(other.first.into_iter().take(room));
        self.count += other.count;
    }

    /// How many problems were found.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The first problems, in the order in which they were found.
    pub fn first(&self) -> &[Problem] {
        &self.first
    }

    /// `value`, if there is no problem.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.count == 0 { Ok(value) } else { Err(self) }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = if self.count == 1 { "problem" } else { "problems" };
        write!(f, "the corpus has {} {noun}:", self.count)?;
        for problem in &self.first {
            write!(f, "\n  {problem}")?;
        }
        match self.count - self.first.len() as u64 {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more"),
        }
    }
}

impl std::error::Error for Problems {}
