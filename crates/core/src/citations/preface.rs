/*!
Writes the authorities of a text to which a following text may refer, as a preface of that text.

A long text is checked in parts. With the preface before it, the references in a part are resolved as in the whole text.
*/

use std::collections::{BTreeSet, HashMap, HashSet};
use std::slice;

use crate::citations::antecedent::LastAuthority;
use crate::citations::found_citation::FoundCitation;
use crate::citations::named_state::named_states;
use crate::citations::{read_citations, with_joined_lines};
use crate::model::CitationKind;

/// The end of each authority in a preface.
const END: &str = ".\n\n";

/// A text that only looks like a citation. A following `Id.` refers to it, and cannot be resolved.
pub const NO_AUTHORITY: &str = "1 Unknown Rep. 1";

/// A rule without its name, after which only an `Id.` with a page refers to the authority before it.
const UNNAMED_RULE: &str = "See Rule 1";

/// The citations of a text, and the authorities to which a following text may refer.
pub struct ReadCitations<'t> {
    /// The citations, in the order of the text.
    pub found: Vec<FoundCitation<'t>>,
    pub(crate) last: LastAuthority,
    /// The numbers of sections after which other sections without a code are not resolved.
    pub(crate) other_sections: BTreeSet<String>,
}

/// An authority, with all of its parallel citations.
struct Authority<'f, 't> {
    citations: &'f [FoundCitation<'t>],
    /// The index of its first citation, and that of the last citation of it or reference to it.
    first: usize,
    mention: usize,
}

impl<'t> ReadCitations<'t> {
    /// Returns the preface of a text that follows: the authorities that were mentioned last, as many as fit into
    /// `max_bytes`. The last one is that to which an `Id.` refers. The states to which codes without one belong come at
    /// the end. Returns `None` if no reference depends on the text.
    pub fn preface(&self, text: &str, max_bytes: usize, is_known: &mut dyn FnMut(&str) -> bool) -> Option<String> {
        let authorities = self.authorities();
        let states: String = named_states(text).iter().map(|state| format!("{state} law{END}")).collect();
        if authorities.is_empty() && states.is_empty() && self.other_sections.is_empty() {
            return None;
        }
        let n_for_last = NO_AUTHORITY.len() + END.len() + states.len();
        let mut last = self.last_text(text, &authorities, max_bytes, is_known);
        last = last.filter(|last| last.len() + END.len() + n_for_last <= max_bytes);
        let mut n_left = max_bytes.saturating_sub(n_for_last) - last.as_ref().map_or(0, |last| last.len() + END.len());
        let mut taken: Vec<String> = Vec::new();
        for section in self.other_sections.iter().take(MAX_SECTIONS) {
            let text = format!("section {section} of the Act");
            if text.len() <= MAX_SECTION_BYTES.min(n_left.saturating_sub(END.len())) {
                n_left -= text.len() + END.len();
                taken.push(text);
            }
        }
        for authority in authorities.iter().take(MAX_AUTHORITIES) {
            let written = authority.text(text, n_left.saturating_sub(END.len()), is_known);
            if let Some(written) = written.filter(|written| Some(written) != last.as_ref()) {
                n_left -= written.len() + END.len();
                taken.push(written);
            }
        }
        taken.reverse();
        let mut preface: String = taken.iter().chain(&last).map(|text| format!("{text}{END}")).collect();
        preface.push_str(&states);
        if !self.has_same_last(&read_citations(&preface, is_known)) {
            preface.push_str(NO_AUTHORITY);
            preface.push_str(END);
        }
        Some(preface)
    }

    /// Returns the distinct authorities that are cited in full, those that were mentioned last first.
    fn authorities(&self) -> Vec<Authority<'_, 't>> {
        let mut mentions: HashMap<usize, usize> = HashMap::new();
        let mut all: Vec<Authority<'_, 't>> = Vec::new();
        for (idx, citation) in self.found.iter().enumerate() {
            if let Some(antecedent) = citation.antecedent {
                mentions.insert(antecedent, idx);
            }
            if !citation.names_authority() {
                continue;
            }
            match all.last_mut() {
                Some(last) if citation.is_parallel && citation.case_name.is_some() => {
                    last.citations = &self.found[last.first..=idx];
                }
                _ => all.push(Authority { citations: &self.found[idx..=idx], first: idx, mention: idx }),
            }
        }
        for authority in &mut all {
            let indexes = authority.first..authority.first + authority.citations.len();
            let mention = indexes.filter_map(|idx| mentions.get(&idx)).max();
            authority.mention = mention.map_or(authority.first, |mention| authority.first.max(*mention));
        }
        all.sort_by_key(|authority| std::cmp::Reverse(authority.mention));
        let mut seen = HashSet::new();
        all.retain(|authority| seen.insert(authority.key()));
        all
    }

    /// Returns a text after which an `Id.` refers to the same authority as after this one. `None` if it refers to
    /// nothing.
    fn last_text(
        &self,
        text: &str,
        authorities: &[Authority<'_, 't>],
        max_bytes: usize,
        is_known: &mut dyn FnMut(&str) -> bool,
    ) -> Option<String> {
        let idx = self.last.idx()?;
        let citation = &self.found[idx];
        if citation.kind == CitationKind::Lookalike {
            return None;
        }
        let mut named = citation;
        while named.is_other_section {
            named = &self.found[named.antecedent?];
        }
        let is_named = |known: &&Authority<'_, '_>| {
            known.citations[0].normalized == named.normalized && known.citations[0].case_name == named.case_name
        };
        let own = Authority { citations: slice::from_ref(named), first: idx, mention: idx };
        let mut written = authorities.iter().find(is_named).unwrap_or(&own).text(text, max_bytes, is_known)?;
        if citation.is_other_section {
            let (_, section) = citation.normalized.rsplit_once("§ ")?;
            written = format!("{written}{END}Id. § {section}");
        }
        match self.last {
            LastAuthority::Sections(_) => {
                let (code, section) = citation.normalized.rsplit_once("§ ")?;
                Some(format!("{code}§§ {section} and {section}"))
            }
            LastAuthority::BeforeSection(_) => Some(format!("{written}{END}{UNNAMED_RULE}")),
            LastAuthority::Citation { has_paragraphs: true, .. } => {
                let name = citation.case_name.map(|name| format!("{}, ", with_joined_lines(name)));
                Some(format!("{}{}, ¶ 1", name.unwrap_or_default(), citation.normalized))
            }
            _ => Some(written),
        }
    }

    /// Returns whether an `Id.` refers to the same authority after both texts.
    fn has_same_last(&self, other: &ReadCitations<'_>) -> bool {
        let form = |read: &ReadCitations<'_>| read.last.idx().map(|idx| read.found[idx].normalized.clone());
        let way = |last: LastAuthority| match last {
            LastAuthority::Unknown => (0, false),
            LastAuthority::Citation { has_paragraphs, .. } => (1, has_paragraphs),
            LastAuthority::Sections(_) => (2, false),
            LastAuthority::BeforeSection(_) => (3, false),
        };
        form(self) == form(other) && way(self.last) == way(other.last)
    }
}

/// The maximum number of authorities that are tried for a preface.
const MAX_AUTHORITIES: usize = 500;

/// The maximum number of other sections in a preface, and the maximum length of each in bytes.
const MAX_SECTIONS: usize = 20;
const MAX_SECTION_BYTES: usize = 60;

impl<'f> Authority<'f, '_> {
    fn key(&self) -> (Vec<&'f str>, Option<&'f str>) {
        let forms = self.citations.iter().map(|citation| &*citation.normalized);
        (forms.collect(), self.citations[0].case_name)
    }

    /// Writes the authority so that it is read as it is in the text. Returns `None` if it is too long, or cannot be
    /// read on its own.
    fn text(&self, text: &str, max_bytes: usize, is_known: &mut dyn FnMut(&str) -> bool) -> Option<String> {
        let first = &self.citations[0];
        let name = first.case_name.map(|name| format!("{}, ", with_joined_lines(name))).unwrap_or_default();
        let year = first.year.map(|year| format!(" ({year})")).unwrap_or_default();
        let written = self.citations.iter().map(|citation| &text[citation.span.clone()]);
        let forms = self.citations.iter().map(|citation| &*citation.normalized);
        let whole = &text[first.full_span.clone()];
        let ways = [
            format!("{name}{}{year}", written.collect::<Vec<_>>().join(", ")),
            format!("{name}{}{year}", forms.collect::<Vec<_>>().join(", ")),
            whole.trim().to_owned(),
        ];
        let mut ways = ways.into_iter().filter(|way| way.len() <= max_bytes);
        ways.find(|way| self.is_read_from(&read_citations(way, is_known).found))
    }

    fn is_read_from(&self, found: &[FoundCitation<'_>]) -> bool {
        let is_same = |(own, read): (&FoundCitation<'_>, &FoundCitation<'_>)| {
            own.normalized == read.normalized
                && own.is_checkable == read.is_checkable
                && own.cannot_exist == read.cannot_exist
                && own.jurisdiction == read.jurisdiction
                && own.year == read.year
                && own.case_name.map(with_joined_lines) == read.case_name.map(with_joined_lines)
                && read.names_authority()
        };
        self.citations.len() == found.len() && self.citations.iter().zip(found).all(is_same)
    }
}
