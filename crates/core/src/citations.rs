/*!
Finds the citations in a running text: of cases, statutes, session laws, bills and journals, their short forms, and
references by `id.` and `supra`.

The text is read in several passes without backtracking, each in linear time. `clean_text` normalizes spaces, dashes and
quotation marks. `mention` finds citations around the abbreviations in `reporters`; `back_reference`, `bill`, `in_words`
and `lookalike` find the others. Then the parts around each citation are read, such as the name, the pages and the year.
`unread` finds the authorities between the citations, to which a reference by `id.` may refer.
*/

use std::ops::Range;

use crate::citations::antecedent::Antecedents;
use crate::citations::back_reference::Pinpoint;
use crate::citations::clean_text::CleanText;
use crate::citations::parenthesis::Parentheses;
use crate::citations::place::{Place, places};
use crate::citations::reporters::SpellingMatch;
use crate::citations::unread::{UnreadAuthority, UnreadKind, unread_authorities};
use crate::model::CitationKind;

pub use found_citation::FoundCitation;
pub use lone_citation::LoneCitation;

mod antecedent;
mod back_reference;
mod bill;
mod case_name;
mod clean_text;
mod code;
mod form;
mod found_citation;
mod in_words;
mod lone_citation;
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

/// The maximum distance between the name of an act and the citation of its section in a code, in bytes.
const MAX_BESIDE_BYTES: usize = 40;

/// Finds all citations, in the order of the text. Their spans do not overlap; the full spans of parallel citations do.
pub fn find_citations(text: &str) -> Vec<FoundCitation<'_>> {
    find_citations_with(text, &mut |_| false)
}

/// Finds all citations, including those of reporters and codes that are known only from an index, such as `7 Tribunal
/// 12`. `is_known` returns whether the index has a citation.
pub fn find_citations_with<'t>(text: &'t str, is_known: &mut dyn FnMut(&str) -> bool) -> Vec<FoundCitation<'t>> {
    let clean = CleanText::new(text);
    let parentheses = Parentheses::new(clean.text());
    let places = places(clean.text(), &parentheses, SpellingMatch::Exact, is_known);
    let mut unread = unread_authorities(clean.text(), &places, &parentheses).into_iter().peekable();
    let mut reader = Reader { clean: &clean, antecedents: Antecedents::default(), found: Vec::new() };
    for place in &places {
        while let Some(authority) = unread.next_if(|authority| authority.span.start < place.span.start) {
            reader.pass(&authority);
        }
        reader.read(place);
    }
    unread.for_each(|authority| reader.pass(&authority));
    reader.found
}

/// Reads the authorities of a text in their order.
struct Reader<'c, 't> {
    clean: &'c CleanText<'t>,
    antecedents: Antecedents,
    found: Vec<FoundCitation<'t>>,
}

impl Reader<'_, '_> {
    fn read(&mut self, place: &Place) {
        let mut citation = with_original(place, self.clean);
        let (antecedents, found) = (&mut self.antecedents, &self.found);
        antecedents.go_to(place.span.start);
        match place.kind {
            CitationKind::Short | CitationKind::Supra | CitationKind::Id => {
                let other = match &place.pinpoint {
                    Pinpoint::Section(section) => antecedents.other_section(&self.clean.text()[section.clone()], found),
                    _ => None,
                };
                match other {
                    Some(other) => lead_to(&mut citation, other),
                    None => {
                        let volume = place.volume();
                        let antecedent =
                            antecedents.for_reference(&citation, &place.pinpoint, volume.as_deref(), found);
                        citation.antecedent = antecedent;
                    }
                }
            }
            CitationKind::Lookalike => antecedents.pass(&citation, found),
            _ if place.is_section_of_list => antecedents.add_section_of_list(&citation, found),
            _ => {
                if place.kind == CitationKind::Statute && is_beside_act(self.clean.text(), place.span.start) {
                    antecedents.pass_act();
                }
                antecedents.add(&citation, place.volume(), place.is_parallel, found);
            }
        }
        antecedents.open_remark(place.full_span.end);
        self.found.push(citation);
    }

    /// Reads an authority that is no citation, except for a short form such as `§ 484(a)`.
    fn pass(&mut self, authority: &UnreadAuthority) {
        self.antecedents.go_to(authority.span.start);
        match &authority.kind {
            UnreadKind::BareSections(sections) if self.antecedents.has_sections() => {
                for (idx, section) in sections.iter().enumerate() {
                    let start = if idx == 0 { authority.span.start } else { section.start };
                    self.read_section(start..section.end, section);
                }
                if sections.len() > 1 {
                    self.antecedents.pass_list();
                }
            }
            kind => self.antecedents.pass_unread(kind, self.clean.text(), &self.found),
        }
        self.antecedents.open_remark(authority.end_of_remarks);
    }

    /// Reads the short form of a section.
    fn read_section(&mut self, span: Range<usize>, section: &Range<usize>) {
        let text = self.clean.text();
        let place = Place::for_section(text, span, section);
        let mut citation = with_original(&place, self.clean);
        match self.antecedents.short_section(&text[section.clone()], &self.found) {
            Some(other) => lead_to(&mut citation, other),
            None => self.antecedents.pass_unread(&UnreadKind::Unnamed, text, &self.found),
        }
        self.found.push(citation);
    }
}

/// Makes a reference that of a section, given the index of the citation that names its code, and its form.
fn lead_to(reference: &mut FoundCitation<'_>, (antecedent, section): (usize, String)) {
    reference.antecedent = Some(antecedent);
    reference.normalized = section;
    reference.is_other_section = true;
}

/// Returns whether the name of an act precedes a citation, as in `Clayton Act § 7, 15 U.S.C. § 18`.
fn is_beside_act(text: &str, citation: usize) -> bool {
    text[text.ceil_char_boundary(citation.saturating_sub(MAX_BESIDE_BYTES))..citation].contains("Act")
}

/// Joins the words of a name that are split at the ends of lines.
pub fn with_joined_lines(name: &str) -> String {
    CleanText::new(name).text().to_owned()
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
