/*!
Looks up the records of citations, once for each distinct citation.
*/

use std::collections::HashMap;
use std::rc::Rc;

use anyhow::{Context, Result};
use foldhash::quality::RandomState;
use lexdex_core::citations::FoundCitation;
use lexdex_core::model::{CitationKind, CitationStatus, Completeness, MAX_VALUE_CHARS, Resource};

use crate::citation_check::cited_record::CitedRecord;
use crate::{CaseName, Cited, Index};

/// The maximum number of records listed for a citation.
const MAX_LISTED: usize = 10;

/// The maximum number of records among which the name selects one.
const MAX_COMPARED: usize = 100;

/// The maximum number of records read to compare names in one text, in addition to the listed ones.
const MAX_COMPARED_IN_TEXT: u64 = 5000;

/// The records that have a citation.
#[derive(Clone)]
pub(super) struct Resolution<'i> {
    /// The list and the citation of the look-up; `None` without one.
    of: Option<(Resource, Rc<str>)>,
    pub(super) status: CitationStatus,
    /// The number of records that have the citation.
    pub(super) total: u64,
    /// The cited record, or the first candidates.
    pub(super) records: Vec<Rc<CitedRecord<'i>>>,
    /// Whether the index is complete for the cited court or code, if that is known and no record has the citation.
    pub(super) complete: Option<bool>,
}

/// The list of records, their number, and the first of them.
type Listed<'i> = (Resource, u64, Vec<Rc<CitedRecord<'i>>>);

/// Looks up citations, and caches the results.
pub(super) struct CitationResolver<'i> {
    index: &'i Index,
    /// The number of records that may still be read to compare their names.
    n_left: u64,
    /// The results by lists and normalized citation.
    known: HashMap<(&'static [Resource], String), Resolution<'i>, RandomState>,
}

impl<'i> CitationResolver<'i> {
    pub(super) fn new(index: &'i Index) -> Self {
        Self { index, n_left: MAX_COMPARED_IN_TEXT, known: HashMap::default() }
    }

    /// Finds the records with a citation of this kind.
    pub(super) fn resolve(&mut self, kind: CitationKind, normalized: &str) -> Result<Resolution<'i>> {
        let key = (lists(kind), normalized.to_owned());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        // Skips longer citations, which no record has: parsing them takes more than linear time.
        let found = if normalized.len() <= MAX_VALUE_CHARS { self.read(key.0, normalized, MAX_LISTED)? } else { None };
        let resolution = match found {
            Some((resource, total, records)) => {
                let status = if total == 1 { CitationStatus::Found } else { CitationStatus::Ambiguous };
                Resolution { of: Some((resource, normalized.into())), status, total, records, complete: None }
            }
            None if kind == CitationKind::Lookalike => Resolution::none(CitationStatus::NotACitation),
            None => Resolution::none(CitationStatus::NotInIndex),
        };
        self.known.insert(key, resolution.clone());
        Ok(resolution)
    }

    /// Returns whether a record has this citation, whose reporter or code is not in the table.
    pub(super) fn knows(&mut self, citation: &str) -> Result<bool> {
        Ok(self.resolve(CitationKind::Lookalike, citation)?.total > 0)
    }

    /// Returns whether the index is complete for the list and the jurisdiction that a citation names; `None` if these
    /// are unknown.
    pub(super) fn completeness(&self, found: &FoundCitation<'_>) -> Option<bool> {
        let kind = if found.is_other_section { CitationKind::Statute } else { found.kind };
        let resource = lists(kind).first().filter(|_| kind != CitationKind::Lookalike)?;
        let declared = self.index.catalogue().completeness.for_resource(*resource, found.jurisdiction?);
        Some(declared == Completeness::Complete)
    }

    /// Returns the records with a citation from the first of these lists that has any: the list, their number, and the
    /// first `limit` records.
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

    /// Compares a name with those of the records, and selects the record if exactly one agrees. Returns whether any
    /// agrees; `None` if that is undecidable.
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

    /// Returns all records with the citation, or only the listed ones if there are too many to read.
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
    /// Creates a resolution without records.
    pub(super) fn none(status: CitationStatus) -> Self {
        Self { of: None, status, total: 0, records: Vec::new(), complete: None }
    }

    /// Returns whether all records with the citation were read.
    fn is_complete(&self) -> bool {
        self.records.len() as u64 == self.total
    }

    /// Returns whether the record, or one of several, agrees; `None` if that is undecidable.
    pub(super) fn agreement(&self, agrees: impl Fn(&CitedRecord<'_>) -> Option<bool>) -> Option<bool> {
        let agreements: Vec<Option<bool>> = self.records.iter().map(|record| agrees(record)).collect();
        agreement(&agreements, self.status == CitationStatus::Found || self.is_complete())
    }
}

/// Combines the agreement of several records. `is_complete` means that no other record has the citation. Returns `None`
/// if the agreement is undecidable.
fn agreement(agreements: &[Option<bool>], is_complete: bool) -> Option<bool> {
    match agreements {
        [] => None,
        agreements if agreements.contains(&Some(true)) => Some(true),
        agreements if agreements.contains(&None) || !is_complete => None,
        _ => Some(false),
    }
}

/// Returns the lists that can have citations of a kind, in the order of look-up.
fn lists(kind: CitationKind) -> &'static [Resource] {
    match kind {
        CitationKind::Full => &[Resource::Cases],
        // An index may have reporters and codes that are not in the table, and a public law may be cited as `117 Pub.
        // L. 159`.
        CitationKind::Lookalike => &[Resource::Cases, Resource::Bills, Resource::Statutes],
        CitationKind::Statute => &[Resource::Statutes],
        CitationKind::SessionLaw => &[Resource::Bills, Resource::Statutes],
        CitationKind::Bill => &[Resource::Bills],
        CitationKind::Journal | CitationKind::Other | CitationKind::Short | CitationKind::Supra | CitationKind::Id => {
            &[]
        }
    }
}
