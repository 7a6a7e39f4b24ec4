//! Replicas behind HAProxy, which adds the number of the replica to each response in `X-Replica`.

use std::fs;
use std::net::SocketAddr;
use std::process::Command;

use rustix::process::Signal;
use tempfile::TempDir;

use crate::system::support::client::get;
use crate::system::support::port::Port;
use crate::system::support::server::{Process, Server, Stopped, indexed_command};
use crate::system::support::tools::{start, wait_until};

/// The usual number of replicas.
pub(crate) const N_REPLICAS: usize = 3;

/// The header with the number of the replica that responded.
pub(crate) const REPLICA_HEADER: &str = "x-replica";

/// Replicas, and a balancer that sends each request to a random one.
pub(crate) struct Cluster {
    pub(crate) replicas: Vec<Replica>,
    pub(crate) address: SocketAddr,
    _port: Port,
    _directory: TempDir,
    _balancer: Process,
}

/// A lexdex server that keeps its addresses when it is restarted.
pub(crate) struct Replica {
    arguments: Vec<String>,
    port: Port,
    admin_port: Port,
    server: Option<Server>,
}

impl Cluster {
    /// Starts replicas with the same arguments.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::new((0..N_REPLICAS).map(|_| Replica::start(arguments)).collect())
    }

    /// Starts a balancer of these replicas.
    pub(crate) fn new(replicas: Vec<Replica>) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let port = Port::reserve();
        let configuration = directory.path().join("haproxy.cfg");
        fs::write(&configuration, configuration_of(port.address, &replicas)).unwrap();
        let mut command = Command::new("haproxy");
        command.arg("-db").arg("-f").arg(configuration);
        let balancer = start(&mut command, &directory.path().join("haproxy.log"), port.address);
        let address = port.address;
        wait_until("a replica that HAProxy finds ready", || get(address, "/readyz").status == 200);
        Self { replicas, address, _port: port, _directory: directory, _balancer: balancer }
    }
}

impl Replica {
    /// Starts a server that trusts the balancer. It serves the bundled index unless the arguments name one.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        let mut replica = Self { arguments, port: Port::reserve(), admin_port: Port::reserve(), server: None };
        replica.start_again();
        replica
    }

    fn start_again(&mut self) {
        let [address, admin_address] = [&self.port, &self.admin_port].map(|port| port.address.to_string());
        let of_replica = ["--listen", &address, "--admin-listen", &admin_address, "--trusted-proxy", "127.0.0.1"];
        let arguments = of_replica.into_iter().chain(self.arguments.iter().map(String::as_str));
        let server = Server::spawn(indexed_command(&arguments.collect::<Vec<_>>()));
        assert_eq!(server.admin_address(), self.admin_port.address);
        self.server = Some(server);
    }

    /// Stops the server by SIGTERM and starts it again. Returns how it ended.
    pub(crate) fn restart(&mut self) -> Stopped {
        let server = self.server.take().unwrap();
        server.send(Signal::TERM);
        let stopped = server.wait();
        self.start_again();
        stopped
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.port.address
    }

    pub(crate) fn admin_address(&self) -> SocketAddr {
        self.admin_port.address
    }

    /// The value of a metric without labels.
    #[track_caller]
    pub(crate) fn metric(&self, name: &str) -> f64 {
        let metrics = get(self.admin_port.address, "/metrics").body;
        let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.unwrap_or_else(|| panic!("no {name} in {metrics}")).parse().unwrap()
    }
}

/// Retries only connections: a request that was sent is never repeated, because it may have been counted.
fn configuration_of(address: SocketAddr, replicas: &[Replica]) -> String {
    let servers: String = replicas.iter().enumerate().map(|(idx, replica)| server_line(idx, replica)).collect();
    format!(
        "global
    maxconn 4096
    nbthread 1
defaults
    mode http
    timeout connect 2s
    timeout client 120s
    timeout server 60s
    timeout http-keep-alive 120s
    option forwardfor
    option redispatch 1
    retries 3
    retry-on conn-failure
frontend api
    bind {address}
    default_backend replicas
backend replicas
    balance random(1)
    option httpchk GET /readyz
    http-response set-header {REPLICA_HEADER} %s
    default-server check inter 500ms fall 1 rise 1
{servers}"
    )
}

fn server_line(idx: usize, replica: &Replica) -> String {
    format!("    server {idx} {} port {}\n", replica.port.address, replica.admin_port.address.port())
}
