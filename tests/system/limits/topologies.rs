//! A cluster, and a master behind Sentinel.

use std::cell::Cell;
use std::fs;
use std::process::Command;

use lexdex_tests::skip::is_there;
use lexdex_tests::tool::run;
use tempfile::TempDir;

use crate::system::limits::redis_server::{Redis, wait_for};
use crate::system::limits::replica::Replica;
use crate::system::support::port::Port;
use crate::system::support::server::Process;

/// A Sentinel, killed on drop.
struct Sentinel {
    port: Port,
    _directory: TempDir,
    _process: Process,
}

impl Sentinel {
    fn start(master: &Redis) -> Self {
        let (port, directory) = (Port::reserve(), tempfile::tempdir().unwrap());
        let file = directory.path().join("sentinel.conf");
        let (own, master) = (port.address.port(), master.port());
        let directory_path = directory.path().display();
        let configuration = format!(
            "port {own}\nbind 127.0.0.1\ndir {directory_path}\nlogfile {directory_path}/log\nrequirepass sentinels\n\
             sentinel sentinel-pass sentinels\nsentinel monitor law 127.0.0.1 {master} 2\n\
             sentinel auth-pass law servers\nsentinel down-after-milliseconds law 1000\n\
             sentinel failover-timeout law 5000\n"
        );
        fs::write(&file, configuration).unwrap();
        let (process, _) = Process::start(Command::new("redis-server").arg(file).arg("--sentinel"));
        Self { port, _directory: directory, _process: process }
    }
}

#[track_caller]
fn assert_shared(replicas: &[Replica; 2], client: &str) {
    let [one, other] = replicas;
    assert_eq!([one.statuses(client, 2), other.statuses(client, 2)], [[200, 200], [200, 429]], "{client}");
}

#[test]
fn master_is_found_through_sentinel_also_after_a_failover() {
    let login = ["--requirepass", "servers", "--masterauth", "servers"];
    let Some(mut master) = Redis::start(&login) else { return };
    let of = format!("127.0.0.1 {}", master.port());
    let replica = Redis::start(&[&login[..], &["--replicaof", &of]].concat()).unwrap();
    let sentinels = [(); 3].map(|()| Sentinel::start(&master));
    let hosts = sentinels.each_ref().map(|sentinel| sentinel.port.address.to_string()).join(",");
    let url = format!("redis-sentinel://:servers@{hosts}?master=law&sentinel-password=sentinels");
    let replicas = [(); 2].map(|()| Replica::start(&url, 3, &[]));
    replicas.iter().for_each(|replica| replica.wait_until_up(true));
    assert_shared(&replicas, "192.0.2.1");
    // For a failover, the Sentinels must know each other and the replica.
    wait_for("the Sentinels know all", || {
        sentinels.iter().all(|sentinel| {
            let client = redis::Client::open(format!("redis://:sentinels@{}", sentinel.port.address)).unwrap();
            let state: Vec<String> =
                redis::cmd("SENTINEL").arg("MASTER").arg("law").query(&mut client.get_connection().unwrap()).unwrap();
            let value = |name: &str| state.chunks(2).find(|pair| pair[0] == name).map(|pair| pair[1].clone());
            value("num-slaves").as_deref() == Some("1") && value("num-other-sentinels").as_deref() == Some("2")
        })
    });
    master.kill();
    replicas.iter().for_each(|replica| replica.wait_until_up(false));
    replicas.iter().for_each(|replica| replica.wait_until_up(true));
    assert_shared(&replicas, "192.0.2.2");
    let mut promoted = redis::Client::open(format!("redis://:servers@{}", replica.address())).unwrap().get_connection();
    let keys: Vec<String> = redis::cmd("KEYS").arg("*").query(promoted.as_mut().unwrap()).unwrap();
    assert!(keys.len() >= 2, "{keys:?}");
    // The old master comes back as a replica of the new one, and is not used.
    master.start_again();
    assert_shared(&replicas, "192.0.2.3");
}

#[test]
fn unknown_master_is_named_in_the_log() {
    let Some(master) = Redis::start(&[]) else { return };
    let sentinel = Sentinel::start(&master);
    wait_for("the Sentinel listens", || std::net::TcpStream::connect(sentinel.port.address).is_ok());
    let url = format!("redis-sentinel://{}?master=other&sentinel-password=sentinels", sentinel.port.address);
    let lines = Replica::start(&url, 3, &[]).store_lines();
    assert!(lines.len() == 1 && lines[0].ends_with("the Sentinels know no master of this name"), "{lines:#?}");
}

/// A node of a cluster, and the port on which the nodes talk to each other.
struct Node {
    redis: Redis,
    _bus: Port,
}

/// Starts a cluster in which each master has this many replicas; `None` if Redis is not installed.
#[track_caller]
fn start_cluster(n_nodes: usize, n_replicas: usize, timeout_ms: u32) -> Option<Vec<Node>> {
    if !is_there("redis-cli", &["--version"]) {
        return None;
    }
    let timeout_ms = timeout_ms.to_string();
    let node = || {
        let bus = Port::reserve();
        let bus_port = bus.address.port().to_string();
        let arguments =
            ["--cluster-enabled", "yes", "--cluster-node-timeout", &timeout_ms, "--cluster-port", &bus_port];
        Some(Node { redis: Redis::start(&arguments)?, _bus: bus })
    };
    let nodes: Vec<Node> = (0..n_nodes).map(|_| node()).collect::<Option<_>>()?;
    let mut create = Command::new("redis-cli");
    create.args(["--cluster", "create"]).args(nodes.iter().map(|node| node.redis.address().to_string()));
    run(create.args(["--cluster-replicas", &n_replicas.to_string(), "--cluster-yes"]));
    wait_for("the cluster is complete", || {
        nodes.iter().all(|node| {
            let is_copied = node.is_master() || node.info("replication").contains("master_link_status:up");
            is_copied && node.redis.ask::<String>("CLUSTER INFO").contains("cluster_state:ok")
        })
    });
    Some(nodes)
}

impl Node {
    fn info(&self, section: &str) -> String {
        self.redis.ask(&format!("INFO {section}"))
    }

    fn is_master(&self) -> bool {
        self.info("replication").contains("role:master")
    }

    /// Whether the replica of this master has everything.
    fn is_copied(&self) -> bool {
        let info = self.info("replication");
        let offset = info.lines().find_map(|line| line.strip_prefix("master_repl_offset:")).unwrap();
        info.lines().any(|line| line.starts_with("slave0:") && line.contains(&format!(",offset={offset},")))
    }
}

#[test]
fn clients_are_spread_over_the_nodes_of_a_cluster() {
    let Some(nodes) = start_cluster(3, 0, 2000) else { return };
    let addresses: Vec<String> = nodes.iter().map(|node| node.redis.address().to_string()).collect();
    // One node is enough to find the others.
    let urls = [format!("redis-cluster://{}", addresses[0]), format!("redis-cluster://{}", addresses.join(","))];
    let replicas = urls.map(|url| Replica::start(&url, 3, &[]));
    for number in 0..30 {
        assert_shared(&replicas, &format!("192.0.2.{number}"));
    }
    for node in &nodes {
        let n_keys: usize = node.redis.ask("DBSIZE");
        assert!(n_keys > 2, "{n_keys}");
    }
}

/// The nodes notice the loss only when the test lowers their timeout, so that the outage is as long as the test needs.
#[test]
fn cluster_without_a_master_loses_clients_until_takeover() {
    let Some(mut nodes) = start_cluster(6, 1, 60_000) else { return };
    let addresses: Vec<String> = nodes.iter().map(|node| node.redis.address().to_string()).collect();
    let url = format!("redis-cluster://{}", addresses.join(","));
    let local = [(); 2].map(|()| Replica::start(&url, 3, &[]));
    let closed = [(); 2].map(|()| Replica::start(&url, 3, &["--limit-store-failure", "closed"]));
    let before: Vec<String> = (0..12).map(|number| format!("192.0.2.{number}")).collect();
    before.iter().for_each(|client| assert_shared(&local, client));
    wait_for("the masters are copied", || nodes.iter().all(|node| !node.is_master() || node.is_copied()));
    let lost = nodes.iter().position(Node::is_master).unwrap();
    nodes[lost].redis.kill();
    let lost = nodes.remove(lost);

    let (mut n_over, mut n_unavailable) = (0, 0);
    for number in 0..24 {
        let client = format!("198.51.100.{number}");
        let statuses = local.each_ref().map(|replica| replica.statuses(&client, 4));
        for of_replica in &statuses {
            let n_served = of_replica.iter().filter(|status| **status == 200).count();
            assert!(n_served <= 3 && of_replica[n_served..].iter().all(|status| *status == 429), "{statuses:?}");
        }
        let n_served = statuses.concat().iter().filter(|status| **status == 200).count();
        assert!((3..=6).contains(&n_served), "{statuses:?}");
        n_over += usize::from(n_served > 3);

        let client = format!("203.0.113.{number}");
        let statuses = closed.each_ref().map(|replica| replica.statuses(&client, 4)).concat();
        assert!(statuses.iter().all(|status| [200, 429, 503].contains(status)), "{statuses:?}");
        assert!(statuses.iter().filter(|status| **status == 200).count() <= 3, "{statuses:?}");
        n_unavailable += usize::from(statuses.contains(&503));
    }
    // A third of the clients are the lost node's.
    assert!(n_over > 0 && n_unavailable > 0, "{n_over} over the limit, {n_unavailable} without a decision");

    for node in &nodes {
        let _: String = node.redis.ask("CONFIG SET cluster-node-timeout 1000");
    }
    wait_for("a replica takes over", || nodes.iter().filter(|node| node.is_master()).count() == 3);
    drop(lost);
    let next = Cell::new(100);
    wait_for("all clients share the limit again", || {
        (0..6).all(|_| {
            next.set(next.get() + 1);
            let client = format!("10.0.{}.{}", next.get() / 250, next.get() % 250);
            local.each_ref().map(|replica| replica.statuses(&client, 2)) == [[200, 200], [200, 429]]
        })
    });
    // The new master has the windows of the old one, and another server knows none of these clients itself.
    let other = Replica::start(&url, 3, &[]);
    other.wait_until_up(true);
    for client in &before {
        assert_eq!(other.statuses(client, 1), [429], "{client}");
    }
}
