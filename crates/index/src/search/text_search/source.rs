/*!
The sources of a word's frequencies: postings of the text or the title, or a set of documents.
*/

use std::ops::Range;

use anyhow::Result;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::BlockSegmentPostings;
use tantivy::{DocId, TERMINATED};

use crate::docset::block::{BLOCK_DOCS, Block, docs_in_word};
use crate::docset::disjunction::SetRef;
use crate::format::schema::TermField;
use crate::search::postings::Postings;
use crate::search::text_search::weights::{MAX_FREQUENCY, OCCURRENCE, WEIGHT_UNIT, in_text_of};

/// The frequency of one occurrence in a field of each document, by the length of the field.
pub(crate) struct FieldLengths {
    /// The encoded length of the field in each document.
    lengths: FieldNormReader,
    /// The frequency for each encoded length.
    frequencies: Box<[u16; 256]>,
}

impl FieldLengths {
    /// Reads the lengths of a field. Returns `None` if no document of the list has the field. `at_average` is the
    /// frequency of an occurrence in a field of average length.
    pub(crate) fn read(
        postings: &Postings,
        field: TermField,
        at_average: u32,
        length_quarters: u64,
    ) -> Result<Option<Self>> {
        let Some(lengths) = postings.lengths(field)? else {
            return Ok(None);
        };
        let (n_words, n_docs) = (postings.n_words(field)?, u64::from(lengths.num_docs()));
        let frequency = |id: usize| {
            let len = FieldNormReader::id_to_fieldnorm(id as u8).into();
            (in_text_of(len, n_words, n_docs, length_quarters) * at_average / OCCURRENCE) as u16
        };
        Ok(Some(Self { lengths, frequencies: Box::new(std::array::from_fn(frequency)) }))
    }

    /// The length of the field of a document, in words.
    pub(crate) fn n_words(&self, doc: DocId) -> u32 {
        self.lengths.fieldnorm(doc)
    }

    /// The frequency of a word that occurs `n_times` in the field of a document, each with this weight.
    #[inline(always)]
    fn frequency(&self, doc: DocId, n_times: u32, weight: u32) -> u32 {
        u32::from(self.frequencies[usize::from(self.lengths.fieldnorm_id(doc))]) * n_times * weight / WEIGHT_UNIT
    }

    /// Adds documents of the block that begins at `start`, each with the number of its occurrences. The loop is not
    /// inlined, so that its values stay in registers.
    #[inline(never)]
    fn add_occurrences(
        &self,
        start: DocId,
        occurrences: impl Iterator<Item = (DocId, u32)>,
        weight: u32,
        frequencies: &mut Frequencies,
        docs: &mut Block,
    ) {
        // Documents ascend, so the bits of a word are collected before it is written.
        let (mut word_idx, mut word) = (0, 0);
        for (doc, n_times) in occurrences {
            // The remainder changes nothing, but tells the compiler that no index is out of bounds.
            let position = (doc - start) as usize % BLOCK_DOCS as usize;
            add(&mut frequencies[position], self.frequency(doc, n_times, weight));
            if position / 64 != word_idx {
                docs[word_idx] |= std::mem::replace(&mut word, 0);
                word_idx = position / 64;
            }
            word |= 1 << (position % 64);
        }
        docs[word_idx] |= word;
    }
}

/// The frequencies of the documents of a block, at most [`MAX_FREQUENCY`] each.
pub(crate) type Frequencies = [u16; BLOCK_DOCS as usize];

/// Adds to the frequency of a document.
#[inline(always)]
fn add(frequency: &mut u16, of_source: u32) {
    *frequency = (u32::from(*frequency) + of_source).min(MAX_FREQUENCY) as u16;
}

#[derive(Clone)]
pub(crate) enum FrequencySource<'s> {
    /// The occurrences of one form of a word in a field.
    Postings {
        blocks: Box<BlockSegmentPostings>,
        lengths: &'s FieldLengths,
        /// The weight of an occurrence, in [`WEIGHT_UNIT`].
        weight: u32,
        /// Whether other sources have the same documents.
        is_extra: bool,
        /// Whether the field is the background text.
        is_background: bool,
    },
    /// Documents that all have the same frequency.
    Set {
        set: SetRef<'s>,
        frequency: u32,
        /// Whether the documents were found by their background texts.
        is_background: bool,
    },
}

impl FrequencySource<'_> {
    /// Returns the number of documents; 0 if other sources have the same documents.
    pub(crate) fn n_docs(&self) -> u64 {
        match self {
            Self::Postings { is_extra: true, .. } => 0,
            Self::Postings { blocks, .. } => blocks.doc_freq().into(),
            Self::Set { set, .. } => set.len().into(),
        }
    }

    /// Returns whether the words are in background texts, not in the documents themselves.
    pub(crate) fn is_background(&self) -> bool {
        matches!(self, Self::Postings { is_background: true, .. } | Self::Set { is_background: true, .. })
    }

    /// Returns the first document at or after `doc`, or [`TERMINATED`]. Postings are only read forward.
    pub(crate) fn first_from(&mut self, doc: DocId) -> DocId {
        match self {
            Self::Postings { blocks, .. } => {
                let position = blocks.seek(doc);
                blocks.docs().get(position).copied().unwrap_or(TERMINATED)
            }
            Self::Set { set, .. } => set.slice(set.rank(doc), 1).first().copied().unwrap_or(TERMINATED),
        }
    }

    /// Adds the frequencies of a block's documents to `frequencies`, and the documents to `docs`. Reads only some words of
    /// the block: its 64 documents from `64 * words.start` on, and so on.
    pub(crate) fn add_block(
        &mut self,
        block_idx: usize,
        words: Range<u32>,
        frequencies: &mut Frequencies,
        docs: &mut Block,
    ) {
        let start = block_idx as u32 * BLOCK_DOCS;
        match self {
            Self::Postings { blocks, lengths, weight, .. } => {
                // At the end of the postings, the found position can be in the padding.
                let mut first = blocks.seek(start.saturating_add(words.start * 64)).min(blocks.docs().len());
                let end = start.saturating_add(words.end * 64);
                loop {
                    let in_postings = &blocks.docs()[first..];
                    let n_docs = in_postings.partition_point(|doc| *doc < end);
                    let occurrences = in_postings[..n_docs].iter().copied().zip((first..).map(|idx| blocks.freq(idx)));
                    lengths.add_occurrences(start, occurrences, *weight, frequencies, docs);
                    if n_docs < in_postings.len() || in_postings.is_empty() {
                        break;
                    }
                    blocks.advance();
                    first = 0;
                }
            }
            Self::Set { set, frequency, .. } => {
                let of_set = set.block(block_idx);
                for word_idx in words {
                    let word = of_set[word_idx as usize];
                    docs[word_idx as usize] |= word;
                    for position in docs_in_word(word_idx * 64, word) {
                        add(&mut frequencies[position as usize], *frequency);
                    }
                }
            }
        }
    }
}
