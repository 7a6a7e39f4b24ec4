/*!
Sorts the failures of requests to a store into passing and final ones.
*/

use std::io;

use anyhow::anyhow;
use ureq::{Error, Timeout};
use url::Url;

use crate::fetch::retries::RequestFailure;
use crate::object_store::times::RequestTimes;

/// The failure of a request that got no response.
pub(crate) fn unanswered(url: &Url, error: Error, times: &RequestTimes) -> RequestFailure {
    match error {
        // A TLS error would be the same at each attempt.
        Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => RequestFailure::Final(anyhow!(
            "no TLS connection to {url}: {error}; check the address, the certificate and the clock of this machine"
        )),
        error => broken(url, error, times),
    }
}

/// The failure of a request or of reading its response.
pub(crate) fn broken(url: &Url, error: Error, times: &RequestTimes) -> RequestFailure {
    let RequestTimes { connect, stall, head, .. } = times;
    RequestFailure::passing(match error {
        Error::Timeout(Timeout::Resolve | Timeout::Connect) => {
            format!("there was no connection to {url} within {} s", connect.as_secs_f64())
        }
        Error::Timeout(Timeout::RecvResponse) => format!("{url} did not answer within {} s", head.as_secs_f64()),
        error => return RequestFailure::from_request(url.as_str(), error, *stall),
    })
}
