/*!
The log on standard error.
*/

use std::collections::HashMap;
use std::io::stderr;
use std::sync::{Mutex, OnceLock, PoisonError};

use anstream::{AutoStream, ColorChoice};
use lexdex_core::platform::{OutputStream, enable_escape_codes};
use tracing::callsite::Identifier;
use tracing::{Event, Level, Subscriber};
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use crate::log_throttle::LogThrottle;
use crate::settings::LogFormat;

/// The maximum number of lines in the queue, about a megabyte.
const MAX_WAITING_LINES: usize = 8192;

/// Silences rmcp, which logs the steps and the content of each request, and disconnected clients as errors. Its
/// failures are logged with their requests. `RUST_LOG` can override this.
const QUIET: &str = "rmcp=off";

/// Counts the lines dropped because the queue was full. Empty without a log.
static DROPPED_LINES: OnceLock<ErrorCounter> = OnceLock::new();

/// Starts the log. `RUST_LOG` filters it; the default level is `info`.
///
/// A separate thread writes the lines from a bounded queue. If the queue is full, a line is dropped and counted, so
/// that a slow terminal or pipe never delays a request. Dropping the guard flushes the queue.
pub fn init(format: LogFormat) -> WorkerGuard {
    let builder = NonBlockingBuilder::default().buffered_lines_limit(MAX_WAITING_LINES);
    let (writer, guard) = builder.finish(stderr());
    DROPPED_LINES.get_or_init(|| writer.error_counter());
    let directives = std::env::var(EnvFilter::DEFAULT_ENV).unwrap_or_default();
    let directives = if directives.trim().is_empty() { "info" } else { &*directives };
    // Later directives take precedence.
    let filter = EnvFilter::builder().parse_lossy(format!("{QUIET},{directives}"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer).with_target(false);
    let throttle = LibraryThrottle::default();
    match format {
        LogFormat::Text => log.with_ansi(has_colors()).finish().with(throttle).init(),
        LogFormat::Json => log.json().flatten_event(true).finish().with(throttle).init(),
    }
    guard
}

/// Whether the log has colors. Honors `NO_COLOR` and `CLICOLOR_FORCE`.
fn has_colors() -> bool {
    AutoStream::choice(&stderr()) != ColorChoice::Never && enable_escape_codes(OutputStream::Stderr)
}

/// Returns the number of dropped lines.
pub fn n_dropped_lines() -> usize {
    DROPPED_LINES.get().map_or(0, ErrorCounter::dropped_lines)
}

/// Throttles the lines of each log statement in a library. Otherwise the Redis library would log every request while a
/// cluster node is missing. Our own lines are limited where they are logged, and lines below INFO appear only if
/// `RUST_LOG` enables them.
#[derive(Default)]
struct LibraryThrottle(Mutex<HashMap<Identifier, LogThrottle>>);

impl<S: Subscriber> Layer<S> for LibraryThrottle {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        let metadata = event.metadata();
        if *metadata.level() > Level::INFO || metadata.target().starts_with(env!("CARGO_CRATE_NAME")) {
            return true;
        }
        let mut throttles = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        throttles.entry(metadata.callsite()).or_default().allow()
    }
}

/// Reports the error that ends the program: to the log, or to standard error if there is no log or its filter drops
/// errors.
#[expect(clippy::print_stderr, reason = "the cause of a failure must appear even without a log")]
pub fn report_failure(error: &anyhow::Error) {
    if tracing::enabled!(tracing::Level::ERROR) {
        tracing::error!("{error:#}");
    } else {
        eprintln!("error: {error:#}");
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_lines_of_libraries_are_throttled() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let log = tracing_subscriber::fmt().with_writer(Mutex::new(file.reopen().unwrap()));
        tracing::subscriber::with_default(log.finish().with(LibraryThrottle::default()), || {
            for _ in 0..3 {
                tracing::warn!(target: "redis::cluster", "a node is missing");
                tracing::warn!("a line of ours");
            }
        });
        let log = fs::read_to_string(&file).unwrap();
        let n_lines = ["a node is missing", "a line of ours"].map(|line| log.matches(line).count());
        assert_eq!(n_lines, [1, 3], "{log}");
    }
}
