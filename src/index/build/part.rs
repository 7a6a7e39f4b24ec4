/*!
A list in parts, each of which is indexed by itself.
*/

use anyhow::{Context, Result};

use crate::index::build::facet_interner::FacetNumber;
use crate::sort::Sorted;

/// How many bytes of records end a part. Larger parts are fewer to merge, and take more memory: each core holds one, and
/// tantivy's postings of it. The size is the same on every machine, so that the same corpus is cut alike.
pub(crate) const PART_BYTES: usize = 32 << 20;

/// Records that stand behind each other in a list.
pub(crate) struct Part {
    /// Whether no other part follows.
    pub(crate) is_last: bool,
    /// The records as lines.
    pub(crate) records: Vec<u8>,
    /// Where each line ends.
    pub(crate) ends: Vec<usize>,
    /// For each record how many facets it has, and then they.
    facets: Vec<FacetNumber>,
}

impl Part {
    /// A part for so many bytes of records and a few more.
    fn new(n_bytes: usize) -> Self {
        let records = Vec::with_capacity(n_bytes + n_bytes / 8);
        Self { is_last: false, records, ends: Vec::new(), facets: Vec::new() }
    }

    /// Adds a waiting record; `None` if it is damaged.
    fn add(&mut self, entry: &[u8]) -> Option<()> {
        let (n_facets, rest) = entry.split_first_chunk()?;
        let n_facets = u32::from_le_bytes(*n_facets);
        let (numbers, record) = rest.split_at_checked(n_facets as usize * size_of::<FacetNumber>())?;
        self.facets.push(n_facets);
        self.facets.extend(numbers.as_chunks().0.iter().map(|number| FacetNumber::from_le_bytes(*number)));
        self.records.extend_from_slice(record);
        self.records.push(b'\n');
        self.ends.push(self.records.len());
        Some(())
    }

    /// The records, each with the numbers of its facets.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[u8], &[FacetNumber])> {
        let mut start = 0;
        let mut facets = self.facets.as_slice();
        self.ends.iter().map(move |end| {
            let record = &self.records[start..*end];
            start = *end;
            let (numbers, behind) =
                facets.split_first().map_or((facets, facets), |(n_facets, rest)| rest.split_at(*n_facets as usize));
            facets = behind;
            (record, numbers)
        })
    }
}

/// Reads the parts of a list, at least one, in order.
pub(crate) struct Parts {
    sorted: Sorted,
    part_bytes: usize,
    is_at_end: bool,
}

impl Parts {
    /// The parts of a list whose records come in order, each behind its facets.
    pub(crate) fn new(sorted: Sorted, part_bytes: usize) -> Self {
        Self { sorted, part_bytes, is_at_end: false }
    }

    fn read_part(&mut self) -> Result<Part> {
        let context = "cannot read the records back";
        let mut part = Part::new(self.part_bytes);
        while let Some((_, entry)) = self.sorted.next_entry().context(context)? {
            part.add(entry).context("a waiting record is damaged")?;
            if part.records.len() >= self.part_bytes {
                break;
            }
        }
        part.is_last = self.sorted.is_at_end().context(context)?;
        self.is_at_end = part.is_last;
        Ok(part)
    }
}

impl Iterator for Parts {
    type Item = Result<Part>;

    fn next(&mut self) -> Option<Result<Part>> {
        (!self.is_at_end).then(|| self.read_part())
    }
}
