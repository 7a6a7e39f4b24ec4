/*!
Prints differences as counts, or as a line of JSON for each.
*/

use std::io::{self, BufWriter, Write};

use anyhow::{Context, Result};
use clap::ValueEnum;
use lexdex_core::corpus::CatalogueFile;
use lexdex_core::model::Resource;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::commands::diff::differences::{Differences, ListDifferences};

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiffFormat {
    /// The number of added, removed, changed and unchanged records of each list.
    Summary,
    /// A line of JSON for each record that differs, with the old and the new record.
    Jsonl,
}

/// Reads a record on demand.
type Read<'r> = &'r dyn Fn() -> Result<Vec<u8>>;

/// A difference of a record.
pub(super) enum RecordChange<'r> {
    Added(Read<'r>),
    Removed(Read<'r>),
    Changed(Read<'r>, Read<'r>),
}

/// Writes differences in a format, and counts them.
pub(super) struct DiffOutput<W: Write> {
    format: DiffFormat,
    writer: BufWriter<W>,
    differences: Differences,
}

/// The JSON line of a record.
#[derive(Serialize)]
struct RecordLine<'r> {
    change: &'static str,
    list: Resource,
    id: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<Box<RawValue>>,
}

/// The JSON line of a catalogue.
#[derive(Serialize)]
struct CatalogueLine {
    change: &'static str,
    catalogue: &'static str,
}

/// The JSON line of the texts behind the records of a list.
#[derive(Serialize)]
struct TextsLine {
    change: &'static str,
    texts: Resource,
}

/// The JSON line of the parallel citations of a list.
#[derive(Serialize)]
struct AliasesLine {
    change: &'static str,
    aliases: Resource,
}

/// The JSON line of this project's summaries of a list.
#[derive(Serialize)]
struct SummariesLine {
    change: &'static str,
    summaries: Resource,
}

impl<W: Write> DiffOutput<W> {
    pub(super) fn new(format: DiffFormat, writer: W) -> Self {
        Self { format, writer: BufWriter::new(writer), differences: Differences::default() }
    }

    /// The differences so far.
    pub(super) fn into_differences(self) -> Differences {
        self.differences
    }

    /// Writes that a catalogue differs.
    pub(super) fn catalogue(&mut self, file: CatalogueFile) -> Result<()> {
        self.differences.catalogues.push(file);
        let catalogue = file.file_name();
        match self.format {
            DiffFormat::Summary => self.line(format!("{catalogue}: changed").as_bytes()),
            DiffFormat::Jsonl => self.json_line(&CatalogueLine { change: "changed", catalogue }),
        }
    }

    /// Writes that the texts behind the records of a list differ.
    pub(super) fn texts(&mut self, list: Resource) -> Result<()> {
        self.differences.get_mut(list).has_other_texts = true;
        match self.format {
            DiffFormat::Summary => self.line(format!("texts of the {list}: changed").as_bytes()),
            DiffFormat::Jsonl => self.json_line(&TextsLine { change: "changed", texts: list }),
        }
    }

    /// Writes that the parallel citations of a list differ.
    pub(super) fn aliases(&mut self, list: Resource) -> Result<()> {
        self.differences.get_mut(list).has_other_aliases = true;
        match self.format {
            DiffFormat::Summary => self.line(format!("parallel citations of the {list}: changed").as_bytes()),
            DiffFormat::Jsonl => self.json_line(&AliasesLine { change: "changed", aliases: list }),
        }
    }

    /// Writes that this project's summaries of a list differ.
    pub(super) fn summaries(&mut self, list: Resource) -> Result<()> {
        self.differences.get_mut(list).has_other_summaries = true;
        match self.format {
            DiffFormat::Summary => self.line(format!("summaries of the {list}: changed").as_bytes()),
            DiffFormat::Jsonl => self.json_line(&SummariesLine { change: "changed", summaries: list }),
        }
    }

    /// Counts a record that is the same in both.
    pub(super) fn unchanged(&mut self, list: Resource) {
        self.differences.get_mut(list).unchanged += 1;
    }

    /// Writes a record that differs.
    pub(super) fn change(&mut self, list: Resource, id: &[u8], change: &RecordChange<'_>) -> Result<()> {
        let counts = self.differences.get_mut(list);
        let (name, count, old, new) = match change {
            RecordChange::Added(new) => ("added", &mut counts.added, None, Some(new)),
            RecordChange::Removed(old) => ("removed", &mut counts.removed, Some(old), None),
            RecordChange::Changed(old, new) => ("changed", &mut counts.changed, Some(old), Some(new)),
        };
        *count += 1;
        if self.format == DiffFormat::Summary {
            return Ok(());
        }
        let json = |read: Option<&Read<'_>>| -> Result<Option<Box<RawValue>>> {
            read.map(|read| Ok(RawValue::from_string(String::from_utf8(read()?)?)?)).transpose()
        };
        let id = std::str::from_utf8(id)?;
        let (old, new) = (json(old)?, json(new)?);
        self.json_line(&RecordLine { change: name, list, id, old, new })
    }

    /// Ends a list.
    pub(super) fn end(&mut self, list: Resource) -> Result<()> {
        let ListDifferences { added, removed, changed, unchanged, .. } = *self.differences.for_resource(list);
        match self.format {
            DiffFormat::Summary => {
                let counts = format!("{added} added, {removed} removed, {changed} changed, {unchanged} unchanged");
                self.line(format!("{list}: {counts}").as_bytes())
            }
            DiffFormat::Jsonl => Ok(()),
        }
    }

    /// Flushes the output.
    pub(super) fn finish(&mut self) -> Result<()> {
        self.writer.flush().context(CANNOT_WRITE)
    }

    fn json_line(&mut self, line: &impl Serialize) -> Result<()> {
        self.line(&serde_json::to_vec(line)?)
    }

    fn line(&mut self, line: &[u8]) -> Result<()> {
        self.writer.write_all(line).and_then(|()| self.writer.write_all(b"\n")).context(CANNOT_WRITE)
    }
}

const CANNOT_WRITE: &str = "cannot write the differences";

/// Whether an error means that the reader of the output has closed it, as `| head -n 1` does.
pub(super) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
