//! Reads the judged questions, and names the line of every error.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::ValueEnum;
use lexdex_core::model::Resource;

/// The first line of the file.
const HEADER: &str = "set\tkind\tlist\tquestion\tids";

/// A question, and the records that answer it.
pub(super) struct Question {
    pub(super) set: QuestionSet,
    pub(super) kind: QuestionKind,
    /// The list that is searched.
    pub(super) list: Resource,
    /// The text of `q`.
    pub(super) text: String,
    /// The ids of all answers; empty only for [`QuestionKind::Nothing`].
    pub(super) answers: Vec<String>,
}

impl Question {
    /// Returns the rank of the first answer among some results, from 1.
    pub(super) fn rank_in(&self, ids: &[String]) -> Option<usize> {
        ids.iter().position(|id| self.answers.contains(id)).map(|idx| idx + 1)
    }
}

/// The sets of the file.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum QuestionSet {
    Tune,
    Held,
}

/// The kinds of questions, in the order of `benches/relevance/README.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum QuestionKind {
    Name,
    HalfName,
    Holding,
    Topic,
    Citation,
    Misspelling,
    Nickname,
    CourtSubject,
    JurisdictionSubject,
    Forms,
    Operators,
    Nothing,
}

impl QuestionKind {
    /// Returns the word for this value in the file.
    pub(super) fn word(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// Reads a file of questions.
pub(super) fn read(path: &Path) -> Result<Vec<Question>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut lines = text.lines();
    ensure!(lines.next() == Some(HEADER), "{}:1: the header is not {HEADER:?}", path.display());
    let numbered = lines.zip(2..);
    let parse_numbered = |(line, number)| parse(line).with_context(|| format!("{}:{number}", path.display()));
    numbered.map(parse_numbered).collect()
}

fn parse(line: &str) -> Result<Question> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [set, kind, list, text, ids] = columns[..] else {
        bail!("the line has {} columns instead of 5", columns.len());
    };
    let kind: QuestionKind = word(kind, "kind")?;
    let answers: Vec<String> = ids.split_whitespace().map(str::to_owned).collect();
    ensure!(!text.trim().is_empty(), "the question is empty");
    ensure!(answers.is_empty() == (kind == QuestionKind::Nothing), "only questions of the kind nothing have no ids");
    Ok(Question { set: word(set, "set")?, kind, list: list.parse()?, text: text.to_owned(), answers })
}

/// Reads a word of one of the enums.
fn word<T: ValueEnum>(word: &str, column: &str) -> Result<T> {
    T::from_str(word, false).map_err(|_| anyhow!("the {column} \"{word}\" does not exist"))
}
