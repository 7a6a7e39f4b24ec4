//! The `lexdex` program: its command line, log, signals, files and sockets.

mod admin;
#[cfg(target_os = "linux")]
mod builds;
mod check;
mod check_documents;
mod check_hostile;
#[cfg(target_os = "linux")]
mod connection_limit;
mod connections;
#[cfg(target_os = "linux")]
mod directory;
mod get;
mod get_from_server;
#[cfg(unix)]
mod get_over_tls;
mod healthcheck;
#[cfg(unix)]
mod log;
mod mcp;
mod publishing;
#[cfg(target_os = "linux")]
mod refresh;
mod refusal;
mod settings;
mod shell;
#[cfg(target_os = "linux")]
mod shutdown;
mod tables;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod unix_socket;
