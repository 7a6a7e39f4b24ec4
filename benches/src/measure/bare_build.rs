//! Builds an index of the same records with bare tantivy, as the baseline of the build.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::corpus::{Line, LineReader};
use lexdex_core::model::{Bill, Case, Record, Statute};
use tantivy::merge_policy::NoMergePolicy;
use tantivy::schema::{Facet, FacetOptions, Field, STRING, Schema, TEXT};
use tantivy::{Index, IndexWriter, TantivyDocument};

/// The number of threads that index.
const N_THREADS: usize = 2;

/// The memory budget of the writer.
const WRITER_BYTES: usize = 512 << 20;

/// The fields of the index.
struct SchemaFields {
    id: Field,
    title: Field,
    summary: Field,
    citation: Field,
    jurisdiction: Field,
    topic: Field,
    /// The court, the status or the chamber.
    kind: Field,
}

/// The texts of a record that are indexed.
struct Texts<'r> {
    title: &'r str,
    summary: Option<&'r str>,
    citation: Option<&'r str>,
    kinds: Vec<&'r str>,
}

/// Indexes the records of a synthetic corpus in an empty directory, as one segment: the id, title, summary and citation
/// with positions, and facets.
pub(super) fn build(corpus: &Path, directory: &Path) -> Result<()> {
    let mut schema = Schema::builder();
    let fields = SchemaFields {
        id: schema.add_text_field("id", STRING),
        title: schema.add_text_field("title", TEXT),
        summary: schema.add_text_field("summary", TEXT),
        citation: schema.add_text_field("citation", TEXT),
        jurisdiction: schema.add_facet_field("jurisdiction", FacetOptions::default()),
        topic: schema.add_facet_field("topic", FacetOptions::default()),
        kind: schema.add_facet_field("kind", FacetOptions::default()),
    };
    let index = Index::create_in_dir(directory, schema.build())?;
    let mut writer = index.writer_with_num_threads(N_THREADS, WRITER_BYTES)?;
    // One merge of all segments at the end is the least work.
    writer.set_merge_policy(Box::new(NoMergePolicy));
    add_list::<Statute>(&corpus.join("statutes"), &fields, &writer, |statute| Texts {
        title: &statute.title,
        summary: statute.summary.as_deref(),
        citation: statute.meta.citation.as_deref(),
        kinds: vec![statute.status.as_str()],
    })?;
    add_list::<Case>(&corpus.join("cases"), &fields, &writer, |case| Texts {
        title: &case.case_name,
        summary: case.summary.as_deref(),
        citation: Some(&case.citation),
        kinds: vec![&case.court],
    })?;
    add_list::<Bill>(&corpus.join("bills"), &fields, &writer, |bill| Texts {
        title: &bill.title,
        summary: bill.summary.as_deref(),
        citation: bill.meta.citation.as_deref(),
        kinds: vec![bill.status.as_str(), bill.chamber.as_str()],
    })?;
    writer.commit()?;
    let segments = index.searchable_segment_ids()?;
    if segments.len() > 1 {
        writer.merge(&segments).wait()?;
    }
    Ok(writer.wait_merging_threads()?)
}

fn add_list<R: Record>(
    folder: &Path,
    fields: &SchemaFields,
    writer: &IndexWriter,
    texts: impl Fn(&R) -> Texts<'_>,
) -> Result<()> {
    let file = BufReader::with_capacity(1 << 18, File::open(folder.join("synthetic.jsonl"))?);
    let mut lines = LineReader::new(file);
    while let Some(line) = lines.next_line()? {
        let Line::Bytes(line) = line else {
            continue;
        };
        let record: R = serde_json::from_slice(line).context("a record of the corpus is damaged")?;
        let Texts { title, summary, citation, kinds } = texts(&record);
        let mut document = TantivyDocument::default();
        document.add_text(fields.id, record.id());
        document.add_text(fields.title, title);
        summary.into_iter().for_each(|summary| document.add_text(fields.summary, summary));
        citation.into_iter().for_each(|citation| document.add_text(fields.citation, citation));
        document.add_facet(fields.jurisdiction, facet(record.jurisdiction_id()));
        record.topics().iter().for_each(|topic| document.add_facet(fields.topic, facet(topic)));
        kinds.into_iter().for_each(|kind| document.add_facet(fields.kind, facet(kind)));
        writer.add_document(document)?;
    }
    Ok(())
}

fn facet(value: &str) -> Facet {
    Facet::from_path([value])
}
