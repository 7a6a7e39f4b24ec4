/*!
The path of a facet, in the encoding of tantivy's terms.
*/

use tantivy::schema::Facet;

/// The path of a facet: its values from the top level down.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FacetPath(Box<str>);

impl FacetPath {
    /// A path of one level.
    pub(crate) fn flat(value: &str) -> Self {
        Self(value.into())
    }

    /// A path of several levels.
    pub(crate) fn nested<'v>(values: impl IntoIterator<Item = &'v str>) -> Self {
        Self(Facet::from_path(values).encoded_str().into())
    }

    /// The path of a term in a facet field; `None` if it is not UTF-8.
    pub(crate) fn from_term(term: &[u8]) -> Option<Self> {
        std::str::from_utf8(term).ok().map(|path| Self(path.into()))
    }

    /// Returns the size on the heap in bytes.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        self.0.len()
    }

    /// Whether this is the root, which all facets of a field share.
    pub(crate) fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The values of the levels.
    pub(crate) fn values(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.split('\0')
    }

    /// Returns whether this path equals another one or is below it.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.0.strip_prefix(&*other.0).is_some_and(|rest| rest.is_empty() || rest.starts_with('\0'))
    }

    /// The encoded path. tantivy indexes it together with every level above it.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}
