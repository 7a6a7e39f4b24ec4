/*!
Parses the URL of the store.

Errors never repeat a part of the URL, because it may contain a password.
*/

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result, bail, ensure};
use percent_encoding::percent_decode_str;

const DEFAULT_PORT: u16 = 6379;

const DEFAULT_SENTINEL_PORT: u16 = 26379;

/// The address of the store, and the login.
#[derive(Clone, PartialEq, Eq)]
pub struct StoreUrl {
    pub(super) topology: Topology,
    pub(super) is_tls: bool,
    /// The server, the Sentinels, or some nodes of the cluster.
    pub(super) hosts: Vec<Host>,
    pub(super) login: Login,
    pub(super) db: u32,
}

/// The arrangement of the store's servers.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Topology {
    Single,
    Cluster,
    Sentinel { master: String, login: Login },
}

/// A host and its port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Host {
    pub(crate) name: String,
    pub(crate) port: u16,
}

/// A user and a password.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Login {
    pub(super) user: Option<String>,
    pub(super) password: Option<String>,
}

/// The parameters of the query.
#[derive(Default)]
struct UrlQuery {
    master: Option<String>,
    sentinel_login: Login,
}

impl FromStr for StoreUrl {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        const FORMS: &str = "give redis://HOST:PORT, redis-sentinel://HOST:PORT,HOST:PORT?master=NAME or \
                             redis-cluster://HOST:PORT,HOST:PORT, each also with rediss for TLS";
        let (scheme, rest) = text.split_once("://").with_context(|| format!("it has no scheme: {FORMS}"))?;
        let (is_tls, kind) = match scheme {
            "redis" => (false, "single"),
            "rediss" => (true, "single"),
            "redis-sentinel" => (false, "sentinel"),
            "rediss-sentinel" => (true, "sentinel"),
            "redis-cluster" => (false, "cluster"),
            "rediss-cluster" => (true, "cluster"),
            _ => bail!("its scheme is unknown, or not in lower case: {FORMS}"),
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(end);
        ensure!(!rest.contains('@'), "its user, password or query has one of `/?#@`: percent-encode it, `/` as %2F");
        let (login, hosts) = match authority.rsplit_once('@') {
            Some((login, hosts)) => (parse_login(login)?, hosts),
            None => (Login::default(), authority),
        };
        let default_port = if kind == "sentinel" { DEFAULT_SENTINEL_PORT } else { DEFAULT_PORT };
        let hosts = hosts.split(',').map(|host| parse_host(host, default_port)).collect::<Result<Vec<_>>>()?;
        ensure!(
            kind != "single" || hosts.len() == 1,
            "it has several hosts: give redis-sentinel:// or redis-cluster://, or one host"
        );
        ensure!(!rest.contains('#'), "it has a `#`, which has no meaning here");
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let db = parse_db(path)?;
        let UrlQuery { master, sentinel_login } = parse_query(query, kind == "sentinel")?;
        let topology = match (kind, master) {
            ("sentinel", Some(master)) => Topology::Sentinel { master, login: sentinel_login },
            ("sentinel", None) => bail!("it does not name the master: add ?master=NAME, as in sentinel.conf"),
            ("cluster", _) => Topology::Cluster,
            _ => Topology::Single,
        };
        ensure!(
            kind != "cluster" || db == 0,
            "it names a database, and a cluster has only database 0: leave the path out"
        );
        Ok(Self { topology, is_tls, hosts, login, db })
    }
}

/// The URL without user, password and query.
impl fmt::Display for StoreUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.is_tls { "rediss" } else { "redis" })?;
        formatter.write_str(match self.topology {
            Topology::Single => "://",
            Topology::Cluster => "-cluster://",
            Topology::Sentinel { .. } => "-sentinel://",
        })?;
        for (idx, Host { name, port }) in self.hosts.iter().enumerate() {
            let comma = if idx > 0 { "," } else { "" };
            // An IPv6 address contains colons, and is written in brackets.
            let (open, close) = if name.contains(':') { ("[", "]") } else { ("", "") };
            write!(formatter, "{comma}{open}{name}{close}:{port}")?;
        }
        Ok(())
    }
}

/// The same as [`Display`](fmt::Display), without passwords.
impl fmt::Debug for StoreUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "StoreUrl({self})")
    }
}

fn parse_login(text: &str) -> Result<Login> {
    let (user, password) = match text.split_once(':') {
        Some((user, password)) => (user, Some(password)),
        None => (text, None),
    };
    let user = (!user.is_empty()).then(|| decode(user, "user")).transpose()?;
    let password = password.map(|password| decode(password, "password")).transpose()?;
    ensure!(
        password.as_ref().is_some_and(|password| !password.is_empty()),
        "it has a user without a password: give USER:PASSWORD@ or :PASSWORD@"
    );
    Ok(Login { user, password })
}

fn parse_host(text: &str, default_port: u16) -> Result<Host> {
    let (name, port) = match text.strip_prefix('[') {
        Some(text) => {
            let (name, port) = text.split_once(']').context("it has an IPv6 address without its `]`")?;
            // Text after the bracket that does not begin with a colon is not a port.
            (name, (!port.is_empty()).then(|| port.strip_prefix(':').unwrap_or_default()))
        }
        None => text.split_once(':').map_or((text, None), |(name, port)| (name, Some(port))),
    };
    ensure!(
        port.is_none_or(|port| !port.contains(':')),
        "a host has several colons: put an IPv6 address in brackets, such as [::1]:6379"
    );
    ensure!(!name.is_empty(), "it has no host, or an empty one between commas");
    let is_host = |char: char| char.is_ascii_alphanumeric() || "-._:%".contains(char);
    ensure!(name.chars().all(is_host), "a host has an invalid character");
    let port = port.map_or(Some(default_port), |port| number(port).filter(|port| *port > 0));
    let port = port.context("a port is not a number from 1 to 65535")?;
    Ok(Host { name: name.to_owned(), port })
}

fn parse_db(path: &str) -> Result<u32> {
    match path.strip_prefix('/').unwrap_or(path) {
        "" => Ok(0),
        db => number(db).context("its path is not the number of a database, such as /0"),
    }
}

/// Parses decimal digits. Rejects a sign, which `parse` would accept.
fn number<N: FromStr>(text: &str) -> Option<N> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn parse_query(query: &str, is_sentinel: bool) -> Result<UrlQuery> {
    let mut parsed = UrlQuery::default();
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
        const PARAMETERS: &str = "the query may have master, sentinel-user and sentinel-password, each once, and \
                                  only with redis-sentinel://";
        let (name, value) = parameter.split_once('=').context(PARAMETERS)?;
        let field = match name {
            "master" => &mut parsed.master,
            "sentinel-user" => &mut parsed.sentinel_login.user,
            "sentinel-password" => &mut parsed.sentinel_login.password,
            _ => bail!(PARAMETERS),
        };
        ensure!(is_sentinel && field.is_none() && !value.is_empty(), PARAMETERS);
        *field = Some(decode(value, "query")?);
    }
    Ok(parsed)
}

fn decode(text: &str, part: &str) -> Result<String> {
    let text = percent_decode_str(text).decode_utf8();
    Ok(text.with_context(|| format!("its {part} has percent-encoded bytes that are not UTF-8"))?.into_owned())
}
