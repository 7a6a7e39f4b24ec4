//! Reads the names in a record.

use std::borrow::Cow;

use anyhow::{Context, Result};
use serde::Deserialize;
use tantivy::DocId;

use crate::format::schema::TermField;
use crate::search::list_index::ListIndex;
use crate::text::citation;

/// The parts of a record that suggestions need.
#[derive(Deserialize)]
pub(super) struct RecordNames<'r> {
    #[serde(borrow)]
    pub(super) id: Cow<'r, str>,
    #[serde(borrow, alias = "caseName")]
    pub(super) title: Cow<'r, str>,
    citation: Option<String>,
    #[serde(rename = "billNumber")]
    bill_number: Option<String>,
    meta: NameMeta,
}

#[derive(Deserialize)]
struct NameMeta {
    citation: Option<String>,
}

impl<'r> RecordNames<'r> {
    /// Reads a record of a list.
    pub(super) fn read(list: &'r ListIndex, doc: DocId) -> Result<Self> {
        serde_json::from_slice(list.records().get(doc)).context("a record is damaged")
    }

    /// Returns the name with this term in the spelling of the record; `None` for the title.
    pub(super) fn found_by(self, field: TermField, term: &str) -> Option<String> {
        match field {
            TermField::Citation => {
                let mut citations = self.citation.into_iter().chain(self.meta.citation);
                citations.find(|citation| citation::key(citation) == term)
            }
            TermField::Number => self.bill_number,
            _ => None,
        }
    }
}
