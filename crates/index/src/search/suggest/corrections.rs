//! Corrects the words of a beginning that no name has.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::format::schema::TermField;
use crate::search::postings::Postings;
use crate::search::text_search::spelling::correction;

/// Returns the words that no title has, each with the nearest word in titles. The last word counts as known if any word
/// begins with it. `is_name` returns whether another name has a word with this beginning.
pub(super) fn corrections(
    lists: &[&Postings],
    words: &str,
    is_name: impl Fn(&str) -> bool,
) -> Result<BTreeMap<String, String>> {
    let titles: Vec<_> = lists.iter().map(|postings| (*postings, TermField::TitleWord)).collect();
    let mut corrected = BTreeMap::new();
    let mut rest = words.split(' ').peekable();
    while let Some(word) = rest.next() {
        let is_last = rest.peek().is_none();
        if !is_name(word)
            && !is_in_titles(lists, word, is_last)?
            && let Some(nearest) = correction(&titles, word)?
        {
            corrected.insert(word.to_owned(), nearest);
        }
    }
    Ok(corrected)
}

fn is_in_titles(lists: &[&Postings], word: &str, is_beginning: bool) -> Result<bool> {
    for postings in lists {
        let is_known = if is_beginning {
            postings.terms_with_beginning(TermField::TitleWord, word)?.len() > 0
        } else {
            postings.n_docs_with(TermField::TitleWord, word)? > 0
        };
        if is_known {
            return Ok(true);
        }
    }
    Ok(false)
}
