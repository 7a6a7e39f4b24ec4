//! Finds the records whose titles have given words.

use std::cmp::Reverse;

use anyhow::Result;
use tantivy::DocId;

use crate::format::schema::TermField;
use crate::search::list_index::ListIndex;

/// The maximum number of records with the rarest word, the first in list order.
const MAX_DOCS: usize = 1024;

/// The maximum number of words that are looked up.
const MAX_WORDS: usize = 8;

/// Returns records whose titles have all of these words that any title has: at most `limit`, those of the highest
/// standing first. For frequent words, some are left out.
pub(crate) fn docs_with_title_words(list: &ListIndex, words: &[&str], limit: usize) -> Result<Vec<DocId>> {
    let (postings, text) = (list.evaluator().postings(), list.evaluator().text());
    let mut counted = Vec::new();
    for word in words.iter().take(MAX_WORDS) {
        counted.push((postings.n_docs_with(TermField::TitleWord, word)?, *word));
    }
    counted.retain(|(n_docs, _)| *n_docs > 0);
    counted.sort_unstable();
    let Some(((_, rarest), others)) = counted.split_first() else {
        return Ok(Vec::new());
    };
    let mut docs = postings.first_docs_with(TermField::TitleWord, rarest, MAX_DOCS)?;
    for (_, word) in others {
        postings.retain(TermField::TitleWord, word, &mut docs)?;
    }
    docs.sort_by_key(|doc| Reverse(text.standing(*doc)));
    docs.truncate(limit);
    Ok(docs)
}
