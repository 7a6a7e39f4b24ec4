/*!
The store: one connection for all requests, and a task that replaces it when it fails.
*/

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arc_swap::ArcSwapOption;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use crate::http::client::client_key::ClientKey;
use crate::http::limit_store::breaker::Breaker;
use crate::http::limit_store::client_hash::ClientHasher;
use crate::http::limit_store::connection::{ATTEMPT_TIMEOUT, Connection, Connector};
use crate::http::limit_store::error::StoreError;
use crate::http::limit_store::metrics::StoreMetrics;
use crate::http::limit_store::url::StoreUrl;
use crate::http::limit_store::window::{StoreDecision, StoreWindow};
use crate::log_throttle::LogThrottle;

/// The maximum time for which a request waits for the store.
pub(crate) const CALL_TIMEOUT: Duration = Duration::from_millis(50);

/// The interval between two attempts to connect, and between two probes after a call has failed.
const RETRY_INTERVAL: Duration = Duration::from_millis(250);

/// The interval at which an idle store is probed.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);

/// The number of probe intervals between two look-ups of the master at the Sentinels.
const PROBES_PER_LOOKUP: u32 = 5;

/// Settings of the store.
#[derive(Clone)]
pub struct LimitStoreOptions {
    /// The URL of the store.
    pub url: StoreUrl,
    /// The secret of the keyed hashes, the same on all replicas.
    pub secret: String,
    /// Whether requests are refused with 503 while the store is down. Otherwise each replica limits on its own.
    pub is_closed_on_failure: bool,
}

/// The shared windows of all clients.
pub(crate) struct LimitStore {
    shared: Arc<Shared>,
    is_closed_on_failure: bool,
}

struct Shared {
    window: StoreWindow,
    hasher: ClientHasher,
    probe_key: String,
    /// The current connection; `None` while the store is down.
    link: ArcSwapOption<Link>,
    /// Whether a call has succeeded since the last probe.
    is_used: AtomicBool,
    metrics: StoreMetrics,
}

/// A connection and its breaker.
struct Link {
    connection: Connection,
    breaker: Breaker,
}

impl LimitStore {
    /// Starts a task that keeps the store connected. Returns after the first attempt to connect, even if it failed.
    /// Must be called within a tokio runtime.
    pub(crate) async fn start(options: LimitStoreOptions, limit: u32) -> Self {
        let LimitStoreOptions { url, secret, is_closed_on_failure } = options;
        let hasher = ClientHasher::new(&secret);
        let shared = Arc::new(Shared {
            window: StoreWindow::new(limit),
            probe_key: hasher.probe_key(RandomState::new().hash_one(std::process::id())),
            hasher,
            link: ArcSwapOption::empty(),
            is_used: AtomicBool::new(false),
            metrics: StoreMetrics::new(),
        });
        let (attempted, first_attempt) = oneshot::channel();
        let supervisor = Supervisor {
            shared: Arc::clone(&shared),
            connector: Connector::new(url),
            fallback: if is_closed_on_failure {
                "requests are refused with 503"
            } else {
                "each replica limits on its \
                                                                                          own"
            },
            attempted: Some(attempted),
            outage: None,
            throttle: LogThrottle::default(),
        };
        tokio::spawn(supervisor.run());
        // The task ends only with the runtime.
        let _ = first_attempt.await;
        Self { shared, is_closed_on_failure }
    }

    /// Returns whether the store is connected and decides on requests.
    pub(crate) fn is_up(&self) -> bool {
        self.shared.link.load().as_ref().is_some_and(|link| !link.breaker.is_open())
    }

    /// Returns whether requests are refused while the store is down.
    pub(crate) fn is_closed_on_failure(&self) -> bool {
        self.is_closed_on_failure
    }

    pub(crate) fn metrics(&self) -> &StoreMetrics {
        &self.shared.metrics
    }

    /// Counts a request of a client, if it is within the limit. Returns `None` if the store is down or does not answer
    /// in time; a late store may still have counted the request.
    pub(crate) async fn record(&self, client: ClientKey) -> Option<StoreDecision> {
        let link = self.shared.link.load_full().filter(|link| !link.breaker.is_open())?;
        let key = self.shared.hasher.key(client);
        self.shared.settle(&link, self.shared.window.record(&link.connection, &key)).await
    }
}

impl Shared {
    /// Awaits a call over a connection, and records its success or failure.
    async fn settle(
        &self,
        link: &Link,
        call: impl Future<Output = Result<StoreDecision, StoreError>>,
    ) -> Option<StoreDecision> {
        let start = Instant::now();
        match timeout(CALL_TIMEOUT, call).await.unwrap_or(Err(StoreError::Timeout)) {
            Ok(decision) => {
                self.metrics.duration.observe(start.elapsed().as_secs_f64());
                link.breaker.succeed();
                if !self.is_used.load(Ordering::Relaxed) {
                    self.is_used.store(true, Ordering::Relaxed);
                }
                Some(decision)
            }
            Err(error) => {
                self.metrics.errors.inc();
                // A cluster connection reconnects by itself.
                let is_final = matches!(link.connection, Connection::Server(..)) && error.is_of_connection();
                link.breaker.fail(error, is_final);
                None
            }
        }
    }
}

/// Keeps the store connected.
struct Supervisor {
    shared: Arc<Shared>,
    connector: Connector,
    /// The consequence of an outage, for the log.
    fallback: &'static str,
    /// Notified after the first attempt to connect.
    attempted: Option<oneshot::Sender<()>>,
    /// The current outage, if any.
    outage: Option<Outage>,
    throttle: LogThrottle,
}

struct Outage {
    start: Instant,
    cause: String,
    is_logged: bool,
}

impl Supervisor {
    async fn run(mut self) {
        let mut lost: Option<String> = None;
        loop {
            match self.connect().await {
                Ok(link) => {
                    self.report_up(lost.take());
                    let start = Instant::now();
                    lost = Some(self.use_link(Arc::new(link)).await);
                    if start.elapsed() > RETRY_INTERVAL {
                        // A server that closed the connection may still be up, so the next attempt follows at once.
                        continue;
                    }
                }
                Err(error) => self.report_down(&error, lost.take()),
            }
            if let Some(attempted) = self.attempted.take() {
                let _ = attempted.send(());
            }
            sleep(RETRY_INTERVAL).await;
        }
    }

    /// Connects, and probes the store with the script itself, because a server may accept connections but no writes.
    async fn connect(&self) -> Result<Link, StoreError> {
        let attempt = async {
            let connection = self.connector.connect(CALL_TIMEOUT).await?;
            let probe = self.shared.window.probe(&connection, &self.shared.probe_key);
            let probe = timeout(CALL_TIMEOUT, probe).await;
            probe.unwrap_or(Err(StoreError::Timeout))?;
            Ok(Link { connection, breaker: Breaker::default() })
        };
        timeout(ATTEMPT_TIMEOUT, attempt).await.unwrap_or(Err(StoreError::Timeout))
    }

    /// Makes a connection available to requests until its breaker opens. Returns the cause.
    async fn use_link(&mut self, link: Arc<Link>) -> String {
        self.shared.link.store(Some(Arc::clone(&link)));
        self.shared.metrics.up.set(1);
        if let Some(attempted) = self.attempted.take() {
            let _ = attempted.send(());
        }
        let mut has_moved = false;
        for n_probes in 1_u32.. {
            // The breaker needs several failures, which an idle store must not take seconds to collect.
            let interval = if link.breaker.has_failed() { RETRY_INTERVAL } else { PROBE_INTERVAL };
            if has_moved || timeout(interval, link.breaker.wait()).await.is_ok() {
                break;
            }
            if !self.shared.is_used.swap(false, Ordering::Relaxed) {
                let probe = self.shared.window.probe(&link.connection, &self.shared.probe_key);
                self.shared.settle(&link, probe).await;
            }
            if n_probes % PROBES_PER_LOOKUP == 0 {
                has_moved = self.connector.has_moved(&link.connection).await;
            }
        }
        self.shared.link.store(None);
        self.shared.metrics.up.set(0);
        link.breaker.cause().map_or_else(|| "Sentinel named another master".to_owned(), ToString::to_string)
    }

    fn report_up(&mut self, lost: Option<String>) {
        let address = self.connector.address();
        match (self.outage.take(), lost) {
            (Some(outage), _) => {
                if outage.is_logged {
                    let seconds = outage.start.elapsed().as_secs_f32();
                    tracing::info!("the limit store at {address} is up again after {seconds:.1} s");
                }
            }
            // A server that closes every connection must not flood the log.
            (None, Some(cause)) => {
                if self.throttle.allow() {
                    tracing::warn!("reconnected to the limit store at {address}: {cause}");
                }
            }
            (None, None) => tracing::info!("the limit store at {address} is up"),
        }
    }

    /// Logs an outage once, and again if its cause changes. A store that is sometimes too slow has many short outages;
    /// an outage soon after a log line is not logged.
    fn report_down(&mut self, error: &StoreError, lost: Option<String>) {
        let start = Instant::now();
        let outage = self.outage.get_or_insert_with(|| Outage { start, cause: String::new(), is_logged: false });
        let cause = error.to_string();
        let is_news = !outage.is_logged || outage.cause != cause;
        if !is_news || !self.throttle.allow() {
            return;
        }
        let address = self.connector.address();
        let details = lost.map_or(cause.clone(), |lost| format!("{lost}; {cause}"));
        if outage.is_logged {
            tracing::warn!("the limit store at {address} is still down: {details}");
        } else {
            let fallback = self.fallback;
            tracing::warn!("the limit store at {address} is down, {fallback}: {details}");
        }
        outage.is_logged = true;
        outage.cause = cause;
    }
}
