/*!
The signals of the operator: SIGTERM and SIGINT shut the server down, SIGHUP reloads the index.
*/

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// Installs the handlers for SIGTERM and SIGINT. The future completes on the first of either since this call.
pub fn shutdown() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Installs the handler for SIGHUP, which no longer ends the process from this call on.
pub fn hangups() -> io::Result<Signal> {
    signal(SignalKind::hangup())
}
