/*!
Sends the requests of the crate `object_store` with ureq, the HTTP client of this program: the same TLS, root
certificates and proxies as for the publishers.
*/

use std::io::{self, Read};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use futures_util::{StreamExt, stream};
use http_body::Frame;
use http_body_util::{BodyExt, StreamBody};
use jiff::SignedDuration;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpResponseBody, HttpService,
};
use object_store::{ClientConfigKey, ClientOptions};
use tokio::sync::mpsc;
use tokio::task;
use ureq::http::{Method, Request, Response, request};
use ureq::{Agent, Body, Error, Timeout};

use crate::fetch::rate_floor::RateFloor;

/// The time from the end of a request to the last byte of the response's head.
const HEAD: Duration = Duration::from_secs(60);

/// The time without a byte after which a transfer counts as stalled.
const STALL: Duration = Duration::from_secs(30);

/// The minimum rate of a body, and the time over which it is measured.
const MIN_BYTES_PER_SEC: u64 = 4 << 10;
const RATE_PERIOD: Duration = Duration::from_secs(60);

/// The bytes of a chunk of a body.
const CHUNK_BYTES: usize = 1 << 16;

/// The chunks of a body that wait to be read.
const N_CHUNKS: usize = 4;

/// Makes the HTTP clients of a store and of the services that issue its credentials.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UreqConnector;

#[derive(Clone, Debug)]
struct UreqService(Agent);

impl HttpConnector for UreqConnector {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let option = |key| options.get_config_value(&key);
        // The service of a machine's role has a shorter one.
        let connect = option(ClientConfigKey::ConnectTimeout).and_then(|time| time.parse::<SignedDuration>().ok());
        let version = env!("CARGO_PKG_VERSION");
        let config = Agent::config_builder()
            .user_agent(format!("lexdex-mirror/{version} (+https://github.com/lexdex/lexdex)"))
            .accept_encoding("identity")
            .http_status_as_error(false)
            // A signature is valid for one address only.
            .max_redirects(0)
            .https_only(option(ClientConfigKey::AllowHttp).is_none_or(|is_allowed| is_allowed != "true"))
            .timeout_connect(connect.and_then(|time| time.try_into().ok()))
            .timeout_recv_response(Some(HEAD))
            .timeout_per_read(Some(STALL))
            .timeout_per_write(Some(STALL));
        Ok(HttpClient::new(UreqService(config.build().new_agent())))
    }
}

#[async_trait]
impl HttpService for UreqService {
    /// Sends a request. The extensions of the response have its headers, which `object_store` hands on.
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (head, body) = request.into_parts();
        let body = body.collect().await?.to_bytes();
        let agent = self.0.clone();
        let sent = task::spawn_blocking(move || send(&agent, head, &body)).await;
        let response = sent.map_err(|error| HttpError::new(HttpErrorKind::Unknown, error))?;
        let (mut head, body) = response.map_err(|error| HttpError::new(kind(&error), error))?.into_parts();
        head.extensions.insert(head.headers.clone());
        let (sender, mut chunks) = mpsc::channel(N_CHUNKS);
        task::spawn_blocking(move || pass_on(body, &sender));
        let frames = stream::poll_fn(move |context| chunks.poll_recv(context));
        let body = StreamBody::new(frames.map(|chunk| chunk.map(|bytes: Vec<u8>| Frame::data(bytes.into()))));
        Ok(HttpResponse::from_parts(head, HttpResponseBody::new(body)))
    }
}

fn send(agent: &Agent, head: request::Parts, body: &[u8]) -> Result<Response<Body>, Error> {
    match head.method {
        Method::PUT | Method::POST => agent.run(Request::from_parts(head, body)),
        _ => agent.run(Request::from_parts(head, ())),
    }
}

/// Sends the chunks of a body until it ends, is too slow or nobody receives it.
fn pass_on(body: Body, receiver: &mpsc::Sender<Result<Vec<u8>, HttpError>>) {
    let mut body = body.into_reader();
    let mut floor = RateFloor::new(MIN_BYTES_PER_SEC, RATE_PERIOD);
    loop {
        let mut chunk = vec![0; CHUNK_BYTES];
        let start = Instant::now();
        let read = body.read(&mut chunk).and_then(|n_read| {
            chunk.truncate(n_read);
            floor.add(n_read, start.elapsed())
        });
        let is_last = read.is_err() || chunk.is_empty();
        let chunk = read.map(|()| chunk).map_err(|error| HttpError::new(HttpErrorKind::Interrupted, error));
        if receiver.blocking_send(chunk).is_err() || is_last {
            return;
        }
    }
}

/// The kind of an error, which decides whether the request is repeated.
fn kind(error: &Error) -> HttpErrorKind {
    match error {
        Error::Timeout(Timeout::Resolve | Timeout::Connect) | Error::HostNotFound | Error::ConnectionFailed => {
            HttpErrorKind::Connect
        }
        Error::Timeout(_) => HttpErrorKind::Timeout,
        Error::Io(error) => match error.kind() {
            io::ErrorKind::ConnectionRefused => HttpErrorKind::Connect,
            // A TLS error would be the same at each attempt.
            io::ErrorKind::InvalidData => HttpErrorKind::Unknown,
            _ => HttpErrorKind::Interrupted,
        },
        _ => HttpErrorKind::Unknown,
    }
}
