/*!
The order of a list's names among suggestions: a weight for each term of the suggested fields.

The file has the levels of [`rank_tree`] for each of [`ranked_fields`], one after another, with a weight for each term
in dictionary order. The two highest bits of a weight are the highest standing of the term's records. The other six bits
are higher for shorter terms. Four bytes per title follow: its first record of the highest standing, so that a
suggestion needs neither the term nor its postings.
*/

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use tantivy::directory::{OwnedBytes, TerminatingWrite};
use tantivy::{Directory, DocId};

use crate::index::format::layout::RANKS_FILE;
use crate::index::format::rank_tree::{self, RankTree};
use crate::index::format::schema::TermField;
use crate::model::Resource;

/// The maximum ranked length of a name in characters. Longer names count as equally long.
pub(crate) const MAX_RANKED_CHARS: usize = 63;

/// The maximum number of records with one name that are compared, the first in list order.
pub(crate) const MAX_NAMESAKES: usize = 1024;

/// Returns the fields of a list whose terms are suggested. The numbers of statutes mean nothing without their title, so
/// they are not suggested.
pub(crate) fn ranked_fields(resource: Resource) -> &'static [TermField] {
    match resource {
        Resource::Statutes | Resource::Cases => &[TermField::Title, TermField::Citation],
        Resource::Bills => &[TermField::Title, TermField::Number, TermField::Citation],
    }
}

/// The position of the titles among the ranked fields.
const TITLE_IDX: usize = 0;

/// Returns the weight of a name, given the highest standing of its records.
pub(crate) fn weight(standing: u8, name: &str) -> u8 {
    (standing << 6) + (MAX_RANKED_CHARS - name.chars().count().min(MAX_RANKED_CHARS)) as u8
}

/// Writes the file into the directory of a list, given the weights of each ranked field, and the record of each title.
pub(crate) fn write(fields: &[Vec<u8>], titled: &[DocId], directory: &dyn Directory) -> Result<()> {
    let mut bytes = Vec::new();
    fields.iter().for_each(|weights| rank_tree::push_levels(weights, &mut bytes));
    bytes.extend(titled.iter().flat_map(|doc| doc.to_le_bytes()));
    let mut file = directory.open_write(Path::new(RANKS_FILE))?;
    file.write_all(&bytes)?;
    file.terminate().context("cannot write the order of names")
}

/// The order of the names of an open list.
pub(crate) struct NameRanks(OwnedBytes);

impl NameRanks {
    /// Opens the file of a list.
    pub(crate) fn open(directory: &dyn Directory) -> Result<Self> {
        let file = directory.open_read(Path::new(RANKS_FILE))?.read_bytes();
        Ok(Self(file.with_context(|| format!("cannot read {RANKS_FILE}"))?))
    }

    /// Checks that there is a weight for every term of the ranked fields, given their numbers of terms.
    pub(crate) fn check(&self, n_terms: &[usize]) -> Result<()> {
        let expected = n_tree_bytes(n_terms) + n_terms[TITLE_IDX] * size_of::<DocId>();
        ensure!(self.0.len() == expected, "{RANKS_FILE} has {} bytes in place of {expected}", self.0.len());
        Ok(())
    }

    /// The weights of a ranked field, given the numbers of terms of all ranked fields.
    pub(crate) fn tree(&self, field_idx: usize, n_terms: &[usize]) -> RankTree<'_> {
        RankTree::new(&self.0[n_tree_bytes(&n_terms[..field_idx])..], n_terms[field_idx])
    }

    /// The record to suggest for a title, given the numbers of terms of all ranked fields: the first in list order
    /// among its records of the highest standing.
    pub(crate) fn titled(&self, title: usize, n_terms: &[usize]) -> Option<DocId> {
        let (docs, _) = self.0.get(n_tree_bytes(n_terms)..)?.as_chunks();
        docs.get(title).map(|doc| DocId::from_le_bytes(*doc))
    }
}

fn n_tree_bytes(n_terms: &[usize]) -> usize {
    n_terms.iter().map(|n_terms| rank_tree::n_bytes(*n_terms)).sum()
}
