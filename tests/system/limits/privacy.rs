//! The store gets only keyed hashes of clients.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use crate::system::limits::redis_server::Redis;
use crate::system::limits::replica::Replica;
use crate::system::support::server::PATIENCE;

#[test]
fn no_client_address_reaches_the_store_and_keys_expire() {
    let Some(redis) = Redis::start(&[]) else { return };
    let mut monitor = TcpStream::connect(redis.address()).unwrap();
    monitor.set_read_timeout(Some(PATIENCE)).unwrap();
    monitor.write_all(b"MONITOR\r\n").unwrap();
    let replica = Replica::start(&redis.url(), 5, &[]);
    for client in ["203.0.113.7", "2001:db8:abcd:1::7", "2001:db8:abcd:1::8"] {
        assert_eq!(replica.ask(client).status, 200);
    }
    let keys: Vec<String> = redis.ask("KEYS *");
    // The keys are of two clients and a probe.
    assert_eq!(keys.len(), 3, "{keys:?}");
    for key in &keys {
        let hash = key.strip_prefix("lexdex:limit:").unwrap();
        assert!(hash.len() == 32 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{key}");
        let time_to_live: i64 = redis.ask(&format!("PTTL {key}"));
        assert!((1..=61_000).contains(&time_to_live), "{key}: {time_to_live}");
    }
    let _: String = redis.ask("ECHO the-end");
    let seen: Vec<String> =
        BufReader::new(monitor).lines().map_while(Result::ok).take_while(|line| !line.contains("the-end")).collect();
    assert!(seen.iter().any(|line| line.contains("EVALSHA")), "{seen:#?}");
    for line in seen {
        // Each line has the replica's own address, 127.0.0.1.
        assert!(!["203.0.113", "2001:db8", "abcd:1"].iter().any(|text| line.to_lowercase().contains(text)), "{line}");
    }
}

#[test]
fn deployments_with_different_secrets_do_not_share_windows() {
    let Some(redis) = Redis::start(&[]) else { return };
    let one = Replica::start(&redis.url(), 2, &[]);
    let other = Replica(crate::system::support::server::Server::start(&[
        "--limit-store",
        &redis.url(),
        "--limit-store-secret",
        "another secret of others",
        "--rate-limit",
        "2",
        "--trusted-proxy",
        "127.0.0.1",
    ]));
    assert_eq!([&one, &other].map(|replica| replica.statuses("192.0.2.1", 3)), [[200, 200, 429]; 2]);
}
