/*!
The methods of the protocol. This module and the endpoint alone name rmcp.
*/

use std::sync::{Arc, OnceLock};

use axum::http::StatusCode;
use axum::http::request::Parts;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult,
    DiscoverResult, ErrorCode, ErrorData, Implementation, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    Resource, ResourceContents, ResourceTemplate, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};

use crate::http::client::client_key::ClientKey;
use crate::http::mcp::answer::answer;
use crate::http::mcp::api::{Api, ApiResponse};
use crate::http::mcp::arguments::Arguments;
use crate::http::mcp::call::call;
use crate::http::mcp::exchange::Exchange;
use crate::http::mcp::tools::{INSTRUCTIONS, NOTE, TOOLS};
use crate::http::mcp::{input_schema, output_schema, resources, tools};
use crate::http::protocol::api_error::{ApiError, Cause};
use crate::http::request::param_error::nearest_name;
use crate::http::site::openapi::schemas;
use crate::model::{Jurisdiction, MAX_VALUE_CHARS};

/// The maximum length of the API's body in an answer.
const MAX_ANSWER_BYTES: usize = 512 << 10;

/// The media type of records.
const JSON: &str = "application/json";

/// The methods whose parameters rmcp reads. A request for one of them that it cannot read has wrong parameters. Not those
/// that the current revision does not have.
const METHODS: &[&str] =
    &["resources/list", "resources/read", "resources/templates/list", "server/discover", "tools/call", "tools/list"];

/// Answers the methods. A clone is made for each request.
#[derive(Clone)]
pub(crate) struct McpServer {
    api: Arc<Api>,
    /// Made for the first request that asks for them.
    tools: Arc<OnceLock<Vec<Tool>>>,
}

impl McpServer {
    pub(crate) fn new(api: Api) -> Self {
        Self { api: Arc::new(api), tools: Arc::default() }
    }

    /// For how long a client may keep an answer, in milliseconds: as long as it may keep one of the API.
    fn ttl_ms(&self) -> u64 {
        self.api.current.cache_policy().max_age_secs() * 1000
    }
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        let server = Implementation::new("lexdex", env!("CARGO_PKG_VERSION")).with_title("lexdex: U.S. law");
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        ServerConfig::new(capabilities).with_server_info(server).with_instructions(INSTRUCTIONS)
    }

    async fn discover(&self, _: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        let mut result = DiscoverResult::from_server_info(versions, self.get_info());
        result.ttl_ms = self.ttl_ms();
        result.cache_scope = CacheScope::Public;
        Ok(result)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        check_cursor(request)?;
        let tools = self.tools.get_or_init(all_tools).clone();
        Ok(ListToolsResult::with_all_items(tools).with_ttl_ms(self.ttl_ms()).with_cache_scope(CacheScope::Public))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let exchange = exchange(&context);
        let Some(tool) = tools::find(&request.name) else { return Err(unknown_tool(&request.name)) };
        let client = client(exchange);
        let work = call(&self.api, tool.kind, Arguments::new(request.arguments), client);
        let result = match while_wanted(&context, work).await? {
            Ok(response) if response.body.len() > MAX_ANSWER_BYTES => too_long(response.body.len()),
            Ok(response) if response.status.is_success() => {
                note_build(exchange, &response);
                let answer = answer(&response).map_err(|error| failure(exchange, Cause(error.to_string())))?;
                let mut result = CallToolResult::success(vec![ContentBlock::text(answer.text)]);
                result.structured_content = Some(Value::Object(answer.object));
                result
            }
            Ok(response) => refusal(exchange, response)?,
            Err(error) => CallToolResult::error(vec![text_of(&error.body())]),
        };
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        check_cursor(request)?;
        let resource = |jurisdiction: Jurisdiction| {
            let uri = resources::jurisdiction_uri(&jurisdiction.id);
            Resource::new(uri, jurisdiction.id).with_title(jurisdiction.name).with_mime_type(JSON)
        };
        let resources = resources::jurisdictions(&self.api).into_iter().map(resource).collect();
        let result = ListResourcesResult::with_all_items(resources);
        Ok(result.with_ttl_ms(self.ttl_ms()).with_cache_scope(CacheScope::Public))
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        check_cursor(request)?;
        let template = |template: resources::Template| {
            let resources::Template { uri, name, description } = template;
            ResourceTemplate::new(uri, name).with_description(description).with_mime_type(JSON)
        };
        let templates = resources::templates().into_iter().map(template).collect();
        let result = ListResourceTemplatesResult::with_all_items(templates);
        Ok(result.with_ttl_ms(self.ttl_ms()).with_cache_scope(CacheScope::Public))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let exchange = exchange(&context);
        let uri = request.uri;
        let response = match while_wanted(&context, resources::read(&self.api, &uri, client(exchange))).await? {
            Ok(response) => response,
            Err(error) => {
                return Err(ErrorData::resource_not_found(error.message().to_owned(), Some(json!({ "uri": uri }))));
            }
        };
        if !response.status.is_success() {
            note_build(exchange, &response);
            if let Some(cause) = response.cause {
                return Err(failure(exchange, cause));
            }
            let mut error: Value = serde_json::from_slice(&response.body).unwrap_or_default();
            let message = error["error"].as_str().unwrap_or_default().to_owned();
            let mut data = error["details"].take();
            data["uri"] = uri.into();
            data["note"] = NOTE.into();
            let data = Some(data);
            return Err(match response.status {
                StatusCode::NOT_FOUND => ErrorData::resource_not_found(message, data),
                _ => ErrorData::invalid_params(message, data),
            });
        }
        note_build(exchange, &response);
        let text = String::from_utf8_lossy(&response.body);
        let contents = ResourceContents::text(text, uri).with_mime_type(JSON);
        let result = ReadResourceResult::new(vec![contents]);
        Ok(result.with_ttl_ms(self.ttl_ms()).with_cache_scope(CacheScope::Public).into())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method;
        if METHODS.contains(&&*method) {
            let message = format!("the parameters of {method} are missing or of the wrong type");
            return Err(ErrorData::invalid_params(message, None));
        }
        let shown: String = method.chars().take(MAX_VALUE_CHARS).collect();
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method \"{shown}\""), None))
    }
}

/// Describes the tools to clients.
fn all_tools() -> Vec<Tool> {
    let components = schemas::all();
    let annotations = ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false);
    let tool = |tool: &tools::Tool| {
        Tool::new(tool.name, tool.description, input_schema::of(tool.kind))
            .with_title(tool.title)
            .with_raw_output_schema(Arc::new(output_schema::of(tool.kind, &components)))
            .with_annotations(annotations.clone())
    };
    TOOLS.iter().map(tool).collect()
}

/// Every list is one page.
fn check_cursor(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor) {
        None => Ok(()),
        Some(_) => Err(ErrorData::invalid_params("there is no such cursor: the list is one page", None)),
    }
}

fn unknown_tool(name: &str) -> ErrorData {
    let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
    let shown: String = name.chars().take(MAX_VALUE_CHARS).collect();
    let (_, nearest_is) = nearest_name(&shown, &names);
    let message = format!("there is no tool \"{shown}\": {nearest_is}there are {}", names.join(", "));
    ErrorData::invalid_params(message, None)
}

/// Does some work unless its client gives up: rmcp runs it to its end otherwise.
async fn while_wanted<T>(context: &RequestContext<RoleServer>, work: impl Future<Output = T>) -> Result<T, ErrorData> {
    let done = context.ct.run_until_cancelled(work).await;
    done.ok_or_else(|| ErrorData::internal_error("the request was given up", None))
}

/// A response of the API that is no success, as an error of the tool: the API's error body, which a model can read and
/// mend. That of a missing record has the note, too.
fn refusal(exchange: Option<&Exchange>, response: ApiResponse) -> Result<CallToolResult, ErrorData> {
    note_build(exchange, &response);
    if let Some(cause) = response.cause {
        return Err(failure(exchange, cause));
    }
    let mut content = vec![text_of(&response.body)];
    if response.status == StatusCode::NOT_FOUND {
        content.push(ContentBlock::text(NOTE));
    }
    Ok(CallToolResult::error(content))
}

fn text_of(body: &[u8]) -> ContentBlock {
    ContentBlock::text(String::from_utf8_lossy(body))
}

/// The error for an answer that no model can read, and that would hold up other requests while it is written.
fn too_long(n_bytes: usize) -> CallToolResult {
    let message = format!(
        "the answer has {n_bytes} bytes, more than {MAX_ANSWER_BYTES}: ask for less by limit or fields, or send a shorter \
         text"
    );
    CallToolResult::error(vec![text_of(&ApiError::new(StatusCode::BAD_REQUEST, message).body())])
}

/// A failure of the server, whose cause goes to the log.
fn failure(exchange: Option<&Exchange>, cause: Cause) -> ErrorData {
    if let Some(exchange) = exchange {
        // The first cause is that of the failure.
        let _ = exchange.cause.set(cause);
    }
    ErrorData::internal_error(ApiError::FAILURE, None)
}

fn note_build(exchange: Option<&Exchange>, response: &ApiResponse) {
    if let (Some(exchange), Some(build)) = (exchange, &response.build) {
        let _ = exchange.build.set(build.clone());
    }
}

/// The exchange of a request, which the endpoint attaches to it.
fn exchange(context: &RequestContext<RoleServer>) -> Option<&Exchange> {
    let head = context.extensions.get::<Parts>()?;
    head.extensions.get::<Arc<Exchange>>().map(|exchange| &**exchange)
}

fn client(exchange: Option<&Exchange>) -> ClientKey {
    exchange.map_or(ClientKey::OverSocket, |exchange| exchange.client)
}
