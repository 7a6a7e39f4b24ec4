/*!
The conditions of a filter. They are normalized values, so that caches can be keyed by them.
*/

use crate::index::format::facet_path::FacetPath;
use crate::index::format::schema::FacetField;
use crate::index::search::date_index::DateRange;
use crate::index::text::text_query::{Phrase, texts_bytes};

/// A condition that a record meets or not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Condition {
    /// One of these facets of a field.
    Facet { field: FacetField, paths: Vec<FacetPath> },
    /// A date in the range.
    DateRange(DateRange),
    /// The first of these citation keys that any record has.
    Citation(Vec<String>),
    /// Consecutive words.
    Phrase(Phrase),
    /// All of these phrases, or the first of these citation keys that any record has.
    PhrasesOrCitation { phrases: Vec<Phrase>, citations: Vec<String> },
    /// This name, or the first of these citation keys that any record has.
    NameMatch { name: String, citations: Vec<String> },
    /// All of these words in the title or name.
    TitleTerms(Vec<String>),
    /// The negation of a condition.
    Not(Box<Condition>),
}

impl Condition {
    /// The bytes on the heap.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        match self {
            Self::Facet { paths, .. } => paths.iter().map(|path| size_of::<FacetPath>() + path.n_heap_bytes()).sum(),
            Self::DateRange(_) => 0,
            Self::Citation(texts) | Self::Phrase(texts) | Self::TitleTerms(texts) => texts_bytes(texts),
            Self::PhrasesOrCitation { phrases, citations } => {
                let of_phrases = phrases.iter().map(|phrase| size_of::<Phrase>() + texts_bytes(phrase));
                of_phrases.sum::<usize>() + texts_bytes(citations)
            }
            Self::NameMatch { name, citations } => name.len() + texts_bytes(citations),
            Self::Not(condition) => size_of::<Self>() + condition.n_heap_bytes(),
        }
    }

    /// Whether this is a condition on a facet field.
    pub(crate) fn is_on(&self, facet_field: FacetField) -> bool {
        matches!(self, Self::Facet { field, .. } if *field == facet_field)
    }
}
