/*!
Resolves short forms, `supra` and `id.` to full citations.
*/

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::citations::back_reference::Pinpoint;
use crate::citations::found_citation::FoundCitation;
use crate::citations::unread::UnreadKind;
use crate::model::CitationKind;
use crate::steps;

/// The maximum length of an opinion in pages: `Id. at 200` cannot refer to `1 U.S. 1`.
const MAX_PAGES: u32 = 150;

/// The maximum number of recent citations compared, of one volume or with one word in their names.
const MAX_COMPARED: usize = 16;

/// The full citations before a position in a text.
#[derive(Default)]
pub(crate) struct Antecedents {
    /// Their indexes by volume and reporter.
    by_volume: HashMap<String, Vec<usize>>,
    /// Their indexes by the words of their names.
    by_word: HashMap<String, Vec<usize>>,
    /// The indexes of sections of codes, which have no pages.
    sections: HashSet<usize>,
    /// Their indexes by number; `None` for a number that several codes or other texts have.
    by_section: HashMap<String, Option<usize>>,
    /// Whether sections of another text than a code were named, such as `section 10(b) of the Act`.
    has_other_sections: bool,
    last: LastAuthority,
    /// The remarks that are not closed yet, each with its end and the last authority before it.
    remarks: Vec<(usize, LastAuthority)>,
}

/// The authority to which a following `id.` refers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LastAuthority {
    /// None, or one that is not read.
    #[default]
    Unknown,
    /// A full citation, directly or by reference; the first of parallel citations.
    Citation {
        idx: usize,
        /// Whether a paragraph of it was cited, as in `2002-Ohio-5, ¶ 14`.
        has_paragraphs: bool,
    },
    /// Several sections of the code of this citation.
    Sections(usize),
    /// A section in the text after this citation. Only a page, which it does not have, means the citation.
    BeforeSection(usize),
}

impl LastAuthority {
    fn citation(idx: usize) -> Self {
        Self::Citation { idx, has_paragraphs: false }
    }

    /// The index of the citation that names the authority or its code.
    pub(crate) fn idx(self) -> Option<usize> {
        match self {
            Self::Unknown => None,
            Self::Citation { idx, .. } | Self::Sections(idx) | Self::BeforeSection(idx) => Some(idx),
        }
    }
}

impl Antecedents {
    /// Advances to a position. At the end of a remark such as `(citing Doe v. Bolton, 410 U.S. 179)`, restores the last
    /// citation before it.
    pub(crate) fn go_to(&mut self, position: usize) {
        while let Some((_, last)) = self.remarks.pop_if(|(end, _)| *end <= position) {
            self.last = last;
        }
    }

    /// Returns the authority to which an `id.` after the text refers, once all remarks are closed.
    pub(crate) fn last(&self) -> LastAuthority {
        self.remarks.first().map_or(self.last, |(_, last)| *last)
    }

    /// Returns the numbers of sections that do not name one code, and 0, if sections of another text than a code were
    /// named.
    pub(crate) fn other_sections(&self) -> BTreeSet<String> {
        if !self.has_other_sections {
            return BTreeSet::new();
        }
        let several = self.by_section.iter().filter(|(_, known)| known.is_none()).map(|(section, _)| section.clone());
        several.chain(["0".to_owned()]).collect()
    }

    /// Opens the remark after the last authority; the remark ends at `end`. Parallel citations share a remark.
    pub(crate) fn open_remark(&mut self, end: usize) {
        self.remarks.pop_if(|(open, _)| *open == end);
        self.remarks.push((end, self.last));
    }

    /// Adds a full citation. `is_parallel` means that it is of the same case as the preceding citation.
    pub(crate) fn add(
        &mut self,
        citation: &FoundCitation<'_>,
        volume: Option<String>,
        is_parallel: bool,
        all: &[FoundCitation<'_>],
    ) {
        let idx = all.len();
        match volume {
            Some(volume) => self.by_volume.entry(volume).or_default().push(idx),
            None if citation.kind == CitationKind::Statute => self.add_section(idx, citation, all),
            None => {}
        }
        if !is_parallel {
            for word in citation.case_name.into_iter().flat_map(words) {
                self.by_word.entry(word).or_default().push(idx);
            }
            self.last = LastAuthority::citation(idx);
        }
        if let LastAuthority::Citation { has_paragraphs, .. } = &mut self.last {
            *has_paragraphs |= citation.pin_cite.is_some_and(|pin_cite| pin_cite.starts_with('¶'));
        }
    }

    /// Adds a section of a code.
    fn add_section(&mut self, idx: usize, citation: &FoundCitation<'_>, all: &[FoundCitation<'_>]) {
        self.sections.insert(idx);
        let Some((_, section)) = citation.normalized.rsplit_once("§ ") else {
            return;
        };
        let known = self.by_section.entry(section.to_owned()).or_insert(Some(idx));
        *known = known.filter(|known| *known == idx || all[*known].normalized == citation.normalized);
    }

    /// Records a lookalike as the last authority, so that a following `id.` does not refer to an earlier one.
    pub(crate) fn pass(&mut self, citation: &FoundCitation<'_>, all: &[FoundCitation<'_>]) {
        if citation.normalized.contains('§') {
            self.add_section(all.len(), citation, all);
        }
        self.last = LastAuthority::citation(all.len());
    }

    /// Records that the last authority is one of several sections.
    pub(crate) fn pass_list(&mut self) {
        self.last = self.last.idx().map_or(LastAuthority::Unknown, LastAuthority::Sections);
    }

    /// Records that a code is cited beside the name of an act, whose sections have other numbers.
    pub(crate) fn pass_act(&mut self) {
        self.has_other_sections = true;
    }

    /// Records an authority that is not read.
    pub(crate) fn pass_unread(&mut self, kind: &UnreadKind, text: &str, all: &[FoundCitation<'_>]) {
        let before_section = self.last.idx().map_or(LastAuthority::Unknown, LastAuthority::BeforeSection);
        self.last = match kind {
            UnreadKind::Numbered => LastAuthority::Unknown,
            UnreadKind::Unnamed | UnreadKind::BareSections(_) => before_section,
            UnreadKind::NamedSections { sections, is_law } => {
                self.has_other_sections = true;
                self.by_section.extend(sections.iter().map(|section| (text[section.clone()].to_owned(), None)));
                if *is_law { before_section } else { LastAuthority::Unknown }
            }
            // The name of the last case refers to it: `In Roe v. Wade, the Court held so. Id. at 115.`
            UnreadKind::Case(names) => {
                let last = self.last.idx().and_then(|idx| all[idx].case_name);
                let last: Vec<String> = last.into_iter().flat_map(words).collect();
                let is_last = names.iter().flat_map(|name| words(name)).all(|word| last.contains(&word));
                if is_last { self.last } else { LastAuthority::Unknown }
            }
        };
    }

    /// Adds a further section of a list. A following `id.` may refer to any section of the list.
    pub(crate) fn add_section_of_list(&mut self, citation: &FoundCitation<'_>, all: &[FoundCitation<'_>]) {
        self.add_section(all.len(), citation, all);
        self.last = LastAuthority::Sections(all.len());
    }

    /// Adds a citation that continues the last one, as `rev'd, 411 U.S. 5`. A following `id.` refers to that one.
    pub(crate) fn add_continuation(
        &mut self,
        citation: &FoundCitation<'_>,
        volume: Option<String>,
        all: &[FoundCitation<'_>],
    ) {
        let last = self.last;
        self.add(citation, volume, false, all);
        self.last = last;
    }

    /// Finds the citation that a reference refers to. It becomes the last authority.
    pub(crate) fn for_reference(
        &mut self,
        reference: &FoundCitation<'_>,
        pinpoint: &Pinpoint,
        volume: Option<&str>,
        all: &[FoundCitation<'_>],
    ) -> Option<usize> {
        if reference.kind == CitationKind::Id {
            let found = self.last.idx().filter(|idx| self.is_part_possible(reference, pinpoint, *idx, all));
            self.last = match (found, self.last) {
                (Some(idx), LastAuthority::BeforeSection(_)) => LastAuthority::citation(idx),
                (Some(_), last) => last,
                (None, _) => LastAuthority::Unknown,
            };
            return found;
        }
        let found = match reference.kind {
            CitationKind::Short => volume.and_then(|volume| self.for_short(reference, volume, all)),
            _ => reference.case_name.and_then(|name| self.for_name(name, self.by_word.get(&words(name).last()?)?, all)),
        };
        self.last = found.map_or(LastAuthority::Unknown, LastAuthority::citation);
        if let LastAuthority::Citation { has_paragraphs, .. } = &mut self.last {
            *has_paragraphs = reference.pin_cite.is_some_and(|pin_cite| pin_cite.starts_with('¶'));
        }
        found
    }

    /// Finds the code in which a reference names another section: the index of the citation that names the code, and
    /// the form of the section. The reference becomes the last authority.
    pub(crate) fn other_section(&mut self, section: &str, all: &[FoundCitation<'_>]) -> Option<(usize, String)> {
        let (LastAuthority::Citation { idx, .. } | LastAuthority::Sections(idx)) = self.last else {
            return None;
        };
        let (code, _) = all[idx].normalized.rsplit_once("§ ").filter(|_| self.sections.contains(&idx))?;
        self.sections.insert(all.len());
        self.last = LastAuthority::citation(all.len());
        Some((idx, format!("{code}§ {section}")))
    }

    /// Finds the section that a section sign and a number refer to: a section that was cited in full, if its number is
    /// not ambiguous, or else another section of the code that was cited last, unless the text between is about
    /// another text. The reference becomes the last authority.
    pub(crate) fn short_section(
        &mut self,
        section: &str,
        is_after_other_text: bool,
        all: &[FoundCitation<'_>],
    ) -> Option<(usize, String)> {
        match self.by_section.get(section) {
            Some(known) => {
                let idx = (*known)?;
                // After a case, `under § 1983. Id.` may mean the case.
                self.last = match self.last.idx() {
                    Some(last) if self.sections.contains(&last) => LastAuthority::citation(idx),
                    Some(last) => LastAuthority::BeforeSection(last),
                    None => LastAuthority::Unknown,
                };
                Some((idx, all[idx].normalized.clone()))
            }
            None if self.has_other_sections || is_after_other_text => None,
            None => self.other_section(section, all),
        }
    }

    /// Returns whether a section of a code was cited.
    pub(crate) fn has_sections(&self) -> bool {
        !self.sections.is_empty()
    }

    fn for_short(&self, reference: &FoundCitation<'_>, volume: &str, all: &[FoundCitation<'_>]) -> Option<usize> {
        let candidates = self.by_volume.get(volume)?;
        let first = candidates.iter().rev().take(MAX_COMPARED).next_back()?;
        let is_same = |idx: &&usize| all[**idx].normalized == all[*first].normalized;
        if candidates.iter().rev().take(MAX_COMPARED).filter(|idx| !is_same(idx)).count() == 0 {
            return Some(*first);
        }
        self.for_name(reference.case_name?, candidates, all)
    }

    /// Finds the case whose name has these words, if there is exactly one.
    fn for_name(&self, name: &str, candidates: &[usize], all: &[FoundCitation<'_>]) -> Option<usize> {
        let wanted: Vec<String> = words(name).collect();
        let has_words = |idx: &usize| {
            steps::add(all[*idx].case_name.map_or(0, str::len));
            let has: Vec<String> = all[*idx].case_name.into_iter().flat_map(words).collect();
            wanted.iter().all(|word| has.contains(word))
        };
        let mut found = candidates.iter().rev().take(MAX_COMPARED).copied().filter(has_words);
        let last = found.next()?;
        found.all(|idx| all[idx].normalized == all[last].normalized).then_some(last)
    }

    /// Returns whether the last authority can have the part that an `id.` names.
    fn is_part_possible(
        &self,
        reference: &FoundCitation<'_>,
        pinpoint: &Pinpoint,
        last: usize,
        all: &[FoundCitation<'_>],
    ) -> bool {
        match (pinpoint, self.last) {
            (Pinpoint::Page, LastAuthority::Citation { .. }) => self.is_page_possible(reference, last, all),
            (Pinpoint::Page, LastAuthority::BeforeSection(_)) => {
                reference.pin_cite.is_some_and(|pages| page(pages).is_some())
                    && self.is_page_possible(reference, last, all)
            }
            (Pinpoint::Paragraph, LastAuthority::Citation { has_paragraphs, .. }) => has_paragraphs,
            (Pinpoint::Section(_), _) => matches!(all[last].kind, CitationKind::SessionLaw | CitationKind::Bill),
            _ => false,
        }
    }

    /// Returns whether the pin cite of an `id.` can be a page of the full citation. A page of a case must be within the
    /// maximum length of an opinion, and a section of a code has no pages. A page such as `*3` is of a database, whose
    /// pages are counted from 1.
    fn is_page_possible(&self, reference: &FoundCitation<'_>, full: usize, all: &[FoundCitation<'_>]) -> bool {
        let Some((pin_cite, page)) = reference.pin_cite.and_then(|pin_cite| Some((pin_cite, page(pin_cite)?))) else {
            return true;
        };
        let is_of_database = pin_cite.contains('*');
        let first = all[full].normalized.rsplit(' ').next().and_then(number).filter(|_| !is_of_database);
        match (all[full].kind, first) {
            (CitationKind::Full, Some(first)) => (first..=first.saturating_add(MAX_PAGES)).contains(&page),
            _ => !self.sections.contains(&full),
        }
    }
}

/// Returns the words of a name, in lower case.
fn words(name: &str) -> impl DoubleEndedIterator<Item = String> {
    let words = name.split([' ', '\n', '\u{a0}']).map(|word| word.trim_matches(['.', ',', '(', '"']).to_lowercase());
    words.filter(|word| {
        !matches!(word.as_str(), "" | "v" | "vs" | "of" | "the" | "and" | "in" | "re" | "ex" | "parte" | "&")
    })
}

/// Returns the first page of a pin cite; `None` for a section, a paragraph or a note.
fn page(pin_cite: &str) -> Option<u32> {
    number(pin_cite.trim_start_matches(['p', 'g', '.', ' ', '*']))
}

/// Parses the number at the start of a text.
fn number(text: &str) -> Option<u32> {
    text.split(|character: char| !character.is_ascii_digit()).next()?.parse().ok()
}
