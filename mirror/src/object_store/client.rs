/*!
Requests to a store: signed, tried again, and with errors that say what to do.
*/

use std::io::Read;
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::{Result, anyhow, bail};
use jiff::Timestamp;
use rusty_s3::Method;
use rusty_s3::signing::sign;
use sha2::{Digest, Sha256};
use ureq::http::StatusCode;
use ureq::{Agent, http};
use url::Url;

use crate::fetch::progress::FetchProgress;
use crate::fetch::rate_floor::RateFloor;
use crate::fetch::retries::{RequestFailure, parse_retry_after};
use crate::object_store::address::Address;
use crate::object_store::attempts::Attempts;
use crate::object_store::credentials::Credentials;
use crate::object_store::error_body::StoreErrorBody;
use crate::object_store::failures;
use crate::object_store::listing::{ListingPage, StoredObject};
use crate::object_store::parallel::lock;
use crate::object_store::request::{StoreRequest, StoreResponse};
use crate::object_store::times::RequestTimes;

/// A failed attempt that brings this many bytes resets the count of attempts.
const GOOD_PROGRESS: u64 = 1 << 20;

/// The validity of a signature in seconds: the clock difference that S3 allows. The store checks it at the beginning of
/// a request, so longer transfers need no longer validity.
const SIGNATURE_SECS: u64 = 900;

/// The maximum number of bytes that are read of an error's body.
const MAX_ERROR: u64 = 64 << 10;

/// The largest page of a listing, in bytes. It has at most 1,000 names of at most 1,024 bytes.
const MAX_LISTING: u64 = 16 << 20;

/// A client of a store. Threads may share it.
pub(crate) struct StoreClient<'p> {
    agent: Agent,
    address: Address,
    credentials: Mutex<Option<Credentials>>,
    times: RequestTimes,
    progress: &'p (dyn FetchProgress + Sync),
}

/// The response to a GET.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Got {
    /// There is no such object.
    Missing,
    /// The object has the entity tag that was sent.
    Unchanged,
    /// The object.
    Found { body: Vec<u8>, etag: Option<String> },
}

/// The description of an object that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ObjectHead {
    /// The size in bytes.
    pub(crate) bytes: u64,
    /// The time since it was written, if the store states it.
    pub(crate) age: Option<Duration>,
    /// The value of [`CHECKSUM`], if the store has compared the digest of the whole object.
    pub(crate) checksum: Option<String>,
    /// The version of the content: the entity tag, or else the time of the last write.
    pub(crate) version: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PutCondition<'a> {
    /// There is no such object yet.
    IsNew,
    /// The object still has this entity tag.
    Has(&'a str),
}

/// The result of a PUT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Put {
    /// The object is written. `is_checked` says whether the store has compared the digest of what it has received.
    Written { is_checked: bool },
    /// The condition did not hold.
    Refused,
}

impl<'p> StoreClient<'p> {
    /// A client with the credentials and proxies of the environment.
    pub(crate) fn new(address: Address, progress: &'p (dyn FetchProgress + Sync)) -> Result<Self> {
        Self::with_times(address, progress, RequestTimes::USUAL)
    }

    fn with_times(address: Address, progress: &'p (dyn FetchProgress + Sync), times: RequestTimes) -> Result<Self> {
        let credentials = match address {
            Address::Bucket { .. } => Credentials::read()?,
            Address::Folder(_) => None,
        };
        let version = env!("CARGO_PKG_VERSION");
        let config = Agent::config_builder()
            .user_agent(format!("lexdex-mirror/{version} (+https://github.com/lexdex/lexdex)"))
            .accept_encoding("identity")
            .http_status_as_error(false)
            // A signature is valid for one address only.
            .max_redirects(0)
            .timeout_connect(Some(times.connect))
            .timeout_recv_response(Some(times.head))
            .timeout_per_read(Some(times.stall))
            .timeout_per_write(Some(times.stall));
        Ok(Self { agent: config.build().new_agent(), address, credentials: Mutex::new(credentials), times, progress })
    }

    /// The address of an object, for messages.
    pub(crate) fn url(&self, name: &str) -> Url {
        self.address.url(name)
    }

    /// Whether the store is a bucket, which can be written.
    pub(crate) fn is_bucket(&self) -> bool {
        matches!(self.address, Address::Bucket { .. })
    }

    /// Gets an object of at most `max` bytes, unless it still has an entity tag.
    pub(crate) fn get(&self, name: &str, etag: Option<&str>, max: u64) -> Result<Got> {
        let mut request = StoreRequest::new(Method::Get, name);
        if let Some(etag) = etag {
            request = request.header("if-none-match", etag);
        }
        self.with_retries(|_| {
            let mut response = self.send(&request)?;
            let found = match response.status().as_u16() {
                404 => return Ok(Got::Missing),
                304 if etag.is_some() => return Ok(Got::Unchanged),
                200 => response.header("etag").map(str::to_owned),
                _ => return Err(self.unexpected(&request, &response)),
            };
            let stated = response.content_length();
            let body = response.read_to(max).map_err(|error| self.failure(name, error.into()))?;
            if body.len() as u64 > max {
                return Err(RequestFailure::Final(anyhow!(
                    "{} is larger than {max} bytes, which no such object is",
                    self.url(name)
                )));
            }
            if stated.is_some_and(|stated| stated != body.len() as u64) {
                return Err(RequestFailure::passing(format!("{} ended early", self.url(name))));
            }
            Ok(Got::Found { body, etag: found })
        })
    }

    /// Requests the size, the age and the digest of an object; `None` if the store does not have it.
    pub(crate) fn head(&self, name: &str) -> Result<Option<ObjectHead>> {
        let request = StoreRequest::new(Method::Head, name).header("x-amz-checksum-mode", "ENABLED");
        self.with_retries(|_| {
            let response = self.send(&request)?;
            match (response.status().as_u16(), response.content_length()) {
                (404, _) => Ok(None),
                (200, Some(bytes)) => {
                    let checksum = response.header(CHECKSUM).map(str::to_owned);
                    let version = response.version().map(str::to_owned);
                    Ok(Some(ObjectHead { bytes, age: response.age(), checksum, version }))
                }
                _ => Err(self.unexpected(&request, &response)),
            }
        })
    }

    /// Gets the bytes of an object from `start` to `end` in order. If a response ends early, continues from there.
    /// `total` is the size that the object must have.
    pub(crate) fn get_bytes(
        &self,
        name: &str,
        start: u64,
        end: u64,
        total: u64,
        write: &mut dyn FnMut(&[u8]) -> Result<()>,
    ) -> Result<()> {
        let mut position = start;
        self.with_retries(|attempts| {
            let begin = position;
            let received = self.receive(name, &mut position, end, total, write);
            if position - begin >= GOOD_PROGRESS {
                attempts.reset();
            }
            received
        })
    }

    fn receive(
        &self,
        name: &str,
        position: &mut u64,
        end: u64,
        total: u64,
        write: &mut dyn FnMut(&[u8]) -> Result<()>,
    ) -> Result<(), RequestFailure> {
        let mut request = StoreRequest::new(Method::Get, name);
        let is_whole = *position == 0 && end == total;
        if !is_whole {
            request = request.header("range", format!("bytes={position}-{}", end - 1));
        }
        let url = self.url(name);
        let mut response = self.send(&request)?;
        let found = match response.status().as_u16() {
            200 if is_whole => response.content_length(),
            206 if !is_whole => {
                let range = response.header("content-range").unwrap_or_default().to_owned();
                let of = range.rsplit_once('/').and_then(|(_, total)| total.parse().ok());
                if of == Some(total) && range != format!("bytes {position}-{}/{total}", end - 1) {
                    return Err(RequestFailure::Final(anyhow!(
                        "{url} answered with the range {range:?} in place of the one that was asked for"
                    )));
                }
                Some(of.ok_or_else(|| anyhow!("{url} answered with the range {range:?}, which does not say its size"))?)
            }
            404 => return Err(RequestFailure::Final(anyhow!("{url} is not there"))),
            416 => {
                return Err(RequestFailure::Final(anyhow!("{url} has fewer bytes than the {total} of the manifest")));
            }
            200 => {
                return Err(RequestFailure::Final(anyhow!(
                    "{url} has no ranges, which a pull needs: use another server"
                )));
            }
            _ => return Err(self.unexpected(&request, &response)),
        };
        if let Some(found) = found.filter(|found| *found != total) {
            return Err(RequestFailure::Final(anyhow!(
                "{url} has {found} bytes in place of the {total} of the manifest"
            )));
        }
        let mut buffer = vec![0; 1 << 16];
        while *position < end {
            let n_read = response.read(&mut buffer).map_err(|error| self.failure(name, error.into()))?;
            if n_read == 0 {
                return Err(RequestFailure::passing(format!("{url} ended early")));
            }
            if n_read as u64 > end - *position {
                return Err(RequestFailure::Final(anyhow!("{url} has more bytes than the {total} of the manifest")));
            }
            write(&buffer[..n_read])?;
            *position += n_read as u64;
        }
        Ok(())
    }

    /// Writes an object.
    pub(crate) fn put(&self, name: &str, body: &[u8], condition: Option<PutCondition<'_>>) -> Result<Put> {
        let checksum = checksum(body);
        let request = StoreRequest::new(Method::Put, name).header(CHECKSUM, checksum.clone()).body(body);
        let request = match condition {
            None => request,
            Some(PutCondition::IsNew) => request.header("if-none-match", "*"),
            Some(PutCondition::Has(etag)) => request.header("if-match", etag),
        };
        self.with_retries(|_| {
            let response = self.send(&request)?;
            match response.status().as_u16() {
                200..=299 => Ok(Put::Written { is_checked: response.header(CHECKSUM) == Some(&checksum) }),
                // 404 means that the object is gone, 409 that another program is writing it.
                404 | 409 | 412 if condition.is_some() => Ok(Put::Refused),
                _ => Err(self.unexpected(&request, &response)),
            }
        })
    }

    /// Removes an object, if it is there.
    pub(crate) fn delete(&self, name: &str) -> Result<()> {
        let request = StoreRequest::new(Method::Delete, name);
        self.with_retries(|_| {
            let response = self.send(&request)?;
            match response.status().as_u16() {
                200..=299 | 404 => Ok(()),
                _ => Err(self.unexpected(&request, &response)),
            }
        })
    }

    /// Lists the objects whose names begin with `beginning`.
    pub(crate) fn list(&self, beginning: &str) -> Result<Vec<StoredObject>> {
        let Address::Bucket { prefix, .. } = &self.address else { bail!("{} cannot be listed", self.url("")) };
        let (mut objects, mut token) = (Vec::new(), None);
        loop {
            let page = self.page(&format!("{prefix}{beginning}"), token.as_deref())?;
            objects.extend(page.objects.into_iter().filter_map(|object| {
                let key = object.key.strip_prefix(prefix.as_str())?.to_owned();
                Some(StoredObject { key, ..object })
            }));
            match page.next {
                None => return Ok(objects),
                next if next == token => bail!("the listing of {} is circular", self.address.url(beginning)),
                next => token = next,
            }
        }
    }

    fn page(&self, prefix: &str, token: Option<&str>) -> Result<ListingPage> {
        let mut request = StoreRequest::new(Method::Get, "");
        if let Some(token) = token {
            request = request.parameter("continuation-token", token);
        }
        let request = request.parameter("list-type", "2").parameter("prefix", prefix);
        self.with_retries(|_| {
            let mut response = self.send(&request)?;
            if response.status() != StatusCode::OK {
                return Err(self.unexpected(&request, &response));
            }
            let body = response.read_to(MAX_LISTING).map_err(|error| self.failure("", error.into()))?;
            ListingPage::read(&body)
                .map_err(|error| RequestFailure::Final(error.context(format!("{} cannot be listed", self.url("")))))
        })
    }

    /// Repeats `attempt` until it succeeds, fails for good, or has no attempt left.
    pub(crate) fn with_retries<T>(
        &self,
        mut attempt: impl FnMut(&mut Attempts) -> Result<T, RequestFailure>,
    ) -> Result<T> {
        let mut attempts = Attempts::new(self.times);
        loop {
            let failure = match attempt(&mut attempts) {
                Ok(done) => return Ok(done),
                Err(failure) => failure,
            };
            let (wait, reason) = attempts.wait_after(failure)?;
            self.progress.note(&format!("{reason}; the next attempt is in {:.1} s", wait.as_secs_f64()));
            thread::sleep(wait);
        }
    }

    /// Sends a request. The status of the response is 2xx, 304, 404, 409, 412 or 416.
    pub(crate) fn send(&self, request: &StoreRequest<'_>) -> Result<StoreResponse, RequestFailure> {
        let credentials = self.credentials().clone();
        let url = self.signed(request, credentials.as_ref());
        let mut builder = http::Request::builder().method(request.method.to_str()).uri(url.as_str());
        for (name, value) in &request.headers {
            builder = builder.header(*name, value);
        }
        let cannot = |error: http::Error| {
            RequestFailure::Final(anyhow!("cannot send a request to {}: {error}", self.url(request.name)))
        };
        let sent = match request.method {
            Method::Put | Method::Post => self.agent.run(builder.body(request.body).map_err(cannot)?),
            Method::Get | Method::Head | Method::Delete => self.agent.run(builder.body(()).map_err(cannot)?),
        };
        let unanswered = |error| failures::unanswered(&self.url(request.name), error, &self.times);
        let floor = RateFloor::new(self.times.min_bytes_per_sec, self.times.window);
        let response = StoreResponse::new(sent.map_err(unanswered)?, floor);
        match response.status().as_u16() {
            200..=299 | 304 | 409 | 412 | 416 => Ok(response),
            // A HEAD has no body that says whether the object or the bucket is missing.
            404 if request.method == Method::Head => Ok(response),
            _ => self.check(request, response, credentials.as_ref()),
        }
    }

    fn credentials(&self) -> MutexGuard<'_, Option<Credentials>> {
        lock(&self.credentials)
    }

    fn signed(&self, request: &StoreRequest<'_>, credentials: Option<&Credentials>) -> Url {
        let mut url = self.url(request.name);
        let query = request.query.iter().map(|(name, value)| (*name, value.as_str()));
        let mut headers: Vec<(&str, &str)> =
            request.headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        headers.sort_unstable();
        match (&self.address, credentials) {
            (Address::Bucket { bucket, .. }, Some(Credentials { key, secret, token })) => {
                let (now, region) = (Timestamp::now(), bucket.region());
                let token = token.as_deref();
                let headers = headers.into_iter();
                sign(&now, request.method, url, key, secret, token, region, SIGNATURE_SECS, query, headers)
            }
            _ => {
                if !request.query.is_empty() {
                    url.query_pairs_mut().extend_pairs(query);
                }
                url
            }
        }
    }

    /// Fails if the response is an error. A response that says that the object does not exist is returned.
    fn check(
        &self,
        request: &StoreRequest<'_>,
        mut response: StoreResponse,
        credentials: Option<&Credentials>,
    ) -> Result<StoreResponse, RequestFailure> {
        // The error counts even if its body cannot be read.
        let StoreErrorBody { code, region } = StoreErrorBody::read(&response.read_to(MAX_ERROR).unwrap_or_default());
        let status = response.status();
        let region = response.header("x-amz-bucket-region").filter(|_| region.is_empty()).unwrap_or(&region);
        let url = self.url(request.name);
        let named = if code.is_empty() {
            format!("{url} answered {status}")
        } else {
            format!("{url} answered {status} ({code})")
        };
        let error = |message: String| Err(RequestFailure::Final(anyhow!(message)));
        match (status.as_u16(), code.as_str()) {
            (404, "NoSuchBucket") => error(format!("{named}: make the bucket, or name another by --store")),
            (404, _) => Ok(response),
            (301 | 307 | 400, _) if !region.is_empty() => {
                error(format!("{named}: the bucket is in the region {region}, so give --region {region}"))
            }
            (300..=399, _) => {
                let location = response.header("location").unwrap_or_default();
                error(format!("{named}, a redirect to {location:?}: give the address of the store itself"))
            }
            (408 | 429 | 500..=599, _) | (_, "RequestTimeout") => {
                let retry_after =
                    response.header("retry-after").and_then(|value| parse_retry_after(value, SystemTime::now()));
                Err(RequestFailure::Passing { reason: named, retry_after })
            }
            (400 | 401 | 403, _) if self.has_new_credentials(credentials)? => {
                Err(RequestFailure::passing(format!("{named}, and the credentials have changed since they were read")))
            }
            (_, "ExpiredToken" | "ExpiredTokenException" | "TokenRefreshRequired") => error(format!(
                "{named}: the credentials have expired; give new ones by the environment, or in the file of credentials, \
                 which is read again"
            )),
            (_, "RequestTimeTooSkewed") => error(format!("{named}: set the clock of this machine")),
            (_, "InvalidAccessKeyId" | "InvalidToken" | "SignatureDoesNotMatch") => {
                error(format!("{named}: check the access key, its secret and its token"))
            }
            (401 | 403, _) if credentials.is_none() => error(format!(
                "{named}: there are no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE"
            )),
            (401 | 403, _) => error(format!(
                "{named}: the credentials do not permit it; without the permission to list the bucket, a store may answer \
                 so for an object that is not there"
            )),
            _ => error(named),
        }
    }

    /// Reads the credentials again. Returns whether they differ from those that a request used.
    fn has_new_credentials(&self, used: Option<&Credentials>) -> Result<bool> {
        if !self.is_bucket() {
            return Ok(false);
        }
        let read = Credentials::read()?;
        let is_new = read.as_ref() != used;
        *self.credentials() = read;
        Ok(is_new)
    }

    /// The failure for a response that no store should send.
    pub(crate) fn unexpected(&self, request: &StoreRequest<'_>, response: &StoreResponse) -> RequestFailure {
        RequestFailure::Final(anyhow!(
            "{} answered {} to a {}",
            self.url(request.name),
            response.status(),
            request.method
        ))
    }

    /// The failure of a request or of reading its response. The message does not have the signature.
    pub(crate) fn failure(&self, name: &str, error: ureq::Error) -> RequestFailure {
        failures::broken(&self.url(name), error, &self.times)
    }
}

/// The header with the digest of a body. A store that supports it verifies the body, and sends the header back.
pub(crate) const CHECKSUM: &str = "x-amz-checksum-sha256";

/// The value of that header.
pub(crate) fn checksum(body: &[u8]) -> String {
    checksum_of_digest(&Sha256::digest(body))
}

/// The value of that header for a body with this SHA-256 digest.
pub(crate) fn checksum_of_digest(digest: &[u8]) -> String {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.encode(digest)
}

#[cfg(test)]
mod tests;
