/*!
The thesaurus of a corpus by stem: finds its members in a search, and the other members of their groups.
*/

use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;

use crate::text::stem::stem;
use crate::text::tokenizer::joined_words;

/// The stems of a word or phrase.
pub(crate) type Stems = Vec<String>;

/// The groups of synonyms.
#[derive(Default)]
pub(crate) struct Synonyms {
    groups: Vec<Vec<Stems>>,
    /// The positions of the groups with a member.
    by_member: HashMap<Stems, Vec<usize>, RandomState>,
    max_member_words: usize,
    /// The stems of all words of members.
    words: HashSet<String, RandomState>,
}

/// A run of words in a search that is a member of a group, and another member of that group.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Synonym<'s> {
    /// The position of the run's first word.
    pub(crate) start: usize,
    /// The number of words in the run.
    pub(crate) len: usize,
    /// The other member.
    pub(crate) stems: &'s Stems,
}

impl Synonyms {
    /// The groups of a thesaurus.
    pub(crate) fn new(groups: &[Vec<String>]) -> Self {
        let mut synonyms = Self::default();
        for (group_idx, members) in groups.iter().enumerate() {
            let mut group: Vec<Stems> = Vec::with_capacity(members.len());
            for member in members {
                let stems: Stems = joined_words(member).split(' ').map(|word| stem(word).into_owned()).collect();
                synonyms.words.extend(stems.iter().cloned());
                if !group.contains(&stems) {
                    synonyms.max_member_words = synonyms.max_member_words.max(stems.len());
                    synonyms.by_member.entry(stems.clone()).or_default().push(group_idx);
                    group.push(stems);
                }
            }
            synonyms.groups.push(group);
        }
        synonyms
    }

    /// Returns whether a member has a word with this stem. Such a word is not a typing error.
    pub(crate) fn has_word(&self, stem: &str) -> bool {
        self.words.contains(stem)
    }

    /// Returns the synonyms of every run of consecutive words in a search, given the stems of its words. A word that
    /// cannot be part of a run is `None`.
    pub(crate) fn for_search<'s>(&'s self, stems: &[Option<String>]) -> Vec<Synonym<'s>> {
        let mut found = Vec::new();
        for start in 0..stems.len() {
            let mut run: Stems = Vec::new();
            for stem in stems[start..].iter().take(self.max_member_words) {
                let Some(stem) = stem else { break };
                run.push(stem.clone());
                for group_idx in self.by_member.get(&run).into_iter().flatten() {
                    let others = self.groups[*group_idx].iter().filter(|member| **member != run);
                    found.extend(others.map(|stems| Synonym { start, len: run.len(), stems }));
                }
            }
        }
        found
    }
}
