/*!
The methods of the protocol, implemented with rmcp.
*/

use std::pin::pin;
use std::sync::{Arc, OnceLock};

use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use lexdex_core::model::{Jurisdiction, MAX_VALUE_CHARS};
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, DiscoverResult, ErrorCode,
    ErrorData, Implementation, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, MetaObject,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource,
    ResourceContents, ResourceTemplate, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};

use crate::http::client::client_key::ClientKey;
use crate::http::mcp::api::{Api, ApiResponse};
use crate::http::mcp::arguments::ToolArguments;
use crate::http::mcp::call::call;
use crate::http::mcp::result::{ResultSource, tool_result};
use crate::http::mcp::tools::{INSTRUCTIONS, NOTE, TOOLS};
use crate::http::mcp::{input_schema, output_schema, resources, tools};
use crate::http::protocol::api_error::{ApiError, Cause};
use crate::http::protocol::unwind::catch_panic;
use crate::http::request::param_error::nearest_name;
use crate::http::site::openapi::schemas;

/// The media type of records.
const JSON: &str = "application/json";

/// The methods of the current revision with parameters that rmcp parses. A request for one of them that rmcp cannot
/// parse has invalid parameters.
const METHODS: &[&str] =
    &["resources/list", "resources/read", "resources/templates/list", "server/discover", "tools/call", "tools/list"];

/// Answers the methods. It is cloned for each request.
#[derive(Clone)]
pub(crate) struct McpServer {
    api: Arc<Api>,
    /// Built for the first request that needs them.
    tools: Arc<OnceLock<Vec<Tool>>>,
}

impl McpServer {
    pub(crate) fn new(api: Api) -> Self {
        Self { api: Arc::new(api), tools: Arc::default() }
    }

    /// Returns the time for which a client may cache a result, in milliseconds, the same as for API responses.
    fn ttl_ms(&self) -> u64 {
        self.api.current.cache_policy().max_age_secs() * 1000
    }
}

/// The state of one request, which the endpoint passes with it and a method fills in for the response.
pub(crate) struct MessageExchange {
    /// The client that the work is counted for.
    client: ClientKey,
    /// The build id of the response.
    build: OnceLock<HeaderValue>,
    /// The cause of a failure, for the log.
    cause: OnceLock<Cause>,
}

impl MessageExchange {
    pub(crate) fn new(client: ClientKey) -> Self {
        Self { client, build: OnceLock::new(), cause: OnceLock::new() }
    }

    /// Records the build id of the response.
    fn set_build(&self, build: Option<&HeaderValue>) {
        if let Some(build) = build {
            let _ = self.build.set(build.clone());
        }
    }

    /// Records the cause of a failure. Only the first one is kept.
    fn set_cause(&self, cause: Cause) {
        let _ = self.cause.set(cause);
    }

    pub(crate) fn build(&self) -> Option<&HeaderValue> {
        self.build.get()
    }

    pub(crate) fn cause(&self) -> Option<&Cause> {
        self.cause.get()
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
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        run(&context, async {
            check_cursor(request)?;
            let tools = self.tools.get_or_init(all_tools).clone();
            Ok(ListToolsResult::with_all_items(tools).with_ttl_ms(self.ttl_ms()).with_cache_scope(CacheScope::Public))
        })
        .await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let exchange = exchange(&context)?;
        run(&context, async {
            let Some(tool) = tools::find(&request.name) else { return Err(unknown_tool(&request.name)) };
            let response = call(&self.api, tool.function, ToolArguments::new(request.arguments), exchange.client).await;
            exchange.set_build(response.as_ref().ok().and_then(|response| response.build.as_ref()));
            tool_result(response).map(Into::into).map_err(|cause| failure(exchange, cause))
        })
        .await
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        run(&context, async {
            check_cursor(request)?;
            let resource = |jurisdiction: Jurisdiction| {
                let uri = resources::jurisdiction_uri(&jurisdiction.id);
                Resource::new(uri, jurisdiction.id).with_title(jurisdiction.name).with_mime_type(JSON)
            };
            let resources = resources::jurisdictions(&self.api).into_iter().map(resource).collect();
            let result = ListResourcesResult::with_all_items(resources);
            Ok(result.with_ttl_ms(self.ttl_ms()).with_cache_scope(CacheScope::Public))
        })
        .await
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
        let exchange = exchange(&context)?;
        run(&context, async {
            let uri = request.uri;
            let response = match resources::read(&self.api, &uri, exchange.client).await {
                Ok(response) => response,
                Err(error) => {
                    let data = Some(json!({ "uri": uri }));
                    return Err(ErrorData::resource_not_found(error.message().to_owned(), data));
                }
            };
            exchange.set_build(response.build.as_ref());
            if !response.status.is_success() {
                return Err(resource_error(exchange, response, uri));
            }
            let text = String::from_utf8_lossy(&response.body);
            let meta = match serde_json::to_value(ResultSource::new(&response)) {
                Ok(Value::Object(members)) => MetaObject(members),
                _ => return Err(failure(exchange, Cause("the source of a resource is not an object".to_owned()))),
            };
            let contents = ResourceContents::text(text, uri).with_mime_type(JSON).with_meta(meta);
            let result = ReadResourceResult::new(vec![contents]);
            Ok(result.with_ttl_ms(self.ttl_ms()).with_cache_scope(CacheScope::Public).into())
        })
        .await
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
        Tool::new(tool.name, tool.description, input_schema::input_schema(tool.function))
            .with_title(tool.title)
            .with_raw_output_schema(Arc::new(output_schema::output_schema(tool.function, &components)))
            .with_annotations(annotations.clone())
    };
    TOOLS.iter().map(tool).collect()
}

/// Rejects a cursor, because every list has a single page.
fn check_cursor(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor) {
        None => Ok(()),
        Some(_) => Err(ErrorData::invalid_params("unknown cursor: the list has a single page", None)),
    }
}

fn unknown_tool(name: &str) -> ErrorData {
    let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
    let shown: String = name.chars().take(MAX_VALUE_CHARS).collect();
    let (_, nearest_is) = nearest_name(&shown, &names);
    let message = format!("there is no tool \"{shown}\": {nearest_is}the tools are {}", names.join(", "));
    ErrorData::invalid_params(message, None)
}

/// Returns the exchange that the endpoint attaches to every request.
fn exchange(context: &RequestContext<RoleServer>) -> Result<&MessageExchange, ErrorData> {
    let exchange = context.extensions.get::<Parts>().and_then(|head| head.extensions.get::<Arc<MessageExchange>>());
    exchange.map(|exchange| &**exchange).ok_or_else(|| ErrorData::internal_error(ApiError::FAILURE, None))
}

/// Runs a method, and stops if the client cancels. rmcp runs each method in its own task, which would continue without
/// its client. A panic in that task would leave the client without a response.
async fn run<T>(
    context: &RequestContext<RoleServer>,
    work: impl Future<Output = Result<T, ErrorData>>,
) -> Result<T, ErrorData> {
    let work = pin!(work);
    match context.ct.run_until_cancelled(catch_panic(work)).await {
        Some(Ok(result)) => result,
        Some(Err(panic)) => Err(failure(exchange(context)?, Cause(panic))),
        None => Err(ErrorData::internal_error("the request was cancelled", None)),
    }
}

/// Converts an unsuccessful API response to the error of a resource.
fn resource_error(exchange: &MessageExchange, response: ApiResponse, uri: String) -> ErrorData {
    if let Some(cause) = response.cause {
        return failure(exchange, cause);
    }
    let mut error: Value = serde_json::from_slice(&response.body).unwrap_or_default();
    let message = error["error"].as_str().unwrap_or_default().to_owned();
    let mut data = error["details"].take();
    data["uri"] = uri.into();
    data["note"] = NOTE.into();
    match response.status {
        StatusCode::NOT_FOUND => ErrorData::resource_not_found(message, Some(data)),
        _ => ErrorData::invalid_params(message, Some(data)),
    }
}

/// Creates the error for a failure of the server, and records its cause for the log.
fn failure(exchange: &MessageExchange, cause: Cause) -> ErrorData {
    exchange.set_cause(cause);
    ErrorData::internal_error(ApiError::FAILURE, None)
}

#[cfg(test)]
mod tests {
    use axum::extract::Request;
    use rmcp::model::{ClientJsonRpcMessage, GetExtensions};
    use rmcp::service::serve_directly;
    use rmcp::transport::OneshotTransport;

    use super::*;

    /// A server whose method panics.
    struct Panics;

    impl ServerHandler for Panics {
        async fn list_tools(
            &self,
            _: Option<PaginatedRequestParams>,
            context: RequestContext<RoleServer>,
        ) -> Result<ListToolsResult, ErrorData> {
            run(&context, async { panic!("a secret detail") }).await
        }
    }

    #[tokio::test]
    async fn panic_of_a_method_is_an_internal_error_whose_cause_is_noted() {
        let exchange = Arc::new(MessageExchange::new(ClientKey::OverSocket));
        let (mut head, ()) = Request::new(()).into_parts();
        head.extensions.insert(Arc::clone(&exchange));
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {} });
        let mut message: ClientJsonRpcMessage = serde_json::from_value(message).unwrap();
        let ClientJsonRpcMessage::Request(request) = &mut message else { panic!("{message:?} is not a request") };
        request.request.extensions_mut().insert(head);
        let (transport, mut responses) = OneshotTransport::<RoleServer>::new(message);
        let _service = serve_directly(Panics, transport, None);
        let response = serde_json::to_value(responses.recv().await.unwrap()).unwrap();
        assert_eq!(response["error"], json!({ "code": -32603, "message": ApiError::FAILURE }));
        assert_eq!(exchange.cause().unwrap().0, "a handler panicked: a secret detail");
    }
}
