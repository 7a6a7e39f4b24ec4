//! Settings, an open index, and a server until a signal; or the question whether one is ready.

use std::future::pending;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use axum::Router;
use clap::Parser;
use lexdex::healthcheck;
use lexdex::http::{Builds, HttpService, Options, RateLimiter, Server, TrustedProxies, admin_service, service_of};
use lexdex::index::Index;
use lexdex::open_files;
use lexdex::refresh::{self, Place};
use lexdex::settings::{Command, LogFormat, Settings};
use mimalloc::MiMalloc;
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::EnvFilter;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// How many connections the operator's tools may have: it is for a few of them alone.
const MOST_ADMIN_CONNECTIONS: usize = 64;

/// How long to wait in the end for what is still under way. It can be an index that is being opened from a slow disk,
/// and whose place nobody will take.
const LAST_THREADS_TIME: Duration = Duration::from_secs(1);

/// The exit code when the server cannot start, as for a wrong command line.
const CANNOT_START: u8 = 2;

fn main() -> ExitCode {
    let settings = Settings::parse();
    let runtime = match runtime() {
        Ok(runtime) => runtime,
        Err(error) => {
            tell(&error);
            return ExitCode::from(CANNOT_START);
        }
    };
    let code = runtime.block_on(async {
        match settings.command {
            None => serve(&settings).await,
            Some(Command::Healthcheck) => check_health(&settings).await,
        }
    });
    runtime.shutdown_timeout(LAST_THREADS_TIME);
    code
}

/// What everything runs on: a thread for each processor, and some for what waits for a disk or takes long. Each of
/// these keeps memory of its own, and the usual bound of 512 would let clients take gigabytes.
fn runtime() -> Result<Runtime> {
    let n_processors = std::thread::available_parallelism().map_or(1, usize::from);
    tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(8 + 4 * n_processors)
        .enable_all()
        .build()
        .context("cannot start the threads that serve")
}

async fn serve(settings: &Settings) -> ExitCode {
    let _flushes_the_log = start_log(settings.log_format);
    match start(settings).await {
        Ok(Started { server, admin, stop }) => {
            // It answers until the program ends.
            let _admin = admin.map(|admin| tokio::spawn(admin.run_until(pending())));
            server.run_until(stop).await;
            ExitCode::SUCCESS
        }
        Err(error) => {
            tell(&error);
            ExitCode::from(CANNOT_START)
        }
    }
}

async fn check_health(settings: &Settings) -> ExitCode {
    match healthcheck::check(&settings.listen).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&error);
            ExitCode::FAILURE
        }
    }
}

/// The servers, and the moment at which they are to stop.
struct Started<S, F> {
    server: Server<S>,
    admin: Option<Server<Router>>,
    stop: F,
}

async fn start(settings: &Settings) -> Result<Started<impl HttpService, impl Future<Output = ()> + use<>>> {
    // From here on a signal ends the server in good order, as soon as it has started.
    let stop = stop_signal().context("cannot wait for signals")?;
    let hangups = signal(SignalKind::hangup()).context("cannot wait for signals")?;
    let most_connections = open_files::most_connections(settings.max_connections, open_files::raise_limit())?;
    let place = settings.index.as_deref().map(Place::new);
    let index = match &settings.index {
        Some(directory) => Index::open(directory)?,
        None => Index::bundled()?,
    };
    let counts = index.manifest().counts;
    let limiter = (settings.rate_limit > 0).then(|| Arc::new(RateLimiter::new(settings.rate_limit)));
    let options = Options { limiter, cache_bytes: settings.cache_mib << 20, max_age_secs: settings.max_age };
    let builds = Arc::new(Builds::new(Arc::new(index), &options));
    let service = service_of(Arc::clone(&builds), options.limiter);
    let proxies = TrustedProxies::new(settings.trusted_proxies.clone());
    let server = Server::bind(&settings.listen, service, proxies, most_connections).await;
    let server = server.with_context(|| format!("cannot listen at {}", settings.listen))?;
    let admin = admin_service(Arc::clone(&builds), server.connections());
    let admin = match &settings.admin_listen {
        Some(address) => Some(bind_admin(address, &settings.listen, admin).await?),
        None => None,
    };
    tracing::info!("serving {counts} at {}", server.place()?);
    if let Some(admin) = &admin {
        tracing::info!("telling the operator's tools about it at {}", admin.place()?);
    }
    match place {
        Some(place) => tokio::spawn(place.keep_serving(builds, hangups, settings.watch_time())),
        None => tokio::spawn(refresh::keep_bundled(hangups)),
    };
    Ok(Started { server, admin, stop })
}

async fn bind_admin(address: &str, api_address: &str, service: Router) -> Result<Server<Router>> {
    let is_another = address != api_address || address.ends_with(":0");
    ensure!(is_another, "the API is served at {address}: give --admin-listen an address of its own");
    let admin = Server::bind(address, service, TrustedProxies::default(), MOST_ADMIN_CONNECTIONS).await;
    admin.with_context(|| format!("cannot listen at {address} for --admin-listen"))
}

/// Logs to standard error from a thread of its own: a line that finds it busy waits in a queue, and when that is
/// full the line is lost, not the request held up. What is queued is written when the guard is dropped.
fn start_log(format: LogFormat) -> WorkerGuard {
    let (writer, guard) = tracing_appender::non_blocking(std::io::stderr());
    let filter = EnvFilter::builder().with_default_directive(tracing::Level::INFO.into()).from_env_lossy();
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer).with_target(false);
    match format {
        LogFormat::Text => log.with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr())).init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    guard
}

/// Tells why the program fails, whatever the filter of the log lets through, and where there is no log.
#[expect(clippy::print_stderr, reason = "the last word of a program without a log")]
fn tell(error: &anyhow::Error) {
    if tracing::enabled!(tracing::Level::ERROR) {
        tracing::error!("{error:#}");
    } else {
        eprintln!("error: {error:#}");
    }
}

/// Ready when the process is asked to stop, from the moment of this call on.
fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}
