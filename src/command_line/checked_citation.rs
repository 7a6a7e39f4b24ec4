use lexdex_core::model::CitationStatus;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A body of checked citations, each as JSON.
#[derive(Deserialize)]
pub(crate) struct CheckBody {
    pub(crate) data: Vec<Box<RawValue>>,
}

/// A citation in the text.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShownCitation {
    pub(crate) text: String,
    pub(crate) span: Span,
    pub(crate) status: CitationStatus,
    #[serde(default)]
    pub(crate) total: u64,
    #[serde(default)]
    pub(crate) records: Vec<ShownRecord>,
    #[serde(default)]
    same_name: Vec<ShownRecord>,
    pub(crate) name: Option<CitedDetail<String>>,
    pub(crate) year: Option<CitedDetail<u16>>,
}

/// The range of a citation, in characters.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A record that a citation may refer to.
#[derive(Debug, Deserialize)]
pub(crate) struct ShownRecord {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) date: Option<String>,
    citation: Option<String>,
}

/// The name or the year beside a citation.
#[derive(Debug, Deserialize)]
pub(crate) struct CitedDetail<T> {
    pub(crate) written: T,
    pub(crate) agrees: Option<bool>,
}

impl ShownCitation {
    /// Returns whether the citation is found, and neither the name nor the year disagrees.
    pub(crate) fn is_confirmed(&self) -> bool {
        self.status == CitationStatus::Found && self.notes().is_empty()
    }

    /// Returns whether the name or the year beside the citation disagrees with the record.
    pub(crate) fn disagrees(&self) -> bool {
        let by_name = self.name.as_ref().and_then(|name| name.agrees);
        let by_year = self.year.as_ref().and_then(|year| year.agrees);
        by_name == Some(false) || by_year == Some(false)
    }

    /// Returns the outcome: the status, or that the name or the year differs. It has the words of the explorer, which
    /// also tells that a statute is repealed; the command does not.
    pub(crate) fn outcome(&self) -> &'static str {
        match self.status {
            CitationStatus::Found if self.disagrees() => "Name or year differs",
            CitationStatus::Found => "Found",
            CitationStatus::Ambiguous => "Ambiguous",
            CitationStatus::NotInIndex => "Not in this index",
            CitationStatus::CannotExist => "Cannot exist",
            CitationStatus::NotCheckable => "Not checkable",
            CitationStatus::Unresolved => "Unclear short form",
            CitationStatus::NotACitation => "Not a citation",
        }
    }

    /// Returns whether the citation is of a text that no index has.
    pub(crate) fn is_not_checkable(&self) -> bool {
        self.status == CitationStatus::NotCheckable
    }

    /// Returns whether a person has to review the citation.
    pub(crate) fn is_to_review(&self) -> bool {
        !self.is_confirmed() && !self.is_not_checkable()
    }

    /// Returns the remarks for the reader, in addition to the status.
    pub(crate) fn notes(&self) -> Vec<String> {
        let name = self.name.as_ref().filter(|name| name.agrees == Some(false));
        let name = name.map(|name| format!("written as {}", name.written));
        let year = self.year.as_ref().filter(|year| year.agrees == Some(false));
        let year = year.map(|year| {
            let date = self.records.first().and_then(|record| record.date.as_deref());
            let own = date.map_or(String::new(), |date| format!(", decided {date}"));
            format!("dated {}{own}", year.written)
        });
        let several = (self.status == CitationStatus::Ambiguous).then(|| format!("one of {} records", self.total));
        let same_name = self.same_name.iter().map(|record| {
            let cited = record.citation.as_ref().map_or(String::new(), |citation| format!(", {citation}"));
            format!("see {}{cited}", record.name)
        });
        [several, name, year].into_iter().flatten().chain(same_name).collect()
    }
}
