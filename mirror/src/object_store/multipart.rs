/*!
Uploads in parts, for objects that are larger than one request should be.
*/

use anyhow::{Result, anyhow};
use index_builder::import::text::xml::Xml;
use index_builder::report::skip::Skip;
use rusty_s3::Method;
use ureq::http::StatusCode;

use crate::fetch::retries::RequestFailure;
use crate::object_store::client::{CHECKSUM, StoreClient, checksum};
use crate::object_store::request::{StoreRequest, StoreResponse};

/// The largest response, in bytes.
const MAX_RESPONSE: u64 = 1 << 20;

/// An upload in progress. It becomes an object only when it is completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Upload {
    name: String,
    /// The store's id of the upload.
    id: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredPart {
    /// The number, counted from 1.
    number: usize,
    etag: String,
    checksum: String,
    /// Whether the store has compared the digest of what it has received.
    pub(crate) is_checked: bool,
}

impl Upload {
    pub(crate) fn begin(client: &StoreClient<'_>, name: &str) -> Result<Self> {
        let request =
            StoreRequest::new(Method::Post, name).parameter("uploads", "").header("x-amz-checksum-algorithm", "SHA256");
        let id = client.with_retries(|_| {
            let body = read(client, &request)?;
            let id = child(&body, "InitiateMultipartUploadResult", "UploadId").filter(|id| !id.is_empty());
            id.ok_or_else(|| RequestFailure::Final(anyhow!("{} began no upload in parts", client.url(name))))
        })?;
        Ok(Self { name: name.to_owned(), id })
    }

    /// Uploads a part. Numbers begin at 1.
    pub(crate) fn put(&self, client: &StoreClient<'_>, number: usize, body: &[u8]) -> Result<StoredPart> {
        let checksum = checksum(body);
        let request = StoreRequest::new(Method::Put, &self.name)
            .parameter("partNumber", number.to_string())
            .parameter("uploadId", &self.id)
            .header(CHECKSUM, &checksum)
            .body(body);
        client.with_retries(|_| {
            let response = client.send(&request)?;
            let Some(etag) = response.header("etag").filter(|_| response.status().is_success()).map(str::to_owned)
            else {
                return Err(client.unexpected(&request, &response));
            };
            let is_checked = response.header(CHECKSUM) == Some(&checksum);
            Ok(StoredPart { number, etag, checksum: checksum.clone(), is_checked })
        })
    }

    /// Makes the object from its parts, which are in order. Returns `false` if the store has no such upload. The object
    /// may exist then, because the response to an earlier attempt may have been lost.
    pub(crate) fn complete(&self, client: &StoreClient<'_>, parts: &[StoredPart]) -> Result<bool> {
        let parts: String = parts.iter().map(StoredPart::to_xml).collect();
        let body = format!("<CompleteMultipartUpload>{parts}</CompleteMultipartUpload>");
        let request = StoreRequest::new(Method::Post, &self.name).parameter("uploadId", &self.id).body(body.as_bytes());
        client.with_retries(|_| {
            let mut response = client.send(&request)?;
            if response.status() == StatusCode::NOT_FOUND {
                return Ok(false);
            }
            let body = read_body(client, &request, &mut response)?;
            // A store may answer 200 before it knows the outcome, so the body decides.
            match child(&body, "CompleteMultipartUploadResult", "ETag") {
                Some(_) => Ok(true),
                None => Err(RequestFailure::passing(format!("{} did not complete the upload", client.url(&self.name)))),
            }
        })
    }

    /// Removes the parts.
    pub(crate) fn abort(&self, client: &StoreClient<'_>) -> Result<()> {
        let request = StoreRequest::new(Method::Delete, &self.name).parameter("uploadId", &self.id);
        client.with_retries(|_| client.send(&request).map(drop))
    }
}

impl StoredPart {
    fn to_xml(&self) -> String {
        let Self { number, etag, checksum, is_checked } = self;
        // A store that does not support digests may reject the element.
        let checksum = if *is_checked { format!("<ChecksumSHA256>{checksum}</ChecksumSHA256>") } else { String::new() };
        let etag = etag.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
        format!("<Part><PartNumber>{number}</PartNumber><ETag>{etag}</ETag>{checksum}</Part>")
    }
}

/// Sends a request, and reads the body of the response.
fn read(client: &StoreClient<'_>, request: &StoreRequest<'_>) -> Result<Vec<u8>, RequestFailure> {
    read_body(client, request, &mut client.send(request)?)
}

/// Reads the body of a response.
fn read_body(
    client: &StoreClient<'_>,
    request: &StoreRequest<'_>,
    response: &mut StoreResponse,
) -> Result<Vec<u8>, RequestFailure> {
    if !response.status().is_success() {
        return Err(client.unexpected(request, response));
    }
    response.read_to(MAX_RESPONSE).map_err(|error| client.failure(request.name, error.into()))
}

/// The text of the child `name` of the root element, which must be `root`.
fn child(body: &[u8], root: &str, name: &str) -> Option<String> {
    let mut xml = Xml::new(body);
    let is_expected = xml.root().is_ok_and(|element| element.name() == root);
    let mut found = None;
    let read: Result<(), Skip> = xml.children(&mut |xml, element| {
        if element.name() == name {
            found = Some(xml.text()?.trim().to_owned());
        }
        Ok(())
    });
    found.filter(|_| is_expected && read.is_ok())
}
