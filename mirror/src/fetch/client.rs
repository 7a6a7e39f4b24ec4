/*!
Requests to publishers' servers: one at a time, with a pause between requests to the same host.
*/

use std::fmt;
use std::io::Read;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use ureq::Agent;
use url::Url;

use crate::config::{Politeness, check_contact};
use crate::fetch::pauses::Pauses;
use crate::fetch::rate_floor::RateFloor;
use crate::fetch::response::FetchResponse;
use crate::fetch::retries::{RequestFailure, Retries};

const MAX_REDIRECTS: usize = 5;

/// The largest document, in bytes.
const MAX_DOCUMENT: u64 = 64 << 20;

/// A client of publishers' servers.
pub struct FetchClient {
    agent: Agent,
    pauses: Pauses,
    politeness: Politeness,
    notice: Box<dyn Fn(&str)>,
}

/// A document that was read into memory, such as a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchedDocument {
    /// The body.
    pub body: Vec<u8>,
    /// The `ETag`.
    pub etag: Option<String>,
    /// The `Last-Modified`.
    pub last_modified: Option<String>,
}

impl FetchClient {
    /// A client that names `contact` in its user agent. Proxies are those of the environment, such as `HTTPS_PROXY`.
    /// Fails if `contact` cannot be part of a header.
    pub fn new(contact: &str, politeness: &Politeness) -> Result<Self> {
        check_contact(contact)?;
        let version = env!("CARGO_PKG_VERSION");
        let user_agent = format!("lexdex-mirror/{version} (+https://github.com/lexdex/lexdex; {contact})");
        let config = Agent::config_builder()
            .user_agent(user_agent)
            // Ranges of a compressed transfer are not ranges of the file.
            .accept_encoding("identity")
            .http_status_as_error(false)
            // This client follows redirects itself, within the host.
            .max_redirects(0)
            .max_idle_connections_per_host(1)
            .timeout_global(Some(politeness.max_request()))
            .timeout_connect(Some(politeness.stall()))
            .timeout_recv_response(Some(politeness.stall()))
            .timeout_per_read(Some(politeness.stall()))
            .timeout_per_write(Some(politeness.stall()));
        Ok(Self {
            agent: config.build().new_agent(),
            pauses: Pauses::new(politeness.pause()),
            politeness: politeness.clone(),
            notice: Box::new(|_| {}),
        })
    }

    /// Reports each wait before another attempt to `notice`.
    #[must_use]
    pub fn with_notice(self, notice: impl Fn(&str) + 'static) -> Self {
        Self { notice: Box::new(notice), ..self }
    }

    /// Fetches a document of at most 64 MiB. `accept` is the media type to request.
    pub fn document(&self, url: &str, accept: Option<&str>) -> Result<FetchedDocument> {
        let address = Url::parse(url).with_context(|| format!("{url:?} is not an address"))?;
        let headers: Vec<(&str, &str)> = accept.map(|accept| ("accept", accept)).into_iter().collect();
        let mut retries = self.retries();
        loop {
            match self.read_document(&address, &headers) {
                Ok(document) => return Ok(document),
                Err(failure) => self.wait_after(failure, &mut retries)?,
            }
        }
    }

    fn read_document(&self, url: &Url, headers: &[(&str, &str)]) -> Result<FetchedDocument, RequestFailure> {
        let mut response = self.get(url, headers)?;
        if response.status() != 200 {
            return Err(RequestFailure::Final(anyhow!("{url} answered {} to a plain request", response.status())));
        }
        let mut body = Vec::new();
        let mut limited = response.by_ref().take(MAX_DOCUMENT + 1);
        limited.read_to_end(&mut body).map_err(|error| self.failure(url, error.into()))?;
        if body.len() as u64 > MAX_DOCUMENT {
            return Err(RequestFailure::Final(anyhow!("{url} is larger than 64 MiB, which no listing is")));
        }
        let owned = |value: Option<&str>| value.map(str::to_owned);
        Ok(FetchedDocument { body, etag: owned(response.etag()), last_modified: owned(response.last_modified()) })
    }

    /// Sends a request, and follows redirects within the host. The status of the response is 200, 206, 304 or 416.
    pub(crate) fn get(&self, url: &Url, headers: &[(&str, &str)]) -> Result<FetchResponse<'_>, RequestFailure> {
        let mut address = url.clone();
        for _ in 0..=MAX_REDIRECTS {
            let turn = self.pauses.turn(&address);
            let request = self.agent.get(address.as_str());
            let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
            let response = request.call().map_err(|error| self.failure(&address, error))?;
            let floor = RateFloor::new(self.politeness.min_bytes_per_sec, self.politeness.stall());
            let response = FetchResponse::new(response, floor, turn);
            match response.redirect(&address)? {
                Some(target) => address = target,
                None => return response.check(&address),
            }
        }
        Err(RequestFailure::Final(anyhow!("{url} redirects more than {MAX_REDIRECTS} times, at last to {address}")))
    }

    /// The failure of a request or of reading its response.
    pub(crate) fn failure(&self, url: &Url, error: ureq::Error) -> RequestFailure {
        RequestFailure::from_request(url.as_str(), error, self.politeness.stall())
    }

    /// The retry state of a new request.
    pub(crate) fn retries(&self) -> Retries {
        Retries::new(self.politeness.attempts.get(), self.politeness.pause())
    }

    /// Waits before another attempt, or fails after the last one.
    pub(crate) fn wait_after(&self, failure: RequestFailure, retries: &mut Retries) -> Result<()> {
        let (wait, reason) = retries.wait_after(failure)?;
        (self.notice)(&format!("{reason}; the next attempt is in {}", seconds(wait)));
        thread::sleep(wait);
        Ok(())
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.0} s", time.as_secs_f64().ceil())
}

impl fmt::Debug for FetchClient {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Client").field("politeness", &self.politeness).finish_non_exhaustive()
    }
}
