/*!
The store that replicas share for the rate limit: Redis or Valkey, as a single server, behind Sentinel, or as a cluster.

A script in the store counts each request before a replica serves it, with one key per client and the store's own clock.
So the limit is exact over all replicas. Keys are keyed hashes, so that no client address leaves the process.

Only this module uses the crate `redis`.
*/

pub(crate) mod url;

pub(crate) mod client_hash;

pub(crate) mod error;

pub(crate) mod window;

pub(crate) mod connection;

pub(crate) mod metrics;

pub(crate) mod breaker;

pub(crate) mod store;
