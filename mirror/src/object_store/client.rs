/*!
The requests to a store, for threads that wait for their responses.
*/

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, anyhow, bail};
use futures_util::{StreamExt, TryStreamExt};
use jiff::Timestamp;
use object_store::multipart::{MultipartStore, PartId};
use object_store::{
    Error, Extensions, GetOptions, GetRange, HeaderMap, ObjectMeta, ObjectStore, ObjectStoreExt, PutMode, PutPayload,
    UpdateVersion,
};
use sha2::{Digest, Sha256};
use tokio::runtime::{Builder, Runtime};

use crate::object_store::address::{Address, OpenStore};
use crate::object_store::failures::failure;

/// The header with the digest of a body. A bucket of S3 that supports it verifies the body, and sends the header back.
const CHECKSUM: &str = "x-amz-checksum-sha256";

/// A client of a store. Threads may share it.
pub(crate) struct StoreClient {
    runtime: Runtime,
    address: Address,
    objects: Arc<dyn ObjectStore>,
    parts: Option<Arc<dyn MultipartStore>>,
}

/// The response to a GET.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Got {
    /// There is no such object.
    Missing,
    /// The object has the entity tag that was sent.
    Unchanged,
    /// The object.
    Found { body: Vec<u8>, version: UpdateVersion },
}

/// The description of an object that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ObjectHead {
    /// The size in bytes.
    pub(crate) bytes: u64,
    /// The time since it was written, by the clock of the store, if the store states it.
    pub(crate) age: Option<Duration>,
    /// The version of the content: the entity tag, or else the time of the last write.
    pub(crate) version: Option<String>,
}

/// An object of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListedObject {
    pub(crate) name: String,
    /// The time at which it was written.
    pub(crate) modified: Option<Timestamp>,
}

/// The result of a PUT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Put {
    /// The object is written. `is_checked` says whether the store has compared the digest of what it has received.
    Written { is_checked: bool },
    /// The condition did not hold.
    Refused,
}

/// An upload in parts. It becomes an object only when it is completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Upload {
    name: String,
    /// The store's id of the upload.
    id: String,
}

/// A part of an upload.
#[derive(Clone, Debug)]
pub(crate) struct StoredPart {
    id: PartId,
    /// Whether the store has compared the digest of what it has received.
    pub(crate) is_checked: bool,
}

impl StoreClient {
    /// A client with the credentials and proxies of the environment.
    pub(crate) fn new(address: Address) -> Result<Self> {
        // The threads that wait do the rest of the work.
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.context("cannot start a thread for requests")?;
        let OpenStore { objects, parts } = address.open().map_err(|error| failure(&address.url(""), &error))?;
        Ok(Self { runtime, address, objects, parts })
    }

    /// The address of an object, for messages.
    pub(crate) fn url(&self, name: &str) -> String {
        self.address.url(name)
    }

    /// Whether the store is a bucket, which can be written.
    pub(crate) fn is_bucket(&self) -> bool {
        self.parts.is_some()
    }

    /// Gets an object of at most `max` bytes, unless it still has an entity tag.
    pub(crate) fn get(&self, name: &str, etag: Option<&str>, max: u64) -> Result<Got> {
        let options = GetOptions { if_none_match: etag.map(str::to_owned), ..GetOptions::default() };
        self.runtime.block_on(async {
            let found = match self.objects.get_opts(&self.address.path(name), options).await {
                Err(Error::NotFound { source, .. }) if !is_without_bucket(&*source) => return Ok(Got::Missing),
                Err(Error::NotModified { .. }) => return Ok(Got::Unchanged),
                found => found.map_err(|error| self.failure(name, &error))?,
            };
            if found.meta.size > max {
                bail!("{} is larger than {max} bytes, which no such object is", self.url(name));
            }
            let ObjectMeta { e_tag, version, .. } = found.meta.clone();
            let body = found.bytes().await.map_err(|error| self.failure(name, &error))?;
            Ok(Got::Found { body: body.into(), version: UpdateVersion { e_tag, version } })
        })
    }

    /// Requests the size and the age of an object; `None` if the store does not have it.
    pub(crate) fn head(&self, name: &str) -> Result<Option<ObjectHead>> {
        let options = GetOptions { head: true, ..GetOptions::default() };
        let found = match self.runtime.block_on(self.objects.get_opts(&self.address.path(name), options)) {
            Err(Error::NotFound { .. }) => return Ok(None),
            found => found.map_err(|error| self.failure(name, &error))?,
        };
        let modified = modified(&found.meta);
        let date = header(&found.extensions, "date").and_then(|date| httpdate::parse_http_date(date).ok());
        let now = date.unwrap_or_else(SystemTime::now);
        let age = modified.and_then(|modified| now.duration_since(modified.into()).ok());
        let version = found.meta.e_tag.or_else(|| modified.map(|modified| modified.to_string()));
        Ok(Some(ObjectHead { bytes: found.meta.size, age, version }))
    }

    /// Gets the bytes of an object from `start` to `end` in order. `total` is the size that the object must have.
    pub(crate) fn get_bytes(
        &self,
        name: &str,
        start: u64,
        end: u64,
        total: u64,
        write: &mut dyn FnMut(&[u8]) -> Result<()>,
    ) -> Result<()> {
        let is_whole = start == 0 && end == total;
        let range = (!is_whole).then_some(GetRange::Bounded(start..end));
        let options = GetOptions { range, ..GetOptions::default() };
        self.runtime.block_on(async {
            let url = self.url(name);
            let found = match self.objects.get_opts(&self.address.path(name), options).await {
                Err(Error::NotFound { source, .. }) if !is_without_bucket(&*source) => bail!("{url} is not there"),
                Err(Error::NotSupported { .. }) => bail!("{url} has no ranges, which a pull needs: use another server"),
                found => found.map_err(|error| self.failure(name, &error))?,
            };
            if found.meta.size != total {
                bail!("{url} has {} bytes in place of the {total} of the manifest", found.meta.size);
            }
            let (mut stream, mut missing) = (found.into_stream(), end - start);
            while let Some(chunk) = stream.next().await {
                let chunk = chunk.map_err(|error| self.failure(name, &error))?;
                missing = missing
                    .checked_sub(chunk.len() as u64)
                    .ok_or_else(|| anyhow!("{url} has more bytes than the {total} of the manifest"))?;
                write(&chunk)?;
            }
            if missing > 0 { Err(anyhow!("{url} ended early")) } else { Ok(()) }
        })
    }

    /// Writes an object if the condition of the mode holds.
    pub(crate) fn put(&self, name: &str, body: Vec<u8>, mode: PutMode) -> Result<Put> {
        let checksum = checksum(&body);
        let is_conditional = mode != PutMode::Overwrite;
        let path = self.address.path(name);
        let put = self.runtime.block_on(self.objects.put_opts(&path, PutPayload::from(body), mode.into()));
        match put {
            Ok(put) => Ok(Put::Written { is_checked: header(&put.extensions, CHECKSUM) == Some(&checksum) }),
            // The object is there, has another version or is gone, or another program is writing it.
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. } | Error::NotFound { .. })
                if is_conditional =>
            {
                Ok(Put::Refused)
            }
            Err(error) => Err(self.failure(name, &error)),
        }
    }

    /// Removes an object, if it is there.
    pub(crate) fn delete(&self, name: &str) -> Result<()> {
        match self.runtime.block_on(self.objects.delete(&self.address.path(name))) {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(self.failure(name, &error)),
        }
    }

    /// Lists the objects of a folder.
    pub(crate) fn list(&self, folder: &str) -> Result<Vec<ListedObject>> {
        let objects = self.objects.list(Some(&self.address.path(folder)));
        let objects: Vec<ObjectMeta> = self
            .runtime
            .block_on(objects.try_collect())
            .map_err(|error| self.failure(folder, &error).context("the store cannot be listed"))?;
        let listed = |meta: &ObjectMeta| {
            Some(ListedObject { name: self.address.name(&meta.location)?, modified: modified(meta) })
        };
        Ok(objects.iter().filter_map(listed).collect())
    }

    /// Begins an upload in parts.
    pub(crate) fn begin_upload(&self, name: &str) -> Result<Upload> {
        let id = self.runtime.block_on(self.parts()?.create_multipart(&self.address.path(name)));
        let id = id.map_err(|error| self.failure(name, &error))?;
        Ok(Upload { name: name.to_owned(), id })
    }

    /// Uploads a part. Numbers begin at 0.
    pub(crate) fn put_part(&self, upload: &Upload, number: usize, body: Vec<u8>) -> Result<StoredPart> {
        let checksum = checksum(&body);
        let path = self.address.path(&upload.name);
        let put = self.parts()?.put_part(&path, &upload.id, number, PutPayload::from(body));
        let id = self.runtime.block_on(put).map_err(|error| self.failure(&upload.name, &error))?;
        // For S3, the id has the header of the response.
        let is_checked = id.content_id.contains(&checksum);
        Ok(StoredPart { id, is_checked })
    }

    /// Makes the object from its parts, which are in order. Returns `false` if the store has no such upload. The object
    /// may exist then, because the response to an earlier attempt may have been lost.
    pub(crate) fn complete_upload(&self, upload: &Upload, parts: &[StoredPart]) -> Result<bool> {
        let parts = parts.iter().map(|part| part.id.clone()).collect();
        let path = self.address.path(&upload.name);
        match self.runtime.block_on(self.parts()?.complete_multipart(&path, &upload.id, parts)) {
            Ok(_) => Ok(true),
            Err(Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(self.failure(&upload.name, &error)),
        }
    }

    /// Removes the parts of an upload.
    pub(crate) fn abort_upload(&self, upload: &Upload) -> Result<()> {
        let path = self.address.path(&upload.name);
        let aborted = self.parts()?.abort_multipart(&path, &upload.id);
        self.runtime.block_on(aborted).map_err(|error| self.failure(&upload.name, &error))
    }

    fn parts(&self) -> Result<&dyn MultipartStore> {
        self.parts.as_deref().with_context(|| format!("{} is only read", self.url("")))
    }

    fn failure(&self, name: &str, error: &Error) -> anyhow::Error {
        failure(&self.url(name), error)
    }
}

/// The codes of S3 and Google, and of Azure, for a bucket that is missing.
pub(super) const NO_BUCKET: [&str; 2] = ["NoSuchBucket", "ContainerNotFound"];

/// Whether an object is missing because its bucket is.
fn is_without_bucket(error: &(dyn std::error::Error + Send + Sync)) -> bool {
    let text = error.to_string();
    NO_BUCKET.iter().any(|code| text.contains(&format!("<Code>{code}</Code>")))
}

/// The time at which an object was written. A web server that does not state it has the time 0.
fn modified(meta: &ObjectMeta) -> Option<Timestamp> {
    let modified = Timestamp::try_from(SystemTime::from(meta.last_modified)).ok();
    modified.filter(|modified| *modified != Timestamp::UNIX_EPOCH)
}

/// A header of a response.
fn header<'e>(extensions: &'e Extensions, name: &str) -> Option<&'e str> {
    extensions.get::<HeaderMap>()?.get(name)?.to_str().ok()
}

/// The value of [`CHECKSUM`] for a body.
fn checksum(body: &[u8]) -> String {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.encode(Sha256::digest(body))
}
