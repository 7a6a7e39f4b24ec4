/*!
Settings that apply to every snapshot.
*/

/// Settings of the response cache, of HTTP caching, and of the swaps.
#[derive(Clone, Copy, Debug, Default)]
pub struct SnapshotOptions {
    /// The size limit of the response cache in bytes; 0 disables it.
    pub cache_bytes: u64,
    /// How many seconds clients and proxies may reuse a response.
    pub max_age_secs: u64,
    /// For how many seconds a replaced snapshot answers the requests that name its build; 0 keeps none.
    pub keep_previous_secs: u64,
}
