/*!
Reads the authorities of a text one after another, and finds the citation to which each reference refers.
*/

use std::ops::Range;

use crate::citations::antecedent::Antecedents;
use crate::citations::back_reference::Pinpoint;
use crate::citations::clean_text::CleanText;
use crate::citations::found_citation::FoundCitation;
use crate::citations::place::Place;
use crate::citations::preface::ReadCitations;
use crate::citations::scan::text_before;
use crate::citations::unread::{UnreadAuthority, UnreadKind};
use crate::model::CitationKind;
use crate::steps;

/// Beginnings of words for texts that have sections, and are no codes.
const OTHER_TEXTS: &[&str] = &[
    " Act", "Agreem", "agreem", "Bylaws", "bylaws", "Charter", "Constit", "Contract", "contract", "Guidelin", "Lease",
    "lease", "Ordinan", "ordinan", "Plan", "Policy", "policy", "Restatem", "Treaty",
];

/// Beginnings of the text between a decision and a later one in the same case.
const HISTORY: &[&str] = &[
    "abrogat", "aff'd", "aff'g", "affirm", "appeal", "cert.", "modif", "on rem", "overrul", "reh'g", "remand", "rev'd",
    "rev'g", "revers", "supersed", "vacat",
];

/// The maximum length of this text, in bytes.
const MAX_HISTORY_BYTES: usize = 60;

/// The maximum distance between the name of an act and the citation of its section in a code, in bytes.
const MAX_BESIDE_BYTES: usize = 40;

/// Reads the authorities of a text in their order.
pub(crate) struct AuthorityReader<'c, 't> {
    clean: &'c CleanText<'t>,
    antecedents: Antecedents,
    found: Vec<FoundCitation<'t>>,
    /// The kind of the last authority if it is a citation.
    last: Option<CitationKind>,
    /// The end of the last authority without remarks.
    end: usize,
}

impl<'c, 't> AuthorityReader<'c, 't> {
    pub(crate) fn new(clean: &'c CleanText<'t>) -> Self {
        Self { clean, antecedents: Antecedents::default(), found: Vec::new(), last: None, end: 0 }
    }

    /// Returns all citations, and the authorities to which a following text may refer.
    pub(crate) fn into_read(self) -> ReadCitations<'t> {
        let (last, other_sections) = (self.antecedents.last(), self.antecedents.other_sections());
        ReadCitations { found: self.found, last, other_sections }
    }

    /// Reads a citation and the parts around it.
    pub(crate) fn read(&mut self, place: &Place) {
        let mut citation = with_original(place, self.clean);
        let text = self.clean.text();
        let between = &text[self.end.min(place.full_span.start)..place.full_span.start];
        self.antecedents.go_to(place.span.start);
        match place.kind {
            CitationKind::Short | CitationKind::Supra | CitationKind::Id => self.read_reference(place, &mut citation),
            CitationKind::Lookalike => self.antecedents.pass(&citation, &self.found),
            _ if place.is_section_of_list => self.antecedents.add_section_of_list(&citation, &self.found),
            kind if self.last.is_some_and(|last| is_continued(last, kind, between)) => {
                self.antecedents.add_continuation(&citation, place.volume(), &self.found);
            }
            kind => {
                if kind == CitationKind::Statute && is_beside_act(text, place.span.start) {
                    self.antecedents.pass_act();
                }
                self.antecedents.add(&citation, place.volume(), place.is_parallel, &self.found);
            }
        }
        self.antecedents.open_remark(place.full_span.end);
        (self.last, self.end) = (Some(place.kind), place.end);
        self.found.push(citation);
    }

    /// Finds the citation that a reference refers to.
    fn read_reference(&mut self, place: &Place, citation: &mut FoundCitation<'_>) {
        let other = match &place.pinpoint {
            Pinpoint::Section(section) => {
                self.antecedents.other_section(&self.clean.text()[section.clone()], &self.found)
            }
            _ => None,
        };
        let volume = place.volume();
        match other {
            Some(other) => lead_to(citation, other, &self.found),
            None => {
                citation.antecedent =
                    self.antecedents.for_reference(citation, &place.pinpoint, volume.as_deref(), &self.found);
            }
        }
    }

    /// Reads an authority that is not looked up, except for a short form such as `§ 484(a)`.
    pub(crate) fn pass(&mut self, authority: &UnreadAuthority) {
        self.antecedents.go_to(authority.span.start);
        self.last = None;
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
        if authority.is_listed {
            self.found.push(with_original(&Place::for_authority(self.clean.text(), authority), self.clean));
        }
        self.antecedents.open_remark(authority.end_of_remarks);
        self.end = authority.span.end;
    }

    /// Reads the short form of a section.
    fn read_section(&mut self, span: Range<usize>, section: &Range<usize>) {
        let text = self.clean.text();
        let place = Place::for_section(text, span, section);
        let mut citation = with_original(&place, self.clean);
        let before = &text[self.end.min(place.span.start)..place.span.start];
        let near = text_before(before, before.len(), MAX_BESIDE_BYTES);
        steps::add(before.len());
        let is_other = |text: &str| OTHER_TEXTS.iter().any(|word| text.contains(word));
        let other = if is_other(near) {
            None
        } else {
            self.antecedents.short_section(&text[section.clone()], is_other(before), &self.found)
        };
        match other {
            Some(other) => lead_to(&mut citation, other, &self.found),
            None => self.antecedents.pass_unread(&UnreadKind::Unnamed, text, &self.found),
        }
        self.end = place.span.end;
        self.found.push(citation);
    }
}

/// Returns whether a citation continues the last one, given the text between them: it is of the same law in another
/// collection, or of a later decision in the same case.
fn is_continued(last: CitationKind, kind: CitationKind, between: &str) -> bool {
    match (last, kind) {
        (CitationKind::SessionLaw, CitationKind::SessionLaw) => between == ", ",
        (CitationKind::Full | CitationKind::Short, CitationKind::Full) => {
            HISTORY.iter().any(|words| between.strip_prefix(", ").is_some_and(|after| after.starts_with(words)))
                && between.len() <= MAX_HISTORY_BYTES
        }
        _ => false,
    }
}

/// Makes a reference that of a section, given the index of the citation that names its code, and its form.
fn lead_to(reference: &mut FoundCitation<'_>, (antecedent, section): (usize, String), all: &[FoundCitation<'_>]) {
    reference.is_checkable = all[antecedent].is_checkable;
    reference.jurisdiction = all[antecedent].jurisdiction;
    reference.antecedent = Some(antecedent);
    reference.normalized = section;
    reference.is_other_section = true;
}

/// Returns whether the name of an act precedes a citation, as in `Clayton Act § 7, 15 U.S.C. § 18`.
fn is_beside_act(text: &str, citation: usize) -> bool {
    text_before(text, citation, MAX_BESIDE_BYTES).contains("Act")
}

/// Converts a citation in the clean text to one in the original text.
fn with_original<'t>(place: &Place, clean: &CleanText<'t>) -> FoundCitation<'t> {
    let original = |range: &Option<Range<usize>>| range.as_ref().map(|range| clean.original(range));
    FoundCitation {
        kind: place.kind,
        span: clean.range_in_original(&place.span),
        full_span: clean.range_in_original(&place.full_span),
        normalized: place.normalized(),
        is_checkable: place.is_checkable(),
        cannot_exist: place.cannot_exist(),
        jurisdiction: place.jurisdiction(),
        pin_cite: original(&place.pin_cite),
        year: place.year,
        court: original(&place.court),
        case_name: original(&place.case_name),
        antecedent: None,
        is_other_section: false,
        is_parallel: place.is_parallel,
        is_section_of_list: place.is_section_of_list,
    }
}
