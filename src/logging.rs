/*!
The log on standard error.
*/

use std::collections::HashMap;
use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, PoisonError};

use tracing::callsite::Identifier;
use tracing::{Event, Level, Subscriber};
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use crate::log_throttle::LogThrottle;
use crate::settings::LogFormat;

/// Starts the log. `RUST_LOG` filters it; the default level is `info`.
///
/// A thread of its own writes the lines. It takes them from a bounded queue, and a line that finds the queue full is
/// dropped, so that a slow terminal or pipe never delays a request. Dropping the guard flushes the queue.
pub fn init(format: LogFormat) -> WorkerGuard {
    let (writer, guard) = tracing_appender::non_blocking(stderr());
    let filter = EnvFilter::builder().with_default_directive(tracing::Level::INFO.into()).from_env_lossy();
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer).with_target(false);
    let throttle = LibraryThrottle::default();
    match format {
        LogFormat::Text => log.with_ansi(stderr().is_terminal()).finish().with(throttle).init(),
        LogFormat::Json => log.json().flatten_event(true).finish().with(throttle).init(),
    }
    guard
}

/// Throttles the warnings and errors of each place in a library. A client can make the HTTP/2 library warn as often as it
/// resets streams. Our own lines are bounded where they are logged.
#[derive(Default)]
struct LibraryThrottle(Mutex<HashMap<Identifier, LogThrottle>>);

impl<S: Subscriber> Layer<S> for LibraryThrottle {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        let metadata = event.metadata();
        if *metadata.level() > Level::WARN || metadata.target().starts_with(env!("CARGO_CRATE_NAME")) {
            return true;
        }
        let mut throttles = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        throttles.entry(metadata.callsite()).or_default().allow()
    }
}

/// Reports the error that ends the program: to the log, or straight to standard error if there is no log or its filter
/// drops errors.
#[expect(clippy::print_stderr, reason = "the reason of a failure must appear even without a log")]
pub fn report_failure(error: &anyhow::Error) {
    if tracing::enabled!(tracing::Level::ERROR) {
        tracing::error!("{error:#}");
    } else {
        eprintln!("error: {error:#}");
    }
}
