/*!
Resources: each record has the URI `lexdex://{list}/{id}`.
*/

use axum::http::StatusCode;
use lexdex_core::model::{Jurisdiction, Resource};
use serde_json::{Value, json};

use crate::http::client::client_key::ClientKey;
use crate::http::mcp::api::{Api, ApiRequest, ApiResponse, Handler};
use crate::http::mcp::tools::{JURISDICTIONS, RECORDS};
use crate::http::protocol::api_error::ApiError;
use crate::http::request::query_string::{decode_segment, encode_segment};

/// The scheme of the URIs.
const SCHEME: &str = "lexdex://";

/// A template of resource URIs.
pub(crate) struct Template {
    pub(crate) uri: String,
    pub(crate) name: &'static str,
    pub(crate) description: String,
}

pub(crate) fn jurisdiction_uri(id: &str) -> String {
    format!("{SCHEME}{JURISDICTIONS}/{id}")
}

/// Returns the templates of all lists.
pub(crate) fn templates() -> Vec<Template> {
    let template = |(name, _): &(&'static str, _)| Template {
        uri: format!("{SCHEME}{name}/{{id}}"),
        name,
        description: format!("One of the {name}, by its `id`, as JSON."),
    };
    RECORDS.iter().map(template).collect()
}

/// Returns the jurisdictions that have records in the index. The records themselves are too many to list.
pub(crate) fn jurisdictions(api: &Api) -> Vec<Jurisdiction> {
    let snapshot = api.current.load();
    let index = &snapshot.index;
    let has_records = |jurisdiction: &&Jurisdiction| {
        let coverage = |list: &Resource| index.coverage(*list).for_jurisdiction(&jurisdiction.id);
        Resource::ALL.iter().filter_map(coverage).any(|covered| covered.records > 0)
    };
    index.catalogue().jurisdictions.entries().iter().filter(has_records).cloned().collect()
}

/// Reads a resource through the API.
pub(crate) async fn read(api: &Api, uri: &str, client: ClientKey) -> Result<ApiResponse, ApiError> {
    let not_found = || {
        let message = format!("there is no resource {}; see resources/templates/list", quoted(uri));
        ApiError::new(StatusCode::NOT_FOUND, message)
    };
    let (list, id) = uri.strip_prefix(SCHEME).and_then(|path| path.split_once('/')).ok_or_else(not_found)?;
    let id = decode_segment(id).map_err(|_| not_found())?;
    let (name, resource) = RECORDS.iter().find(|(name, _)| *name == list).ok_or_else(not_found)?;
    if id.trim().is_empty() {
        return Err(not_found());
    }
    let handler = resource.map_or(Handler::Jurisdiction, Handler::Record);
    let path = format!("/api/v1/{name}/{}", encode_segment(&id));
    Ok(api.call(ApiRequest { handler, path, query: String::new(), body: None }, client).await)
}

/// Quotes the start of a URI from a client.
fn quoted(uri: &str) -> Value {
    const MAX_CHARS: usize = 200;
    json!(uri.chars().take(MAX_CHARS).collect::<String>())
}
