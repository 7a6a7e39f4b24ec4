/*!
Bounds the memory for the heads of the open HTTP/2 requests of a connection.

HTTP/2 compresses heads: a repeated field costs the client one byte and the server a hundred. Waiting requests have not
reached the limits on requests yet. hyper bounds the number of fields only over HTTP/1.1.
*/

use std::sync::Arc;

use axum::extract::Request;
use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::http::protocol::api_error::ApiError;

/// The maximum number of fields in a head, the same as hyper's for HTTP/1.1.
const MAX_FIELDS: usize = 100;

/// The maximum number of bytes of all heads.
const MAX_BYTES: usize = 512 << 10;

/// The overhead of a field in bytes, in addition to its name and value (RFC 9113, section 6.5.2).
const FIELD_BYTES: usize = 32;

/// The budget for the heads of the open requests of a connection.
pub(crate) struct OpenHeads {
    free_bytes: Arc<Semaphore>,
}

impl OpenHeads {
    pub(crate) fn new() -> Self {
        Self { free_bytes: Arc::new(Semaphore::new(MAX_BYTES)) }
    }

    /// Admits a request; its head counts until the permit is dropped. Fails with a 431 for too many fields or too many
    /// bytes, and drops the head at once.
    pub(crate) fn admit<B>(&self, request: Request<B>) -> Result<(Request<B>, OwnedSemaphorePermit), ApiError> {
        let n_fields = request.headers().len();
        if n_fields > MAX_FIELDS {
            let message = format!("the request has {n_fields} header fields; the maximum is {MAX_FIELDS}");
            return Err(ApiError::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, message));
        }
        let n_bytes = u32::try_from(head_bytes(&request)).unwrap_or(u32::MAX);
        match Arc::clone(&self.free_bytes).try_acquire_many_owned(n_bytes) {
            Ok(permit) => Ok((request, permit)),
            Err(_) => {
                let message = format!(
                    "the open requests of this connection have heads of more than {} KiB: send fewer at once",
                    MAX_BYTES >> 10
                );
                Err(ApiError::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, message))
            }
        }
    }
}

/// Returns the size of a head in bytes, as HTTP/2 counts it.
fn head_bytes<B>(request: &Request<B>) -> usize {
    let fields = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + FIELD_BYTES);
    fields.sum::<usize>() + request.uri().path_and_query().map_or(0, |target| target.as_str().len())
}
