/*!
The operator's records of cases, with their parallel citations.
*/

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::corpus::{
    Catalogue, IdHash, Line, LineReader, Source, SourceFile, SourceLocation, id_form, parse_aliases,
};
use lexdex_core::model::{Date, Resource};
use serde::Deserialize;

use crate::import::engine::partitions::Partitions;
use crate::import::law::id;
use crate::merged::cases::decision::DecisionId;
use crate::merged::cases::identity::{self, CitedRow};
use crate::merged::cases::name;

/// The ids that the operator's files have.
pub(super) struct OwnCases {
    pub(super) records: BTreeSet<IdHash>,
    /// The ids with a line of parallel citations.
    pub(super) aliases: BTreeSet<IdHash>,
}

/// The fields of a record that the comparison of decisions needs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OwnHead<'l> {
    #[serde(borrow)]
    id: Cow<'l, str>,
    #[serde(borrow)]
    case_name: Cow<'l, str>,
    #[serde(borrow)]
    citation: Cow<'l, str>,
    #[serde(borrow)]
    court: Cow<'l, str>,
    #[serde(borrow)]
    jurisdiction_id: Cow<'l, str>,
    #[serde(default)]
    decision_date: Option<Date>,
}

impl OwnCases {
    /// Reads the records, and adds them to the pages of their citations. Lines with errors are left out; the build
    /// reports them.
    pub(super) fn read(corpus: &Path, cited: &mut Partitions) -> Result<Self> {
        let source = Source::Directory(corpus.to_owned());
        let catalogue = Catalogue::read(&source)?;
        let mut own = Self { records: BTreeSet::new(), aliases: BTreeSet::new() };
        let mut aliases = BTreeMap::new();
        for file in source.aliases_files()? {
            each_line(&file, |line, location| {
                if let Ok(line) = parse_aliases(line, location) {
                    own.aliases.insert(IdHash::from_id(&line.id));
                    aliases.insert(line.id.into_owned(), line.citations.into_iter().map(Cow::into_owned).collect());
                }
            })?;
        }
        let mut row = 0;
        for file in source.record_files(Resource::Cases)? {
            each_line(&file, |line, _| {
                let Ok(head) = serde_json::from_slice::<OwnHead<'_>>(line) else { return };
                row += 1;
                own.records.insert(IdHash::from_id(&head.id));
                identity::push_taken(cited, &head.id);
                let parallel: &[String] = aliases.get(&*head.id).map_or(&[], Vec::as_slice);
                head.cite(DecisionId { part: 0, row }, parallel, &catalogue, cited);
            })?;
        }
        Ok(own)
    }
}

impl OwnHead<'_> {
    /// Adds the record to the pages of its citations. The court must be in the catalogue.
    fn cite(&self, decision: DecisionId, parallel: &[String], catalogue: &Catalogue, cited: &mut Partitions) {
        let court = catalogue.courts.find_catalogued(&self.court, &self.jurisdiction_id);
        let Some(court) = court.and_then(|court| court.id.as_deref()) else { return };
        let name = name::normalized(&self.case_name);
        let row = CitedRow {
            name: &name,
            decided: self.decision_date.map_or(0, Date::as_number),
            id: decision,
            publisher: 0,
            number: 0,
            is_own: false,
            docket: "",
        };
        for citation in std::iter::once(&*self.citation).chain(parallel.iter().map(String::as_str)) {
            identity::push(cited, &id::page(court, &id_form::citation(citation)), &row);
        }
    }
}

fn each_line(file: &SourceFile, mut take: impl FnMut(&[u8], &SourceLocation)) -> Result<()> {
    let mut lines = LineReader::new(file.open()?);
    let mut location = SourceLocation { path: file.path.clone(), line: 0 };
    while let Some(line) = lines.next_line().with_context(|| format!("cannot read {}", file.path))? {
        location.line += 1;
        if let Line::Bytes(line) = line {
            take(line, &location);
        }
    }
    Ok(())
}
