/*!
Ingests the files of a list on all cores: parses and checks its records, and joins their texts and parallel citations.

The result does not depend on the assignment of chunks to workers: records are sorted later, and errors are sorted by
location.
*/

use anyhow::{Context, Result};
use lexdex_core::corpus::{Catalogue, CorpusErrors, SeenIds, parse_record};

use crate::build::aliases::Repeat;
use crate::build::chunk_reader::visit_lines;
use crate::build::facet_interner::FacetInterner;
use crate::build::indexable::Indexable;
use crate::build::inputs::{InputLines, ListFiles};
use crate::build::line_files::LinePlace;
use crate::build::lines_digest::LinesDigest;
use crate::build::list_writer::{Beside, RecordBatch, UnsortedList};
use crate::build::options::BuildOptions;
use crate::build::progress::{BuildProgress, Stage};
use crate::build::summary_use::SummaryUse;
use crate::build::texts::TextFiles;
use crate::build::topic_model::{TopicModel, TopicWords};
use crate::format::storage::Storage;

/// The records of a list, and the errors in its files.
pub(super) struct Ingested {
    pub(super) list: UnsortedList,
    pub(super) lines: InputLines,
    pub(super) errors: CorpusErrors,
}

/// The records and ids that one thread has found.
struct Worker<'t> {
    batch: RecordBatch<'t>,
    ids: SeenIds,
    /// The digest of the lines of the records.
    lines: LinesDigest,
    /// The parallel citations that equal the records' own.
    repeats: Vec<Repeat>,
}

/// Parses and checks the records of a list, the texts behind them and their parallel citations, and adds the summaries
/// of this project and inferred topics.
pub(super) fn ingest<R: Indexable>(
    files: ListFiles,
    storage: &Storage,
    (catalogue, options): (&Catalogue, &BuildOptions),
    progress: &dyn BuildProgress,
) -> Result<Ingested> {
    let ListFiles { records: files, texts, aliases, added } = files;
    let facets = FacetInterner::default();
    let (table, mut errors_beside) = texts.table(progress)?;
    let (aliases, errors_of_aliases) = aliases.table(progress)?;
    errors_beside.append(errors_of_aliases);
    let new = || Worker {
        batch: RecordBatch::new::<R>(storage, &facets, catalogue),
        ids: SeenIds::default(),
        lines: LinesDigest::default(),
        repeats: Vec::new(),
    };
    let visited = visit_lines(&files, (progress, Stage::Read), new, |worker, line, errors| {
        worker.lines.add_line(line.bytes);
        match parse_record::<R>(line.bytes, line.location, catalogue) {
            Err(of_line) => of_line.into_iter().for_each(|error| errors.add(error)),
            Ok(mut record) => {
                worker.ids.add(record.id(), line.file_idx as u32, line.location.line as u32);
                let aliases = aliases.claim(&record, &catalogue.jurisdictions, &mut worker.repeats)?;
                let text = table.claim(record.id());
                let summary = SummaryUse::apply(&mut record, &options.summaries);
                let has_inferred_topics = options.infers_topics && infer_topics(&mut record, text, &texts, catalogue)?;
                worker.batch.add(&record, Beside { text, aliases: &aliases, summary, has_inferred_topics })?;
            }
        }
        Ok(())
    })?;
    let mut sorter = storage.sorter(R::RESOURCE);
    let (mut ids, mut repeats) = (SeenIds::default(), Vec::new());
    let mut lines = InputLines { texts: table.digest(), aliases: aliases.digest(), added, ..InputLines::default() };
    for worker in visited.workers {
        sorter.absorb(worker.batch.into_sorter()).context("cannot write the records")?;
        ids.append(worker.ids);
        lines.records.append(worker.lines);
        repeats.extend(worker.repeats);
    }
    let mut errors = visited.errors;
    let n_records = ids.count();
    ids.report_duplicates(|file_idx| files[file_idx as usize].path.clone(), &mut errors);
    // Only without errors, because records with errors have not been looked up in the tables.
    if errors.count() == 0 {
        table.report_unclaimed(&texts, &mut errors_beside)?;
        aliases.report_unclaimed(&mut errors_beside)?;
    }
    aliases.report_repeats(repeats, &mut errors_beside)?;
    errors.append(errors_beside);
    Ok(Ingested { list: UnsortedList { n_records, facets, sorter, texts }, lines, errors })
}

/// Gives a record without topics those of the catalogue that its words show. Returns whether there are any.
fn infer_topics<R: Indexable>(
    record: &mut R,
    text: Option<LinePlace>,
    texts: &TextFiles,
    catalogue: &Catalogue,
) -> Result<bool> {
    if !record.topics().is_empty() {
        return Ok(false);
    }
    let text = text.map(|place| texts.read(place)).transpose()?;
    let words = TopicWords {
        list: R::RESOURCE,
        is_federal: record.jurisdiction_id() == "federal",
        title: record.title(),
        summary: record.summary().unwrap_or_default(),
        text: text.as_ref().map_or("", |text| &text.text),
    };
    let topics = TopicModel::bundled().infer(&words).into_iter();
    let topics = topics.filter(|tag| catalogue.topics.get(tag).is_some());
    let topics: Vec<String> = topics.map(str::to_owned).collect();
    let has_any = !topics.is_empty();
    if has_any {
        record.set_topics(topics);
    }
    Ok(has_any)
}
