/*!
Runs queries on blocking threads, and bounds how many run and wait, in total and per client.

A query waits in a queue until a worker is free. It is refused at once if too many queries wait and the estimated wait
exceeds [`SHORT_WAIT`]. Only two queries of a client run or queue, or one if there are few workers; its other queries
wait outside the queue, so that they do not delay other clients. For the first query of a client, each other client
counts as one query, so that a few clients with two queries each do not cause the refusal of everyone else's.

Workers share the processors with the threads of the runtime, which accept, refuse and answer requests. The system
divides the processors evenly among all threads that compute, so with many workers under overload, the runtime would get
a small share, and refusals would take long, too.
*/

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use foldhash::quality::RandomState;
use lexdex_core::blocking;
use tokio::sync::Semaphore;
use tokio::task::{JoinError, spawn_blocking};

use crate::http::client::client_key::ClientKey;
use crate::http::metrics::registry::Metrics;
use crate::http::protocol::api_error::ApiError;

/// Workers in addition to one per processor, for an index that stays in memory: some wait for locks or page faults.
const EXTRA_WORKERS: usize = 2;

/// Workers per processor, and additional ones, for an index that does not fit into memory: most of them wait for the
/// disk.
const DISK_WORKERS_PER_PROCESSOR: usize = 4;
const EXTRA_DISK_WORKERS: usize = 4;

/// The maximum number of concurrent queries per client, if that is at most half of the workers.
const MAX_RUNNING_PER_CLIENT: usize = 2;

/// The maximum number of queries per client that run or wait.
const MAX_ADMITTED_PER_CLIENT: usize = 64;

/// No query is refused for an estimated wait up to this.
const SHORT_WAIT: Duration = Duration::from_millis(5);

/// No query is refused while no more queries wait than this, or than there are workers.
const MAX_ALWAYS_WAITING: usize = 8;

/// The minimum of the mean duration that the wait is estimated from. It bounds the number of waiting queries.
const MIN_MEAN: Duration = Duration::from_micros(100);

/// The weight of a new duration in the mean is one divided by this: a single long query must not inflate the estimate
/// for short ones.
const MEAN_OF: u32 = 32;

/// The maximum number of queries that wait outside the queue, per worker. A query takes a few kilobytes. The estimated
/// wait bounds those in the queue.
const MAX_OUTSIDE_PER_WORKER: usize = 256;

/// The `Retry-After` of a refusal, in seconds.
const RETRY_AFTER: u64 = 1;

/// The number of workers, and how many of them one client may use.
#[derive(Clone, Copy)]
struct Shares {
    n_workers: usize,
    n_of_client: usize,
}

/// The blocking threads that execute queries.
pub(crate) struct Workers {
    shares: Shares,
    permits: Arc<Semaphore>,
    admitted: Mutex<Admitted>,
    metrics: Arc<Metrics>,
}

/// The queries that run or wait.
#[derive(Default)]
struct Admitted {
    n_queries: usize,
    /// The queries that run or queue for a worker.
    n_in_line: usize,
    /// The clients with at least one query.
    clients: HashMap<ClientKey, ActiveClient, RandomState>,
    /// The mean duration of recent queries on a worker.
    mean: Duration,
}

/// A client with queries that run or wait.
struct ActiveClient {
    n_queries: usize,
    permits: Arc<Semaphore>,
}

/// The reason why a query is refused.
enum QueryRefusal {
    /// Too many queries wait in total.
    All,
    /// Too many queries of the client wait.
    Client,
}

/// The right to run one query. Dropping it frees its place.
pub(crate) struct Ticket {
    workers: Arc<Workers>,
    client: ClientKey,
    client_permits: Arc<Semaphore>,
    /// The time for which the query ran; `None` if it has not run.
    duration: Option<Duration>,
}

impl Workers {
    /// Creates the workers for a machine with this number of processors. `waits_for_disk` says that the index does not
    /// fit into memory.
    pub(crate) fn new(n_processors: usize, waits_for_disk: bool, metrics: Arc<Metrics>) -> Self {
        let n_workers = if waits_for_disk {
            DISK_WORKERS_PER_PROCESSOR * n_processors + EXTRA_DISK_WORKERS
        } else {
            n_processors + EXTRA_WORKERS
        };
        let shares = Shares { n_workers, n_of_client: MAX_RUNNING_PER_CLIENT.min(n_workers / 2) };
        Self { shares, permits: Arc::new(Semaphore::new(n_workers)), admitted: Mutex::default(), metrics }
    }

    /// Returns these workers if their number fits an index, otherwise new ones.
    pub(crate) fn for_index(self: &Arc<Self>, n_processors: usize, waits_for_disk: bool) -> Arc<Self> {
        let workers = Self::new(n_processors, waits_for_disk, Arc::clone(&self.metrics));
        if workers.shares.n_workers == self.shares.n_workers { Arc::clone(self) } else { Arc::new(workers) }
    }

    /// Admits a query of a client. Fails with a 503 if too many wait.
    pub(crate) fn admit(self: &Arc<Self>, client: ClientKey) -> Result<Ticket, ApiError> {
        let admission = self.lock().admit(client, self.shares);
        let (refusals, whose) = match admission {
            Ok(client_permits) => {
                return Ok(Ticket { workers: Arc::clone(self), client, client_permits, duration: None });
            }
            Err(QueryRefusal::All) => (&self.metrics.query_refusals_of_all, ""),
            Err(QueryRefusal::Client) => (&self.metrics.query_refusals_of_client, " of this client"),
        };
        refusals.inc();
        let message = format!("too many searches{whose} are waiting: retry after {RETRY_AFTER} second");
        Err(ApiError::no_capacity(message, RETRY_AFTER))
    }

    #[cfg(test)]
    pub(crate) fn n_workers(&self) -> usize {
        self.shares.n_workers
    }

    /// The number of queries that run or wait.
    pub(crate) fn n_admitted(&self) -> usize {
        self.lock().n_queries
    }

    fn lock(&self) -> MutexGuard<'_, Admitted> {
        // A panic under the lock cannot leave the counts inconsistent.
        self.admitted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Admitted {
    /// Counts a query of a client. Returns the client's permits.
    fn admit(&mut self, client: ClientKey, shares: Shares) -> Result<Arc<Semaphore>, QueryRefusal> {
        let n_workers = shares.n_workers;
        let n_of_client = self.clients.get(&client).map_or(0, |client| client.n_queries);
        let is_in_line = n_of_client < shares.n_of_client;
        let n_before = if n_of_client == 0 { self.clients.len() } else { self.n_in_line };
        let n_waiting = (n_before + 1).saturating_sub(n_workers);
        let may_always_wait = n_waiting <= n_workers.max(MAX_ALWAYS_WAITING);
        let is_refused = match is_in_line {
            true => !may_always_wait && self.wait(n_waiting, n_workers) > SHORT_WAIT,
            false => self.n_queries - self.n_in_line >= MAX_OUTSIDE_PER_WORKER * n_workers,
        };
        if is_refused {
            return Err(QueryRefusal::All);
        }
        if n_of_client >= MAX_ADMITTED_PER_CLIENT {
            return Err(QueryRefusal::Client);
        }
        self.n_queries += 1;
        self.n_in_line += usize::from(is_in_line);
        let new_client = || ActiveClient { n_queries: 0, permits: Arc::new(Semaphore::new(shares.n_of_client)) };
        let client = self.clients.entry(client).or_insert_with(new_client);
        client.n_queries += 1;
        Ok(Arc::clone(&client.permits))
    }

    /// Estimates the time until the last of the waiting queries starts.
    fn wait(&self, n_waiting: usize, n_workers: usize) -> Duration {
        self.mean.max(MIN_MEAN).mul_f64(n_waiting as f64 / n_workers as f64)
    }

    /// Removes a query from the counts. `duration` is the time for which it ran, if it ran.
    fn remove(&mut self, client: ClientKey, shares: Shares, duration: Option<Duration>) {
        if let Some(duration) = duration {
            self.mean = (self.mean * (MEAN_OF - 1) + duration) / MEAN_OF;
        }
        self.n_queries -= 1;
        let Some(of_client) = self.clients.get_mut(&client) else { return };
        of_client.n_queries -= 1;
        let n_of_client = of_client.n_queries;
        self.n_in_line -= usize::from(n_of_client < shares.n_of_client);
        if n_of_client == 0 {
            self.clients.remove(&client);
        }
    }
}

impl Ticket {
    /// Waits for a worker and runs `work` on it. If the future is dropped, the work stops at its next
    /// [`blocking::step`].
    pub(crate) async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        const OPEN: &str = "the semaphores are never closed";
        // The client's permit comes first, so that queries beyond its share do not queue for a worker.
        let client_permit = Arc::clone(&self.client_permits).acquire_owned().await.expect(OPEN);
        let permit = Arc::clone(&self.workers.permits).acquire_owned().await.expect(OPEN);
        let waiter = Arc::new(());
        let weak_waiter = Arc::downgrade(&waiter);
        let result = spawn_blocking(move || {
            // Released when the work ends, even if nobody waits for it any longer.
            let (mut ticket, _permits) = (self, (permit, client_permit));
            let start = Instant::now();
            let result = blocking::run_for(weak_waiter, work);
            ticket.duration = Some(start.elapsed());
            result
        });
        let result = result.await;
        drop(waiter);
        result
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.workers.lock().remove(self.client, self.workers.shares, self.duration);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::mpsc;

    use axum::http::StatusCode;
    use axum::response::IntoResponse;
    use tokio::task::JoinHandle;

    use super::*;

    /// Eight workers.
    fn workers() -> Arc<Workers> {
        Arc::new(Workers::new(1, true, Arc::default()))
    }

    /// Eight workers whose queries took this long on average.
    fn workers_with_mean(mean: Duration) -> Arc<Workers> {
        let workers = workers();
        workers.lock().mean = mean;
        workers
    }

    /// The number of queries that run or wait, and the number of queries that run or queue.
    fn counts(workers: &Workers) -> (usize, usize) {
        let admitted = workers.lock();
        (admitted.n_queries, admitted.n_in_line)
    }

    fn client(number: u32) -> ClientKey {
        ClientKey::V4(Ipv4Addr::from_bits(number))
    }

    /// Work that reports its start, and ends on a message.
    struct Job {
        task: JoinHandle<()>,
        has_begun: mpsc::Receiver<()>,
        end: mpsc::Sender<()>,
    }

    impl Job {
        fn start(workers: &Arc<Workers>, client: ClientKey) -> Self {
            let (begin, has_begun) = mpsc::channel();
            let (end, is_to_end) = mpsc::channel();
            let ticket = workers.admit(client).unwrap();
            let task = tokio::spawn(async move {
                let work = move || {
                    begin.send(()).unwrap();
                    is_to_end.recv().unwrap();
                };
                ticket.run(work).await.unwrap();
            });
            Self { task, has_begun, end }
        }

        /// Waits until the work starts.
        async fn begins(&self) {
            while self.has_begun.try_recv().is_err() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }

        /// Returns whether the work has not started. Call it once all other work that can start has started.
        fn waits(&self) -> bool {
            self.has_begun.try_recv().is_err()
        }

        async fn end(self) {
            self.end.send(()).unwrap();
            self.task.await.unwrap();
        }
    }

    #[tokio::test]
    async fn third_query_of_a_client_waits_while_others_run() {
        let workers = workers();
        let [first, second, third] = [(); 3].map(|()| Job::start(&workers, client(1)));
        let others = [2, 3, 4, 5, 6, 7].map(|number| Job::start(&workers, client(number)));
        for job in [&first, &second].into_iter().chain(&others) {
            job.begins().await;
        }
        assert!(third.waits());
        assert_eq!(counts(&workers), (9, 8));
        first.end().await;
        third.begins().await;
        for job in [second, third].into_iter().chain(others) {
            job.end().await;
        }
        assert_eq!(counts(&workers), (0, 0));
        assert!(workers.lock().clients.is_empty());
    }

    /// The number of queries that are admitted before one is refused.
    fn n_admitted(workers: &Arc<Workers>, client: impl Fn(u32) -> ClientKey) -> usize {
        let tickets: Vec<Ticket> = (0..).map_while(|number| workers.admit(client(number)).ok()).collect();
        tickets.len()
    }

    #[test]
    fn queries_above_64_of_a_client_are_refused_and_others_run() {
        let workers = workers_with_mean(Duration::from_secs(1));
        let tickets: Vec<Ticket> = (0..64).map(|_| workers.admit(client(1)).unwrap()).collect();
        let refusal = workers.admit(client(1)).err().unwrap().into_response();
        assert_eq!(refusal.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(refusal.headers()["retry-after"], "1");
        // For the first queries of others, the first client counts as one query.
        assert_eq!(n_admitted(&workers, |number| client(2 + number)), 15);
        drop(tickets);
        assert_eq!(n_admitted(&workers, |_| client(1)), 64);
    }

    #[test]
    fn long_queries_of_all_are_refused_once_as_many_wait_as_run() {
        let workers = workers_with_mean(Duration::from_secs(1));
        assert_eq!(n_admitted(&workers, client), 16);
        assert_eq!(n_admitted(&workers, client), 16, "the tickets were returned");
    }

    #[test]
    fn index_in_memory_has_few_workers_and_half_for_a_client() {
        for (n_processors, n_workers, n_of_client) in [(1, 3, 1), (2, 4, 2), (16, 18, 2)] {
            let workers = Arc::new(Workers::new(n_processors, false, Arc::default()));
            workers.lock().mean = Duration::from_secs(1);
            let tickets: Vec<Ticket> = (0..64).map(|_| workers.admit(client(0)).unwrap()).collect();
            assert_eq!(counts(&workers), (64, n_of_client), "{n_processors}");
            drop(tickets);
            assert_eq!(n_admitted(&workers, |number| client(1 + number)), n_workers + n_workers.max(8));
            assert_eq!(counts(&workers), (0, 0));
        }
    }

    #[test]
    fn short_queries_are_admitted_within_wait_and_number() {
        let workers = workers_with_mean(Duration::from_millis(1));
        // At 1 ms per query, a wait of 5 ms allows 40 waiting queries for 8 workers.
        assert_eq!(n_admitted(&workers, client), 8 + 40);
        // At the least mean of 0.1 ms, the number of queries outside the queue is the bound.
        workers.lock().mean = Duration::ZERO;
        let of_many = |number| workers.admit(client(number / MAX_ADMITTED_PER_CLIENT as u32)).ok();
        let tickets: Vec<Ticket> = (0..).map_while(of_many).collect();
        let (n_queries, n_in_line) = counts(&workers);
        assert_eq!(n_queries - n_in_line, MAX_OUTSIDE_PER_WORKER * 8);
        assert!(workers.admit(client(u32::MAX)).is_ok());
        drop(tickets);
    }

    #[test]
    fn first_queries_are_admitted_with_a_queue_filled_by_few() {
        let workers = workers_with_mean(Duration::from_secs(1));
        let greedy = |number: u32| workers.admit(client(number % 8)).ok();
        let tickets: Vec<Ticket> = (0..64).map_while(greedy).collect();
        assert_eq!((tickets.len(), counts(&workers).1), (64, 16));
        // Sixteen clients may have a query each, among them the eight.
        let first: Vec<Ticket> = (8..).map_while(|number| workers.admit(client(number)).ok()).collect();
        assert_eq!(first.len(), 8);
        assert!(workers.admit(client(8)).is_err(), "a second query waits for all others");
    }

    #[tokio::test]
    async fn mean_duration_follows_the_queries_that_ran() {
        let workers = workers();
        for _ in 0..2 * MEAN_OF {
            workers.admit(client(1)).unwrap().run(|| std::thread::sleep(Duration::from_millis(2))).await.unwrap();
        }
        let mean = workers.lock().mean;
        drop(workers.admit(client(1)));
        assert!(mean > Duration::from_millis(1) && workers.lock().mean == mean, "{mean:?}");
    }

    #[tokio::test]
    async fn abandoned_work_ends_and_abandoned_queries_leave_the_line() {
        let workers = workers();
        let (send_result, result) = mpsc::channel();
        let (leave, has_left) = mpsc::channel::<()>();
        let ticket = workers.admit(client(1)).unwrap();
        let running = tokio::spawn(ticket.run(move || {
            send_result.send(blocking::step("before").is_ok()).unwrap();
            has_left.recv().unwrap();
            send_result.send(blocking::step("after").is_ok()).unwrap();
        }));
        let other = Job::start(&workers, client(1));
        other.begins().await;
        let waiting = Job::start(&workers, client(1));
        assert_eq!(workers.n_admitted(), 3);
        waiting.task.abort();
        assert!(waiting.task.await.unwrap_err().is_cancelled());
        assert_eq!(workers.n_admitted(), 2);
        running.abort();
        assert!(running.await.unwrap_err().is_cancelled());
        leave.send(()).unwrap();
        let results = tokio::task::spawn_blocking(move || [(); 2].map(|()| result.recv().unwrap())).await;
        assert_eq!(results.unwrap(), [true, false]);
        other.end().await;
    }
}
