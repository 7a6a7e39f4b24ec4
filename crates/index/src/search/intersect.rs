/*!
Intersects the sets of conditions, with the stored intersections of frequent facets where they help.
*/

use std::ptr;

use crate::docset::disjunction::{Disjunction, SetRef};
use crate::docset::doc_set::DocSet;
use crate::docset::intersection::Intersection;
use crate::format::facet_intersections::{FacetIntersections, StoredIntersection};
use crate::format::facet_sets::FacetSets;
use crate::format::schema::FacetField;
use crate::search::condition::Condition;

/// The facets of a list, with their stored intersections.
#[derive(Clone, Copy)]
pub(crate) struct Facets<'s> {
    pub(crate) sets: &'s FacetSets,
    pub(crate) intersections: &'s FacetIntersections,
}

/// A frequent facet that a condition requires.
#[derive(Clone, Copy)]
struct Required<'s> {
    field: FacetField,
    number: u32,
    docs: &'s DocSet,
}

/// Intersects the disjunctions of conditions, which may be in another order, in a list with `n_docs` documents.
pub(crate) fn intersect(
    conditions: &[Condition],
    disjunctions: &[Disjunction<'_>],
    facets: Facets<'_>,
    n_docs: u32,
) -> Intersection {
    let required: Vec<Required<'_>> =
        conditions.iter().filter_map(|condition| required_facet(condition, facets)).collect();
    // All cases of a federal court are federal, for example.
    let is_implied = |facet: &&Required<'_>| required.iter().any(|other| implies(other, facet, facets.intersections));
    let (implied, required): (Vec<&Required<'_>>, Vec<&Required<'_>>) = required.iter().partition(is_implied);
    let disjunctions = without(disjunctions, &implied);
    if let [Disjunction { sets }] = &disjunctions[..]
        && let [set] = &sets[..]
    {
        return Intersection::from_set(set, n_docs);
    }
    let Some((pair, stored)) = smallest_pair(&required, facets.intersections) else {
        return Intersection::new(&disjunctions, n_docs);
    };
    let mut others = without(&disjunctions, &pair);
    if others.is_empty()
        && let Some(intersection) = stored.intersection()
    {
        return intersection;
    }
    match stored.docs() {
        Some(docs) => {
            others.push(docs.into());
            Intersection::new(&others, n_docs)
        }
        None => Intersection::new(&disjunctions, n_docs),
    }
}

/// The frequent facet that a condition requires; `None` if it accepts others, too.
fn required_facet<'s>(condition: &Condition, facets: Facets<'s>) -> Option<Required<'s>> {
    let (Condition::Facet { field, paths } | Condition::AlsoFacet { field, paths }) = condition else { return None };
    let [path] = &paths[..] else { return None };
    let number = facets.intersections.number(*field, path)?;
    Some(Required { field: *field, number, docs: facets.sets.get(*field, path)? })
}

/// Whether all documents of a facet have another one. Of two facets with the same documents, one implies the other.
fn implies(one: &Required<'_>, other: &Required<'_>, intersections: &FacetIntersections) -> bool {
    one.field != other.field
        && (one.docs.len(), one.number) < (other.docs.len(), other.number)
        && intersections.get(one.number, other.number).len() == one.docs.len()
}

/// The two facets with the smallest stored intersection.
fn smallest_pair<'r, 's>(
    required: &[&'r Required<'r>],
    intersections: &'s FacetIntersections,
) -> Option<([&'r Required<'r>; 2], StoredIntersection<'s>)> {
    let pairs = required.iter().enumerate().flat_map(|(idx, one)| required[..idx].iter().map(|other| [*one, *other]));
    let of_two_fields = pairs.filter(|[one, other]| one.field != other.field);
    let stored = of_two_fields.map(|[one, other]| ([one, other], intersections.get(one.number, other.number)));
    stored.min_by_key(|(_, stored)| stored.len())
}

/// The disjunctions without those of facets.
fn without<'s>(disjunctions: &[Disjunction<'s>], facets: &[&Required<'_>]) -> Vec<Disjunction<'s>> {
    let is_of_facet = |disjunction: &Disjunction<'_>| match &disjunction.sets[..] {
        [SetRef::Resident(set)] => facets.iter().any(|facet| ptr::eq(*set, facet.docs)),
        _ => false,
    };
    disjunctions.iter().filter(|disjunction| !is_of_facet(disjunction)).cloned().collect()
}
