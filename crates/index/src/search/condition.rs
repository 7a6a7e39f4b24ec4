/*!
The conditions of a filter. They are normalized values, so that caches can be keyed by them.
*/

use crate::format::facet_path::FacetPath;
use crate::format::schema::FacetField;
use crate::search::date_index::DateRange;
use crate::text::citation::Citation;
use crate::text::text_query::{TextQuery, texts_bytes};

/// A condition on a record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Condition {
    /// One of these facets of a field.
    Facet {
        field: FacetField,
        paths: Vec<FacetPath>,
    },
    /// One of these facets of a field, in addition to a [`Self::Facet`] condition on the field. Facet counts do not
    /// ignore it.
    AlsoFacet {
        field: FacetField,
        paths: Vec<FacetPath>,
    },
    DateRange(DateRange),
    Citation(Citation),
    /// One of these ids, in ascending order.
    Ids(Vec<String>),
    /// The words of a search.
    Text(Box<TextQuery>),
}

impl Condition {
    /// Returns the size on the heap in bytes.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        match self {
            Self::Facet { paths, .. } | Self::AlsoFacet { paths, .. } => {
                paths.iter().map(|path| size_of::<FacetPath>() + path.n_heap_bytes()).sum()
            }
            Self::DateRange(_) => 0,
            Self::Citation(citation) => citation.n_heap_bytes(),
            Self::Ids(ids) => texts_bytes(ids),
            Self::Text(query) => size_of::<TextQuery>() + query.n_heap_bytes(),
        }
    }

    /// Whether this is a condition on a facet field.
    pub(crate) fn is_on(&self, facet_field: FacetField) -> bool {
        matches!(self, Self::Facet { field, .. } if *field == facet_field)
    }
}
