/*!
The log on standard error.
*/

use std::io::{IsTerminal, stderr};

use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::EnvFilter;

use crate::settings::LogFormat;

/// Starts the log. `RUST_LOG` filters it; the default level is `info`.
///
/// A thread of its own writes the lines. It takes them from a bounded queue, and a line that finds the queue full is
/// dropped, so that a slow terminal or pipe never delays a request. Dropping the guard flushes the queue.
pub fn init(format: LogFormat) -> WorkerGuard {
    let (writer, guard) = tracing_appender::non_blocking(stderr());
    let filter = EnvFilter::builder().with_default_directive(tracing::Level::INFO.into()).from_env_lossy();
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer).with_target(false);
    match format {
        LogFormat::Text => log.with_ansi(stderr().is_terminal()).init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    guard
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
