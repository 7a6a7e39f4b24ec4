/*!
Ingests the files of a list on all cores: parses and checks its records, and finds their texts.

The result does not depend on which worker took which chunk: records are sorted later, and errors are put in the order
of their locations.
*/

use anyhow::{Context, Result};

use crate::corpus::{Catalogue, CorpusErrors, SeenIds, SourceFile, parse_record};
use crate::index::build::chunk_reader::visit_lines;
use crate::index::build::facet_interner::FacetInterner;
use crate::index::build::indexable::Indexable;
use crate::index::build::list_writer::{RecordBatch, UnsortedList};
use crate::index::build::progress::Progress;
use crate::index::build::text_table::TextTable;
use crate::index::build::texts::Texts;
use crate::index::format::storage::Storage;

/// The records of a list, and the errors in its files.
pub(super) struct Ingested {
    pub(super) list: UnsortedList,
    pub(super) errors: CorpusErrors,
}

/// The records and ids that one thread has found.
struct Worker<'t> {
    batch: RecordBatch<'t>,
    ids: SeenIds,
}

/// Parses and checks the records of a list and the texts behind them.
pub(super) fn ingest<R: Indexable>(
    files: &[SourceFile],
    texts: Texts,
    storage: &Storage,
    catalogue: &Catalogue,
    progress: &dyn Progress,
) -> Result<Ingested> {
    let facets = FacetInterner::default();
    let (table, mut errors_of_texts) = TextTable::read(&texts, progress)?;
    let new = || Worker { batch: RecordBatch::new::<R>(storage, &facets, catalogue, &table), ids: SeenIds::default() };
    let visited = visit_lines(files, progress, new, |worker, line, errors| {
        match parse_record::<R>(line.bytes, line.location, catalogue) {
            Err(of_line) => of_line.into_iter().for_each(|error| errors.add(error)),
            Ok(record) => {
                worker.ids.add(record.id(), line.file_idx as u32, line.location.line as u32);
                worker.batch.add(&record)?;
            }
        }
        Ok(())
    })?;
    let mut sorter = storage.sorter(R::RESOURCE);
    let mut ids = SeenIds::default();
    for worker in visited.workers {
        sorter.absorb(worker.batch.into_sorter()).context("cannot write the records")?;
        ids.append(worker.ids);
    }
    let mut errors = visited.errors;
    let n_records = ids.count();
    ids.report_duplicates(|file_idx| files[file_idx as usize].path.clone(), &mut errors);
    // A record with an error has not been looked for in the table.
    if errors.count() == 0 {
        table.report_unclaimed(&texts, &mut errors_of_texts)?;
    }
    errors.append(errors_of_texts);
    Ok(Ingested { list: UnsortedList { n_records, facets, sorter, texts }, errors })
}
