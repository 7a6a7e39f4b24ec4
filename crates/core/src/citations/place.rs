/*!
Finds the ranges of all citations in a clean text, with the parts around each.
*/

use std::cell::LazyCell;
use std::cmp::Reverse;
use std::ops::Range;

use crate::citations::back_reference::{Pinpoint, back_references};
use crate::citations::bill::{CitedBill, bills, session};
use crate::citations::bill_key::state_bills;
use crate::citations::case_name::name_before;
use crate::citations::lookalike::{Lookalike, lookalikes};
use crate::citations::mention::{Mention, mentions};
use crate::citations::parenthesis::{Parentheses, court_and_year};
use crate::citations::pin_cite;
use crate::citations::reporters::SpellingMatch;
use crate::citations::scan::{optional, run_back};
use crate::citations::section_list::{first_of_range, further_sections, is_list, unsigned_sections};
use crate::citations::unread::UnreadAuthority;
use crate::model::CitationKind;

/// The maximum number of uncertain citations of a text that are looked up in the index.
const MAX_ASKED: usize = 1000;

/// The jurisdiction whose bills are read.
const FEDERAL: &str = "federal";

/// A citation and its parts, as ranges of the text.
pub(crate) struct Place {
    pub(crate) kind: CitationKind,
    pub(crate) span: Range<usize>,
    pub(crate) full_span: Range<usize>,
    /// The end of the parts after it, without remarks.
    pub(crate) end: usize,
    pub(crate) pin_cite: Option<Range<usize>>,
    /// The part of the cited text that a reference by `id.` names.
    pub(crate) pinpoint: Pinpoint,
    pub(crate) year: Option<u16>,
    pub(crate) court: Option<Range<usize>>,
    pub(crate) case_name: Option<Range<usize>>,
    /// Whether it is of the same case as the preceding citation.
    pub(crate) is_parallel: bool,
    /// Whether it is a further section of a list, such as `1983` in `42 U.S.C. §§ 1981 and 1983`.
    pub(crate) is_section_of_list: bool,
    source: PlaceSource,
}

enum PlaceSource {
    Mention(Mention),
    Bill(CitedBill),
    /// The standard form of another citation without a reporter.
    Standard(String),
}

impl Place {
    fn new(kind: CitationKind, span: Range<usize>, source: PlaceSource) -> Self {
        Self {
            kind,
            full_span: span.clone(),
            end: span.end,
            span,
            pin_cite: None,
            pinpoint: Pinpoint::Page,
            year: None,
            court: None,
            case_name: None,
            is_parallel: false,
            is_section_of_list: false,
            source,
        }
    }

    /// Creates the short form of a section of a code.
    pub(crate) fn for_section(text: &str, span: Range<usize>, section: &Range<usize>) -> Self {
        let standard = format!("§ {}", &text[section.clone()]);
        let pin_cite = pin_cite::subsections(text, span.end);
        let is_section_of_list = span.start == section.start;
        let place = Self::new(CitationKind::Short, span, PlaceSource::Standard(standard));
        let end = pin_cite.as_ref().map_or(place.end, |pin_cite| pin_cite.end);
        Self { full_span: place.span.start..end, pin_cite, is_section_of_list, ..place }
    }

    /// Creates the place of an authority that is not looked up.
    pub(crate) fn for_authority(text: &str, authority: &UnreadAuthority) -> Self {
        let standard = PlaceSource::Standard(text[authority.span.clone()].to_owned());
        let full_span = authority.span.start..authority.end_of_remarks;
        Self { full_span, ..Self::new(CitationKind::Other, authority.span.clone(), standard) }
    }

    pub(crate) fn normalized(&self) -> String {
        match &self.source {
            PlaceSource::Mention(mention) => mention.normalized(self.year),
            PlaceSource::Bill(bill) => bill.normalized.clone(),
            PlaceSource::Standard(standard) => standard.clone(),
        }
    }

    /// Returns the standard forms for all reporters that the citation can name, most likely first.
    pub(crate) fn all_normalized(&self) -> Vec<String> {
        let of_reporters = match &self.source {
            PlaceSource::Mention(mention) => mention.all_normalized().collect(),
            _ => Vec::new(),
        };
        [self.normalized()].into_iter().chain(of_reporters).collect()
    }

    /// Returns whether an index is expected to have the cited text.
    pub(crate) fn is_checkable(&self) -> bool {
        match &self.source {
            PlaceSource::Mention(mention) => mention.is_checkable(),
            _ => self.kind != CitationKind::Other,
        }
    }

    /// Returns the id of the jurisdiction whose courts, code or legislature the citation names, if it is only one.
    pub(crate) fn jurisdiction(&self) -> Option<&'static str> {
        match &self.source {
            PlaceSource::Mention(mention) => mention.jurisdiction(),
            PlaceSource::Bill(_) => Some(FEDERAL),
            PlaceSource::Standard(_) => None,
        }
    }

    /// Returns whether the citation cannot exist.
    pub(crate) fn cannot_exist(&self) -> bool {
        matches!(&self.source, PlaceSource::Mention(mention) if mention.cannot_exist(self.year))
    }

    /// Returns the id of the bill that is cited.
    pub(crate) fn bill_id(&self) -> Option<&str> {
        match &self.source {
            PlaceSource::Bill(bill) => bill.id.as_deref(),
            _ => None,
        }
    }

    /// Returns whether both are full citations of cases in different reporters. A case appears in a reporter only once.
    fn is_of_other_reporter(&self, other: &Self) -> bool {
        match (&self.source, &other.source) {
            (PlaceSource::Mention(mention), PlaceSource::Mention(other_mention)) => {
                self.kind == CitationKind::Full
                    && other.kind == CitationKind::Full
                    && mention.reporter(None) != other_mention.reporter(None)
            }
            _ => false,
        }
    }

    /// Returns the volume and reporter, which the short form shares with the full citation; `None` if it has no pages.
    pub(crate) fn volume(&self) -> Option<String> {
        match &self.source {
            PlaceSource::Mention(mention) if mention.has_pages() => Some(mention.volume(self.year)),
            _ => None,
        }
    }
}

/// Finds all citations, in the order of the text. `is_known` decides on uncertain ones.
pub(crate) fn places(
    text: &str,
    parentheses: &Parentheses,
    matching: SpellingMatch,
    is_known: &mut dyn FnMut(&str) -> bool,
) -> Vec<Place> {
    let mut places = with_lookalikes(text, without_overlaps(text, citations(text, matching)), is_known);
    let mut floor = 0;
    let mut first = 0;
    while first < places.len() {
        let end = end_of_parallels(text, &places, first, floor);
        let limit = places.get(end).map_or(text.len(), |next| next.span.start);
        let end_of_parts = read_around(text, &mut places[first..end], floor..limit);
        for place in &mut places[first..end] {
            place.end = end_of_parts;
            place.full_span.end = parentheses.remarks(text, end_of_parts).unwrap_or(end_of_parts);
        }
        // The name before `supra` also belongs to the citation after it: `Roe v. Wade, supra, 410 U.S. 113`.
        let is_before_citation = places[first].kind == CitationKind::Supra && limit <= end_of_parts + ", ".len();
        floor = if is_before_citation { floor } else { end_of_parts };
        first = end;
    }
    places
}

/// Finds the citations without the parts around them, in the order of the text.
fn citations(text: &str, matching: SpellingMatch) -> Vec<Place> {
    let mentions = mentions(text, matching);
    let mut references = back_references(text);
    for reference in &mut references {
        // The volume of the next citation is not a page: `Id. at 410 U.S. 113`.
        let next = mentions.partition_point(|mention| mention.span.start < reference.span.start);
        if mentions.get(next).is_some_and(|mention| mention.span.start < reference.span.end) {
            reference.leave_out_pages();
        }
    }
    let mut places: Vec<Place> = mentions.into_iter().flat_map(|mention| for_mention(text, mention)).collect();
    places.extend(references.into_iter().map(|reference| {
        let standard = if reference.kind == CitationKind::Id { "Id." } else { "supra" };
        let source = PlaceSource::Standard(standard.to_owned());
        let place = Place::new(reference.kind, reference.span, source);
        Place { pin_cite: reference.pin_cite, pinpoint: reference.pinpoint, ..place }
    }));
    let bills = bills(text).into_iter().chain(state_bills(text));
    places.extend(bills.map(|bill| Place::new(CitationKind::Bill, bill.span.clone(), PlaceSource::Bill(bill))));
    places.sort_by_key(|place| (place.span.start, Reverse(place.span.end)));
    places
}

/// Returns the citations of a mention. The page of a short form is a pin cite, which further pages can follow. Further
/// sections can follow the section of a code.
fn for_mention(text: &str, mention: Mention) -> Vec<Place> {
    let (kind, span) = (mention.kind(), mention.span.clone());
    if kind == CitationKind::Short {
        let page = run_back(text, span.end, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let pages = pin_cite::list(text, page).unwrap_or(page..span.end);
        let place = Place::new(kind, span.start..pages.end, PlaceSource::Mention(mention));
        return vec![Place { pin_cite: Some(pages), ..place }];
    }
    if !mention.sections_first.is_empty() {
        return for_sections_first(text, &mention);
    }
    let Some(section) = mention.section() else {
        return vec![Place::new(kind, span, PlaceSource::Mention(mention))];
    };
    let is_list = is_list(&text[span.start..section.start]);
    let further = if is_list { further_sections(text, span.end) } else { unsigned_sections(text, section.clone()) };
    let has_ranges = is_list && mention.is_of_united_states_code();
    let place = |(idx, section): (usize, Range<usize>)| {
        let written = &text[section.clone()];
        let looked_up = first_of_range(written).filter(|_| has_ranges).unwrap_or(written);
        let source = PlaceSource::Mention(mention.with_section(looked_up)?);
        let span = if idx == 0 { span.clone() } else { section };
        Some(Place { is_section_of_list: idx > 0, ..Place::new(kind, span, source) })
    };
    std::iter::once(section).chain(further).enumerate().filter_map(place).collect()
}

/// Returns the citations of sections before the name of their code. The span of one among several is only the section.
fn for_sections_first(text: &str, mention: &Mention) -> Vec<Place> {
    let is_list = mention.sections_first.len() > 1;
    let mut places: Vec<Place> = Vec::new();
    for section in &mention.sections_first {
        let of_section =
            if places.is_empty() { Some(mention.clone()) } else { mention.with_section(&text[section.clone()]) };
        let Some(of_section) = of_section else {
            break;
        };
        let start = if places.is_empty() { mention.span.start } else { section.start };
        let span = start..if is_list { section.end } else { mention.span.end };
        let pin_cite = pin_cite::subsections(text, section.end);
        let place = Place::new(mention.kind(), span, PlaceSource::Mention(of_section));
        places.push(Place { pin_cite, is_section_of_list: !places.is_empty(), ..place });
    }
    if let Some(last) = places.last_mut() {
        last.full_span.end = mention.span.end;
    }
    places
}

/// Removes each citation that overlaps the preceding one.
fn without_overlaps(text: &str, places: Vec<Place>) -> Vec<Place> {
    let mut kept: Vec<Place> = Vec::with_capacity(places.len());
    for place in places {
        match kept.last() {
            Some(last) if place.span.start < last.span.end => continue,
            // This `supra` is part of the short form: `Roe v. Wade, supra, 410 U.S. at p. 115`.
            Some(last) if place.kind == CitationKind::Short && is_supra_before(text, last, &place) => kept.pop(),
            _ => None,
        };
        kept.push(place);
    }
    kept
}

fn is_supra_before(text: &str, last: &Place, place: &Place) -> bool {
    last.kind == CitationKind::Supra && matches!(&text[last.span.end..place.span.start], ", " | " ")
}

/// Adds the lookalikes that overlap no citation. Uncertain ones are added only if `is_known` accepts them.
fn with_lookalikes(text: &str, mut places: Vec<Place>, is_known: &mut dyn FnMut(&str) -> bool) -> Vec<Place> {
    let n_citations = places.len();
    let (mut end, mut n_asked) = (0, 0);
    for Lookalike { span: range, is_certain } in lookalikes(text) {
        let next = places[..n_citations].partition_point(|place| place.span.end <= range.start);
        let is_before_next = next == n_citations || range.end <= places[next].span.start;
        let is_free = is_before_next && range.start >= end;
        n_asked += usize::from(is_free && !is_certain);
        if is_free && (is_certain || n_asked <= MAX_ASKED && is_known(&text[range.clone()])) {
            end = range.end;
            let standard = PlaceSource::Standard(text[range.clone()].to_owned());
            places.push(Place::new(CitationKind::Lookalike, range, standard));
        }
    }
    places.sort_by_key(|place| place.span.start);
    places
}

/// Returns the end, as an index, of the parallel citations from `first` on, such as `410 U.S. 113, 93 S. Ct. 705`, or
/// of the sections of a list. After a name, which begins at `floor` or later, a citation of the same reporter that
/// follows a comma shares the name and the year, too.
fn end_of_parallels(text: &str, places: &[Place], first: usize, floor: usize) -> usize {
    let mut end = first + 1;
    while places.get(end).is_some_and(|next| next.is_section_of_list) {
        end += 1;
    }
    let is_named = LazyCell::new(|| name_before(text, places[first].span.start, floor).is_some());
    while places[first].kind == CitationKind::Full
        && let Some(next) = places.get(end).filter(|next| next.kind == CitationKind::Full)
    {
        let between = text_between(text, places[end - 1].span.end, next.span.start);
        let is_other = next.is_of_other_reporter(&places[first]) && next.is_of_other_reporter(&places[end - 1]);
        let is_parallel = matches!(between, ", " | " " | "," | " [" | ", [" | "] " | "], ");
        if !is_parallel || !is_other && (between != ", " || !*is_named) {
            break;
        }
        end += 1;
    }
    end
}

/// Returns the text between two citations, without the pages after the first.
fn text_between(text: &str, end: usize, next: usize) -> &str {
    let end = pin_cite::pages(text, end).filter(|pages| pages.end < next).map_or(end, |pages| pages.end);
    &text[end..next]
}

/// Reads the parts around a group of parallel citations, or around a single citation, within a range that excludes its
/// neighbors. Returns the end of the parts without remarks, which can contain other citations.
fn read_around(text: &str, places: &mut [Place], between: Range<usize>) -> usize {
    let (first, last) = (places[0].span.start, places.len() - 1);
    let is_of_case = match places[0].kind {
        CitationKind::Full | CitationKind::Short | CitationKind::Supra => true,
        CitationKind::Lookalike => !text[places[0].span.clone()].contains('§'),
        _ => false,
    };
    let name = is_of_case.then(|| name_before(text, first, between.start)).flatten();
    // The first citation of the case: a case appears in a reporter only once.
    let mut first_of_case = 0;
    for idx in 0..places.len() {
        let next = places.get(idx + 1).map_or(between.end, |next| next.span.start);
        if !places[first_of_case..idx].iter().all(|before| places[idx].is_of_other_reporter(before)) {
            first_of_case = idx;
        }
        let place = &mut places[idx];
        read_pin_cite(text, place, next);
        place.is_parallel = idx > first_of_case && is_of_case;
        if let Some(name) = &name {
            place.full_span.start = name.name.start;
            place.year = name.year;
            place.case_name = Some(name.name.clone());
        }
    }
    let mut end = places[last].full_span.end;
    if last > 0 && is_of_case {
        // The bracket that closes parallel citations: `391 U.S. 585 [88 S. Ct. 1755]`.
        end = optional(text, end, b']');
    }
    if places[last].kind == CitationKind::Bill {
        end = session(text, end);
    }
    let court_and_year = court_and_year(text, optional(text, end, b',')).filter(|found| found.end <= between.end);
    if let Some(found) = &court_and_year {
        end = found.end;
        for place in places.iter_mut() {
            place.year = Some(found.year);
            place.court = found.court.clone().filter(|_| is_of_case);
        }
    }
    end
}

/// Reads the pin cite after a citation whose span does not include one.
fn read_pin_cite(text: &str, place: &mut Place, next: usize) {
    let end = place.span.end;
    let pin_cite = match place.kind {
        CitationKind::Statute if place.volume().is_none() => pin_cite::subsections(text, end),
        CitationKind::Full | CitationKind::Journal | CitationKind::Statute => pin_cite::pages(text, end),
        CitationKind::SessionLaw | CitationKind::Bill => {
            pin_cite::provisions(text, end).or_else(|| pin_cite::pages(text, end))
        }
        _ => None,
    };
    if let Some(pin_cite) = pin_cite.filter(|pin_cite| pin_cite.end <= next) {
        place.full_span.end = place.full_span.end.max(pin_cite.end);
        place.pin_cite = Some(pin_cite);
    }
}
