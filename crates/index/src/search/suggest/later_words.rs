//! Finds titles that contain all typed words, anywhere and in any order. The last word may be incomplete.

use std::cmp::Reverse;

use anyhow::Result;
use tantivy::DocId;

use crate::format::schema::TermField;
use crate::search::postings::Postings;
use crate::search::suggest::candidates::{Candidates, FoundBy};
use crate::search::suggest::suggestion::Fit;

/// The maximum number of completions of the last word, the first in alphabetical order.
const MAX_WORDS: usize = 32;

/// The maximum number of records of a list for a single word, the first in list order.
const MAX_DOCS: usize = 4096;

/// The maximum number of records of a list with the rarest of several words. Each takes longer to check.
const MAX_DOCS_OF_SEVERAL: usize = 1024;

/// The maximum frequency of another word that is looked up for each record.
const MAX_DOCS_OF_OTHERS: u32 = 65_536;

/// The maximum number of titles that are read.
const MAX_TITLES: usize = 32;

/// Adds the records with such titles until the collection is full.
pub(super) fn add(words: &str, candidates: &mut Candidates<'_>) -> Result<()> {
    let mut words: Vec<&str> = words.split(' ').collect();
    let Some(last) = words.pop().filter(|last| !last.is_empty()) else {
        return Ok(());
    };
    words.sort_unstable();
    words.dedup();
    let mut found = Vec::new();
    for (list_idx, list) in candidates.lists().iter().enumerate() {
        let text = list.evaluator().text();
        for doc in docs(list.evaluator().postings(), &words, last)? {
            found.push((Reverse(text.standing(doc)), text.n_title_words(doc), list_idx, doc));
        }
    }
    if found.len() > MAX_TITLES {
        found.select_nth_unstable(MAX_TITLES);
        found.truncate(MAX_TITLES);
    }
    found.sort_unstable();
    for (_, _, list_idx, doc) in found {
        let has_words = |title: &str| {
            words.iter().all(|word| title.split(' ').any(|of_title| of_title == *word))
                && title.split(' ').any(|of_title| of_title.starts_with(last))
        };
        candidates.add(Fit::LaterWord, (list_idx, doc), |_, title| has_words(title).then_some(FoundBy(None)))?;
    }
    Ok(())
}

/// Returns records that may have such titles. For frequent words, some are left out.
fn docs(postings: &Postings, words: &[&str], last: &str) -> Result<Vec<DocId>> {
    let mut counted = Vec::with_capacity(words.len());
    for word in words {
        match postings.n_docs_with(TermField::TitleWord, word)? {
            0 => return Ok(Vec::new()),
            n_docs => counted.push((n_docs, *word)),
        }
    }
    counted.sort_unstable();
    let n_words = postings.terms_with_beginning(TermField::TitleWord, last)?.len();
    if n_words == 0 {
        return Ok(Vec::new());
    }
    let is_frequent = counted.first().is_none_or(|(n_docs, _)| *n_docs as usize > MAX_TITLES);
    let with_last = if is_frequent && n_words <= MAX_WORDS || counted.is_empty() {
        postings.words_with_beginning(TermField::TitleWord, last, MAX_WORDS)?
    } else {
        Vec::new()
    };
    let n_with_last: u32 = with_last.iter().map(|(_, n_docs)| n_docs).sum();
    let max_docs = if words.is_empty() { MAX_DOCS } else { MAX_DOCS_OF_SEVERAL };
    let mut others = counted.as_slice();
    let mut docs = Vec::new();
    match counted.split_first() {
        Some(((n_docs, word), rest)) if with_last.is_empty() || *n_docs <= n_with_last => {
            docs = postings.first_docs_with(TermField::TitleWord, word, max_docs)?;
            others = rest;
        }
        _ => {
            for (word, _) in &with_last {
                docs.extend(postings.first_docs_with(TermField::TitleWord, word, max_docs - docs.len())?);
            }
            docs.sort_unstable();
            docs.dedup();
        }
    }
    for (_, word) in others.iter().filter(|(n_docs, _)| *n_docs <= MAX_DOCS_OF_OTHERS) {
        postings.retain(TermField::TitleWord, word, &mut docs)?;
    }
    Ok(docs)
}
