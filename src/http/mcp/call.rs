/*!
Runs tool calls.
*/

use lexdex_core::model::{Parameter, Resource};
use serde::Deserialize;
use serde_json::json;

use crate::http::client::client_key::ClientKey;
use crate::http::handlers::catalogues::part_parameters;
use crate::http::mcp::api::{Api, ApiRequest, ApiResponse, Handler};
use crate::http::mcp::arguments::ToolArguments;
use crate::http::mcp::connector;
use crate::http::mcp::record_urls::add_urls;
use crate::http::mcp::tools::{
    DEFAULT_LIMIT, JURISDICTIONS, LISTS, RECORDS, ToolFunction, ToolKind, VALUES, default_fields,
};
use crate::http::mcp::unknown_values::{OPEN_PARAMETERS, unknown_values};
use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::request_body::{MediaType, TextBody};
use crate::http::request::query_string::encode_segment;
use crate::http::response::catalogues::CatalogueKind;

/// Answers a tool call. Fails if an argument of the tool itself is invalid, or if there is no capacity to find the values
/// that are nearest to unknown ones.
pub(crate) async fn call(
    api: &Api,
    function: ToolFunction,
    arguments: ToolArguments,
    client: ClientKey,
) -> Result<ApiResponse, ApiError> {
    match function {
        ToolFunction::Api(kind) => call_api(api, kind, arguments, client).await,
        ToolFunction::Search => connector::search(api, arguments, client).await,
        ToolFunction::Fetch => connector::fetch(api, arguments, client).await,
    }
}

/// Answers a tool call by an API request.
async fn call_api(
    api: &Api,
    kind: ToolKind,
    arguments: ToolArguments,
    client: ClientKey,
) -> Result<ApiResponse, ApiError> {
    let open_values = open_values(kind, &arguments);
    let mut response = api.call(api_request(kind, arguments)?, client).await;
    if let ToolKind::Search(resource) = kind
        && response.status.is_success()
    {
        let body = add_urls(&response.body, resource, &api.base_path);
        response.body = body.map_err(|error| ApiError::internal(format!("a list is not JSON: {error}")))?;
    }
    if !open_values.is_empty() && response.status.is_success() && has_no_records(&response.body) {
        let snapshot = api.current.load();
        // The response may be from a replaced build, whose index had other values.
        if response.build.as_ref().is_some_and(|build| *build == *snapshot.build_id) {
            // The search for the nearest values takes milliseconds, so it is bounded like a query.
            let ticket = snapshot.workers.admit(client)?;
            let unknown = ticket.run(move || unknown_values(&snapshot.index, open_values)).await;
            response.unknown = unknown.map_err(|error| ApiError::internal(format!("a query task failed: {error}")))?;
        }
    }
    Ok(response)
}

fn api_request(kind: ToolKind, mut arguments: ToolArguments) -> Result<ApiRequest, ApiError> {
    let mut body = None;
    let (handler, path) = match kind {
        ToolKind::Search(resource) => {
            arguments.set_default(Parameter::Limit, DEFAULT_LIMIT);
            arguments.set_default(Parameter::Fields, default_fields(resource));
            (Handler::List(resource), format!("/api/v1/{resource}"))
        }
        ToolKind::Record => {
            let resource = arguments.take_choice("resource", RECORDS)?;
            let id = arguments.take_text("id", "the id of a record, as a search returns it")?;
            let (handler, list, parameters) = match resource {
                Some(resource) => {
                    (Handler::Record(resource), resource.as_str(), &[Parameter::Fields, Parameter::Build][..])
                }
                None => (Handler::Jurisdiction, JURISDICTIONS, &[Parameter::Build][..]),
            };
            arguments.check_names(&["resource", "id"], parameters)?;
            (handler, format!("/api/v1/{list}/{}", encode_segment(&id)))
        }
        ToolKind::Citations => {
            let text = arguments.take_text("text", "the text to check")?;
            let context =
                arguments.take_optional_text("context", "`meta.context` of the result for the part before")?;
            body = Some(citations_body(text, context));
            arguments.check_names(&["text", "context"], &[Parameter::Build])?;
            (Handler::Citations, "/api/v1/citations".to_owned())
        }
        ToolKind::Facets => {
            let resource = arguments.take_choice("resource", LISTS)?;
            (Handler::Facets(resource), format!("/api/v1/{resource}/facets"))
        }
        ToolKind::Values => {
            let catalogue = arguments.take_choice("of", VALUES)?;
            catalogue_request(&arguments, &["of"], catalogue, None)?
        }
        ToolKind::Coverage => {
            let resource = arguments.take_optional_choice("resource", LISTS)?;
            catalogue_request(&arguments, &["resource"], CatalogueKind::Coverage, resource)?
        }
    };
    Ok(ApiRequest { handler, path, query: arguments.into_query()?, body })
}

/// Returns the body of a request for a text, or for a part of it with the context of the part before.
fn citations_body(text: String, context: Option<String>) -> TextBody {
    match context {
        None => TextBody { media_type: MediaType::PlainText, text },
        Some(context) => {
            let text = json!({ "text": text, "context": context }).to_string();
            TextBody { media_type: MediaType::Json, text }
        }
    }
}

/// Returns the handler and the path of a catalogue, after a check of the names of the arguments.
fn catalogue_request(
    arguments: &ToolArguments,
    taken: &[&'static str],
    kind: CatalogueKind,
    resource: Option<Resource>,
) -> Result<(Handler, String), ApiError> {
    arguments.check_names(taken, &[part_parameters(kind), &[Parameter::Build]].concat())?;
    Ok((Handler::Catalogue(kind, resource), format!("/api/v1/{}", kind.as_str())))
}

/// Returns the given values of the filters for which the API accepts unknown values.
fn open_values(kind: ToolKind, arguments: &ToolArguments) -> Vec<(Parameter, String)> {
    if !matches!(kind, ToolKind::Search(_) | ToolKind::Facets) {
        return Vec::new();
    }
    let of = |parameter| arguments.values(parameter).into_iter().map(move |value| (parameter, value));
    OPEN_PARAMETERS.into_iter().flat_map(of).collect()
}

/// Returns whether the total of a body is 0.
fn has_no_records(body: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct CountedBody {
        meta: TotalMeta,
    }
    #[derive(Deserialize)]
    struct TotalMeta {
        total: u64,
    }
    serde_json::from_slice::<CountedBody>(body).is_ok_and(|counted| counted.meta.total == 0)
}
