/*!
The longest request target that is read.
*/

use axum::extract::Request;
use axum::http::{StatusCode, Uri, Version};

use crate::http::protocol::api_error::ApiError;

/// In bytes: path, question mark and query.
const MOST_TARGET_BYTES: usize = 8 << 10;

/// Refuses a longer target with 414.
pub(crate) fn check(request: &Request) -> Result<(), ApiError> {
    let target = request.uri();
    let n_path_bytes = target.path_and_query().map_or(0, |target| target.as_str().len());
    // A client that takes us for a proxy sends `http://host` before the path. By HTTP/2 every client sends scheme and
    // host, beside the target.
    let n_host_bytes = if request.version() == Version::HTTP_2 { 0 } else { n_bytes_before_the_path(target) };
    let n_bytes = n_host_bytes + n_path_bytes;
    if n_bytes <= MOST_TARGET_BYTES {
        return Ok(());
    }
    let message = format!("the request target is {n_bytes} bytes long, more than {MOST_TARGET_BYTES}");
    Err(ApiError::new(StatusCode::URI_TOO_LONG, message))
}

fn n_bytes_before_the_path(target: &Uri) -> usize {
    let n_scheme_bytes = target.scheme_str().map_or(0, |scheme| scheme.len() + "://".len());
    n_scheme_bytes + target.authority().map_or(0, |host| host.as_str().len())
}
