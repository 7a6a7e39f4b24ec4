/*!
Builds the bodies of facet counts.
*/

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::body::Bytes;
use lexdex_core::corpus::{Catalogue, bill_session};
use lexdex_core::model::Resource;
use lexdex_index::{Facet, FacetCounts};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// The body. Values are ordered by descending count, and years from latest to earliest.
#[derive(Serialize)]
struct FacetsBody<'c> {
    data: FacetsData<'c>,
    meta: FacetsMeta<'c>,
}

/// The facets of a list.
#[derive(Default, Serialize)]
struct FacetsData<'c> {
    #[serde(skip_serializing_if = "Option::is_none")]
    jurisdiction: Option<Vec<FacetValue<'c>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<Vec<FacetValue<'c>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    court: Option<Vec<FacetValue<'c>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<Vec<FacetValue<'c>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<Vec<FacetValue<'c>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chamber: Option<Vec<FacetValue<'c>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<Vec<FacetValue<'c>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    year: Option<Vec<FacetValue<'c>>>,
}

/// A value of a facet.
#[derive(Serialize, ToSchema)]
pub(crate) struct FacetValue<'c> {
    /// A value that the filter of the same name accepts. A level is a value of the filter `court`; a year has four
    /// digits.
    value: &'c str,
    /// The display name, if a catalogue has it. For a session, its jurisdiction and number in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<Cow<'c, str>>,
    /// The number of records with this value.
    count: u64,
}

#[derive(Serialize)]
struct FacetsMeta<'c> {
    /// The number of matching records.
    total: u64,
    /// Whether records have all of the search words, or at least one.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    /// The corrected words, each with its replacement.
    #[serde(skip_serializing_if = "Option::is_none")]
    corrected: Option<&'c BTreeMap<String, String>>,
    /// A sentence for a person, if something was not read as its writer may have meant it.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'c str>,
}

/// Returns the names of the facets of a list.
pub(crate) fn names(resource: Resource) -> Vec<String> {
    let mut data = FacetsData::default();
    for facet in Facet::for_list(resource) {
        *data.values_mut(*facet) = Some(Vec::new());
    }
    match serde_json::to_value(data) {
        Ok(Value::Object(members)) => members.into_iter().map(|(name, _)| name).collect(),
        _ => Vec::new(),
    }
}

/// Builds the body of facet counts.
pub(crate) fn body(counts: &FacetCounts, facets: &[Facet], catalogue: &Catalogue) -> Bytes {
    let mut data = FacetsData::default();
    for facet in facets {
        let of_facet = counts.facets.get(facet).into_iter().flatten();
        let mut values: Vec<FacetValue<'_>> = of_facet
            .map(|(value, count)| FacetValue { value, label: label(*facet, value, catalogue), count: *count })
            .collect();
        match facet {
            Facet::Year => values.reverse(),
            // The sort is stable, so that values with equal counts stay ordered by value.
            _ => values.sort_by_key(|value| std::cmp::Reverse(value.count)),
        }
        *data.values_mut(*facet) = Some(values);
    }
    let reading = counts.reading.as_ref();
    let rule = reading.map(|reading| reading.rule.as_str());
    let corrected = reading.map(|reading| &reading.corrected).filter(|corrected| !corrected.is_empty());
    let hint = reading.and_then(|reading| reading.hint.as_deref());
    let body = FacetsBody { data, meta: FacetsMeta { total: counts.total, rule, corrected, hint } };
    // Strings and numbers always serialize.
    serde_json::to_vec(&body).unwrap_or_default().into()
}

impl<'c> FacetsData<'c> {
    fn values_mut(&mut self, facet: Facet) -> &mut Option<Vec<FacetValue<'c>>> {
        match facet {
            Facet::Jurisdiction => &mut self.jurisdiction,
            Facet::Topic => &mut self.topic,
            Facet::Court => &mut self.court,
            Facet::Level => &mut self.level,
            Facet::Status => &mut self.status,
            Facet::Chamber => &mut self.chamber,
            Facet::Session => &mut self.session,
            Facet::Year => &mut self.year,
        }
    }
}

fn label<'c>(facet: Facet, value: &str, catalogue: &'c Catalogue) -> Option<Cow<'c, str>> {
    let name = match facet {
        Facet::Jurisdiction => &catalogue.jurisdictions.get(value)?.name,
        Facet::Topic => &catalogue.topics.get(value)?.label,
        Facet::Court => &catalogue.courts.get(value)?.name,
        Facet::Session => return bill_session::label(value, &catalogue.jurisdictions).map(Cow::Owned),
        Facet::Level | Facet::Status | Facet::Chamber | Facet::Year => return None,
    };
    Some(Cow::Borrowed(name))
}
