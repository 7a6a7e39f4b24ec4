/*!
Builds the bodies of suggestions.
*/

use std::collections::BTreeMap;

use axum::body::Bytes;
use lexdex_core::model::SuggestionKind;
use lexdex_index::{Suggestion, Suggestions, Target};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::base_path::BasePath;

/// The characters that are percent-encoded in a value.
const MUST_ENCODE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

#[derive(Serialize)]
struct SuggestionsBody<'s> {
    data: Vec<SuggestionEntry<'s>>,
    meta: SuggestionsMeta<'s>,
}

/// A suggestion.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Suggestion)]
pub(crate) struct SuggestionEntry<'s> {
    /// The kind of the target: a record, or all records with a topic, of a court or of a jurisdiction.
    kind: SuggestionKind,
    /// The title or name in the record or the catalogue.
    text: &'s str,
    /// The other name that matched: a popular name, a citation, a bill's number or an alias. Absent if `text` matched.
    #[serde(skip_serializing_if = "Option::is_none")]
    found_by: Option<&'s str>,
    /// The path of the record, or of the list with the filter.
    url: String,
    /// The number of records that the filter selects. Absent for a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
}

/// How the query was interpreted.
#[derive(Serialize, ToSchema)]
pub(crate) struct SuggestionsMeta<'s> {
    /// The corrected words, each with its replacement. Absent if no word was corrected.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    corrected: &'s BTreeMap<String, String>,
}

/// Builds the body of suggestions. Their paths begin with the base path.
pub(crate) fn body(suggestions: &Suggestions, base_path: &BasePath) -> serde_json::Result<Bytes> {
    let data = suggestions.suggestions.iter().map(|suggestion| entry(suggestion, base_path)).collect();
    let body = SuggestionsBody { data, meta: SuggestionsMeta { corrected: &suggestions.corrected } };
    serde_json::to_vec(&body).map(Bytes::from)
}

fn entry<'s>(suggestion: &'s Suggestion, base_path: &BasePath) -> SuggestionEntry<'s> {
    let Suggestion { text, found_by, target } = suggestion;
    let (kind, path, count) = match target {
        Target::Record { resource, id } => {
            (SuggestionKind::for_record(*resource), format!("/api/v1/{resource}/{id}"), None)
        }
        Target::Filter { resource, kind, value, count } => {
            let value = utf8_percent_encode(value, MUST_ENCODE);
            (*kind, format!("/api/v1/{resource}?{kind}={value}"), Some(*count))
        }
    };
    SuggestionEntry { kind, text, found_by: found_by.as_deref(), url: base_path.join(&path), count }
}
