use serde::Deserialize;

use crate::model::CitationStatus;

/// The body of checked citations, as far as a report has it.
#[derive(Deserialize)]
pub(crate) struct CheckBody {
    pub(crate) data: Vec<CheckedCitation>,
}

/// A citation of the text.
#[derive(Debug, Deserialize)]
pub(crate) struct CheckedCitation {
    pub(crate) text: String,
    pub(crate) span: Span,
    pub(crate) status: CitationStatus,
    #[serde(default)]
    pub(crate) total: u64,
    #[serde(default)]
    pub(crate) records: Vec<CitedRecord>,
    pub(crate) name: Option<Written<String>>,
    pub(crate) year: Option<Written<u16>>,
}

/// The place of a citation, in characters.
#[derive(Debug, Deserialize)]
pub(crate) struct Span {
    pub(crate) start: usize,
}

/// A record that a citation may mean.
#[derive(Debug, Deserialize)]
pub(crate) struct CitedRecord {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) date: Option<String>,
}

/// The name or the year that is written beside a citation.
#[derive(Debug, Deserialize)]
pub(crate) struct Written<T> {
    pub(crate) written: T,
    pub(crate) agrees: Option<bool>,
}

impl CheckedCitation {
    /// Whether the citation is found and nothing beside it disagrees.
    pub(crate) fn is_confirmed(&self) -> bool {
        self.status == CitationStatus::Found && self.notes().is_empty()
    }

    /// The remarks for an editor, besides the status.
    pub(crate) fn notes(&self) -> Vec<String> {
        let name = self.name.as_ref().filter(|name| name.agrees == Some(false));
        let name = name.map(|name| format!("written as {}", name.written));
        let year = self.year.as_ref().filter(|year| year.agrees == Some(false));
        let year = year.map(|year| {
            let date = self.records.first().and_then(|record| record.date.as_deref());
            let own = date.map_or(String::new(), |date| format!(", of {date}"));
            format!("written as of {}{own}", year.written)
        });
        let several = (self.status == CitationStatus::Ambiguous).then(|| format!("one of {} records", self.total));
        [several, name, year].into_iter().flatten().collect()
    }
}
