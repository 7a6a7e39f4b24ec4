/*!
The terms of the facets of a list: each facet has a term for every level of its path.
*/

use crate::build::facet_interner::FacetId;
use crate::format::facet_path::FacetPath;
use crate::format::schema::FacetField;

/// The terms of the facets of a list.
pub(super) struct FacetTerms {
    /// Each term once.
    pub(super) terms: Vec<(FacetField, String)>,
    /// For each facet the positions of its terms, from the root down.
    of_facets: Vec<Vec<u32>>,
}

impl FacetTerms {
    /// The terms of facets in the order of their ids.
    pub(super) fn new(facets: &[(FacetField, FacetPath)]) -> Self {
        let mut terms = Vec::new();
        for (field, path) in facets {
            terms.extend(levels(path.as_str()).map(|level| (*field, level.to_owned())));
        }
        terms.sort_unstable_by(|(field, level), (other, other_level)| {
            (*field as u8, level).cmp(&(*other as u8, other_level))
        });
        terms.dedup();
        let position = |field: FacetField, level: &str| {
            let found = terms
                .binary_search_by(|(other, of_other)| (*other as u8, of_other.as_str()).cmp(&(field as u8, level)));
            found.unwrap_or_else(|position| position) as u32
        };
        let of_facet = |(field, path): &(FacetField, FacetPath)| {
            levels(path.as_str()).map(|level| position(*field, level)).collect()
        };
        let of_facets = facets.iter().map(of_facet).collect();
        Self { terms, of_facets }
    }

    /// The positions of the terms of a facet.
    pub(super) fn for_facet(&self, id: FacetId) -> &[u32] {
        &self.of_facets[id as usize]
    }
}

/// The levels of an encoded path: the root, which is empty, then those below it down to the whole path.
fn levels(path: &str) -> impl Iterator<Item = &str> {
    let ends = path.bytes().enumerate().skip(1).filter(|(_, byte)| *byte == 0).map(|(position, _)| position);
    let whole = (!path.is_empty()).then_some(path.len());
    [0].into_iter().chain(ends).chain(whole).map(move |end| &path[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facet_has_a_term_for_each_level() {
        let facets = [
            (FacetField::Topic, FacetPath::flat("tax")),
            (FacetField::Court, FacetPath::nested(["us", "high", "court"])),
            (FacetField::Court, FacetPath::nested(["us", "low"])),
        ];
        let terms = FacetTerms::new(&facets);
        let of_facet = |id| {
            let terms = terms.for_facet(id).iter().map(|position| &terms.terms[*position as usize]);
            terms.map(|(field, level)| format!("{}:{level}", field.name())).collect::<Vec<_>>()
        };
        assert_eq!(of_facet(0), ["topic:", "topic:tax"]);
        assert_eq!(of_facet(1), ["court:", "court:us", "court:us\0high", "court:us\0high\0court"]);
        assert_eq!(of_facet(2), ["court:", "court:us", "court:us\0low"]);
        assert_eq!(terms.terms.len(), 7);
    }
}
