/*!
The store that replicas share for the rate limit: Redis or Valkey, as one server, behind Sentinel, or as a cluster.

The store counts every request that a replica is about to serve, by one script over one key per client and by its own
clock, so that the limit is exact over all replicas. Keys are keyed hashes: no address of a client leaves the process.

Only this module names the crate `redis`.
*/

pub(crate) mod url;

pub(crate) mod client_hash;

pub(crate) mod error;

pub(crate) mod window;

pub(crate) mod connection;

pub(crate) mod metrics;

pub(crate) mod breaker;

pub(crate) mod store;
