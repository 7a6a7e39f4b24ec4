/*!
The settings of the server. Each is one field, with a flag, an environment variable, a help text and a default.
*/

use std::convert::Infallible;
use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand, ValueEnum};
use ipnet::IpNet;
use lexdex_core::platform::{HAS_HANGUPS, HAS_UNIX_SOCKETS};

use crate::http::{AllowedOrigin, BasePath, LimitStoreOptions, McpOptions, socket_path};

/// A read-only JSON service over U.S. law: statutes, court cases, bills and jurisdictions.
///
/// Serves the bundled corpus, or an index directory built by index-builder. Legal information, not legal advice.
#[derive(Clone, Debug, Parser)]
#[command(version, about, long_about, after_help = examples(), disable_help_subcommand = true)]
pub struct Settings {
    /// The command; without one, the program serves.
    #[command(subcommand)]
    pub command: Option<ServerCommand>,

    /// Address to listen on: an address and a port (0 for any free port), or on systems with Unix sockets `unix:` and
    /// the path of a socket.
    #[arg(long, global = true, env = "LEXDEX_LISTEN", value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080",
          help = LISTEN_HELP.0, long_help = LISTEN_HELP.1, value_parser = parse_address)]
    pub listen: String,

    /// Path prefix of everything that is served, such as /law, on a host shared with others. The proxy must pass it on
    /// unchanged. It begins with a slash, does not end with one, and has letters, digits and `._~-` between slashes
    /// [default: none].
    #[arg(long, global = true, env = "LEXDEX_BASE_PATH", value_name = "PATH")]
    pub base_path: Option<BasePath>,

    /// Site file in TOML: the name, logo, color and footer line that the pages show instead of lexdex's own [default:
    /// none].
    #[arg(long, env = "LEXDEX_SITE", value_name = "FILE")]
    pub site: Option<PathBuf>,

    /// Address of /livez, /readyz and /metrics, in the form of --listen but different from it. It should be reachable
    /// only by the operator's tools [default: none].
    #[arg(long, env = "LEXDEX_ADMIN_LISTEN", value_name = "ADDRESS:PORT", value_parser = parse_address)]
    pub admin_listen: Option<String>,

    /// Maximum number of open connections; further clients wait until one closes [default: as many as the limit of open
    /// files allows, 16384 at most].
    #[arg(long, env = "LEXDEX_MAX_CONNECTIONS", value_name = "CONNECTIONS",
          value_parser = clap::value_parser!(u32).range(1..=MAX_CONNECTIONS))]
    pub max_connections: Option<u32>,

    /// Index directory to serve, built by `index-builder build`, or folder of indexes published by `index-builder
    /// publish` [default: the bundled corpus].
    #[arg(long, env = "LEXDEX_INDEX", value_name = "DIR")]
    pub index: Option<PathBuf>,

    /// Interval in seconds at which the index directory is checked for a new index, which is then served. With 0, only
    /// SIGHUP reloads the index, on systems that have it.
    #[arg(help = WATCH_HELP, long_help = WATCH_HELP)]
    #[arg(long, env = "LEXDEX_WATCH_SECS", value_name = "SECONDS", default_value_t = 0, requires = "index",
          value_parser = clap::value_parser!(u64).range(0..=MAX_WATCH_SECS))]
    pub watch_secs: u64,

    /// Time in seconds for which a replaced index still answers requests that name its build; 0 closes it at once. Two
    /// indexes are open in the meantime.
    #[arg(long, env = "LEXDEX_KEEP_PREVIOUS_SECS", value_name = "SECONDS", default_value_t = 600,
          value_parser = clap::value_parser!(u64).range(0..=MAX_KEEP_PREVIOUS_SECS))]
    pub keep_previous_secs: u64,

    /// Maximum number of requests per client in any 60 seconds; 0 disables the rate limit and the flood guard.
    #[arg(long, env = "LEXDEX_RATE_LIMIT", value_name = "REQUESTS", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(0..=MAX_RATE_LIMIT))]
    pub rate_limit: u32,

    /// Redis or Valkey store that replicas share, so that the rate limit is exact over all of them [default: none].
    ///
    /// One server: `redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]`. Behind Sentinel:
    /// `redis-sentinel://[[USER]:PASSWORD@]HOST[:PORT],HOST[:PORT][/DATABASE]?master=NAME`, with the hosts of the
    /// Sentinels, and `&sentinel-user=USER` and `&sentinel-password=PASSWORD` if the Sentinels need a login. A cluster:
    /// `redis-cluster://[[USER]:PASSWORD@]HOST[:PORT],HOST[:PORT]`. `rediss` instead of `redis` uses TLS with the
    /// certificates that the system trusts. Percent-encode special characters in a password.
    #[arg(
        long,
        env = "LEXDEX_LIMIT_STORE",
        value_name = "URL",
        hide_env_values = true,
        requires = "limit_store_secret"
    )]
    pub limit_store: Option<Secret>,

    /// Secret shared by all replicas, at least 16 characters, for instance from `openssl rand -hex 32`. It keys the
    /// hashes that the store gets instead of client addresses [default: none].
    #[arg(
        long,
        env = "LEXDEX_LIMIT_STORE_SECRET",
        value_name = "TEXT",
        hide_env_values = true,
        requires = "limit_store"
    )]
    pub limit_store_secret: Option<Secret>,

    /// Behavior while the store is down: with `local`, each replica limits on its own; with `closed`, requests to the
    /// API are refused with 503.
    #[arg(
        long,
        env = "LEXDEX_LIMIT_STORE_FAILURE",
        value_name = "MODE",
        default_value = "local",
        requires = "limit_store"
    )]
    pub limit_store_failure: StoreFailure,

    /// Network of proxies whose X-Forwarded-For is trusted, such as 10.0.0.0/8. May be repeated, or list several
    /// networks separated by commas [default: none].
    #[arg(long = "trusted-proxy", env = "LEXDEX_TRUSTED_PROXY", value_name = "CIDR", value_delimiter = ',',
          value_parser = parse_network)]
    pub trusted_proxies: Vec<IpNet>,

    /// Whether /mcp serves AI tools by the Model Context Protocol: on or off.
    #[arg(long, env = "LEXDEX_MCP", value_name = "SWITCH", default_value = "on")]
    pub mcp: Switch,

    /// Origin of web pages that may call /mcp, such as `https://chat.example.org`, or `*` for all. May be repeated, or
    /// list several origins separated by commas. By default only pages from localhost may call it, which protects
    /// against DNS rebinding. Programs other than browsers send no origin and are always allowed [default: none].
    #[arg(
        long = "mcp-allowed-origins",
        env = "LEXDEX_MCP_ALLOWED_ORIGINS",
        value_name = "ORIGIN",
        value_delimiter = ','
    )]
    pub mcp_allowed_origins: Vec<AllowedOrigin>,

    /// Size of the response cache in MiB; 0 disables it.
    #[arg(long, env = "LEXDEX_CACHE_MIB", value_name = "MIB", default_value_t = 64,
          value_parser = clap::value_parser!(u64).range(0..=MAX_CACHE_MIB))]
    pub cache_mib: u64,

    /// Time in seconds for which clients and proxies may reuse a response without revalidation.
    #[arg(long, env = "LEXDEX_MAX_AGE", value_name = "SECONDS", default_value_t = 60,
          value_parser = clap::value_parser!(u64).range(0..=MAX_MAX_AGE_SECS))]
    pub max_age: u64,

    /// Format of the log on standard error; RUST_LOG filters it.
    #[arg(long, env = "LEXDEX_LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,
}

/// A command other than serving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum ServerCommand {
    /// Check whether the server at --listen is ready, for example as a container's health check.
    ///
    /// Requests /readyz, at the loopback address if the server listens on all interfaces. Exits with 0 if the server is
    /// ready. Exits with 1 and the reason if it is not ready or does not respond within 3 seconds.
    Healthcheck,
}

/// The upper bound of `--max-connections`, far more than one machine can handle.
const MAX_CONNECTIONS: i64 = 10_000_000;

/// The upper bound of `--rate-limit`, more than one core can serve.
const MAX_RATE_LIMIT: i64 = 10_000_000;

/// The upper bound of `--cache-mib`: 1 TiB.
const MAX_CACHE_MIB: u64 = 1 << 20;

/// The upper bound of `--max-age`: one year.
const MAX_MAX_AGE_SECS: u64 = 365 * 24 * 60 * 60;

/// The upper bound of `--watch-secs`: one day.
const MAX_WATCH_SECS: u64 = 24 * 60 * 60;

/// The minimum length of `--limit-store-secret`, in characters.
const MIN_SECRET_CHARS: usize = 16;

/// The upper bound of `--keep-previous-secs`: one day.
const MAX_KEEP_PREVIOUS_SECS: u64 = 24 * 60 * 60;

impl Settings {
    /// Returns the options of the shared store, if there is one. Errors never repeat the URL or the secret.
    pub fn limit_store_options(&self) -> Result<Option<LimitStoreOptions>> {
        let (Some(url), Some(secret)) = (&self.limit_store, &self.limit_store_secret) else { return Ok(None) };
        ensure!(
            self.rate_limit > 0,
            "--limit-store shares the rate limit, and --rate-limit 0 disables it: leave one out"
        );
        let url = url.0.parse().context("--limit-store is not the URL of a store")?;
        ensure!(
            secret.0.chars().count() >= MIN_SECRET_CHARS,
            "--limit-store-secret has fewer than {MIN_SECRET_CHARS} characters: take the output of `openssl rand -hex 32`, \
             the same on all replicas"
        );
        let is_closed_on_failure = self.limit_store_failure == StoreFailure::Closed;
        Ok(Some(LimitStoreOptions { url, secret: secret.0.clone(), is_closed_on_failure }))
    }

    /// Returns the settings of `/mcp`.
    pub fn mcp_options(&self) -> McpOptions {
        McpOptions { is_enabled: self.mcp == Switch::On, allowed_origins: self.mcp_allowed_origins.clone() }
    }

    /// Returns the interval at which the index directory is polled; `None` to disable polling.
    pub fn watch_interval(&self) -> Option<Duration> {
        (self.watch_secs > 0).then(|| Duration::from_secs(self.watch_secs))
    }
}

/// The short and the long help of `--listen`.
const LISTEN_HELP: (&str, &str) = if HAS_UNIX_SOCKETS {
    (
        "Address to listen on: an address and a port (0 for any free port), or `unix:` and the path of a socket",
        "Address to listen on: an address and a port (0 for any free port), or `unix:` and the path of a \
         socket.\n\nThe limits count all clients of a socket as one. With `--trusted-proxy`, every program that can \
         open the socket is trusted as a proxy.",
    )
} else {
    const HELP: &str = "Address to listen on: an address and a port (0 for any free port)";
    (HELP, HELP)
};

/// The help of `--watch-secs`.
const WATCH_HELP: &str = if HAS_HANGUPS {
    "Interval in seconds at which the index directory is checked for a new index, which is then served. With 0, only \
     SIGHUP reloads the index"
} else {
    "Interval in seconds at which the index directory is checked for a new index, which is then served. With 0, it \
     is never checked"
};

/// Returns the examples at the end of the help. As in all help, they are single lines that sh, PowerShell and cmd read
/// alike.
fn examples() -> String {
    const SOCKET_EXAMPLE: &str = "  lexdex --listen unix:/run/lexdex/lexdex.sock  for a proxy on this machine\n";
    let socket_example = if HAS_UNIX_SOCKETS { SOCKET_EXAMPLE } else { "" };
    format!(
        "\
Examples:
  lexdex                                        the bundled corpus at http://127.0.0.1:8080
  lexdex --listen 0.0.0.0:80 --index ./index    your own index, on all interfaces
{socket_example}  lexdex --rate-limit 0                         no rate limit; set RUST_LOG to warn for no access log
  lexdex healthcheck                            check whether the server at 127.0.0.1:8080 is ready
  lexdex get cases --court ca9 --topic privacy  query without a server

Try:
  curl \"http://127.0.0.1:8080/api/v1/cases?court=ninth+circuit&topic=privacy\""
    )
}

/// A format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Readable text.
    Text,
    /// One JSON object per line.
    Json,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// Enabled.
    On,
    /// Disabled; the path is a 404.
    Off,
}

/// The behavior while the store is down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StoreFailure {
    /// Each replica limits on its own.
    Local,
    /// Requests to the API are refused.
    Closed,
}

/// A setting that must not be shown.
#[derive(Clone)]
pub struct Secret(String);

impl FromStr for Secret {
    type Err = Infallible;

    fn from_str(text: &str) -> std::result::Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret")
    }
}

/// Accepts any address on a system that supports it. The server checks at its start whether it can listen there.
fn parse_address(text: &str) -> std::result::Result<String, String> {
    if socket_path(text).is_some() && !HAS_UNIX_SOCKETS {
        return Err("this system has no Unix sockets: give an address and a port, such as 127.0.0.1:8080".to_owned());
    }
    Ok(text.to_owned())
}

/// Parses a network, or a single address as the network of that address.
fn parse_network(text: &str) -> std::result::Result<IpNet, String> {
    let address = || text.parse().map(|address: IpAddr| address.into());
    text.parse().or_else(|_| address()).map_err(|_| {
        "it is neither a network such as 10.0.0.0/8 or 2001:db8::/32 nor an address such as 10.0.0.7".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn command_line_is_well_formed() {
        Settings::command().debug_assert();
    }
}
