/*!
Splits a list into parts, each of which is inverted by itself.
*/

use anyhow::{Context, Result};
use lexdex_core::sort::Sorted;
use tantivy::DocId;

use crate::build::aliases::JoinedAliases;
use crate::build::facet_interner::FacetId;
use crate::build::line_files::LinePlace;
use crate::build::summary_use::SummaryUse;

/// The size of a part in bytes after which it ends. Each core holds a part, and the terms of its records.
pub(crate) const PART_BYTES: usize = 32 << 20;

/// The memory that a text adds to the size of a part, in bytes: about that of the terms of a long text. The text itself
/// is not held.
const TEXT_BYTES: usize = 2 << 10;

pub(super) struct PartRecord<'p> {
    pub(super) json: &'p [u8],
    pub(super) facets: &'p [FacetId],
    /// The place of its text, if it has one.
    pub(super) text: Option<LinePlace>,
    pub(super) aliases: &'p JoinedAliases,
    pub(super) summary: SummaryUse,
    pub(super) has_inferred_topics: bool,
}

/// Consecutive records of a list.
pub(super) struct ListPart {
    /// The document of the first record.
    pub(super) first_doc: DocId,
    /// The records as JSON Lines.
    pub(super) records: Vec<u8>,
    /// The end of each line.
    pub(super) ends: Vec<usize>,
    /// For each record the number of its facets, then their ids.
    facets: Vec<FacetId>,
    /// For each record the place of its text.
    texts: Vec<Option<LinePlace>>,
    /// For each record its parallel citations.
    aliases: Vec<JoinedAliases>,
    /// For each record the use of this project's summary.
    summaries: Vec<SummaryUse>,
    /// For each record whether its topics were inferred.
    inferred: Vec<bool>,
    /// The memory of the records and of the terms of their texts, in bytes.
    n_bytes: usize,
}

impl ListPart {
    /// An empty part that begins with a document, with room for `n_bytes` of records and an eighth more.
    fn new(first_doc: DocId, n_bytes: usize) -> Self {
        let records = Vec::with_capacity(n_bytes + n_bytes / 8);
        Self {
            first_doc,
            records,
            ends: Vec::new(),
            facets: Vec::new(),
            texts: Vec::new(),
            aliases: Vec::new(),
            summaries: Vec::new(),
            inferred: Vec::new(),
            n_bytes: 0,
        }
    }

    /// Adds the value of a sorted entry; `None` if it is damaged.
    fn add(&mut self, value: &[u8]) -> Option<()> {
        let (n_facets, rest) = value.split_first_chunk()?;
        let (n_alias_bytes, rest) = rest.split_first_chunk()?;
        let (place, rest) = rest.split_first_chunk()?;
        let ([summary, is_inferred], rest) = rest.split_first_chunk()?;
        let n_facets = u32::from_le_bytes(*n_facets);
        let (ids, rest) = rest.split_at_checked(n_facets as usize * size_of::<FacetId>())?;
        let (aliases, record) = rest.split_at_checked(u32::from_le_bytes(*n_alias_bytes) as usize)?;
        let text = LinePlace::from_bytes(*place);
        self.n_bytes += record.len() + 1 + text.map_or(0, |_| TEXT_BYTES) + aliases.len();
        self.texts.push(text);
        self.aliases.push(str::from_utf8(aliases).ok()?.into());
        self.summaries.push(SummaryUse::from_byte(*summary)?);
        self.inferred.push(*is_inferred != 0);
        self.facets.push(n_facets);
        self.facets.extend(ids.as_chunks().0.iter().map(|id| FacetId::from_le_bytes(*id)));
        self.records.extend_from_slice(record);
        self.records.push(b'\n');
        self.ends.push(self.records.len());
        Some(())
    }

    /// The records.
    pub(super) fn iter(&self) -> impl Iterator<Item = PartRecord<'_>> {
        let mut start = 0;
        let mut facets = self.facets.as_slice();
        let beside = self.texts.iter().zip(&self.aliases).zip(&self.summaries).zip(&self.inferred);
        self.ends.iter().zip(beside).map(move |(end, (((text, aliases), summary), is_inferred))| {
            let json = &self.records[start..*end];
            start = *end;
            let (ids, rest) =
                facets.split_first().map_or((facets, facets), |(n_facets, rest)| rest.split_at(*n_facets as usize));
            facets = rest;
            let (text, summary, has_inferred_topics) = (*text, *summary, *is_inferred);
            PartRecord { json, facets: ids, text, aliases, summary, has_inferred_topics }
        })
    }
}

/// Reads the parts of a list, at least one, in order.
pub(super) struct ListParts {
    sorted: Sorted,
    part_bytes: usize,
    /// The number of records that were read.
    n_read: DocId,
    is_at_end: bool,
}

impl ListParts {
    /// The parts of a sorted list.
    pub(super) fn new(sorted: Sorted, part_bytes: usize) -> Self {
        Self { sorted, part_bytes, n_read: 0, is_at_end: false }
    }

    fn read_part(&mut self) -> Result<ListPart> {
        let context = "cannot read the records back";
        let mut part = ListPart::new(self.n_read, self.part_bytes);
        while let Some((_, value)) = self.sorted.next_entry().context(context)? {
            part.add(value).context("a spilled record is damaged")?;
            if part.n_bytes >= self.part_bytes {
                break;
            }
        }
        self.n_read += part.ends.len() as DocId;
        self.is_at_end = self.sorted.is_at_end().context(context)?;
        Ok(part)
    }
}

impl Iterator for ListParts {
    type Item = Result<ListPart>;

    fn next(&mut self) -> Option<Result<ListPart>> {
        (!self.is_at_end).then(|| self.read_part())
    }
}
