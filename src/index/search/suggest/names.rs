//! Finds names of records by their beginning, in the dictionaries of the lists.

use std::cmp::Reverse;

use anyhow::Result;
use tantivy::DocId;

use crate::index::format::name_ranks::{MAX_NAMESAKES, ranked_fields};
use crate::index::format::rank_tree::Ranked;
use crate::index::format::schema::TermField;
use crate::index::search::list_index::ListIndex;
use crate::index::search::suggest::candidates::{Candidates, FoundBy};
use crate::index::search::suggest::suggestion::Fit;
use crate::index::text::beginning::Beginning;
use crate::model::Resource;

/// The maximum number of names that are read for one beginning.
const MAX_NAMES: usize = 100;

/// The names in all lists with a beginning. Terms are read only when needed.
pub(super) struct Names<'i> {
    /// The names that equal the beginning.
    whole: Vec<Name>,
    /// The longer names.
    streams: Vec<Stream<'i>>,
}

/// A term of a list.
struct Name {
    list_idx: usize,
    field: TermField,
    /// The position in the dictionary.
    position: usize,
    weight: u8,
    /// `None` until it is needed.
    term: Option<String>,
}

/// The names of a list in one field, best first.
struct Stream<'i> {
    list_idx: usize,
    field: TermField,
    ranked: Ranked<'i>,
    next: Option<Name>,
}

impl<'i> Names<'i> {
    /// Looks up a beginning.
    pub(super) fn find(lists: &[&'i ListIndex], beginning: &Beginning) -> Result<Self> {
        let mut names = Self { whole: Vec::new(), streams: Vec::new() };
        let spelled_out = beginning.spelled_out();
        for (list_idx, resource) in Resource::ALL.iter().enumerate() {
            for (field_idx, field) in ranked_fields(*resource).iter().enumerate() {
                let text = if *field == TermField::Citation { beginning.citation() } else { beginning.words() };
                let spelled_out = spelled_out.as_deref().filter(|_| *field == TermField::Title);
                for text in [text].into_iter().chain(spelled_out).filter(|text| !text.is_empty()) {
                    names.add(lists, (list_idx, field_idx), *field, text)?;
                }
            }
        }
        names.whole.sort_unstable_by(|name, other| name.order().cmp(&other.order()));
        Ok(names)
    }

    /// Adds the names of a list in one field.
    fn add(
        &mut self,
        lists: &[&'i ListIndex],
        (list_idx, field_idx): (usize, usize),
        field: TermField,
        text: &str,
    ) -> Result<()> {
        let postings = lists[list_idx].evaluator().postings();
        let (mut terms, has_whole) = postings.terms_with_beginning(field, text)?;
        if terms.is_empty() {
            return Ok(());
        }
        let tree = lists[list_idx].name_ranks(field_idx);
        if has_whole {
            let (position, weight) = (terms.start, tree.weight(terms.start));
            self.whole.push(Name { list_idx, field, position, weight, term: Some(text.to_owned()) });
            terms.start += 1;
        }
        let mut stream = Stream { list_idx, field, ranked: tree.ranked(terms), next: None };
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

    /// Returns the stream with the best name. Terms are read only to order equal weights.
    fn first(&mut self, lists: &[&ListIndex]) -> Result<Option<&mut Stream<'i>>> {
        let highest = self.streams.iter().filter_map(|stream| Some(stream.next.as_ref()?.weight)).max();
        let is_highest = |stream: &&mut Stream<'i>| stream.next.as_ref().map(|name| name.weight) == highest;
        let mut streams: Vec<&mut Stream<'i>> = self.streams.iter_mut().filter(is_highest).collect();
        if highest.is_none() || streams.len() < 2 {
            return Ok(streams.pop().filter(|_| highest.is_some()));
        }
        for name in streams.iter_mut().filter_map(|stream| stream.next.as_mut()) {
            name.read_term(lists)?;
        }
        Ok(streams
            .into_iter()
            .min_by(|stream, other| stream.next.as_ref().map(Name::order).cmp(&other.next.as_ref().map(Name::order))))
    }
}

impl Stream<'_> {
    /// Moves to the next name.
    fn advance(&mut self) {
        let (list_idx, field) = (self.list_idx, self.field);
        let next = self.ranked.next();
        self.next = next.map(|(position, weight)| Name { list_idx, field, position, weight, term: None });
    }
}

impl Name {
    /// The key by which names are ordered.
    fn order(&self) -> (Reverse<u8>, Option<&str>, usize, usize) {
        (Reverse(self.weight), self.term.as_deref(), self.list_idx, self.field as usize)
    }

    /// Reads the term on first use.
    fn read_term(&mut self, lists: &[&ListIndex]) -> Result<&str> {
        let term = match self.term.take() {
            Some(term) => term,
            None => lists[self.list_idx].evaluator().postings().term_at(self.field, self.position)?,
        };
        Ok(self.term.insert(term))
    }

    /// Adds the records of the name, highest standing first.
    fn add_records(&mut self, fit: Fit, candidates: &mut Candidates<'_>) -> Result<()> {
        let (list_idx, field) = (self.list_idx, self.field);
        let list = candidates.lists()[list_idx];
        // Records with the same title are one suggestion.
        if field == TermField::Title {
            let doc = list.titled(self.position);
            return doc
                .into_iter()
                .try_for_each(|doc| candidates.add(fit, (list_idx, doc), |_, _| Some(FoundBy(None))));
        }
        let term = self.read_term(candidates.lists())?;
        let mut docs = list.evaluator().postings().first_docs_with(field, term, MAX_NAMESAKES)?;
        docs.sort_by_key(|doc: &DocId| Reverse(list.evaluator().text().standing(*doc)));
        for doc in docs.into_iter().take(candidates.limit()) {
            candidates.add(fit, (list_idx, doc), |names, _| Some(FoundBy(names.found_by(field, term))))?;
        }
        Ok(())
    }
}
