/*!
Finds the citations in a running text: of cases, statutes, session laws, bills and journals, their short forms, and
references by `id.` and `supra`.

The text is read in several passes without backtracking, each in linear time. `clean_text` normalizes spaces, dashes and
quotation marks. `mention` finds citations around the abbreviations in `reporters`; `back_reference`, `bill` and
`lookalike` find the others. Then the parts around each citation are read, such as the name, the pages and the year.
`unread` finds the authorities between the citations, to which a reference by `id.` may refer.
*/

use std::ops::Range;

use crate::citations::antecedent::Antecedents;
use crate::citations::back_reference::Pinpoint;
use crate::citations::clean_text::CleanText;
use crate::citations::parenthesis::Parentheses;
use crate::citations::place::{Place, places};
use crate::citations::unread::unread_authorities;
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
#[cfg(test)]
mod reference_tests;
mod reporters;
mod scan;
mod section_list;
#[cfg(test)]
mod tests;
mod unread;

/// Finds all citations, in the order of the text. Their spans do not overlap; the full spans of parallel citations do.
pub fn find_citations(text: &str) -> Vec<FoundCitation<'_>> {
    find_citations_with(text, &mut |_| false)
}

/// Finds all citations, including those of reporters and codes that are known only from an index, such as `7 Tribunal
/// 12`. `is_known` returns whether the index has a citation.
pub fn find_citations_with<'t>(text: &'t str, is_known: &mut dyn FnMut(&str) -> bool) -> Vec<FoundCitation<'t>> {
    let clean = CleanText::new(text);
    let parentheses = Parentheses::new(clean.text());
    let places = places(clean.text(), &parentheses, is_known);
    let mut unread = unread_authorities(clean.text(), &places, &parentheses).into_iter().peekable();
    let mut antecedents = Antecedents::default();
    let mut found: Vec<FoundCitation<'_>> = Vec::new();
    for place in places {
        while let Some(authority) = unread.next_if(|authority| authority.span.start < place.span.start) {
            antecedents.go_to(authority.span.start);
            antecedents.pass_unread(&authority.kind, &found);
            antecedents.open_remark(authority.end_of_remarks);
        }
        let mut citation = with_original(&place, &clean);
        let volume = place.volume();
        antecedents.go_to(place.span.start);
        match place.kind {
            CitationKind::Short | CitationKind::Supra | CitationKind::Id => {
                resolve(&mut citation, &place, &clean, &mut antecedents, &found);
            }
            CitationKind::Lookalike => antecedents.pass(found.len(), &citation),
            _ if place.is_section_of_list => antecedents.add_section_of_list(),
            _ => antecedents.add(found.len(), &citation, volume, place.is_parallel),
        }
        antecedents.open_remark(place.full_span.end);
        found.push(citation);
    }
    found
}

/// Finds the citation to which a reference refers.
fn resolve<'t>(
    reference: &mut FoundCitation<'t>,
    place: &Place,
    clean: &CleanText<'t>,
    antecedents: &mut Antecedents,
    found: &[FoundCitation<'t>],
) {
    if let Pinpoint::Section(section) = &place.pinpoint
        && place.kind == CitationKind::Id
        && let Some((antecedent, normalized)) =
            antecedents.other_section(found.len(), &clean.text()[section.clone()], found)
    {
        reference.antecedent = Some(antecedent);
        reference.normalized = normalized;
        reference.is_other_section = true;
        return;
    }
    reference.antecedent = antecedents.for_reference(reference, &place.pinpoint, place.volume().as_deref(), found);
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
        is_other_section: false,
        is_section_of_list: place.is_section_of_list,
    }
}
