//! Finds names of records by their beginning, in the titles and the dictionaries of the lists.

use std::cmp::Reverse;

use anyhow::Result;
use lexdex_core::model::Resource;
use tantivy::DocId;

use crate::format::name_ranks::{MAX_NAMESAKES, NameKind, best, ranked_names};
use crate::search::list_index::ListIndex;
use crate::search::suggest::candidates::{Candidates, FoundBy};
use crate::search::suggest::suggestion::Fit;
use crate::text::beginning::Beginning;

/// The maximum number of names that are read for one beginning.
const MAX_NAMES: usize = 100;

/// The names in all lists with a beginning. Their texts are read only when needed.
pub(super) struct Names {
    /// The names that equal the beginning, best first.
    whole: Vec<Name>,
    /// The longer names of each kind in each list, best last.
    longer: Vec<Vec<Name>>,
}

/// A name in a list.
struct Name {
    list_idx: usize,
    kind: NameKind,
    /// The position among the names of this kind.
    position: usize,
    weight: u8,
    /// `None` until it is needed.
    text: Option<String>,
}

impl Names {
    /// Looks up a beginning.
    pub(super) fn find(lists: &[&ListIndex], beginning: &Beginning) -> Result<Self> {
        let mut names = Self { whole: Vec::new(), longer: Vec::new() };
        let spelled_out = beginning.spelled_out();
        for (list_idx, resource) in Resource::ALL.iter().enumerate() {
            for (kind_idx, kind) in ranked_names(*resource).iter().enumerate() {
                let text = if *kind == NameKind::Citation { beginning.citation() } else { beginning.words() };
                let spelled_out = spelled_out.as_deref().filter(|_| *kind == NameKind::Title);
                for text in [text].into_iter().chain(spelled_out).filter(|text| !text.is_empty()) {
                    names.add(lists, (list_idx, kind_idx), *kind, text)?;
                }
            }
        }
        names.whole.sort_unstable_by(|name, other| name.order().cmp(&other.order()));
        Ok(names)
    }

    /// Adds the names of one kind in a list.
    fn add(
        &mut self,
        lists: &[&ListIndex],
        (list_idx, kind_idx): (usize, usize),
        kind: NameKind,
        text: &str,
    ) -> Result<()> {
        let found = lists[list_idx].evaluator().postings().names_with_beginning(kind, text)?;
        let weights = lists[list_idx].name_weights(kind_idx);
        let name = |(position, weight)| Name { list_idx, kind, position, weight, text: None };
        let whole = best(weights, found.whole, 1).into_iter().map(name);
        self.whole.extend(whole.map(|name| Name { text: Some(text.to_owned()), ..name }));
        self.longer.push(best(weights, found.longer, MAX_NAMES).into_iter().map(name).rev().collect());
        Ok(())
    }

    /// Adds the records of the names that equal the beginning.
    pub(super) fn add_whole(&mut self, candidates: &mut Candidates<'_>) -> Result<()> {
        self.whole.iter_mut().try_for_each(|name| name.add_records(Fit::Whole, candidates))
    }

    /// Adds the records of the longer names until the collection is full.
    pub(super) fn add_beginning(&mut self, candidates: &mut Candidates<'_>) -> Result<()> {
        for _ in 0..MAX_NAMES {
            if candidates.n_free() == 0 {
                break;
            }
            let Some(mut name) = self.pop_longer(candidates.lists())? else { break };
            name.add_records(Fit::Beginning, candidates)?;
        }
        Ok(())
    }

    /// Removes the best of the longer names. Their texts are read only to order equal weights.
    fn pop_longer(&mut self, lists: &[&ListIndex]) -> Result<Option<Name>> {
        let highest = self.longer.iter().filter_map(|names| names.last()).map(|name| name.weight).max();
        let is_highest = |names: &&mut Vec<Name>| names.last().is_some_and(|name| Some(name.weight) == highest);
        let mut equal: Vec<&mut Vec<Name>> = self.longer.iter_mut().filter(is_highest).collect();
        if equal.len() > 1 {
            for name in equal.iter_mut().filter_map(|names| names.last_mut()) {
                name.read_text(lists)?;
            }
        }
        let first = equal
            .into_iter()
            .min_by(|names, others| names.last().map(Name::order).cmp(&others.last().map(Name::order)));
        Ok(first.and_then(Vec::pop))
    }
}

impl Name {
    /// The key by which names are ordered.
    fn order(&self) -> (Reverse<u8>, Option<&str>, usize, NameKind) {
        (Reverse(self.weight), self.text.as_deref(), self.list_idx, self.kind)
    }

    /// Reads the name on first use.
    fn read_text(&mut self, lists: &[&ListIndex]) -> Result<&str> {
        let text = match self.text.take() {
            Some(text) => text,
            None => lists[self.list_idx].evaluator().postings().name_at(self.kind, self.position)?,
        };
        Ok(self.text.insert(text))
    }

    /// Adds the records of the name, highest standing first.
    fn add_records(&mut self, fit: Fit, candidates: &mut Candidates<'_>) -> Result<()> {
        let (list_idx, list) = (self.list_idx, candidates.lists()[self.list_idx]);
        let Some(field) = self.kind.field() else {
            // Records with the same title are one suggestion.
            let doc = list.evaluator().postings().titles().doc(self.position)?;
            return candidates.add(fit, (list_idx, doc), |_, _| Some(FoundBy(None)));
        };
        let name = self.read_text(candidates.lists())?;
        let mut docs = list.evaluator().postings().first_docs_with(field, name, MAX_NAMESAKES)?;
        docs.sort_by_key(|doc: &DocId| Reverse(list.evaluator().text().standing(*doc)));
        for doc in docs.into_iter().take(candidates.limit()) {
            candidates.add(fit, (list_idx, doc), |names, _| Some(FoundBy(names.found_by(field, name))))?;
        }
        Ok(())
    }
}
