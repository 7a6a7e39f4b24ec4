//! SIGTERM under load: what was sent on a connection that the server had is answered whole.

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::server::Server;
use crate::wire::{Wire, tell};

const N_ROUNDS: usize = 10;
const N_CLIENTS: usize = 16;

/// How long the load runs before the signal.
const LOAD_TIME: Duration = Duration::from_millis(500);

/// How the requests of a client ended.
#[derive(Default)]
struct Outcome {
    n_answered: usize,
    /// Sent, and not answered whole.
    n_lost: usize,
}

/// Asks on one connection as fast as it can, until it is told that this was the last answer, or is cut.
fn keep_alive(address: SocketAddr) -> Outcome {
    let mut outcome = Outcome::default();
    let mut wire = Wire::connect(address).unwrap();
    loop {
        match wire.get("/api/v1/cases?limit=100", "") {
            Ok(answer) if answer.is_last => return Outcome { n_answered: outcome.n_answered + 1, ..outcome },
            Ok(_) => outcome.n_answered += 1,
            Err(_) => return Outcome { n_lost: 1, ..outcome },
        }
    }
}

/// Asks on a connection for each request, until no more is accepted.
fn one_by_one(address: SocketAddr) -> Outcome {
    let mut outcome = Outcome::default();
    while let Ok(mut wire) = Wire::connect(address) {
        match wire.get("/api/v1/cases?limit=100", "Connection: close\r\n") {
            Ok(_) => outcome.n_answered += 1,
            Err(_) => outcome.n_lost += 1,
        }
    }
    outcome
}

fn drill(what: &str, client: fn(SocketAddr) -> Outcome) -> usize {
    let (mut n_answered, mut n_lost, mut longest) = (0, 0, Duration::ZERO);
    for _ in 0..N_ROUNDS {
        let server = Server::start(&["--rate-limit", "0"]);
        let address = server.address;
        let clients: Vec<_> = (0..N_CLIENTS).map(|_| thread::spawn(move || client(address))).collect();
        thread::sleep(LOAD_TIME);
        let start = Instant::now();
        server.send(Signal::TERM);
        let stopped = server.wait();
        longest = longest.max(start.elapsed());
        assert_eq!(stopped.code, Some(0));
        for client in clients {
            let outcome = client.join().unwrap();
            n_answered += outcome.n_answered;
            n_lost += outcome.n_lost;
        }
    }
    tell(format!("{what}: {N_ROUNDS} ends, {n_answered} answered, {n_lost} lost, the longest end {longest:?}"));
    n_lost
}

#[test]
#[ignore = "a drill: it loads the machine for a minute"]
fn signal_under_load_loses_no_request() {
    assert_eq!(drill("kept alive", keep_alive), 0);
    // The system may let somebody in after the program has looked for the last time.
    drill("a connection a request", one_by_one);
}
