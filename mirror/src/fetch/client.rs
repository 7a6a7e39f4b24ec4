/*!
Requests to publishers' servers: one at a time, with a pause between two to one host.
*/

use anyhow::{Result, bail};

/// Asks publishers' servers.
#[derive(Debug)]
pub struct Client {}

/// A document that was read into memory, such as a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The body.
    pub body: Vec<u8>,
    /// The `ETag`.
    pub etag: Option<String>,
    /// The `Last-Modified`.
    pub last_modified: Option<String>,
}

impl Client {
    /// Fetches a document of at most 64 MiB. `accept` is the media type to ask for.
    pub fn document(&self, url: &str, _accept: Option<&str>) -> Result<Document> {
        bail!("cannot fetch {url}")
    }
}
