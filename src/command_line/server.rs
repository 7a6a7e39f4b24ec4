/*!
Sends requests to a server.
*/

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use ureq::http::{HeaderMap, Response, StatusCode, header};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Body};

use crate::command_line::exchange::{CommandRequest, CommandResponse, JSON, MessageHeader};
use crate::command_line::notice::notice;
use crate::command_line::server_url::ServerUrl;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The maximum time for the head of a response, and between two reads of its body.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);

const MAX_REDIRECTS: u32 = 5;

/// The maximum number of attempts for a request.
const MAX_ATTEMPTS: usize = 6;

/// The maximum wait before a retry in seconds: twice the window of the rate limit.
const MAX_WAIT_SECS: u64 = 120;

/// An HTTP client for one server.
pub(crate) struct ServerClient {
    agent: Agent,
    url: ServerUrl,
}

impl ServerClient {
    /// Creates a client that uses the proxies of the environment, such as `HTTPS_PROXY`.
    pub(crate) fn new(url: ServerUrl) -> Result<Self> {
        let mut config = Agent::config_builder()
            .user_agent(concat!("lexdex/", env!("CARGO_PKG_VERSION")))
            .accept_encoding("identity")
            .http_status_as_error(false)
            .max_redirects(MAX_REDIRECTS)
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .timeout_recv_response(Some(RESPONSE_TIMEOUT))
            .timeout_per_read(Some(RESPONSE_TIMEOUT));
        if url.is_secure() {
            let provider = Arc::new(rustls::crypto::ring::default_provider());
            let tls = TlsConfig::builder().unversioned_rustls_crypto_provider(provider);
            config = config.tls_config(tls.root_certs(trusted_certificates()?).build());
        }
        Ok(Self { agent: config.build().new_agent(), url })
    }

    /// Sends a request. Retries after a 429 or a 503 that gives a time to wait, and returns the last one as the
    /// response.
    pub(crate) fn send(&self, request: &CommandRequest) -> Result<CommandResponse> {
        for _ in 1..MAX_ATTEMPTS {
            let response = self.send_once(request)?;
            let Some(secs) = wait_before_retry(response.status(), response.headers()) else {
                return Ok(received(response));
            };
            let status = response.status().as_u16();
            let unit = if secs == 1 { "second" } else { "seconds" };
            notice(&format!("{} answered {status}: retrying in {secs} {unit}", self.url));
            thread::sleep(Duration::from_secs(secs));
        }
        self.send_once(request).map(received)
    }

    /// Posts a message to `/mcp`. Does not retry, because a model can decide to wait.
    pub(crate) fn post_message(&self, json: &str, headers: &[MessageHeader]) -> Result<CommandResponse> {
        let request = self.agent.post(&self.url.join("/mcp")).content_type(JSON);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, value));
        request.send(json).map(received).with_context(|| format!("no response from {}", self.url))
    }

    fn send_once(&self, request: &CommandRequest) -> Result<Response<Body>> {
        let address = self.url.join(&request.target);
        let response = match &request.text {
            None => self.agent.get(&address).call(),
            Some(text) => self.agent.post(&address).content_type("text/plain").send(text),
        };
        response.with_context(|| format!("no response from {}", self.url))
    }
}

/// Loads the certificates that the system trusts, or those in `SSL_CERT_FILE`.
fn trusted_certificates() -> Result<RootCerts> {
    let found = rustls_native_certs::load_native_certs();
    ensure!(
        !found.certs.is_empty(),
        "found no certificates that the system trusts, which https requires: install ca-certificates, or name a file \
         in SSL_CERT_FILE"
    );
    let certificates = found.certs.iter().map(|certificate| Certificate::from_der(certificate).to_owned());
    Ok(RootCerts::from(certificates))
}

/// Returns the seconds to wait after a 429 or a 503, if the response names them.
fn wait_before_retry(status: StatusCode, headers: &HeaderMap) -> Option<u64> {
    if ![StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&status) {
        return None;
    }
    let secs = headers.get(header::RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    (secs <= MAX_WAIT_SECS).then_some(secs)
}

fn received(response: Response<Body>) -> CommandResponse {
    let (head, body) = response.into_parts();
    let content_type = head.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    CommandResponse {
        status: head.status.as_u16(),
        content_type: content_type.unwrap_or_default().to_owned(),
        cause: None,
        body: Box::new(body.into_reader()),
    }
}

#[cfg(test)]
mod tests {
    use ureq::http::HeaderValue;

    use super::*;

    #[test]
    fn only_refusals_that_name_a_short_time_are_waited_for() {
        let wait = |status: u16, value: Option<&'static str>| {
            let value = value.map(|value| (header::RETRY_AFTER, HeaderValue::from_static(value)));
            wait_before_retry(StatusCode::from_u16(status).unwrap(), &value.into_iter().collect())
        };
        assert_eq!(wait(429, Some("60")), Some(60));
        assert_eq!(wait(503, Some("0")), Some(0));
        assert_eq!(wait(429, Some("120")), Some(120));
        for (status, value) in [
            (429, Some("121")),
            (429, None),
            (503, Some("soon")),
            (429, Some("-1")),
            (503, Some("Wed, 25 Nov 2026 00:00:00 GMT")),
            (500, Some("1")),
            (200, Some("1")),
        ] {
            assert_eq!(wait(status, value), None, "{status} {value:?}");
        }
    }
}
