//! Passwords, users and TLS.

use std::fs;
use std::path::Path;
use std::process::Command;

use lexdex_tests::skip::is_there;
use lexdex_tests::tool::run;

use crate::system::limits::redis_server::Redis;
use crate::system::limits::replica::{Replica, SECRET};
use crate::system::support::server::{Server, indexed_command};

const PASSWORD: &str = "p%C3%A4ss%2Fword%40";

/// The permissions that docs/operating.md names.
const USER: &str = "ACL SETUSER lexdex on >pass ~lexdex:limit:* -@all +eval +evalsha +time +get +set +getrange +setrange \
                    +strlen +append +pexpire";

/// Asserts that two replicas share their limit.
#[track_caller]
fn assert_shared(url: &str) {
    let replicas = [(); 2].map(|()| Replica::start(url, 3, &[]));
    let [one, other] = &replicas;
    assert_eq!([one.statuses("192.0.2.1", 2), other.statuses("192.0.2.1", 2)], [[200, 200], [200, 429]]);
    for replica in replicas {
        let log = replica.0.stop().log;
        assert!(log.iter().all(|line| !line.contains("pass") && !line.contains(SECRET)), "{log:#?}");
    }
}

/// Asserts that a replica cannot use its store for this reason, and limits by itself.
#[track_caller]
fn assert_refused(url: &str, reason: &str) {
    let replica = Replica::start(url, 2, &[]);
    assert_eq!(replica.statuses("192.0.2.1", 3), [200, 200, 429]);
    let lines = replica.store_lines();
    assert!(lines.len() == 1 && lines[0].contains(reason) && !lines[0].contains("secret"), "{lines:#?}");
}

#[test]
fn password_and_database_are_used() {
    let Some(redis) = Redis::start(&["--requirepass", "päss/word@"]) else { return };
    assert_shared(&format!("redis://:{PASSWORD}@{}/7", redis.address()));
    assert_refused(&redis.url(), "Authentication required");
    assert_refused(&format!("redis://:secret@{}", redis.address()), "Password authentication failed");
}

#[test]
fn user_with_few_permissions_is_enough() {
    for redis in Redis::each_program() {
        let _: String = redis.ask(USER);
        assert_shared(&format!("redis://lexdex:pass@{}", redis.address()));
        let _: String = redis.ask("ACL SETUSER lexdex -set");
        assert_refused(&format!("redis://lexdex:pass@{}", redis.address()), "on @user_script");
        assert_refused(&format!("redis://nobody:secret@{}", redis.address()), "Password authentication failed");
    }
}

#[test]
fn tls_uses_the_certificates_that_the_system_trusts() {
    if !is_there("openssl", &["version"]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    make_certificates(directory.path());
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let [key, certificate, authority] = ["server.key", "server.pem", "authority.pem"].map(path);
    let files = ["--tls-cert-file", &certificate, "--tls-key-file", &key, "--tls-ca-cert-file", &authority];
    let port = crate::system::support::port::Port::reserve();
    let tls_port = port.address.port().to_string();
    let tls = ["--tls-port", &tls_port, "--tls-auth-clients", "no"];
    let Some(_redis) = Redis::start(&[&tls[..], &files].concat()) else { return };
    let url = format!("rediss://127.0.0.1:{tls_port}");
    let start = |trusted: &str| {
        let arguments = ["--limit-store", &url, "--limit-store-secret", SECRET, "--listen", "127.0.0.1:0"];
        let mut command = indexed_command(&arguments);
        command.args(["--admin-listen", "127.0.0.1:0", "--trusted-proxy", "127.0.0.1"]);
        Replica(Server::spawn({
            command.env("SSL_CERT_FILE", trusted).env_remove("SSL_CERT_DIR");
            command
        }))
    };
    start(&authority).wait_until_up(true);
    // A certificate of another authority is rejected.
    let lines = start(&path("other.pem")).store_lines();
    assert!(lines.len() == 1 && lines[0].contains("certificate"), "{lines:#?}");
}

/// Creates an authority, its certificate for a server at 127.0.0.1, and another authority.
fn make_certificates(directory: &Path) {
    let openssl = |arguments: &str| {
        run(Command::new("openssl").current_dir(directory).args(arguments.split(' ')));
    };
    for name in ["authority", "other"] {
        openssl(&format!(
            "req -x509 -newkey rsa:2048 -nodes -days 2 -keyout {name}.key -out {name}.pem -subj /CN=authority"
        ));
    }
    openssl("req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=127.0.0.1");
    fs::write(directory.join("names"), "subjectAltName=IP:127.0.0.1").unwrap();
    openssl(
        "x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 -extfile names -out \
         server.pem",
    );
}
