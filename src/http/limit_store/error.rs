/*!
Errors of the store.
*/

use std::fmt;

use redis::{RedisError, RetryMethod};

/// A failed call to the store, or a failed connection.
#[derive(Debug)]
pub(crate) enum StoreError {
    /// The store did not answer in time.
    Timeout,
    /// The store answered with an error, or the connection failed.
    Redis(RedisError),
    /// The Sentinels or the store sent an unexpected answer.
    Unexpected(&'static str),
}

impl StoreError {
    /// Returns whether the connection is broken, so that no further call over it can succeed.
    pub(crate) fn is_of_connection(&self) -> bool {
        let Self::Redis(error) = self else { return false };
        matches!(error.retry_method(), RetryMethod::Reconnect | RetryMethod::ReconnectFromInitialConnections)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timeout => formatter.write_str("it did not answer in time"),
            Self::Redis(error) => write!(formatter, "{error}"),
            Self::Unexpected(what) => formatter.write_str(what),
        }
    }
}

impl From<RedisError> for StoreError {
    fn from(error: RedisError) -> Self {
        Self::Redis(error)
    }
}
