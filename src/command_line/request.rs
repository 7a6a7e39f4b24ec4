/*!
Converts a command to an API request.
*/

use lexdex_core::corpus::text::RESERVED_IDS;
use lexdex_core::model::{Parameter, RecordFormat};

use crate::command_line::arguments::{GetArguments, View};
use crate::command_line::columns::record_columns;
use crate::command_line::exchange::CommandRequest;
use crate::command_line::format::Format;
use crate::command_line::subject::Subject;
use crate::http::query_string::{encode_segment, push_pair};

/// Returns the request for a command.
pub(crate) fn request(arguments: &GetArguments) -> CommandRequest {
    let mut target = format!("/api/v1/{}", arguments.subject.name());
    match &arguments.view {
        View::Page => {}
        View::Export => target.push_str("/export"),
        View::Facets => target.push_str("/facets"),
        View::Record(id) => target.push_str(&format!("/{}", segment(id))),
        View::Similar(id) => target.push_str(&format!("/{}/similar", segment(id))),
    }
    let query = query(arguments);
    if !query.is_empty() {
        target.push('?');
        target.push_str(&query);
    }
    CommandRequest { target, text: None }
}

/// Returns the request for the first record of an export. Its response says how the search words were read, which an
/// export does not. Returns `None` for other commands than exports, and if the words are read exactly as typed.
pub(crate) fn reading_request(arguments: &GetArguments) -> Option<CommandRequest> {
    let is_given = |parameter: Parameter| arguments.parameters.iter().any(|(given, _)| *given == parameter);
    if arguments.view != View::Export || !is_given(Parameter::Q) || is_given(Parameter::Match) {
        return None;
    }
    let mut first = GetArguments { view: View::Page, format: Format::Json, ..arguments.clone() };
    first.parameters.push((Parameter::Limit, "1".to_owned()));
    Some(request(&first))
}

fn query(arguments: &GetArguments) -> String {
    let mut query = String::new();
    for (parameter, value) in &arguments.parameters {
        push_pair(&mut query, parameter.as_str(), value);
        // The addresses in a page of CSV need the id.
        let is_without_id = *parameter == Parameter::Fields && value.split(',').all(|field| field.trim() != "id");
        if is_without_id && arguments.format == Format::Csv && arguments.view != View::Export {
            query.push_str(",id");
        }
    }
    if let Some(fields) = columns(arguments)
        && arguments.fields().is_none()
    {
        push_pair(&mut query, Parameter::Fields.as_str(), fields);
    }
    if let Some(format) = arguments.format.reference() {
        push_pair(&mut query, Parameter::Format.as_str(), format.as_str());
    }
    if arguments.view == View::Export && arguments.format == Format::Csv {
        push_pair(&mut query, Parameter::Format.as_str(), RecordFormat::Csv.as_str());
        if arguments.has_byte_order_mark {
            push_pair(&mut query, Parameter::Bom.as_str(), "true");
        }
    }
    query
}

/// Returns the fields that are the columns of a table: the requested ones, or a default selection.
pub(crate) fn columns(arguments: &GetArguments) -> Option<&str> {
    let is_rows = matches!(arguments.view, View::Page | View::Export | View::Similar(_));
    match arguments.subject {
        Subject::List(resource) if is_rows && arguments.format == Format::Table => {
            Some(arguments.fields().unwrap_or(record_columns(resource)))
        }
        _ => None,
    }
}

/// Returns the path segment for an id. An id that equals the name of an endpoint is escaped, so that the API looks up a
/// record.
fn segment(id: &str) -> String {
    if RESERVED_IDS.contains(&id) {
        id.bytes().map(|byte| format!("%{byte:02X}")).collect()
    } else {
        encode_segment(id)
    }
}

impl GetArguments {
    /// Returns the value of `fields`.
    pub(crate) fn fields(&self) -> Option<&str> {
        let fields = self.parameters.iter().find(|(parameter, _)| *parameter == Parameter::Fields);
        fields.map(|(_, value)| value.as_str())
    }
}
