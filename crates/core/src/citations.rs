/*!
Finds the citations in a running text: of cases, statutes, session laws, bills and journals, their short forms, and
references by `id.` and `supra`.

The text is read in several passes without backtracking, each in linear time. `clean_text` normalizes spaces, dashes and
quotation marks. `mention` finds citations around the abbreviations in `reporters`; `back_reference`, `bill` and
`lookalike` find the others. Then the parts around each citation are read, such as the name, the pages and the year.
*/

use std::ops::Range;

use crate::citations::antecedent::Antecedents;
use crate::citations::clean_text::CleanText;
use crate::citations::place::{Place, places};
use crate::model::CitationKind;

pub use found_citation::FoundCitation;

mod antecedent;
mod back_reference;
mod bill;
mod case_name;
mod clean_text;
mod form;
mod found_citation;
mod lookalike;
mod mention;
mod name_words;
mod parenthesis;
mod pin_cite;
mod place;
mod reporters;
mod scan;
mod section_list;
#[cfg(test)]
mod tests;

/// Finds all citations, in the order of the text. Their spans do not overlap; the full spans of parallel citations do.
pub fn find_citations(text: &str) -> Vec<FoundCitation<'_>> {
    find_citations_with(text, &mut |_| false)
}

/// Finds all citations, including those of reporters and codes that are known only from an index, such as `7 Tribunal
/// 12`. `is_known` returns whether the index has a citation.
pub fn find_citations_with<'t>(text: &'t str, is_known: &mut dyn FnMut(&str) -> bool) -> Vec<FoundCitation<'t>> {
    let clean = CleanText::new(text);
    let mut antecedents = Antecedents::default();
    let mut found: Vec<FoundCitation<'_>> = Vec::new();
    for place in places(clean.text(), is_known) {
        let mut citation = with_original(&place, &clean);
        let volume = place.volume();
        antecedents.go_to(place.span.start);
        match place.kind {
            CitationKind::Short | CitationKind::Supra | CitationKind::Id => {
                citation.antecedent = antecedents.for_reference(&citation, volume.as_deref(), &found);
            }
            CitationKind::Lookalike => antecedents.pass(found.len()),
            _ if place.is_section_of_list => antecedents.add_section_of_list(),
            _ => antecedents.add(found.len(), &citation, volume, place.is_parallel),
        }
        antecedents.open_remark(place.full_span.end);
        found.push(citation);
    }
    found
}

/// Converts a citation in the clean text to one in the original text.
fn with_original<'t>(place: &Place, clean: &CleanText<'t>) -> FoundCitation<'t> {
    let original = |range: &Option<Range<usize>>| range.as_ref().map(|range| clean.original(range));
    FoundCitation {
        kind: place.kind,
        span: clean.range_in_original(&place.span),
        full_span: clean.range_in_original(&place.full_span),
        normalized: place.normalized(),
        pin_cite: original(&place.pin_cite),
        year: place.year,
        court: original(&place.court),
        case_name: original(&place.case_name),
        antecedent: None,
        is_section_of_list: place.is_section_of_list,
    }
}
