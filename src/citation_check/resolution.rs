/*!
Finds the records that have a citation, each distinct citation once.
*/

use std::collections::HashMap;
use std::rc::Rc;

use anyhow::{Context, Result};
use foldhash::quality::RandomState;

use crate::citation_check::cited_record::CitedRecord;
use crate::index::{CaseName, Index};
use crate::model::{CitationKind, CitationStatus, MAX_VALUE_CHARS, Resource};

/// The maximum number of records that are read for a citation.
const MAX_RECORDS: usize = 10;

/// The records that have a citation.
#[derive(Clone)]
pub(super) struct Resolution<'i> {
    pub(super) status: CitationStatus,
    /// The number of records that have the citation.
    pub(super) total: u64,
    /// The record that is meant, or the first of those that may be.
    pub(super) records: Vec<Rc<CitedRecord<'i>>>,
}

/// Looks citations up, and remembers them.
pub(super) struct Resolver<'i> {
    index: &'i Index,
    /// By the list and the normalized citation.
    known: HashMap<(&'static [Resource], String), Resolution<'i>, RandomState>,
}

impl<'i> Resolver<'i> {
    pub(super) fn new(index: &'i Index) -> Self {
        Self { index, known: HashMap::default() }
    }

    /// Finds the records with a citation of this kind.
    pub(super) fn resolve(&mut self, kind: CitationKind, normalized: &str) -> Result<Resolution<'i>> {
        let key = (lists(kind), normalized.to_owned());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let mut resolution = Resolution::none(CitationStatus::NotInIndex);
        for resource in key.0 {
            // A longer one is nobody's citation, and reading it takes more time than its length.
            if resolution.total == 0 && normalized.len() <= MAX_VALUE_CHARS {
                resolution = self.look_up(*resource, normalized)?;
            }
        }
        if kind == CitationKind::Lookalike && resolution.total == 0 {
            resolution.status = CitationStatus::NotACitation;
        }
        self.known.insert(key, resolution.clone());
        Ok(resolution)
    }

    fn look_up(&self, resource: Resource, citation: &str) -> Result<Resolution<'i>> {
        let (total, records) = self.index.cited(resource, citation, MAX_RECORDS)?;
        let jurisdictions = &self.index.catalogue().jurisdictions;
        let records =
            records.into_iter().map(|record| CitedRecord::parse(resource, record, jurisdictions).map(Rc::new));
        let status = match total {
            0 => CitationStatus::NotInIndex,
            1 => CitationStatus::Found,
            _ => CitationStatus::Ambiguous,
        };
        Ok(Resolution { status, total, records: records.collect::<Result<_, _>>().context("a record is damaged")? })
    }
}

impl Resolution<'_> {
    /// No record.
    pub(super) fn none(status: CitationStatus) -> Self {
        Self { status, total: 0, records: Vec::new() }
    }

    /// Whether all records that have the citation were read.
    fn is_complete(&self) -> bool {
        self.records.len() as u64 == self.total
    }

    /// Chooses the one record whose name agrees with the written one, if several have the citation.
    pub(super) fn choose(&mut self, written: &CaseName) {
        if self.status != CitationStatus::Ambiguous || !self.is_complete() {
            return;
        }
        let mut agreeing = self.records.iter().filter(|record| record.agrees_with_name(written) == Some(true));
        if let (Some(record), None) = (agreeing.next(), agreeing.next()) {
            self.records = vec![Rc::clone(record)];
            self.status = CitationStatus::Found;
        }
    }

    /// Whether what is written agrees with the record, or with one of several; `None` if that cannot be said.
    pub(super) fn agreement(&self, agrees: impl Fn(&CitedRecord<'_>) -> Option<bool>) -> Option<bool> {
        let agreements: Vec<Option<bool>> = self.records.iter().map(|record| agrees(record)).collect();
        let is_chosen = self.status == CitationStatus::Found;
        match agreements.as_slice() {
            [] => None,
            agreements if agreements.contains(&Some(true)) => Some(true),
            agreements if agreements.contains(&None) || !(is_chosen || self.is_complete()) => None,
            _ => Some(false),
        }
    }
}

/// The lists whose records have citations of a kind, in the order in which they are asked.
fn lists(kind: CitationKind) -> &'static [Resource] {
    match kind {
        CitationKind::Full => &[Resource::Cases],
        // An index may have reporters that nobody else knows, and a public law may be cited as `117 Pub. L. 159`.
        CitationKind::Lookalike => &[Resource::Cases, Resource::Bills],
        CitationKind::Statute => &[Resource::Statutes],
        CitationKind::SessionLaw => &[Resource::Bills, Resource::Statutes],
        CitationKind::Bill => &[Resource::Bills],
        CitationKind::Journal | CitationKind::Short | CitationKind::Supra | CitationKind::Id => &[],
    }
}
