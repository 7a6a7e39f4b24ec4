//! The same cases in an index of bare tantivy, with title, summary and citation as text.

use std::path::Path;

use anyhow::Result;
use tantivy::collector::{Count, TopDocs};
use tantivy::query::{BooleanQuery, Occur, Query, QueryParser, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, STRING, Schema, TEXT};
use tantivy::{Index, Searcher, TantivyDocument, Term};

use crate::synthetic_corpus;
use crate::words::queries::{Class, JURISDICTION};

/// The memory budget of the writer.
const WRITER_BYTES: usize = 512 << 20;

/// An index of bare tantivy.
pub(super) struct BareIndex {
    searcher: Searcher,
    jurisdiction: Field,
    any: QueryParser,
    all: QueryParser,
}

impl BareIndex {
    /// Opens the index in a directory, or builds it there from a corpus.
    pub(super) fn open_or_build(directory: &Path, corpus: &Path) -> Result<Self> {
        let mut schema = Schema::builder();
        let texts = ["title", "summary", "citation"].map(|name| schema.add_text_field(name, TEXT));
        let jurisdiction = schema.add_text_field("jurisdiction", STRING);
        let index = if directory.exists() {
            Index::open_in_dir(directory)?
        } else {
            std::fs::create_dir_all(directory)?;
            let index = Index::create_in_dir(directory, schema.build())?;
            write(&index, texts, jurisdiction, corpus)?;
            index
        };
        let any = QueryParser::for_index(&index, texts[..2].to_vec());
        let mut all = QueryParser::for_index(&index, texts[..2].to_vec());
        all.set_conjunction_by_default();
        Ok(Self { searcher: index.reader()?.searcher(), jurisdiction, any, all })
    }

    /// The number of matches, and a page of them.
    pub(super) fn search(
        &self,
        words: &str,
        class: Class,
        is_filtered: bool,
        offset: usize,
        limit: usize,
    ) -> Result<(usize, usize)> {
        let parser = if class == Class::Any { &self.any } else { &self.all };
        let mut query: Box<dyn Query> = parser.parse_query(words)?;
        if is_filtered {
            let term = Term::from_field_text(self.jurisdiction, JURISDICTION);
            let filter: Box<dyn Query> = Box::new(TermQuery::new(term, IndexRecordOption::Basic));
            query = Box::new(BooleanQuery::new(vec![(Occur::Must, query), (Occur::Must, filter)]));
        }
        let top = TopDocs::with_limit(limit).and_offset(offset).order_by_score();
        let (count, docs) = self.searcher.search(&query, &(Count, top))?;
        Ok((count, docs.len()))
    }
}

/// Writes the index as one segment.
fn write(index: &Index, [title, summary, citation]: [Field; 3], jurisdiction: Field, corpus: &Path) -> Result<()> {
    let mut writer = index.writer_with_num_threads(1, WRITER_BYTES)?;
    for case in synthetic_corpus::cases(corpus)? {
        let case = case?;
        let mut document = TantivyDocument::default();
        document.add_text(title, &case.case_name);
        document.add_text(summary, case.summary.as_deref().unwrap_or_default());
        document.add_text(citation, &case.citation);
        document.add_text(jurisdiction, &case.jurisdiction_id);
        writer.add_document(document)?;
    }
    writer.commit()?;
    let segments = index.searchable_segment_ids()?;
    if segments.len() > 1 {
        writer.merge(&segments).wait()?;
    }
    writer.wait_merging_threads()?;
    Ok(())
}
