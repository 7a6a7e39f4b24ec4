//! Finds names of records by their beginning, in the titles and the dictionaries of the lists.

use std::cmp::Reverse;

use anyhow::Result;
use lexdex_core::model::Resource;
use tantivy::DocId;

use crate::format::name_ranks::{MAX_NAMESAKES, NOT_SUGGESTED, NameKind, ranked_names};
use crate::format::rank_tree::Ranked;
use crate::search::list_index::ListIndex;
use crate::search::suggest::candidates::{Candidates, FoundBy};
use crate::search::suggest::suggestion::Fit;
use crate::text::beginning::Beginning;

/// The maximum number of names that are read for one beginning.
const MAX_NAMES: usize = 100;

/// The names in all lists with a beginning. Their texts are read only when needed.
pub(super) struct Names<'i> {
    /// The names that equal the beginning.
    whole: Vec<Name>,
    /// The longer names.
    streams: Vec<NameStream<'i>>,
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

/// The names of one kind in a list, best first.
struct NameStream<'i> {
    list_idx: usize,
    kind: NameKind,
    ranked: Ranked<'i>,
    next: Option<Name>,
}

impl<'i> Names<'i> {
    /// Looks up a beginning.
    pub(super) fn find(lists: &[&'i ListIndex], beginning: &Beginning) -> Result<Self> {
        let mut names = Self { whole: Vec::new(), streams: Vec::new() };
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
        lists: &[&'i ListIndex],
        (list_idx, kind_idx): (usize, usize),
        kind: NameKind,
        text: &str,
    ) -> Result<()> {
        let found = lists[list_idx].evaluator().postings().names_with_beginning(kind, text)?;
        let best = lists[list_idx].name_ranks(kind_idx).ranked(found.whole).next();
        if let Some((position, weight)) = best {
            self.whole.push(Name { list_idx, kind, position, weight, text: Some(text.to_owned()) });
        }
        let ranked = lists[list_idx].name_ranks(kind_idx).ranked(found.longer);
        let mut stream = NameStream { list_idx, kind, ranked, next: None };
        stream.advance();
        self.streams.push(stream);
        Ok(())
    }

    /// Adds the records of the names that equal the beginning.
    pub(super) fn add_whole(&mut self, candidates: &mut Candidates<'i>) -> Result<()> {
        self.whole.iter_mut().try_for_each(|name| name.add_records(Fit::Whole, candidates))
    }

    /// Adds the records of the longer names until the collection is full.
    pub(super) fn add_beginning(&mut self, candidates: &mut Candidates<'i>) -> Result<()> {
        for _ in 0..MAX_NAMES {
            if candidates.n_free() == 0 {
                break;
            }
            let Some(stream) = self.first(candidates.lists())? else { break };
            if let Some(mut name) = stream.next.take() {
                name.add_records(Fit::Beginning, candidates)?;
            }
            stream.advance();
        }
        Ok(())
    }

    /// Returns the stream with the best name. Their texts are read only to order equal weights.
    fn first(&mut self, lists: &[&ListIndex]) -> Result<Option<&mut NameStream<'i>>> {
        let highest = self.streams.iter().filter_map(|stream| Some(stream.next.as_ref()?.weight)).max();
        let is_highest = |stream: &&mut NameStream<'i>| stream.next.as_ref().map(|name| name.weight) == highest;
        let mut streams: Vec<&mut NameStream<'i>> = self.streams.iter_mut().filter(is_highest).collect();
        if highest.is_none() || streams.len() < 2 {
            return Ok(streams.pop().filter(|_| highest.is_some()));
        }
        for name in streams.iter_mut().filter_map(|stream| stream.next.as_mut()) {
            name.read_text(lists)?;
        }
        Ok(streams
            .into_iter()
            .min_by(|stream, other| stream.next.as_ref().map(Name::order).cmp(&other.next.as_ref().map(Name::order))))
    }
}

impl NameStream<'_> {
    /// Moves to the next name.
    fn advance(&mut self) {
        let (list_idx, kind) = (self.list_idx, self.kind);
        let next = self.ranked.next().filter(|(_, weight)| *weight != NOT_SUGGESTED);
        self.next = next.map(|(position, weight)| Name { list_idx, kind, position, weight, text: None });
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
