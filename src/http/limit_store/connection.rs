/*!
Connects to the store.
*/

use std::time::Duration;

use lexdex_core::blocking;
use redis::aio::MultiplexedConnection;
use redis::cluster::ClusterClient;
use redis::cluster_async::ClusterConnection;
use redis::{AsyncConnectionConfig, Client, Cmd, ConnectionAddr, ConnectionInfo, FromRedisValue, IntoConnectionInfo};
use redis::{RedisConnectionInfo, RedisResult, cmd};
use tokio::runtime::Handle;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::timeout;

use crate::http::limit_store::error::StoreError;
use crate::http::limit_store::url::{Host, Login, StoreUrl, Topology};

/// The maximum time to connect, over all servers that are tried.
pub(crate) const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(1);

/// The maximum time for one server to accept a connection and a login.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(400);

/// The maximum time for a Sentinel to answer.
const SENTINEL_TIMEOUT: Duration = Duration::from_millis(200);

/// The maximum number of commands that queue for a connection. Further requests wait for a place in the queue.
const MAX_QUEUED_COMMANDS: usize = 1024;

/// The maximum number of retries of a command that a cluster node has redirected or could not accept.
const MAX_CLUSTER_RETRIES: u32 = 2;

/// The maximum delay before such a retry, in milliseconds.
const MAX_CLUSTER_RETRY_WAIT_MS: u64 = 10;

/// Connects to the store at a URL.
pub(crate) struct Connector {
    url: StoreUrl,
}

/// A connection that multiplexes the commands of all requests.
pub(crate) enum Connection {
    /// To one server, whose host is the second field.
    Server(MultiplexedConnection, Host),
    /// To all nodes of a cluster.
    Cluster(ClusterConnection),
}

impl Connection {
    /// Sends a command and reads its reply.
    pub(crate) async fn query<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, StoreError> {
        let reply = match self {
            Self::Server(connection, _) => command.query_async(&mut connection.clone()).await,
            Self::Cluster(connection) => command.query_async(&mut connection.clone()).await,
        };
        Ok(reply?)
    }
}

impl Connector {
    pub(crate) fn new(url: StoreUrl) -> Self {
        if url.is_tls {
            // Fails if a provider is already installed, which also works.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        Self { url }
    }

    /// Returns the URL without credentials.
    pub(crate) fn address(&self) -> String {
        self.url.to_string()
    }

    /// Connects and logs in. Behind Sentinel, looks up the master first.
    pub(crate) async fn connect(&self, response_timeout: Duration) -> Result<Connection, StoreError> {
        let StoreUrl { topology, is_tls, hosts, login, db } = self.url.clone();
        let connect = async move {
            match topology {
                Topology::Single => connect_to(&hosts[0], is_tls, &login, db).await,
                Topology::Sentinel { .. } => {
                    let master = self.find_master().await?;
                    connect_to(&master, is_tls, &login, db).await
                }
                Topology::Cluster => connect_to_cluster(&hosts, is_tls, &login, response_timeout).await,
            }
        };
        connect.await
    }

    /// Returns whether the Sentinels now name another master than the connected one.
    pub(crate) async fn has_moved(&self, connection: &Connection) -> bool {
        let Connection::Server(_, current) = connection else { return false };
        let is_behind_sentinel = matches!(self.url.topology, Topology::Sentinel { .. });
        is_behind_sentinel && self.find_master().await.is_ok_and(|master| master != *current)
    }

    /// Asks all Sentinels at once for the address of the master. Uses the first answer.
    async fn find_master(&self) -> Result<Host, StoreError> {
        let StoreUrl { topology: Topology::Sentinel { master, login }, is_tls, hosts, .. } = &self.url else {
            return Err(StoreError::Unexpected("the store is not behind Sentinel"));
        };
        let mut answers = JoinSet::new();
        for sentinel in hosts.clone() {
            let (is_tls, login, master) = (*is_tls, login.clone(), master.clone());
            let answer = async move { ask_sentinel(&sentinel, is_tls, &login, &master).await };
            answers.spawn(timeout(SENTINEL_TIMEOUT, answer));
        }
        let mut result = Err(StoreError::Unexpected("no Sentinel is named"));
        while let Some(answer) = answers.join_next().await {
            result = match answer {
                Ok(Ok(Ok(host))) => return Ok(host),
                Ok(Ok(Err(error))) => Err(error),
                Ok(Err(_)) | Err(_) => Err(StoreError::Unexpected("a Sentinel did not answer in time")),
            };
        }
        result
    }
}

async fn ask_sentinel(sentinel: &Host, is_tls: bool, login: &Login, master: &str) -> Result<Host, StoreError> {
    let connection = connect_to(sentinel, is_tls, login, 0).await?;
    let mut command = cmd("SENTINEL");
    command.arg("get-master-addr-by-name").arg(master);
    let host: Option<(String, u16)> = connection.query(&command).await?;
    let (name, port) = host.ok_or(StoreError::Unexpected("the Sentinels know no master of this name"))?;
    Ok(Host { name, port })
}

async fn connect_to(host: &Host, is_tls: bool, login: &Login, db: u32) -> Result<Connection, StoreError> {
    let client = Client::open(connection_info(host, is_tls, login, db)?)?;
    let config = AsyncConnectionConfig::new()
        .set_connection_timeout(Some(CONNECT_TIMEOUT))
        // The caller has its own timeout.
        .set_response_timeout(None)
        .set_pipeline_buffer_size(MAX_QUEUED_COMMANDS);
    let connection = if is_tls {
        // The crate reads the system's certificates from files at each connection.
        off_runtime(async move { client.get_multiplexed_async_connection_with_config(&config).await }).await?
    } else {
        client.get_multiplexed_async_connection_with_config(&config).await?
    };
    Ok(Connection::Server(connection, host.clone()))
}

async fn connect_to_cluster(
    hosts: &[Host],
    is_tls: bool,
    login: &Login,
    response_timeout: Duration,
) -> Result<Connection, StoreError> {
    let nodes: RedisResult<Vec<_>> = hosts.iter().map(|host| connection_info(host, is_tls, login, 0)).collect();
    let client = ClusterClient::builder(nodes?)
        .connection_timeout(CONNECT_TIMEOUT)
        .response_timeout(response_timeout)
        .retries(MAX_CLUSTER_RETRIES)
        .min_retry_wait(1)
        .max_retry_wait(MAX_CLUSTER_RETRY_WAIT_MS)
        .build()?;
    let connection = if is_tls {
        off_runtime(async move { client.get_async_connection().await }).await?
    } else {
        client.get_async_connection().await?
    };
    Ok(Connection::Cluster(connection))
}

fn connection_info(host: &Host, is_tls: bool, login: &Login, db: u32) -> RedisResult<ConnectionInfo> {
    let Host { name, port } = host.clone();
    let address = if is_tls {
        ConnectionAddr::TcpTls { host: name, port, insecure: false, tls_params: None }
    } else {
        ConnectionAddr::Tcp(name, port)
    };
    let mut redis = RedisConnectionInfo::default().set_db(db.into());
    if let Some(user) = &login.user {
        redis = redis.set_username(user);
    }
    if let Some(password) = &login.password {
        redis = redis.set_password(password);
    }
    Ok(address.into_connection_info()?.set_redis_settings(redis))
}

/// Runs an attempt to connect on a thread that may block, up to [`ATTEMPT_TIMEOUT`].
async fn off_runtime<T: Send + 'static>(
    future: impl Future<Output = RedisResult<T>> + Send + 'static,
) -> Result<T, StoreError> {
    let runtime = Handle::current();
    let connect = move || {
        blocking::mark("reading certificates");
        runtime.block_on(async { timeout(ATTEMPT_TIMEOUT, future).await })
    };
    match spawn_blocking(connect).await {
        Ok(Ok(result)) => Ok(result?),
        Ok(Err(_)) => Err(StoreError::Timeout),
        Err(_) => Err(StoreError::Unexpected("the connection attempt was cancelled")),
    }
}
