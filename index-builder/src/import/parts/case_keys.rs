/*!
The data about a decision that its record lacks, and that the build needs to compare it with those of other publishers.
*/

use std::borrow::Cow;

use lexdex_core::corpus::id_form;
use serde::{Deserialize, Serialize};

/// The maximum number of citations of a decision. No real decision reaches it.
pub(crate) const MAX_CITATIONS: usize = 100;

/// The maximum length of a citation in bytes. With it, the line of a record's parallel citations is never too long.
pub(crate) const MAX_CITATION_BYTES: usize = 1000;

/// The keys of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CaseKeys<'k> {
    /// The publisher's number, or a digest of the key.
    pub(crate) number: u64,
    /// The text by which the publisher knows the decision. Empty if the publisher numbers its decisions.
    #[serde(borrow)]
    pub(crate) key: Cow<'k, str>,
    /// The first piece of the ids of the court's cases.
    #[serde(borrow)]
    pub(crate) court: Cow<'k, str>,
    #[serde(borrow)]
    pub(crate) docket: Cow<'k, str>,
    /// The citations other than the record's.
    #[serde(borrow)]
    pub(crate) citations: Vec<Cow<'k, str>>,
}

impl CaseKeys<'_> {
    /// The name of the decision within its part, by which the part is sorted.
    pub(crate) fn name(&self) -> Cow<'_, str> {
        if self.key.is_empty() { numbered(self.number).into() } else { Cow::Borrowed(&self.key) }
    }
}

/// The name of a decision with a number of its publisher. Names sort like numbers.
pub(crate) fn numbered(number: u64) -> String {
    format!("{number:020}")
}

/// The usable citations other than the record's own, without duplicates. Citations with the same form in an id are
/// equal.
pub(crate) fn parallel_citations<'c>(own: &str, citations: impl Iterator<Item = &'c str>) -> Vec<&'c str> {
    let mut forms = vec![id_form::citation(own)];
    let mut parallel = Vec::new();
    for citation in citations.filter(|citation| *citation != own) {
        let form = id_form::citation(citation);
        if parallel.len() < MAX_CITATIONS && !form.is_empty() && !forms.contains(&form) {
            forms.push(form);
            parallel.push(citation);
        }
    }
    parallel
}
