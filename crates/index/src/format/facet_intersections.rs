/*!
The stored intersections of a list: the documents that two of its frequent facets have in common, such as the cases of
a jurisdiction about a topic. Without them, the first page of a filter would read the sets of both facets to the end.

Only intersections of facets of different fields are stored, and only those that have documents. The facets have
numbers: their positions among [the frequent ones](crate::format::facet_sets::FacetSets::frequent). The data of
all intersections comes first. An index of them follows, with an entry of 20 bytes for each, ordered by the two facets:
their numbers, in four bytes each, the number of common documents, in four, and the position of the data, in eight. The
last four bytes of the file are the number of entries. All numbers are little-endian.

The data is like an [`Intersection`]:

- nothing, if all documents of one facet have the other;
- few documents themselves, in four bytes each;
- otherwise the ranks of the groups, in four bytes each. The lower 16 bits of each document follow if its set would be
  sparse.
*/

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use foldhash::fast::RandomState;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use tantivy::directory::{OwnedBytes, TerminatingWrite};
use tantivy::{Directory, DocId};

use crate::docset::disjunction::{Disjunction, SetRef};
use crate::docset::doc_set::{DocSet, SPARSE_SHARE};
use crate::docset::intersection::{Intersection, is_few};
use crate::docset::rank_index::{GROUP_DOCS, RankIndex};
use crate::docset::sparse_set::SparseSet;
use crate::format::facet_path::FacetPath;
use crate::format::facet_sets::FacetSet;
use crate::format::layout::INTERSECTIONS_FILE;
use crate::format::schema::FacetField;

/// The size of an entry in bytes.
const ENTRY_BYTES: usize = 20;

/// Writes the intersections of the frequent facets of a list with `n_docs` documents into its directory.
pub(crate) fn write(frequent: &[FacetSet<'_>], n_docs: u32, directory: &dyn Directory) -> Result<()> {
    let mut file = directory.open_write(Path::new(INTERSECTIONS_FILE))?;
    let mut entries = Vec::new();
    let mut position: u64 = 0;
    for (number, facet) in frequent.iter().enumerate() {
        let later = (number + 1..frequent.len()).into_par_iter();
        let others = later.filter(|other| frequent[*other].field != facet.field);
        let encoded = others.map(|other| (other, encode(facet.docs, frequent[other].docs, n_docs)));
        for (other, (len, data)) in encoded.filter(|(_, (len, _))| *len > 0).collect::<Vec<_>>() {
            [number as u32, other as u32, len].iter().for_each(|number| entries.extend(number.to_le_bytes()));
            entries.extend(position.to_le_bytes());
            position += data.len() as u64;
            file.write_all(&data)?;
        }
    }
    file.write_all(&entries)?;
    file.write_all(&((entries.len() / ENTRY_BYTES) as u32).to_le_bytes())?;
    file.terminate().context("cannot write the intersections of the facets")
}

/// Returns the number of documents that two sets have in common, and the data of their intersection.
fn encode(one: &DocSet, other: &DocSet, n_docs: u32) -> (u32, Vec<u8>) {
    let disjunctions = [one, other].map(|set| Disjunction { sets: vec![SetRef::Resident(set)] });
    let intersection = Intersection::new(&disjunctions, n_docs);
    let len = intersection.len();
    let mut data = Vec::new();
    if len == one.len().min(other.len()) {
        return (len, data);
    }
    match &intersection {
        Intersection::Few(docs) => docs.iter().for_each(|doc| data.extend(doc.to_le_bytes())),
        Intersection::Many(ranks) => {
            ranks.group_ranks().iter().for_each(|rank| data.extend(rank.to_le_bytes()));
            if is_sparse(len, n_docs) {
                let docs = intersection.slice(&disjunctions, n_docs, 0, len as usize);
                docs.iter().for_each(|doc| data.extend((*doc as u16).to_le_bytes()));
            }
        }
    }
    (len, data)
}

/// The stored intersections of an open list.
pub(crate) struct FacetIntersections {
    file: OwnedBytes,
    /// The number of each frequent facet, by field.
    numbers: [HashMap<FacetPath, u32, RandomState>; FacetField::ALL.len()],
    /// The number of documents of each frequent facet.
    lens: Vec<u32>,
    n_docs: u32,
}

impl FacetIntersections {
    /// Opens the file of a list with `n_docs` documents, given its frequent facets, and checks the file's size.
    pub(crate) fn open(directory: &dyn Directory, frequent: &[FacetSet<'_>], n_docs: u32) -> Result<Self> {
        let file = directory.open_read(Path::new(INTERSECTIONS_FILE))?.read_bytes().context("cannot read")?;
        let mut numbers: [HashMap<_, _, _>; FacetField::ALL.len()] = Default::default();
        for (number, FacetSet { field, path, .. }) in (0..).zip(frequent) {
            numbers[*field as usize].insert((*path).clone(), number);
        }
        let lens = frequent.iter().map(|facet| facet.docs.len()).collect();
        let intersections = Self { file, numbers, lens, n_docs };
        let (entries, data) = intersections.parts().context("the file is shorter than its number of entries says")?;
        let mut expected = 0;
        for entry in entries.iter().map(IntersectionEntry::read) {
            ensure!(entry.position == expected, "an entry says {} in place of {expected}", entry.position);
            expected += intersections.n_data_bytes(&entry).context("an entry has an unknown facet")? as u64;
        }
        ensure!(expected == data.len() as u64, "there are {} bytes of data in place of {expected}", data.len());
        Ok(intersections)
    }

    /// The number of a facet; `None` if it is not frequent.
    pub(crate) fn number(&self, field: FacetField, path: &FacetPath) -> Option<u32> {
        self.numbers[field as usize].get(path).copied()
    }

    /// The stored intersection of two frequent facets of different fields, given by their numbers.
    pub(crate) fn get(&self, one: u32, other: u32) -> StoredIntersection<'_> {
        let facets = [one.min(other), one.max(other)];
        let found = self.parts().and_then(|(entries, data)| {
            let idx = entries.binary_search_by_key(&facets, |entry| IntersectionEntry::read(entry).facets).ok()?;
            let entry = IntersectionEntry::read(&entries[idx]);
            let data = data.get(entry.position as usize..)?.get(..self.n_data_bytes(&entry)?)?;
            Some((entry.len, data))
        });
        let (len, data) = found.unwrap_or_default();
        StoredIntersection { len, data, n_docs: self.n_docs }
    }

    /// The size of the data of an entry; `None` if it has an unknown facet.
    fn n_data_bytes(&self, entry: &IntersectionEntry) -> Option<usize> {
        let [one, other] = entry.facets.map(|number| self.lens.get(number as usize));
        let len = entry.len;
        Some(if len == *one?.min(other?) {
            0
        } else if is_few(len as usize, self.n_docs) {
            len as usize * size_of::<DocId>()
        } else {
            let n_lows = if is_sparse(len, self.n_docs) { len as usize } else { 0 };
            n_groups(self.n_docs) * size_of::<u32>() + n_lows * size_of::<u16>()
        })
    }

    /// The entries and the data before them.
    fn parts(&self) -> Option<(&[[u8; ENTRY_BYTES]], &[u8])> {
        let (before, n_entries) = self.file.split_last_chunk()?;
        let n_entry_bytes = u32::from_le_bytes(*n_entries) as usize * ENTRY_BYTES;
        let (data, entries) = before.split_at_checked(before.len().checked_sub(n_entry_bytes)?)?;
        Some((entries.as_chunks().0, data))
    }
}

struct IntersectionEntry {
    facets: [u32; 2],
    len: u32,
    position: u64,
}

impl IntersectionEntry {
    fn read(bytes: &[u8; ENTRY_BYTES]) -> Self {
        let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let position = u64::from(number(12)) | u64::from(number(16)) << u32::BITS;
        Self { facets: [number(0), number(4)], len: number(8), position }
    }
}

fn is_sparse(len: u32, n_docs: u32) -> bool {
    u64::from(len) * SPARSE_SHARE < u64::from(n_docs)
}

fn n_groups(n_docs: u32) -> usize {
    n_docs.div_ceil(GROUP_DOCS) as usize
}

/// A stored intersection of two facets.
pub(crate) struct StoredIntersection<'f> {
    len: u32,
    /// Empty if the documents are those of the smaller facet.
    data: &'f [u8],
    n_docs: u32,
}

// The content of large files is not checked when they are opened, so the numbers of this one may be too large.
// Intersections with such numbers are taken for ones that are not stored.
impl StoredIntersection<'_> {
    /// The number of documents.
    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// Returns the intersection; `None` if only its size is stored.
    pub(crate) fn intersection(&self) -> Option<Intersection> {
        match is_few(self.len as usize, self.n_docs) {
            true => Some(Intersection::Few(self.few()?.into())),
            false => Some(Intersection::Many(RankIndex::from_groups(self.group_ranks()?, self.len, self.n_docs))),
        }
    }

    /// Returns the documents; `None` if they are not stored.
    pub(crate) fn docs(&self) -> Option<DocSet> {
        if is_few(self.len as usize, self.n_docs) {
            return Some(DocSet::from_docs(&self.few()?, self.n_docs));
        }
        let group_ranks = self.group_ranks().filter(|_| is_sparse(self.len, self.n_docs))?;
        let lows = self.data.get(n_groups(self.n_docs) * size_of::<u32>()..)?.as_chunks().0.get(..self.len as usize)?;
        let lows: Box<[u16]> = lows.iter().map(|low| u16::from_le_bytes(*low)).collect();
        let last_group = lows.get(*group_ranks.last()? as usize..)?;
        let last_start = (group_ranks.len() as u32 - 1) * GROUP_DOCS;
        let is_in_list = last_group.iter().all(|low| last_start + u32::from(*low) < self.n_docs);
        is_in_list.then(|| DocSet::Sparse(SparseSet::from_groups(&group_ranks, lows)))
    }

    fn few(&self) -> Option<Vec<DocId>> {
        let docs = self.data.as_chunks().0.get(..self.len as usize)?;
        let docs: Vec<DocId> = docs.iter().map(|doc| DocId::from_le_bytes(*doc)).collect();
        (docs.is_sorted() && docs.last().is_none_or(|doc| *doc < self.n_docs)).then_some(docs)
    }

    fn group_ranks(&self) -> Option<Box<[u32]>> {
        let ranks = self.data.as_chunks().0.get(..n_groups(self.n_docs))?;
        let ranks: Box<[u32]> = ranks.iter().map(|rank| u32::from_le_bytes(*rank)).collect();
        let is_valid = ranks.first() == Some(&0) && ranks.is_sorted() && ranks.last() <= Some(&self.len);
        is_valid.then_some(ranks)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use roaring::RoaringBitmap;
    use tantivy::directory::RamDirectory;

    use super::*;
    use crate::docset::generators::{doc_set, sets};

    /// The documents of an intersection, in full and in a page.
    fn all_docs(intersection: &Intersection, sets: [&DocSet; 2], n_docs: u32) -> Vec<DocId> {
        let disjunctions = sets.map(|set| Disjunction { sets: vec![SetRef::Resident(set)] });
        intersection.slice(&disjunctions, n_docs, 0, usize::MAX)
    }

    proptest! {
        #[test]
        fn stored_intersections_agree_with_roaring_bitmaps((n_docs, sets) in sets()) {
            let doc_sets: Vec<DocSet> = sets.iter().map(|set| doc_set(set, n_docs)).collect();
            let paths: Vec<FacetPath> = (0..sets.len()).map(|idx| FacetPath::flat(&idx.to_string())).collect();
            // Facets of the same field have no stored intersection.
            let field = |idx: usize| FacetField::ALL[idx * FacetField::ALL.len() / sets.len()];
            let facets = paths.iter().zip(&doc_sets).enumerate();
            let facets: Vec<FacetSet<'_>> =
                facets.map(|(idx, (path, docs))| FacetSet { field: field(idx), path, docs }).collect();
            let directory = RamDirectory::create();
            write(&facets, n_docs, &directory).unwrap();
            let stored = FacetIntersections::open(&directory, &facets, n_docs).unwrap();
            for (idx, path) in paths.iter().enumerate() {
                prop_assert_eq!(stored.number(field(idx), path), Some(idx as u32));
            }
            for (one, other) in (0..sets.len()).flat_map(|one| (0..sets.len()).map(move |other| (one, other))) {
                let stored = stored.get(one as u32, other as u32);
                if field(one) == field(other) {
                    prop_assert_eq!(stored.len(), 0);
                    continue;
                }
                let expected = &sets[one] & &sets[other];
                prop_assert_eq!(u64::from(stored.len()), expected.len());
                let is_whole = expected.len() == sets[one].len().min(sets[other].len());
                match stored.intersection() {
                    Some(intersection) => {
                        prop_assert_eq!(u64::from(intersection.len()), expected.len());
                        let docs = all_docs(&intersection, [&doc_sets[one], &doc_sets[other]], n_docs);
                        prop_assert!(docs.into_iter().eq(&expected));
                    }
                    None => prop_assert!(is_whole),
                }
                match stored.docs() {
                    Some(docs) => prop_assert!(docs.slice(0, usize::MAX).into_iter().eq(&expected)),
                    None => prop_assert!(is_whole || !is_sparse(stored.len(), n_docs)),
                }
            }
        }

        #[test]
        fn damaged_file_is_refused_or_gives_only_documents_of_the_list(
            damage: Vec<(prop::sample::Index, u8)>,
            n_removed in 0..3_usize,
        ) {
            check_damaged(|bytes| {
                damage.into_iter().for_each(|(idx, value)| *idx.get_mut(bytes) = value);
                bytes.truncate(bytes.len() - n_removed);
            })?;
        }
    }

    #[test]
    fn first_rank_that_is_not_zero_is_not_used() {
        check_damaged(|bytes| bytes[0] = 1).unwrap();
    }

    /// Checks that a changed file is refused, or gives only documents of the list.
    fn check_damaged(change: impl FnOnce(&mut Vec<u8>)) -> Result<(), TestCaseError> {
        const N_DOCS: u32 = 2 * GROUP_DOCS + 5;
        let all = RoaringBitmap::from_iter(0..N_DOCS);
        let sets = [2, 3, 1000, 4000].map(|step| RoaringBitmap::from_iter(all.iter().step_by(step)));
        let doc_sets = sets.each_ref().map(|set| doc_set(set, N_DOCS));
        let path = FacetPath::flat("value");
        let facets = FacetField::ALL.iter().zip(&doc_sets);
        let facets: Vec<FacetSet<'_>> =
            facets.map(|(field, docs)| FacetSet { field: *field, path: &path, docs }).collect();
        let directory = RamDirectory::create();
        write(&facets, N_DOCS, &directory).unwrap();
        let file = Path::new(INTERSECTIONS_FILE);
        let mut bytes = directory.atomic_read(file).unwrap();
        change(&mut bytes);
        directory.atomic_write(file, &bytes).unwrap();
        let Ok(stored) = FacetIntersections::open(&directory, &facets, N_DOCS) else { return Ok(()) };
        for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let stored = stored.get(one, other);
            if let Some(docs) = stored.docs() {
                prop_assert!(docs.slice(0, usize::MAX).into_iter().all(|doc| doc < N_DOCS));
            }
            if let Some(intersection) = stored.intersection() {
                let docs = all_docs(&intersection, [&doc_sets[one as usize], &doc_sets[other as usize]], N_DOCS);
                prop_assert!(docs.into_iter().all(|doc| doc < N_DOCS));
            }
        }
        Ok(())
    }
}
