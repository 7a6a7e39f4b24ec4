/*!
Checks the citations of a text by the API, in parts if it is long.
*/

use anyhow::{Result, ensure};
use lexdex_core::citations::find_citations;
use lexdex_core::model::Completeness;
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};

use super::parts::{parts, request_text};
use crate::command_line::checked_citation::{CheckBody, ShownCitation, Span};
use crate::command_line::exchange::{CommandRequest, JSON};
use crate::command_line::json::Members;
use crate::command_line::transport::Transport;
use crate::command_line::{failure, rows};

const TARGET: &str = "/api/v1/citations";

const COVERAGE: &str = "/api/v1/coverage";

/// The maximum number of citations of a document.
const MAX_CITATIONS: usize = 20_000;

/// A citation of a document.
pub(super) struct CheckedCitation {
    pub(super) shown: ShownCitation,
    /// The members of its JSON.
    pub(super) members: Members<Box<RawValue>>,
}

/// Checks the citations of a text.
pub(super) fn check(transport: &Transport, text: &str) -> Result<Vec<CheckedCitation>> {
    let found = find_citations(text);
    ensure!(found.len() <= MAX_CITATIONS, "it has {} citations, more than {MAX_CITATIONS}: split it", found.len());
    let mut checked = Vec::with_capacity(found.len());
    let mut n_chars = 0;
    for part in parts(text, &found) {
        let request = CommandRequest { target: TARGET.to_owned(), text: Some(request_text(text, &part)) };
        let body = rows::read_body(failure::check(transport.send(&request)?, JSON)?)?;
        let body: CheckBody = rows::parse(&body)?;
        let n_preface = part.preface.chars().count();
        for json in body.data {
            let shown: ShownCitation = rows::parse(json.get().as_bytes())?;
            if shown.span.start >= n_preface {
                checked.push(at_place(shown, rows::parse(json.get().as_bytes())?, n_chars, n_preface)?);
            }
        }
        n_chars += text[part.range].chars().count();
    }
    Ok(checked)
}

/// The contents of an index, as far as a report names them.
#[derive(Deserialize)]
struct CoverageBody {
    meta: CoverageMeta,
}

#[derive(Deserialize)]
struct CoverageMeta {
    completeness: Option<Completeness>,
}

/// Returns a sentence on how complete the index is.
pub(super) fn index_in_words(transport: &Transport) -> Result<String> {
    let request = CommandRequest { target: COVERAGE.to_owned(), text: None };
    let body = rows::read_body(failure::check(transport.send(&request)?, JSON)?)?;
    let CoverageBody { meta } = rows::parse(&body)?;
    let extent = match meta.completeness {
        Some(Completeness::Complete) => "The index is complete",
        Some(Completeness::Partial) => "The index is incomplete",
        Some(Completeness::Sample) => "The index is a sample",
        None => "The index may be incomplete",
    };
    Ok(format!("{extent}."))
}

/// Returns a citation with its span in the whole text, given the number of characters before its part, and in the
/// preface.
fn at_place(
    mut shown: ShownCitation,
    mut members: Members<Box<RawValue>>,
    n_before: usize,
    n_preface: usize,
) -> Result<CheckedCitation> {
    let Span { start, end } = shown.span;
    shown.span = Span { start: start - n_preface + n_before, end: end.saturating_sub(n_preface) + n_before };
    for (name, value) in &mut members.0 {
        if name == "span" {
            *value = to_raw_value(&shown.span)?;
        }
    }
    Ok(CheckedCitation { shown, members })
}
