/*!
Finds the records that have a citation, each distinct citation once.
*/

use std::collections::HashMap;
use std::rc::Rc;

use anyhow::{Context, Result};
use foldhash::quality::RandomState;

use crate::citation_check::cited_record::CitedRecord;
use crate::index::{CaseName, Cited, Index};
use crate::model::{CitationKind, CitationStatus, MAX_VALUE_CHARS, Resource};

/// The maximum number of records that are listed for a citation.
const MAX_LISTED: usize = 10;

/// The maximum number of records among which a name decides.
const MAX_COMPARED: usize = 100;

/// The maximum number of records that are read for the names of one text, beside those that are listed.
const MAX_COMPARED_IN_TEXT: u64 = 5000;

/// The records that have a citation.
#[derive(Clone)]
pub(super) struct Resolution<'i> {
    /// The list and the citation, as they were looked up; `None` if they were not.
    of: Option<(Resource, Rc<str>)>,
    pub(super) status: CitationStatus,
    /// The number of records that have the citation.
    pub(super) total: u64,
    /// The record that is meant, or the first of those that may be.
    pub(super) records: Vec<Rc<CitedRecord<'i>>>,
}

/// The list of records, their number, and the first of them.
type Listed<'i> = (Resource, u64, Vec<Rc<CitedRecord<'i>>>);

/// Looks citations up, and remembers them.
pub(super) struct Resolver<'i> {
    index: &'i Index,
    /// The number of records that may still be read to compare their names.
    n_left: u64,
    /// By the list and the normalized citation.
    known: HashMap<(&'static [Resource], String), Resolution<'i>, RandomState>,
}

impl<'i> Resolver<'i> {
    pub(super) fn new(index: &'i Index) -> Self {
        Self { index, n_left: MAX_COMPARED_IN_TEXT, known: HashMap::default() }
    }

    /// Finds the records with a citation of this kind.
    pub(super) fn resolve(&mut self, kind: CitationKind, normalized: &str) -> Result<Resolution<'i>> {
        let key = (lists(kind), normalized.to_owned());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        // A longer one is nobody's citation, and reading it takes more time than its length.
        let found = if normalized.len() <= MAX_VALUE_CHARS { self.read(key.0, normalized, MAX_LISTED)? } else { None };
        let resolution = match found {
            Some((resource, total, records)) => {
                let status = if total == 1 { CitationStatus::Found } else { CitationStatus::Ambiguous };
                Resolution { of: Some((resource, normalized.into())), status, total, records }
            }
            None if kind == CitationKind::Lookalike => Resolution::none(CitationStatus::NotACitation),
            None => Resolution::none(CitationStatus::NotInIndex),
        };
        self.known.insert(key, resolution.clone());
        Ok(resolution)
    }

    /// Whether a record has what may be a citation of a reporter or a code that nobody else has.
    pub(super) fn knows(&mut self, citation: &str) -> Result<bool> {
        Ok(self.resolve(CitationKind::Lookalike, citation)?.total > 0)
    }

    /// The records that have a citation in the first of these lists that has any: the list, their number, and the first of
    /// them.
    fn read(&self, resources: &[Resource], citation: &str, limit: usize) -> Result<Option<Listed<'i>>> {
        let Some(Cited { resource, total, records }) = self.index.cited(resources, citation, limit)? else {
            return Ok(None);
        };
        let jurisdictions = &self.index.catalogue().jurisdictions;
        let records =
            records.into_iter().map(|record| CitedRecord::parse(resource, record, jurisdictions).map(Rc::new));
        let records = records.collect::<Result<_, _>>().context("a record is damaged")?;
        Ok(Some((resource, total, records)))
    }

    /// Compares a written name with those of the records. Of several records, chooses the one whose name agrees, if no other
    /// does. Returns whether any name agrees; `None` if that cannot be said.
    pub(super) fn compare_name(&mut self, resolution: &mut Resolution<'i>, written: &CaseName) -> Result<Option<bool>> {
        let records = self.all_records(resolution)?;
        let agreements: Vec<_> = records.iter().map(|record| record.agrees_with_name(written)).collect();
        let mut agreeing = records.iter().zip(&agreements).filter(|(_, agrees)| **agrees == Some(true));
        if let (CitationStatus::Ambiguous, Some((record, _)), None) =
            (resolution.status, agreeing.next(), agreeing.next())
            && records.len() as u64 == resolution.total
        {
            resolution.records = vec![Rc::clone(record)];
            resolution.status = CitationStatus::Found;
        }
        let is_complete = resolution.status == CitationStatus::Found || records.len() as u64 == resolution.total;
        Ok(agreement(&agreements, is_complete))
    }

    /// All records that have the citation; the listed ones if there are too many of them to be read.
    fn all_records(&mut self, resolution: &Resolution<'i>) -> Result<Vec<Rc<CitedRecord<'i>>>> {
        let Resolution { status, total, .. } = *resolution;
        let is_to_read = status == CitationStatus::Ambiguous && !resolution.is_complete();
        match &resolution.of {
            Some((resource, citation)) if is_to_read && total <= self.n_left.min(MAX_COMPARED as u64) => {
                self.n_left -= total;
                let read = self.read(&[*resource], citation, MAX_COMPARED)?;
                Ok(read.map(|(_, _, records)| records).unwrap_or_default())
            }
            _ => Ok(resolution.records.clone()),
        }
    }
}

impl Resolution<'_> {
    /// No record.
    pub(super) fn none(status: CitationStatus) -> Self {
        Self { of: None, status, total: 0, records: Vec::new() }
    }

    /// Whether all records that have the citation were read.
    fn is_complete(&self) -> bool {
        self.records.len() as u64 == self.total
    }

    /// Whether what is written agrees with the record, or with one of several; `None` if that cannot be said.
    pub(super) fn agreement(&self, agrees: impl Fn(&CitedRecord<'_>) -> Option<bool>) -> Option<bool> {
        let agreements: Vec<Option<bool>> = self.records.iter().map(|record| agrees(record)).collect();
        agreement(&agreements, self.status == CitationStatus::Found || self.is_complete())
    }
}

/// Whether one of several agrees, of which these are all or the first; `None` if that cannot be said.
fn agreement(agreements: &[Option<bool>], is_complete: bool) -> Option<bool> {
    match agreements {
        [] => None,
        agreements if agreements.contains(&Some(true)) => Some(true),
        agreements if agreements.contains(&None) || !is_complete => None,
        _ => Some(false),
    }
}

/// The lists whose records have citations of a kind, in the order in which they are asked.
fn lists(kind: CitationKind) -> &'static [Resource] {
    match kind {
        CitationKind::Full => &[Resource::Cases],
        // An index may have reporters and codes that nobody else knows, and a public law may be cited as `117 Pub. L. 159`.
        CitationKind::Lookalike => &[Resource::Cases, Resource::Bills, Resource::Statutes],
        CitationKind::Statute => &[Resource::Statutes],
        CitationKind::SessionLaw => &[Resource::Bills, Resource::Statutes],
        CitationKind::Bill => &[Resource::Bills],
        CitationKind::Journal | CitationKind::Short | CitationKind::Supra | CitationKind::Id => &[],
    }
}
