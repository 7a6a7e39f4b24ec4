/*!
Settings that apply to every snapshot.
*/

/// Settings of the response cache and of HTTP caching.
#[derive(Clone, Copy, Debug, Default)]
pub struct SnapshotOptions {
    /// The size limit of the response cache in bytes; 0 disables it.
    pub cache_bytes: u64,
    /// How many seconds clients and proxies may reuse a response.
    pub max_age_secs: u64,
}
