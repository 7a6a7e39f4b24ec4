//! A cluster, and a master behind Sentinel.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use crate::port::Port;
use crate::redis_server::{Redis, wait_for};
use crate::replica::Replica;
use crate::server::Process;
use crate::tool::{is_there, run};

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
fn master_is_found_through_sentinel_and_found_again_after_a_failover() {
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

#[test]
fn clients_are_spread_over_the_nodes_of_a_cluster() {
    if !is_there("redis-cli", &["--version"]) {
        return;
    }
    let nodes = [(); 3].map(|()| {
        let bus = Port::reserve();
        let bus_port = bus.address.port().to_string();
        let arguments = ["--cluster-enabled", "yes", "--cluster-node-timeout", "2000", "--cluster-port", &bus_port];
        Some((Redis::start(&arguments)?, bus))
    });
    let [Some(one), Some(two), Some(three)] = nodes else { return };
    let nodes = [one.0, two.0, three.0];
    let addresses = nodes.each_ref().map(|node| node.address().to_string());
    run(Command::new("redis-cli").args(["--cluster", "create"]).args(&addresses).arg("--cluster-yes"));
    wait_for("the cluster is complete", || {
        nodes.iter().all(|node| node.ask::<String>("CLUSTER INFO").contains("cluster_state:ok"))
    });
    // One node is enough to find the others.
    let urls = [format!("redis-cluster://{}", addresses[0]), format!("redis-cluster://{}", addresses.join(","))];
    let replicas = urls.map(|url| Replica::start(&url, 3, &[]));
    for number in 0..30 {
        assert_shared(&replicas, &format!("192.0.2.{number}"));
    }
    for node in &nodes {
        let n_keys: usize = node.ask("DBSIZE");
        assert!(n_keys > 2, "{n_keys}");
    }
}
