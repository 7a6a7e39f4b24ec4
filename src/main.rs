//! The `lexdex` program: serves an index until a signal stops it, checks the health of a running server, or calls the
//! API.

use std::future::pending;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use axum::Router;
use lexdex::command_line::{self, Invocation};
use lexdex::http::{
    BasePath, Branding, CurrentSnapshot, RateLimiter, Server, ServerOptions, ServiceOptions, SnapshotOptions, Timeouts,
    TrustedProxies, admin_service, service, socket_path,
};
use lexdex::refresh::{IndexWatcher, refuse_reloads};
use lexdex::settings::{ServerCommand, Settings};
use lexdex::{healthcheck, logging, open_files};
use lexdex_core::platform;
use lexdex_index::Index;
use mimalloc::MiMalloc;
use tokio::runtime::Runtime;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The maximum number of connections at the admin address, which only the operator's tools use.
const MAX_ADMIN_CONNECTIONS: usize = 64;

/// The maximum time for which the program waits for blocking threads at its exit, such as one that opens an index on a
/// slow disk.
const RUNTIME_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    let settings = match command_line::parse(std::env::args_os()).unwrap_or_else(|error| error.exit()) {
        Invocation::Service(settings) => settings,
        Invocation::Client(client) => return client.run(),
    };
    // Declared first, so that it is dropped last: dropping it flushes the log.
    let _log = settings.command.is_none().then(|| logging::init(settings.log_format));
    let runtime = match build_runtime() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&error, settings.command),
    };
    // An error is reported before the shutdown of the runtime, which may take time.
    let code = match runtime.block_on(run(&settings)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error, settings.command),
    };
    runtime.shutdown_timeout(RUNTIME_SHUTDOWN_TIMEOUT);
    code
}

/// Builds a runtime with one worker thread per processor. Each blocking thread keeps its own memory, so their number is
/// bounded well below tokio's default of 512, which could take gigabytes. The bound suffices for all concurrent queries
/// and exports, and some other work.
fn build_runtime() -> Result<Runtime> {
    let n_processors = std::thread::available_parallelism().map_or(1, usize::from);
    tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(12 + 4 * n_processors)
        .enable_all()
        .build()
        .context("cannot start the threads that serve")
}

async fn run(settings: &Settings) -> Result<()> {
    match settings.command {
        None => serve(settings).await,
        Some(ServerCommand::Healthcheck) => {
            healthcheck::check(&settings.listen, &settings.base_path.clone().unwrap_or_default()).await
        }
    }
}

/// Reports an error, and returns the exit code. A server that cannot start exits with 2, as clap does for an invalid
/// command line; a failed health check exits with 1.
fn fail(error: &anyhow::Error, command: Option<ServerCommand>) -> ExitCode {
    logging::report_failure(error);
    match command {
        None => ExitCode::from(2),
        Some(ServerCommand::Healthcheck) => ExitCode::FAILURE,
    }
}

/// Serves until a signal ends the program. Fails only before the first request is served.
async fn serve(settings: &Settings) -> Result<()> {
    // The signal handlers are installed first, so that a signal during the start takes effect right after it.
    let shutdown = platform::shutdown().context("cannot wait for signals")?;
    let hangups = platform::hangups().context("cannot wait for signals")?;
    let max_connections = open_files::max_connections(settings.max_connections, open_files::raise_limit())?;

    let store = settings.limit_store_options()?;
    let branding = settings.site.as_deref().map(Branding::read).transpose()?.unwrap_or_default();
    let watcher = settings.index.as_deref().map(IndexWatcher::new);
    let index = match &settings.index {
        Some(directory) => Index::open(directory)?,
        None => Index::bundled()?,
    };
    let counts = index.manifest().counts;
    let limiter = match (settings.rate_limit, store) {
        (0, _) => None,
        (limit, None) => Some(Arc::new(RateLimiter::new(limit))),
        (limit, Some(store)) => Some(Arc::new(RateLimiter::with_store(limit, store).await)),
    };
    let timeouts = Timeouts::default();
    let options = SnapshotOptions {
        cache_bytes: settings.cache_mib << 20,
        max_age_secs: settings.max_age,
        keep_previous_secs: settings.keep_previous_secs,
    };
    let current = Arc::new(CurrentSnapshot::new(Arc::new(index), options));

    let base_path = settings.base_path.clone().unwrap_or_default();
    let mcp = settings.mcp_options();
    let service_options = ServiceOptions { base_path: base_path.clone(), branding, limiter, timeouts, mcp };
    let service = service(Arc::clone(&current), service_options);
    let trusted_proxies = TrustedProxies::new(settings.trusted_proxies.clone());
    let server_options = ServerOptions { trusted_proxies, max_connections, timeouts };
    let server = Server::bind(&settings.listen, service, server_options).await;
    let server = server.with_context(|| format!("cannot listen at {}", settings.listen))?;
    let admin = admin_service(Arc::clone(&current), server.connections(), logging::n_dropped_lines);
    let admin = match &settings.admin_listen {
        Some(address) => Some(bind_admin(address, &settings.listen, admin).await?),
        None => None,
    };

    tracing::info!("serving {counts} at {}", address_below(server.url()?, &base_path));
    if let Some(admin) = admin {
        tracing::info!("serving /livez, /readyz and /metrics at {}", admin.url()?);
        tokio::spawn(admin.run_until(pending()));
    }
    let draining = Arc::clone(&current);
    match watcher {
        Some(watcher) => tokio::spawn(watcher.watch(current, hangups, settings.watch_interval())),
        None => tokio::spawn(refuse_reloads(hangups)),
    };
    let shutdown = async {
        shutdown.await;
        draining.start_draining();
    };
    server.run_until(shutdown).await;
    Ok(())
}

/// Returns the address of the service for the log: its URL, or the path of its socket and the base path.
fn address_below(server: String, base_path: &BasePath) -> String {
    match socket_path(&server) {
        Some(_) if *base_path != BasePath::default() => format!("{server}, below {base_path}"),
        _ => format!("{server}{base_path}"),
    }
}

async fn bind_admin(address: &str, api_address: &str, service: Router) -> Result<Server<Router>> {
    let is_separate = address != api_address || address.ends_with(":0");
    ensure!(is_separate, "the API is served at {address}: give --admin-listen an address of its own");
    let options = ServerOptions {
        trusted_proxies: TrustedProxies::default(),
        max_connections: MAX_ADMIN_CONNECTIONS,
        timeouts: Timeouts::default(),
    };
    let admin = Server::bind(address, service, options).await;
    admin.with_context(|| format!("cannot listen at {address} for --admin-listen"))
}
