/*!
Finds the cases with the name that is written beside a citation that no record has.
*/

use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;

use anyhow::{Context, Result};
use foldhash::quality::RandomState;
use lexdex_core::model::Resource;

use crate::citation_check::cited_record::CitedRecord;
use crate::text::tokenizer::joined_words;
use crate::{CaseName, Index};

/// The maximum number of cases listed for a name. A name that more cases have lists none.
const MAX_LISTED: usize = 3;

/// The maximum number of cases read for a name.
const MAX_COMPARED: usize = 50;

/// The maximum number of names of a text that are searched.
const MAX_NAMES: usize = 50;

/// The words between parties, which a title may abbreviate in another way.
const VERSUS: &[&str] = &["v", "vs", "versus"];

type Records<'i> = Vec<Rc<CitedRecord<'i>>>;

/// Searches cases by their names, and caches the results.
#[derive(Default)]
pub(super) struct NameSearch<'i> {
    known: HashMap<String, Records<'i>, RandomState>,
}

impl<'i> NameSearch<'i> {
    /// Returns the cases with a name, if they are few: those first whose citation begins most like the written one.
    pub(super) fn find(
        &mut self,
        index: &'i Index,
        name: &str,
        parsed: &CaseName,
        citation: &str,
    ) -> Result<Records<'i>> {
        let mut found = match self.known.get(name) {
            Some(known) => known.clone(),
            None => {
                let found = if self.known.len() < MAX_NAMES { search(index, name, parsed)? } else { Vec::new() };
                self.known.insert(name.to_owned(), found.clone());
                found
            }
        };
        found.sort_by_key(|record| Reverse(n_equal_bytes(record.citation.as_deref().unwrap_or_default(), citation)));
        Ok(found)
    }
}

/// Finds the cases with a name. An abbreviated word may be spelled out in the record, so that it is not searched.
fn search<'i>(index: &'i Index, name: &str, parsed: &CaseName) -> Result<Records<'i>> {
    let full_words: Vec<&str> = name.split_whitespace().filter(|word| !word.ends_with('.')).collect();
    let words = joined_words(&full_words.join(" "));
    let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty() && !VERSUS.contains(word)).collect();
    let mut found = Vec::new();
    for record in index.cases_with_words(&words, MAX_COMPARED)? {
        let record = CitedRecord::parse(Resource::Cases, record, &index.catalogue().jurisdictions);
        let record = record.context("a record is damaged")?;
        if record.has_name(parsed) {
            found.push(Rc::new(record));
        }
    }
    Ok(if found.len() <= MAX_LISTED { found } else { Vec::new() })
}

/// Returns the number of equal bytes at the beginnings of two texts.
fn n_equal_bytes(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
}
