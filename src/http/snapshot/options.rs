/*!
Settings that apply to every snapshot.
*/

/// Settings of the response cache, HTTP caching and swaps.
#[derive(Clone, Copy, Debug, Default)]
pub struct SnapshotOptions {
    /// The size limit of the response cache in bytes; 0 disables it.
    pub cache_bytes: u64,
    /// The number of seconds for which clients and proxies may reuse a response without revalidation.
    pub max_age_secs: u64,
    /// The number of seconds for which a replaced snapshot answers the requests that name its build; 0 drops it at
    /// once.
    pub keep_previous_secs: u64,
}
