/*!
Decisions of courts.
*/

use lexdex_core::corpus::{Catalogue, CourtEntry};
use lexdex_core::model::{Case, Date, Resource};

use crate::import::engine::sink::{RecordKey, Sink};
use crate::import::law::court::CaseCourt;
use crate::import::law::decision_number;
use crate::import::law::drafts::case::{CaseDetails, CaseDraft, DecisionDetails};
use crate::import::law::skip_reasons::{NO_DATE_OF_DATA, UNKNOWN_JURISDICTION};
use crate::import::parts::case_keys::MAX_CITATIONS;
use crate::import::publishers::jsonl::date_field::DateField;
use crate::import::publishers::jsonl::keys::{TableKeys, Value};
use crate::import::publishers::jsonl::reasons::NO_KEY;
use crate::import::publishers::jsonl::row::MappingRow;
use crate::import::publishers::jsonl::shared_fields::{SharedFields, SharedTexts};
use crate::import::publishers::jsonl::source_fields::SourceFields;
use crate::import::publishers::jsonl::template::{Markup, TextTemplate};
use crate::import::publishers::jsonl::text_list::TextList;
use crate::import::publishers::jsonl::words::FieldWords;
use crate::import::text::clean;
use crate::report::skip::Skip;

/// The fields that only cases have.
pub(super) struct CaseFields<'c> {
    /// The publisher's key of the decision, which it has in all releases.
    key: TextTemplate,
    court: FieldWords<'c, &'c CourtEntry>,
    /// The citations, the best first.
    citations: TextList,
    docket: Option<TextTemplate>,
    decision_date: Option<DateField>,
}

/// The parts of a mapping that the cases of all rows share.
#[derive(Clone, Copy)]
pub(super) struct CaseSource<'m> {
    /// The name of the mapping.
    pub(super) name: &'m str,
    /// The publisher, as `meta.source` names it.
    pub(super) source: &'m str,
    pub(super) last_updated: &'m DateField,
    pub(super) shared: &'m SharedFields,
}

/// A decision with its record.
struct MappedDecision {
    case: Case,
    court: String,
    /// All citations, the best first.
    citations: Vec<String>,
    docket: String,
    text: String,
}

impl<'c> CaseFields<'c> {
    /// Reads the fields of a mapping. Faults are reported.
    pub(super) fn read(
        keys: &mut TableKeys<'_, '_>,
        fields: &mut SourceFields,
        catalogue: &'c Catalogue,
    ) -> Option<Self> {
        let key = keys.require("key", "the publisher's key of the decision, such as \"{id}\"");
        let key = key.and_then(|value| TextTemplate::read_varying(&value, fields));
        let court = keys.require("court", "the court, such as \"wyo\" or \"{court}\"");
        let court = court.and_then(|value| FieldWords::read(value, fields, catalogue));
        let citations = keys.require("citation", "the citation of the decision, such as \"{citation}\"");
        let citations = citations.and_then(|value| read_citations(value, fields));
        let docket = keys.take("docket").map(|value| TextTemplate::read_varying(&value, fields));
        let decision_date = keys.take("decisionDate").map(|value| DateField::read(value, fields));
        Some(Self {
            key: key?,
            court: court?,
            citations: citations?,
            docket: docket.flatten(),
            decision_date: decision_date.flatten(),
        })
    }

    /// Writes the record of a row, or skips the row, and with it an older row of its key.
    pub(super) fn write(&self, source: CaseSource<'_>, row: &MappingRow<'_>, at: &str, sink: &mut Sink<'_>) {
        let (key, date) = match self.identity(source, row) {
            Ok(identity) => identity,
            Err(skip) => return sink.skip_unidentified(skip.reason, &place(at, &skip)),
        };
        let number = decision_number::from_key(&key);
        match self.decision(source, date, row, sink) {
            Ok(decision) => {
                let details = DecisionDetails {
                    number,
                    key: &key,
                    court: &decision.court,
                    docket: &decision.docket,
                    citations: &decision.citations.iter().map(String::as_str).collect::<Vec<_>>(),
                    text: &decision.text,
                };
                sink.write_case(&decision.case, &details, at);
            }
            Err(skip) => {
                let key = RecordKey { resource: Resource::Cases, id: &key, last_updated: date };
                sink.leave(skip.reason, &place(at, &skip), &key);
            }
        }
    }

    /// The key of a row's decision, which begins with the name of the mapping, and the date of its data.
    fn identity(&self, source: CaseSource<'_>, row: &MappingRow<'_>) -> Result<(String, Date), Skip> {
        let key = TextTemplate::text_of(Some(&self.key), row, Markup::None)?.ok_or_else(|| Skip::new(&NO_KEY, ""))?;
        let date = source.last_updated.date(row)?.ok_or_else(|| Skip::new(&NO_DATE_OF_DATA, ""))?;
        Ok((format!("{} {key}", source.name), date))
    }

    /// The decision of a row. A row without a court, a citation or a name is a skip.
    fn decision(
        &self,
        source: CaseSource<'_>,
        last_updated: Date,
        row: &MappingRow<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<MappedDecision, Skip> {
        let CaseSource { source, shared, .. } = source;
        let court = CaseCourt::from_catalogue(self.court.meaning(row)?, sink.catalogue());
        let court = court.ok_or_else(|| Skip::new(&UNKNOWN_JURISDICTION, ""))?;
        let citations = self.citations(row)?;
        let date = self.decision_date.as_ref().map_or(Ok(None), |date| date.date(row))?;
        let docket = TextTemplate::text_of(self.docket.as_ref(), row, Markup::None)?.unwrap_or_default();
        let SharedTexts { title, subjects, summary, text, .. } = shared.for_row(row, sink.excerpt())?;
        let draft = CaseDraft::new(citations.first().map(String::as_str), &title, Some(last_updated));
        let draft = draft.map_err(|reason| Skip::new(reason, ""))?;
        let topics = shared.tags(&subjects, sink);
        let details = CaseDetails { court: &court, date, topics, summary, source: Some(source) };
        let case = draft.into_record(details, sink);
        Ok(MappedDecision { case, court: court.id, citations, docket, text })
    }

    /// The citations of a row that have any letter or digit.
    fn citations(&self, row: &MappingRow<'_>) -> Result<Vec<String>, Skip> {
        let mut citations: Vec<String> = self.citations.for_row(row)?.iter().map(clean::plain_hyphens).collect();
        citations.retain(|citation| citation.chars().any(char::is_alphanumeric));
        citations.truncate(MAX_CITATIONS);
        Ok(citations)
    }
}

/// Reads the citations from a value of the mapping. Faults are reported.
fn read_citations(value: Value<'_, '_>, fields: &mut SourceFields) -> Option<TextList> {
    let (from, keys) = value.into_template()?;
    let separator = keys.and_then(|mut keys| {
        let separator = keys.text("separator");
        keys.finish();
        separator
    });
    TextList::read(from, separator, fields)
}

fn place(at: &str, skip: &Skip) -> String {
    if skip.detail.is_empty() { at.to_owned() } else { format!("{at}: {}", skip.detail) }
}
