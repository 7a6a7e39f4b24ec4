/*!
Adds the synonyms of the words of a search to the sources of their clauses.
*/

use std::collections::HashSet;

use anyhow::Result;
use tantivy::DocId;

use crate::format::schema::TermField;
use crate::search::text_search::adjacency::{PhraseWord, docs_with_phrase};
use crate::search::text_search::clause_words::SynonymWord;
use crate::search::text_search::resolver::Resolver;
use crate::search::text_search::source::FrequencySource;
use crate::search::text_search::synonyms::{Stems, Synonym};
use crate::search::text_search::weights::{SYNONYM, SYNONYM_PHRASE};

impl<'s> Resolver<'s> {
    /// Adds the synonyms of every run of words to the clauses of its words. A run that is repeated counts once.
    pub(super) fn push_synonyms(
        &self,
        words: &[Option<SynonymWord>],
        sources: &mut [Vec<FrequencySource<'s>>],
    ) -> Result<()> {
        let stems: Vec<Option<String>> = words.iter().map(|word| word.as_ref().map(|word| word.stem.clone())).collect();
        let mut known = HashSet::new();
        for Synonym { start, len, stems } in self.synonyms.for_search(&stems) {
            let is_joined = |word: &Option<SynonymWord>| word.as_ref().is_some_and(|word| word.is_joined);
            // Part of a piece of letters and digits is no word of the search: `50` in `HB50`.
            if (start > 0 && is_joined(&words[start - 1])) || is_joined(&words[start + len - 1]) {
                continue;
            }
            let mut found: Vec<usize> =
                words[start..start + len].iter().flatten().map(|word| word.clause_idx).collect();
            found.sort_unstable();
            found.dedup();
            if known.insert((found.clone(), std::ptr::from_ref(stems))) {
                for clause_idx in found {
                    self.push_synonym(stems, &mut sources[clause_idx])?;
                }
            }
        }
        Ok(())
    }

    /// Adds a synonym, a word or a phrase, to a clause.
    pub(super) fn push_synonym(&self, stems: &Stems, sources: &mut Vec<FrequencySource<'s>>) -> Result<()> {
        match &stems[..] {
            [stem] => self.push_forms(&self.forms.for_stem(stem), SYNONYM, sources),
            stems => {
                self.push_docs(&self.docs_with_stems(stems)?, SYNONYM_PHRASE, sources);
                Ok(())
            }
        }
    }

    /// The documents with consecutive words of these stems.
    fn docs_with_stems(&self, stems: &[String]) -> Result<Vec<DocId>> {
        let words = stems.iter().enumerate();
        let words = words.map(|(offset, stem)| PhraseWord { forms: self.forms.for_stem(stem), offset: offset as u32 });
        docs_with_phrase(self.postings, TermField::Word, &words.collect::<Vec<_>>())
    }
}
