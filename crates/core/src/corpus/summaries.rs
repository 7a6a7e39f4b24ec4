/*!
The summaries of this project for records of other sources, by the ids of the records.
*/

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::corpus::corpus_error::{CorpusError, CorpusErrors};
use crate::corpus::line_reader::{Line, LineReader, MAX_LINE_BYTES};
use crate::corpus::seen_ids::SeenIds;
use crate::corpus::source::{Source, SourceFile, bundled_summary_files, folder_summary_files};
use crate::corpus::source_location::SourceLocation;
use crate::corpus::summary_line::{SummaryLine, parse_summary};
use crate::model::{Date, Resource, StatuteStatus};

/// The place of the summaries that a build uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SummarySource {
    /// Those compiled into the program: of the records of the bundled corpus, and of its folder of summaries.
    Bundled,
    /// The `.jsonl` files of a folder.
    Folder(PathBuf),
    /// No summaries.
    Nothing,
}

impl FromStr for SummarySource {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "bundled" => Self::Bundled,
            "none" => Self::Nothing,
            folder => Self::Folder(folder.into()),
        })
    }
}

/// A summary of this project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The summary in plain English.
    pub text: String,
    /// The day on which it was written.
    pub written: Date,
}

/// Summaries by the ids of their records. They are held in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summaries(BTreeMap<String, Summary>);

impl Summaries {
    /// Reads and checks the summaries of a source. Fails with [`CorpusErrors`] if a line is invalid.
    pub fn read(source: &SummarySource) -> Result<Self> {
        match source {
            SummarySource::Bundled => {
                let mut summaries = Self::from_files(&bundled_summary_files())?;
                summaries.add_bundled_records().context("the bundled corpus is damaged")?;
                Ok(summaries)
            }
            SummarySource::Folder(folder) => Self::from_files(&folder_summary_files(folder)?),
            SummarySource::Nothing => Ok(Self::default()),
        }
    }

    /// The summary of the record with an id.
    pub fn get(&self, id: &str) -> Option<&Summary> {
        self.0.get(id)
    }

    /// Iterates over the summaries with their ids, by ascending id.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Summary)> {
        self.0.iter().map(|(id, summary)| (id.as_str(), summary))
    }

    /// The number of summaries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no summaries.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn from_files(files: &[SourceFile]) -> Result<Self> {
        let (mut summaries, mut ids, mut errors) = (Self::default(), SeenIds::default(), CorpusErrors::default());
        for (file_idx, file) in (0..).zip(files) {
            let mut lines = LineReader::new(file.open()?);
            let mut line_number = 0;
            while let Some(line) = lines.next_line().with_context(|| format!("cannot read {}", file.path))? {
                line_number += 1;
                let location = SourceLocation { path: file.path.clone(), line: u64::from(line_number) };
                match parsed(&line, &location) {
                    Ok(SummaryLine { id, summary, written, .. }) => {
                        ids.add(&id, file_idx, line_number);
                        summaries.0.insert(id.into_owned(), Summary { text: summary.into_owned(), written });
                    }
                    Err(of_line) => of_line.into_iter().for_each(|error| errors.add(error)),
                }
            }
        }
        ids.report_duplicates(|file_idx: u32| files[file_idx as usize].path.clone(), &mut errors);
        Ok(errors.into_result(summaries)?)
    }

    /// Adds the summaries of the records of the bundled corpus, each with the day of its record. That of a repealed
    /// statute says that it is repealed, which a record of another source may not be.
    fn add_bundled_records(&mut self) -> Result<()> {
        for resource in Resource::ALL {
            for file in Source::Bundled.record_files(*resource)? {
                for line in file.read()?.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
                    let BundledRecord { id, summary, status, meta } = serde_json::from_slice(line)?;
                    if let Some(text) = summary.filter(|_| status.as_deref() != Some(StatuteStatus::Repealed.as_str()))
                    {
                        self.0.insert(id, Summary { text, written: meta.last_updated });
                    }
                }
            }
        }
        Ok(())
    }
}

fn parsed(line: &Line<'_>, location: &SourceLocation) -> Result<SummaryLine<'static>, Vec<CorpusError>> {
    match line {
        Line::Bytes(bytes) => parse_summary(bytes, location),
        Line::TooLong => {
            let message = format!("the line is longer than {MAX_LINE_BYTES} bytes");
            Err(vec![CorpusError::in_line(location, message)])
        }
    }
}

/// The fields of a record of the bundled corpus that its summary needs.
#[derive(Deserialize)]
struct BundledRecord {
    id: String,
    summary: Option<String>,
    status: Option<String>,
    meta: BundledMeta,
}

#[derive(Deserialize)]
struct BundledMeta {
    last_updated: Date,
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const LINE: &str = r#"{"id":"a","summary":"Forbids lying.","written":"2026-11-30","textAsOf":"Pub. L. 119-99"}"#;

    /// Reads a folder with these files. Returns the ids, or the error without the folder's path.
    fn ids(files: &[(&str, &[&str])]) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, lines) in files {
            fs::write(folder.path().join(name), lines.join("\n")).unwrap();
        }
        let read = Summaries::read(&SummarySource::Folder(folder.path().to_owned()));
        let prefix = format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR);
        match read {
            Ok(summaries) => Ok(summaries.iter().map(|(id, _)| id.to_owned()).collect()),
            Err(error) => {
                Err(format!("{error:#}").replace(&prefix, "").replace(&*folder.path().to_string_lossy(), "F"))
            }
        }
    }

    #[test]
    fn folder_of_summaries_is_read_and_every_fault_has_its_line() {
        let other = LINE.replace("\"a\"", "\"b\"");
        assert_eq!(ids(&[("x.jsonl", &[LINE]), ("y.jsonl", &[&other]), ("README.md", &["x"])]).unwrap(), ["a", "b"]);
        let faulty = LINE.replace("2026-11-30", "30.11.2026");
        let error = ids(&[("x.jsonl", &[&other, LINE]), ("y.jsonl", &[&faulty, LINE])]).unwrap_err();
        assert_eq!(
            error,
            "the corpus has 2 problems:\n  y.jsonl:1: written: \"30.11.2026\" is not a date that exists, written \
             YYYY-MM-DD, at column 59\n  y.jsonl:2: id: the same id is already used at x.jsonl:2"
        );
    }

    #[test]
    fn folder_without_summaries_is_refused() {
        let fix = "name a folder of .jsonl files with --summaries, or `bundled` or `none`";
        assert_eq!(ids(&[]).unwrap_err(), format!("F has no summaries: {fix}"));
        assert_eq!(
            ids(&[("x.jsonl", &[LINE]), ("y.json", &[LINE])]).unwrap_err(),
            "the corpus has 1 problem:\n  y.json: is not a .jsonl file: rename it or move it away"
        );
        let missing = Summaries::read(&SummarySource::Folder("no-such-folder".into())).unwrap_err();
        assert_eq!(missing.to_string(), format!("no-such-folder is not a folder: {fix}"));
    }

    #[test]
    fn bundled_summaries_are_of_all_records_but_repealed_ones() {
        let summaries = Summaries::read(&SummarySource::Bundled).unwrap();
        let own = summaries.get("federal-usc-18-1341").unwrap();
        assert!(own.text.contains("mail"), "{own:?}");
        let (mut n_records, mut repealed) = (0, Vec::new());
        for resource in Resource::ALL {
            for file in Source::Bundled.record_files(*resource).unwrap() {
                for line in String::from_utf8(file.read().unwrap()).unwrap().lines() {
                    let record: serde_json::Value = serde_json::from_str(line).unwrap();
                    n_records += 1;
                    if record["status"] == "repealed" {
                        repealed.push(record["id"].as_str().unwrap().to_owned());
                    }
                }
            }
        }
        let from_files = Summaries::from_files(&bundled_summary_files()).unwrap();
        assert_eq!(summaries.len(), n_records - repealed.len() + from_files.len(), "a record has two summaries");
        assert_eq!(repealed.iter().find(|id| summaries.get(id).is_some()), None);
        assert!(Summaries::read(&SummarySource::Nothing).unwrap().is_empty());
    }
}
