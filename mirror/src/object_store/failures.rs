/*!
The errors of a store, as messages that say what to do.
*/

use std::error::Error as _;

use anyhow::anyhow;
use object_store::Error;

use crate::object_store::client::NO_BUCKET;

/// The largest part of a response that a message quotes, in characters.
const MAX_QUOTED: usize = 200;

/// The error of a request. The same failure has the same message each time, so that a watch logs it once.
pub(crate) fn failure(url: &str, error: &Error) -> anyhow::Error {
    let text = request_error(error).unwrap_or_else(|| format!("{url}: {error}"));
    let hint = match error {
        _ if NO_BUCKET.iter().any(|code| text.ends_with(&format!("({code})"))) => {
            "make the bucket, or name another by --store"
        }
        _ if text.contains("://169.254.169.254/") || text.contains("://169.254.170.2/") => {
            "there are no credentials in the environment, and this machine has no role: give credentials, or set \
             AWS_SKIP_SIGNATURE=true for a public bucket of S3"
        }
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => {
            "check the credentials and their permissions; without the permission to list the bucket, a store may answer so \
             for an object that is not there"
        }
        _ => return anyhow!(text),
    };
    anyhow!("{text}: {hint}")
}

/// The message of the failed request that caused an error, without the duration and with a part of the response.
fn request_error(error: &Error) -> Option<String> {
    let mut source = error.source();
    while let Some(error) = source {
        let text = error.to_string();
        if let Some(request) = text.strip_prefix("Error performing ") {
            let (request, rest) = request.split_once(" in ")?;
            let (_, failure) = rest.split_once(" - ")?;
            let failure = failure.strip_prefix("Server returned non-2xx status code: ").unwrap_or(failure);
            return Some(format!("{request} failed: {}", quoted(failure)));
        }
        source = error.source();
    }
    None
}

/// The status of a failure with the code of its XML, or else the beginning of its text.
fn quoted(failure: &str) -> String {
    let code = failure.split_once("<Code>").and_then(|(_, rest)| Some(rest.split_once("</Code>")?.0));
    match (failure.split_once(": "), code) {
        (Some((status, _)), Some(code)) => format!("{status} ({code})"),
        _ => {
            let words: Vec<&str> = failure.split_whitespace().collect();
            words.join(" ").trim_end_matches(':').chars().take(MAX_QUOTED).collect()
        }
    }
}
