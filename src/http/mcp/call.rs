/*!
Calls of tools.
*/

use crate::http::client::client_key::ClientKey;
use crate::http::mcp::api::{Api, ApiResponse, Handler, Question};
use crate::http::mcp::arguments::Arguments;
use crate::http::mcp::tools::{DEFAULT_LIMIT, JURISDICTIONS, LISTS, RECORDS, ToolKind, VALUES, default_fields};
use crate::http::protocol::api_error::ApiError;
use crate::http::request::query_string::encode_segment;
use crate::http::response::catalogues::CatalogueKind;
use crate::model::Parameter;

/// Answers a call of a tool as the API answers the same question. Fails if its own arguments are wrong.
pub(crate) async fn call(
    api: &Api,
    kind: ToolKind,
    arguments: Arguments,
    client: ClientKey,
) -> Result<ApiResponse, ApiError> {
    Ok(api.ask(question(kind, arguments)?, client).await)
}

fn question(kind: ToolKind, mut arguments: Arguments) -> Result<Question, ApiError> {
    let mut text = None;
    let (handler, path) = match kind {
        ToolKind::Search(resource) => {
            arguments.set_default(Parameter::Limit, DEFAULT_LIMIT);
            arguments.set_default(Parameter::Fields, default_fields(resource));
            (Handler::List(resource), format!("/api/v1/{resource}"))
        }
        ToolKind::Record => {
            let resource = arguments.take_choice("resource", RECORDS)?;
            let id = arguments.take_text("id", "the id of a record, as a search has it")?;
            match resource {
                Some(resource) => (Handler::Record(resource), format!("/api/v1/{resource}/{}", encode_segment(&id))),
                None => (Handler::Jurisdiction, format!("/api/v1/{JURISDICTIONS}/{}", encode_segment(&id))),
            }
        }
        ToolKind::Citations => {
            text = Some(arguments.take_text("text", "the text whose citations are to be checked")?);
            (Handler::Citations, "/api/v1/citations".to_owned())
        }
        ToolKind::Facets => {
            let resource = arguments.take_choice("resource", LISTS)?;
            (Handler::Facets(resource), format!("/api/v1/{resource}/facets"))
        }
        ToolKind::Values => {
            let catalogue = arguments.take_choice("of", VALUES)?;
            (Handler::Catalogue(catalogue), format!("/api/v1/{}", catalogue.as_str()))
        }
        ToolKind::Coverage => {
            (Handler::Catalogue(CatalogueKind::Coverage), format!("/api/v1/{}", CatalogueKind::Coverage.as_str()))
        }
    };
    Ok(Question { handler, path, query: arguments.into_query()?, text })
}
