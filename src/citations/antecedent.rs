/*!
The full citations that short forms, `supra` and `id.` refer to.
*/

use std::collections::HashMap;

use crate::citations::found_citation::FoundCitation;
use crate::citations::steps;
use crate::model::CitationKind;

/// The longest opinion in pages: `1 U.S. 1` is not meant by `Id. at 200`.
const MAX_PAGES: u32 = 150;

/// How many of the last citations of one volume, or with one word in their names, are compared.
const MAX_COMPARED: usize = 16;

/// The full citations up to a place in a text.
#[derive(Default)]
pub(crate) struct Antecedents {
    /// By volume and reporter.
    by_volume: HashMap<String, Vec<usize>>,
    /// By the words of their names.
    by_word: HashMap<String, Vec<usize>>,
    /// The citation before, or that which it refers to; of parallel citations the first.
    last: Option<usize>,
}

impl Antecedents {
    /// Adds a full citation. `is_parallel` if it is of the same case as the citation before it.
    pub(crate) fn add(&mut self, idx: usize, citation: &FoundCitation<'_>, volume: Option<String>, is_parallel: bool) {
        if let Some(volume) = volume {
            self.by_volume.entry(volume).or_default().push(idx);
        }
        if !is_parallel {
            for word in citation.case_name.into_iter().flat_map(words) {
                self.by_word.entry(word).or_default().push(idx);
            }
            self.last = Some(idx);
        }
    }

    /// Makes the last citation of what only looks like one, so that an `id.` after it refers to nothing before it.
    pub(crate) fn pass(&mut self, idx: usize) {
        self.last = Some(idx);
    }

    /// The citation that a reference is to. The reference becomes the last citation.
    pub(crate) fn of(
        &mut self,
        reference: &FoundCitation<'_>,
        volume: Option<&str>,
        all: &[FoundCitation<'_>],
    ) -> Option<usize> {
        let found = match reference.kind {
            CitationKind::Id => self.last.filter(|idx| is_page_possible(reference, &all[*idx])),
            CitationKind::Short => self.of_short(reference, volume?, all),
            _ => self.of_name(reference.case_name?, self.by_word.get(&words(reference.case_name?).last()?)?, all),
        };
        self.last = found;
        found
    }

    fn of_short(&self, reference: &FoundCitation<'_>, volume: &str, all: &[FoundCitation<'_>]) -> Option<usize> {
        let candidates = self.by_volume.get(volume)?;
        let first = candidates.iter().rev().take(MAX_COMPARED).next_back()?;
        let is_same = |idx: &&usize| all[**idx].normalized == all[*first].normalized;
        if candidates.iter().rev().take(MAX_COMPARED).filter(|idx| !is_same(idx)).count() == 0 {
            return Some(*first);
        }
        self.of_name(reference.case_name?, candidates, all)
    }

    /// The only case whose name has these words.
    fn of_name(&self, name: &str, candidates: &[usize], all: &[FoundCitation<'_>]) -> Option<usize> {
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
}

/// The words of a name, in lower case.
fn words(name: &str) -> impl DoubleEndedIterator<Item = String> {
    let words = name.split([' ', '\n', '\u{a0}']).map(|word| word.trim_matches(['.', ',', '(', '"']).to_lowercase());
    words.filter(|word| {
        !matches!(word.as_str(), "" | "v" | "vs" | "of" | "the" | "and" | "in" | "re" | "ex" | "parte" | "&")
    })
}

/// Whether the page of an `id.` can be of an opinion that begins at the page of the full citation.
fn is_page_possible(reference: &FoundCitation<'_>, full: &FoundCitation<'_>) -> bool {
    let digits = |text: &str| text.split(|character: char| !character.is_ascii_digit()).next()?.parse::<u32>().ok();
    let first = full.normalized.rsplit(' ').next().and_then(digits);
    match (full.kind, reference.pin_cite.and_then(digits), first) {
        (CitationKind::Full, Some(page), Some(first)) => (first..=first + MAX_PAGES).contains(&page),
        _ => true,
    }
}
