/*!
The maximum length of a request target.
*/

use axum::extract::Request;
use axum::http::{StatusCode, Uri, Version};

use crate::http::protocol::api_error::ApiError;

/// The maximum length of path, question mark and query in bytes.
const MAX_TARGET_BYTES: usize = 8 << 10;

/// Returns a 414 for a longer target.
pub(crate) fn check(request: &Request) -> Result<(), ApiError> {
    let target = request.uri();
    let n_path_bytes = target.path_and_query().map_or(0, |target| target.as_str().len());
    // Over HTTP/1.1 a target in absolute form, as sent to a proxy, starts with scheme and host, which count. Over
    // HTTP/2 both come in fields of their own.
    let n_counted_origin_bytes = if request.version() == Version::HTTP_2 { 0 } else { n_origin_bytes(target) };
    check_bytes(n_counted_origin_bytes + n_path_bytes)
}

/// Returns a 414 for a target of more bytes than are allowed.
pub(crate) fn check_bytes(n_bytes: usize) -> Result<(), ApiError> {
    if n_bytes <= MAX_TARGET_BYTES {
        return Ok(());
    }
    let message = format!("the request target is {n_bytes} bytes long, more than {MAX_TARGET_BYTES}");
    Err(ApiError::new(StatusCode::URI_TOO_LONG, message))
}

/// The length of scheme and host.
fn n_origin_bytes(target: &Uri) -> usize {
    let n_scheme_bytes = target.scheme_str().map_or(0, |scheme| scheme.len() + "://".len());
    n_scheme_bytes + target.authority().map_or(0, |host| host.as_str().len())
}
