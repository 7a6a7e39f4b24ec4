/*!
Resolves short forms, `supra` and `id.` to full citations.
*/

use std::collections::{HashMap, HashSet};

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
    last: LastAuthority,
    /// The remarks that are not closed yet, each with its end and the last authority before it.
    remarks: Vec<(usize, LastAuthority)>,
}

/// The authority to which a following `id.` refers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LastAuthority {
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
}

impl LastAuthority {
    fn citation(idx: usize) -> Self {
        Self::Citation { idx, has_paragraphs: false }
    }

    /// The index of the citation that names the authority or its code.
    fn idx(self) -> Option<usize> {
        match self {
            Self::Unknown => None,
            Self::Citation { idx, .. } | Self::Sections(idx) => Some(idx),
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

    /// Opens the remark after the last authority; the remark ends at `end`. Parallel citations share a remark.
    pub(crate) fn open_remark(&mut self, end: usize) {
        self.remarks.pop_if(|(open, _)| *open == end);
        self.remarks.push((end, self.last));
    }

    /// Adds a full citation. `is_parallel` means that it is of the same case as the preceding citation.
    pub(crate) fn add(&mut self, idx: usize, citation: &FoundCitation<'_>, volume: Option<String>, is_parallel: bool) {
        match volume {
            Some(volume) => self.by_volume.entry(volume).or_default().push(idx),
            None if citation.kind == CitationKind::Statute => _ = self.sections.insert(idx),
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

    /// Records a lookalike as the last authority, so that a following `id.` does not refer to an earlier one.
    pub(crate) fn pass(&mut self, idx: usize, citation: &FoundCitation<'_>) {
        if citation.normalized.contains('§') {
            self.sections.insert(idx);
        }
        self.last = LastAuthority::citation(idx);
    }

    /// Records an authority that is not read.
    pub(crate) fn pass_unread(&mut self, kind: &UnreadKind, all: &[FoundCitation<'_>]) {
        let is_last = |names: &[String; 2]| {
            let last = self.last.idx().and_then(|idx| all[idx].case_name);
            let last: Vec<String> = last.into_iter().flat_map(words).collect();
            names.iter().flat_map(|name| words(name)).all(|word| last.contains(&word))
        };
        // The name of the last case refers to it: `410 U.S. 113. In Roe v. Wade, the Court held so. Id. at 115.`
        if !matches!(kind, UnreadKind::Case(names) if is_last(names)) {
            self.last = LastAuthority::Unknown;
        }
    }

    /// Adds a further section of a list. A following `id.` may refer to any section of the list.
    pub(crate) fn add_section_of_list(&mut self) {
        self.last = self.last.idx().map_or(LastAuthority::Unknown, LastAuthority::Sections);
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
            self.last = if found.is_some() { self.last } else { LastAuthority::Unknown };
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
    pub(crate) fn other_section(
        &mut self,
        reference: usize,
        section: &str,
        all: &[FoundCitation<'_>],
    ) -> Option<(usize, String)> {
        let idx = self.last.idx().filter(|idx| self.sections.contains(idx))?;
        let (code, _) = all[idx].normalized.rsplit_once("§ ")?;
        self.sections.insert(reference);
        self.last = LastAuthority::citation(reference);
        Some((idx, format!("{code}§ {section}")))
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
            (Pinpoint::Paragraph, LastAuthority::Citation { has_paragraphs, .. }) => has_paragraphs,
            (Pinpoint::Section(_), _) => matches!(all[last].kind, CitationKind::SessionLaw | CitationKind::Bill),
            _ => false,
        }
    }

    /// Returns whether the pin cite of an `id.` can be a page of the full citation. A page of a case must be within the
    /// maximum length of an opinion, and a section of a code has no pages.
    fn is_page_possible(&self, reference: &FoundCitation<'_>, full: usize, all: &[FoundCitation<'_>]) -> bool {
        let Some(page) = reference.pin_cite.and_then(page) else {
            return true;
        };
        let first = all[full].normalized.rsplit(' ').next().and_then(number);
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
