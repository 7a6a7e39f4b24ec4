/*!
Orders the citations of a case.
*/

use serde::Deserialize;

use crate::import::parts::case_keys::MAX_CITATIONS;
use crate::import::text::json::Text;
use crate::import::text::{clean, html};

/// A citation in the project's form.
#[derive(Deserialize)]
pub(super) struct CapCitation<'j> {
    #[serde(default, borrow, rename = "type")]
    kind: Option<Text<'j>>,
    #[serde(default, borrow)]
    cite: Option<Text<'j>>,
}

/// The types of citations, the best first. A `nominative` citation names an early reporter (`1 Cranch 137`), a `vendor`
/// citation is the number of a commercial database.
const TYPE_TABLE: &[&str] = &["official", "nominative", "parallel", "neutral", "vendor"];

/// The citations that have any letter or digit, the best first.
pub(super) fn usable(citations: &[CapCitation<'_>]) -> Vec<String> {
    let rank = |citation: &CapCitation<'_>| {
        let kind = citation.kind.as_deref().unwrap_or_default();
        TYPE_TABLE.iter().position(|known| *known == kind).unwrap_or(TYPE_TABLE.len())
    };
    let mut citations: Vec<&CapCitation<'_>> = citations.iter().collect();
    citations.sort_by_key(|citation| rank(citation));
    let usable = citations.into_iter().filter_map(|citation| {
        let cite = clean::plain_hyphens(html::as_text(citation.cite.as_deref()?));
        cite.chars().any(char::is_alphanumeric).then_some(cite)
    });
    usable.take(MAX_CITATIONS).collect()
}
