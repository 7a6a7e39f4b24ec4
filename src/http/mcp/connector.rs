/*!
The tools `search` and `fetch`, in the form that assistants expect of a connector: `search` takes a text and returns
results with an id, a title and an address; `fetch` takes such an id and returns a document.
*/

use axum::body::Bytes;
use lexdex_core::model::{MOST, MatchMode, Parameter, Resource};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::http::base_path::BasePath;
use crate::http::client::client_key::ClientKey;
use crate::http::mcp::api::{Api, ApiRequest, ApiResponse, Handler};
use crate::http::mcp::arguments::{ToolArguments, invalid};
use crate::http::mcp::tools::LISTS;
use crate::http::protocol::api_error::ApiError;
use crate::http::request::param_error::ParamError;
use crate::http::request::query_string::{encode_segment, push_pair};
use crate::http::response::text_links;

/// The maximum number of results of a search, over all lists.
const MAX_RESULTS: usize = 20;

/// The sentence at the end of a document, because an assistant may take its text for the whole one.
const NO_FULL_TEXT: &str = "This is a record with a summary. The full text is not served.";

/// A record, as far as its title needs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TitledRecord {
    id: String,
    #[serde(alias = "caseName")]
    title: String,
    jurisdiction: String,
    section_number: Option<String>,
    bill_number: Option<String>,
    decision_date: Option<String>,
    meta: CitedMeta,
}

#[derive(Deserialize)]
struct CitedMeta {
    citation: Option<String>,
}

/// The body of a list.
#[derive(Deserialize)]
struct ListBody<'b> {
    #[serde(borrow)]
    data: Vec<&'b RawValue>,
    meta: ReadingMeta,
}

#[derive(Deserialize)]
struct ReadingMeta {
    /// The rule that selected the records.
    #[serde(rename = "match")]
    rule: Option<String>,
}

#[derive(Deserialize)]
struct RecordBody<'b> {
    #[serde(borrow)]
    data: &'b RawValue,
}

#[derive(Serialize)]
struct SearchResults {
    results: Vec<SearchResult>,
}

/// A result of `search`.
#[derive(Serialize)]
struct SearchResult {
    id: String,
    title: String,
    url: String,
}

/// The result of `fetch`.
#[derive(Serialize)]
struct Document {
    id: String,
    title: String,
    text: String,
    url: String,
    metadata: Map<String, Value>,
}

/// Searches all lists. Returns the first response that is an error, or else the results: first of the lists whose
/// records have all the words, then of those whose records have most, and of those in turn. Of the results of one turn
/// those come first whose titles have the query.
pub(crate) async fn search(
    api: &Api,
    mut arguments: ToolArguments,
    client: ClientKey,
) -> Result<ApiResponse, ApiError> {
    let query = arguments.take_text("query", "words, a name or a citation")?;
    arguments.check_names(&["query"], &[])?;
    let lower = query.trim().to_lowercase();
    let mut ranked = Vec::new();
    let mut last: Option<ApiResponse> = None;
    for (name, resource) in LISTS {
        let mut target = String::new();
        push_pair(&mut target, Parameter::Q.as_str(), &query);
        push_pair(&mut target, Parameter::Limit.as_str(), &MAX_RESULTS.to_string());
        push_pair(&mut target, Parameter::Fields.as_str(), fields(*resource));
        if let Some(build) = last.as_ref().and_then(|response| response.build.as_ref()?.to_str().ok()) {
            push_pair(&mut target, Parameter::Build.as_str(), build);
        }
        let path = format!("/api/v1/{name}");
        let request = ApiRequest { handler: Handler::List(*resource), path, query: target, body: None };
        let response = api.call(request, client).await;
        if !response.status.is_success() {
            return Ok(response);
        }
        let ListBody { data, meta } = serde_json::from_slice(&response.body).map_err(damaged)?;
        let n_lacking = match meta.rule.as_deref() {
            Some(rule) if rule == MatchMode::Any.as_str() => 2,
            Some(MOST) => 1,
            _ => 0,
        };
        for (position, record) in data.into_iter().enumerate() {
            let result = result(*resource, record, &api.base_path)?;
            let is_named = result.title.to_lowercase().contains(&lower);
            ranked.push((n_lacking, position, !is_named, result));
        }
        last = Some(response);
    }
    ranked.sort_by_key(|(n_lacking, position, is_unnamed, _)| (*n_lacking, *position, *is_unnamed));
    let results = ranked.into_iter().take(MAX_RESULTS).map(|(.., result)| result).collect();
    let mut response = last.ok_or_else(|| ApiError::internal("there are no lists"))?;
    response.body = body(&SearchResults { results })?;
    response.is_whole = true;
    Ok(response)
}

/// Returns the record with an id from a search as a document.
pub(crate) async fn fetch(api: &Api, mut arguments: ToolArguments, client: ClientKey) -> Result<ApiResponse, ApiError> {
    let given = arguments.take_text("id", "the id of a result of search")?;
    arguments.check_names(&["id"], &[])?;
    let found = given.trim().split_once('/').and_then(|(list, id)| {
        let (_, resource) = LISTS.iter().find(|(name, _)| *name == list)?;
        Some((*resource, id))
    });
    let Some((resource, id)) = found.filter(|(_, id)| !id.is_empty()) else {
        let message = "id must be an id of a result of search, such as cases/scotus-410-us-113";
        return Err(invalid(&[ParamError::new("id", message)]));
    };
    let path = format!("/api/v1/{resource}/{}", encode_segment(id));
    let request = ApiRequest { handler: Handler::Record(resource), path, query: String::new(), body: None };
    let mut response = api.call(request, client).await;
    if response.status.is_success() {
        let RecordBody { data } = serde_json::from_slice(&response.body).map_err(damaged)?;
        response.body = body(&document(resource, data, &response.texts, &api.base_path)?)?;
        response.is_whole = true;
    }
    Ok(response)
}

/// Returns the fields that a result of a search needs.
const fn fields(resource: Resource) -> &'static str {
    match resource {
        Resource::Statutes => "id,jurisdiction,jurisdictionId,title,sectionNumber,status,meta",
        Resource::Cases => "id,caseName,citation,jurisdiction,jurisdictionId,decisionDate,meta",
        Resource::Bills => "id,billNumber,title,jurisdiction,jurisdictionId,meta",
    }
}

fn result(resource: Resource, record: &RawValue, base_path: &BasePath) -> Result<SearchResult, ApiError> {
    let texts = text_links::of_record(resource, record.get().as_bytes()).map_err(damaged)?;
    let titled: TitledRecord = serde_json::from_str(record.get()).map_err(damaged)?;
    let url = url(resource, &titled.id, &texts, base_path);
    Ok(SearchResult { id: format!("{resource}/{}", titled.id), title: title(resource, &titled), url })
}

fn document(
    resource: Resource,
    record: &RawValue,
    texts: &[String],
    base_path: &BasePath,
) -> Result<Document, ApiError> {
    let titled: TitledRecord = serde_json::from_str(record.get()).map_err(damaged)?;
    let members: Map<String, Value> = serde_json::from_str(record.get()).map_err(damaged)?;
    let title = title(resource, &titled);
    let summary = members.get("summary").and_then(Value::as_str).map(str::to_owned);
    let known = (!texts.is_empty()).then(|| format!("It is at {}", texts.join(" and ")));
    let paragraphs = [Some(title.clone()), summary, Some(NO_FULL_TEXT.to_owned()), known];
    Ok(Document {
        id: format!("{resource}/{}", titled.id),
        title,
        text: paragraphs.into_iter().flatten().collect::<Vec<_>>().join("\n\n"),
        url: url(resource, &titled.id, texts, base_path),
        metadata: metadata(members),
    })
}

/// Returns the title of a record with its citation.
fn title(resource: Resource, record: &TitledRecord) -> String {
    let TitledRecord { title, jurisdiction, section_number, bill_number, decision_date, meta, .. } = record;
    let citation = meta.citation.as_deref();
    match resource {
        Resource::Statutes => {
            let section = section_number.as_deref().unwrap_or_default();
            let place = citation.map_or_else(|| format!("{jurisdiction} {section}"), str::to_owned);
            format!("{}: {title}", place.trim_end())
        }
        Resource::Cases => {
            let year = decision_date.as_deref().and_then(|date| date.get(..4)).map(|year| format!(" ({year})"));
            format!("{title}, {}{}", citation.unwrap_or(jurisdiction), year.unwrap_or_default())
        }
        Resource::Bills => {
            let number = bill_number.as_deref().unwrap_or_default();
            let cited = citation.filter(|citation| citation.starts_with(number)).map(str::to_owned);
            let cited = cited.unwrap_or_else(|| format!("{number} ({})", citation.unwrap_or(jurisdiction)));
            format!("{cited}: {title}")
        }
    }
}

/// Returns a public address of the text of a record, or else the record's address on this server.
fn url(resource: Resource, id: &str, texts: &[String], base_path: &BasePath) -> String {
    let own = || base_path.join(&format!("/api/v1/{resource}/{id}"));
    texts.first().cloned().unwrap_or_else(own)
}

/// Returns the members of a record and of its `meta` as pairs of texts, without those that a document has already.
fn metadata(mut record: Map<String, Value>) -> Map<String, Value> {
    let meta = match record.remove("meta") {
        Some(Value::Object(meta)) => meta,
        _ => Map::new(),
    };
    let text = |value: Value| match value {
        Value::String(text) => Some(text),
        Value::Array(values) => Some(values.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")),
        _ => None,
    };
    // `meta.jurisdiction` is `jurisdictionId`.
    let meta = meta.into_iter().filter(|(name, _)| name != "jurisdiction");
    let members = record.into_iter().filter(|(name, _)| !["id", "summary"].contains(&name.as_str()));
    members.chain(meta).filter_map(|(name, value)| Some((name, text(value)?.into()))).collect()
}

fn body(value: &impl Serialize) -> Result<Bytes, ApiError> {
    serde_json::to_vec(value).map(Bytes::from).map_err(damaged)
}

fn damaged(error: serde_json::Error) -> ApiError {
    ApiError::internal(format!("a response is not of the expected form: {error}"))
}
