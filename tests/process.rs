//! The `lexdex` program: its command line, log, signals, files and sockets.

#[path = "process/admin.rs"]
mod admin;
#[cfg(target_os = "linux")]
#[path = "process/builds.rs"]
mod builds;
#[path = "process/check.rs"]
mod check;
#[path = "process/client.rs"]
mod client;
#[cfg(target_os = "linux")]
#[path = "process/connection_limit.rs"]
mod connection_limit;
#[path = "process/connections.rs"]
mod connections;
#[cfg(target_os = "linux")]
#[path = "process/directory.rs"]
mod directory;
#[path = "process/frames.rs"]
#[expect(dead_code, reason = "the tests of connections need more of it")]
mod frames;
#[path = "process/get.rs"]
mod get;
#[path = "process/get_from_server.rs"]
mod get_from_server;
#[cfg(unix)]
#[path = "process/get_over_tls.rs"]
mod get_over_tls;
#[path = "process/healthcheck.rs"]
mod healthcheck;
#[path = "process/http_2.rs"]
mod http_2;
#[path = "process/index.rs"]
mod index;
#[cfg(unix)]
#[path = "process/log.rs"]
mod log;
#[path = "process/port.rs"]
mod port;
#[path = "process/publishing.rs"]
mod publishing;
#[cfg(target_os = "linux")]
#[path = "process/refresh.rs"]
mod refresh;
#[path = "process/refusal.rs"]
mod refusal;
#[path = "process/server.rs"]
mod server;
#[path = "process/settings.rs"]
mod settings;
#[path = "process/shell.rs"]
mod shell;
#[cfg(target_os = "linux")]
#[path = "process/shutdown.rs"]
mod shutdown;
#[expect(dead_code, reason = "no test here needs real data")]
#[path = "skip.rs"]
mod skip;
#[path = "process/tables.rs"]
mod tables;
#[cfg(unix)]
#[path = "process/terminal.rs"]
mod terminal;
#[cfg(unix)]
#[path = "process/unix_socket.rs"]
mod unix_socket;
