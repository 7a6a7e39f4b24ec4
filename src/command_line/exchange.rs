use std::io::Read;

/// The error for a truncated response.
pub(crate) const CUT: &str = "the response was cut off";

/// The media type of every response but an export.
pub(crate) const JSON: &str = "application/json";

/// A request to the API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommandRequest {
    /// The path and the query.
    pub(crate) target: String,
    /// The body of a POST; `None` for a GET.
    pub(crate) text: Option<String>,
}

/// A header of a message of the Model Context Protocol, with its value.
pub(crate) type MessageHeader = (&'static str, String);

/// A response of the API.
pub(crate) struct CommandResponse {
    pub(crate) status: u16,
    pub(crate) content_type: String,
    /// The cause of a failure within this program.
    pub(crate) cause: Option<String>,
    pub(crate) body: Box<dyn Read>,
}
