/*!
Reads the parallel citations of cases, which are indexed but not served.

A worker reads the citations of a case after it has parsed the case, and passes both on. For all other lines, only their
places are held in memory.
*/

use std::borrow::Cow;
use std::collections::BTreeSet;

use anyhow::Result;
use lexdex_core::corpus::{
    AliasLine, BundledAliases, CorpusError, CorpusErrors, Jurisdictions, Source, SourceLocation, parse_aliases,
};
use lexdex_core::model::Resource;

use crate::build::indexable::Indexable;
use crate::build::line_files::{LineFiles, LinePlace};
use crate::build::line_table::{LineTable, first_of};
use crate::build::lines_digest::LinesDigest;
use crate::build::progress::BuildProgress;
use crate::text::case_name::CaseName;

/// Separates the citations of a case, which contain no control characters.
const SEPARATOR: char = '\n';

/// The parallel citations of one record, joined to one text. Empty if it has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct JoinedAliases(Box<str>);

impl JoinedAliases {
    fn new(mut citations: Vec<Cow<'_, str>>) -> Self {
        citations.sort_unstable();
        Self(citations.join(&String::from(SEPARATOR)).into())
    }

    /// Returns the joined text, with the citations in sorted order.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// The citations.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split(SEPARATOR).filter(|citation| !citation.is_empty())
    }
}

impl From<&str> for JoinedAliases {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

/// The files of the parallel citations of a list, and the bundled ones for records that have none there.
pub(crate) struct Aliases {
    pub(super) files: LineFiles,
    bundled: BundledAliases,
}

impl Aliases {
    /// The parallel citations of a list of a corpus, and the bundled ones.
    pub(super) fn from_source(source: &Source, resource: Resource, bundled: &BundledAliases) -> Result<Self> {
        if resource != Resource::Cases {
            return Ok(Self { files: LineFiles(Vec::new()), bundled: BundledAliases::default() });
        }
        Ok(Self { files: LineFiles(source.aliases_files()?), bundled: bundled.clone() })
    }

    /// Reads and checks all lines. Returns their places and the errors.
    pub(crate) fn table(&self, progress: &dyn BuildProgress) -> Result<(AliasTable<'_>, CorpusErrors)> {
        let (lines, errors) = LineTable::read(&self.files, alias_id, add_aliases, progress)?;
        Ok((AliasTable { lines, files: &self.files, bundled: &self.bundled }, errors))
    }
}

/// Adds a line to the digest of a list's inputs, regardless of the order of its citations. An invalid line fails the
/// build anyway, so its digest does not matter.
pub(super) fn add_aliases(digest: &mut LinesDigest, line: &[u8]) {
    match serde_json::from_slice(line) {
        Ok(AliasLine { id, mut citations }) => {
            citations.sort_unstable();
            digest.add(&id, &citations.join(&String::from(SEPARATOR)));
        }
        Err(_) => digest.add_line(line),
    }
}

/// The places of the parallel citations of a list.
pub(crate) struct AliasTable<'f> {
    lines: LineTable,
    files: &'f LineFiles,
    bundled: &'f BundledAliases,
}

/// A parallel citation that equals the record's own: the place of its line, and its position in the line.
pub(super) type Repeat = (LinePlace, usize);

impl AliasTable<'_> {
    /// Claims and returns the parallel citations of a record. One that equals the record's own citation is left out and
    /// added to `repeats`. A record without a line has those of the bundled case with its id and name.
    pub(super) fn claim<R: Indexable>(
        &self,
        record: &R,
        jurisdictions: &Jurisdictions,
        repeats: &mut Vec<Repeat>,
    ) -> Result<JoinedAliases> {
        let Some(place) = self.lines.claim(record.id()) else {
            return Ok(JoinedAliases::new(self.bundled_citations(record, jurisdictions)));
        };
        let AliasLine { mut citations, .. } = self.files.read(place, parse_aliases)?;
        for own in record.citations() {
            if let Some(citation_idx) = AliasLine::position_of(&citations, own) {
                repeats.push((place, citation_idx));
                citations.remove(citation_idx);
            }
        }
        Ok(JoinedAliases::new(citations))
    }

    /// Returns the citations of the bundled case with a record's id and name, except the record's own.
    fn bundled_citations<R: Indexable>(&self, record: &R, jurisdictions: &Jurisdictions) -> Vec<Cow<'_, str>> {
        let name = |name: &str| CaseName::parse(name, jurisdictions);
        let Some(bundled) = self.bundled.get(record.id()) else { return Vec::new() };
        let (Some(ours), Some(theirs)) = (name(&bundled.case_name), name(record.title())) else { return Vec::new() };
        if !ours.agrees_with(&theirs) && !theirs.agrees_with(&ours) {
            return Vec::new();
        }
        let mut citations: Vec<Cow<'_, str>> = bundled.citations.iter().map(|citation| citation.into()).collect();
        for own in record.citations() {
            if let Some(citation_idx) = AliasLine::position_of(&citations, own) {
                citations.remove(citation_idx);
            }
        }
        citations
    }

    pub(super) fn digest(&self) -> LinesDigest {
        self.lines.digest()
    }

    /// Reports each line whose id no record has.
    pub(super) fn report_unclaimed(&self, errors: &mut CorpusErrors) -> Result<()> {
        self.lines.report_unclaimed(self.files, alias_id, errors)
    }

    /// Reports parallel citations that equal the records' own.
    pub(super) fn report_repeats(&self, repeats: Vec<Repeat>, errors: &mut CorpusErrors) -> Result<()> {
        let (repeats, n_more) = first_of(repeats.into_iter());
        let locations = self.files.locations(&repeats.iter().map(|(place, _)| *place).collect::<BTreeSet<_>>())?;
        for (place, citation_idx) in repeats {
            let line = self.files.read(place, parse_aliases)?;
            let message = format!("{:?} is the record's own citation: remove it", line.citations[citation_idx]);
            errors.add(CorpusError::in_field(&locations[&place], format!("citations[{citation_idx}]"), message));
        }
        errors.count_more(n_more);
        Ok(())
    }
}

fn alias_id(line: &[u8], location: &SourceLocation) -> Result<String, Vec<CorpusError>> {
    parse_aliases(line, location).map(|aliases| aliases.id.into_owned())
}
