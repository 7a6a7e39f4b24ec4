/*!
The records of parts that lose against others: their number by reason, and on request each of them.
*/

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lexdex_core::model::Resource;
use serde::Serialize;

/// The reason why a record of a part is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reason {
    /// The operator's files have a record of the id.
    Overridden,
    /// Another source has a record of the id, and precedes.
    OtherSource,
    /// Another part has a newer record of the id.
    OlderRecord,
    /// Another publisher has a record of the same decision, and precedes.
    SameDecision,
    /// A newer part has all bills of the session, and not this one.
    NoLongerInSession,
}

impl Reason {
    fn words(self) -> &'static str {
        match self {
            Self::Overridden => "overridden by a file of the corpus",
            Self::OtherSource => "of a source that another precedes",
            Self::OlderRecord => "older than another part's",
            Self::SameDecision => "of a decision that another publisher has",
            Self::NoLongerInSession => "no longer in their session",
        }
    }
}

/// A record that is left out, as a line of the log.
#[derive(Serialize)]
pub(crate) struct LeftOutRecord<'l> {
    pub(crate) kind: &'static str,
    pub(crate) reason: Reason,
    pub(crate) list: Resource,
    pub(crate) id: &'l str,
    /// The part that has the record.
    pub(crate) part: &'l str,
    /// The part that decides against it. `None` for a file of the operator.
    pub(crate) by: Option<&'l str>,
}

/// The records of parts that are not in the index.
#[derive(Debug, Default)]
pub struct LeftOut {
    counts: BTreeMap<Reason, u64>,
    log: Option<(PathBuf, BufWriter<File>)>,
}

impl LeftOut {
    /// No records yet. `log` is the file that gets a line for each.
    pub(super) fn new(log: Option<&Path>) -> Result<Self> {
        let create = |path: &Path| {
            let file = File::create(path).with_context(|| format!("cannot write the skips {}", path.display()))?;
            anyhow::Ok((path.to_owned(), BufWriter::new(file)))
        };
        Ok(Self { counts: BTreeMap::new(), log: log.map(create).transpose()? })
    }

    /// Counts a record, and logs it.
    pub(super) fn add(&mut self, record: &LeftOutRecord<'_>) -> Result<()> {
        *self.counts.entry(record.reason).or_default() += 1;
        let Some((path, log)) = &mut self.log else { return Ok(()) };
        let written = serde_json::to_writer(&mut *log, record).map_err(Into::into).and_then(|()| log.write_all(b"\n"));
        written.with_context(|| format!("cannot write the skips {}", path.display()))
    }

    /// Completes the log.
    pub(super) fn end(&mut self) -> Result<()> {
        let Some((path, log)) = &mut self.log else { return Ok(()) };
        log.flush().with_context(|| format!("cannot write the skips {}", path.display()))
    }

    /// Whether every record of a part is in the index.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }
}

/// `12 records of parts left out: 10 overridden by a file of the corpus, 2 older than another part's`
impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> =
            self.counts.iter().map(|(reason, count)| format!("{count} {}", reason.words())).collect();
        let sum: u64 = self.counts.values().sum();
        write!(f, "{sum} records of parts left out: {}", counts.join(", "))
    }
}
