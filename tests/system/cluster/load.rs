//! Clients that send requests near the limit: paced, in bursts, and around the moments at which a slot is free.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use socket2::{Domain, Socket, Type};

use crate::system::cluster::oracle::WINDOW;
use crate::system::cluster::random::Random;
use crate::system::cluster::replicas::REPLICA_HEADER;
use crate::system::cluster::stamp::{Clock, Outcome, Stamp};
use crate::system::support::client::{Client, Response};

/// A client sends requests for a slot within this time before and after the slot is free.
const EDGE: Duration = Duration::from_millis(12);

/// The interval between requests at an edge.
const EDGE_INTERVAL: Duration = Duration::from_millis(2);

/// The path of all requests: short, and served from memory.
const TARGET: &str = "/api/v1/jurisdictions";

/// Clients, and the rate of their requests.
#[derive(Clone, Copy)]
pub(crate) struct Load {
    pub(crate) n_clients: usize,
    /// The number of connections of each client, which send requests independently.
    pub(crate) n_connections: usize,
    /// The limit near which the clients stay.
    pub(crate) limit: usize,
    /// The mean pause of a connection between two bursts or paced sequences.
    pub(crate) pause: Duration,
    pub(crate) seed: u64,
}

/// The clients of a load that runs.
struct Clients<'l> {
    load: &'l Load,
    address: SocketAddr,
    clock: Clock,
    is_over: &'l AtomicBool,
    stamps: Vec<Mutex<Vec<Stamp>>>,
}

impl Load {
    /// Sends requests to an address while `meanwhile` runs on this thread, and returns all stamps.
    pub(crate) fn run(&self, address: SocketAddr, clock: Clock, meanwhile: impl FnOnce()) -> Vec<Stamp> {
        let is_over = AtomicBool::new(false);
        let stamps = (0..self.n_clients).map(|_| Mutex::default()).collect();
        let clients = Clients { load: self, address, clock, is_over: &is_over, stamps };
        thread::scope(|scope| {
            // Ends the clients even if `meanwhile` panics.
            let _end = EndOnDrop(&is_over);
            for connection in 0..self.n_clients * self.n_connections {
                let clients = &clients;
                scope.spawn(move || clients.ask(connection));
            }
            meanwhile();
        });
        clients.stamps.into_iter().flat_map(|stamps| stamps.into_inner().unwrap()).collect()
    }
}

/// Ends the clients of a drill, even if it fails.
pub(crate) struct EndOnDrop<'e>(pub(crate) &'e AtomicBool);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A connection of a client.
struct Connection<'l> {
    clients: &'l Clients<'l>,
    client: usize,
    random: Random,
    open: Option<Client>,
}

impl Clients<'_> {
    /// Sends the requests of a connection until the load is over.
    fn ask(&self, connection: usize) {
        let random = Random::seeded(self.load.seed.wrapping_add(connection as u64 + 1));
        let client = connection % self.load.n_clients;
        let mut connection = Connection { clients: self, client, random, open: None };
        while !self.is_over() {
            connection.act();
        }
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

impl Connection<'_> {
    /// Sends paced requests, a burst, requests at an edge, or a request and its retry after `Retry-After`.
    fn act(&mut self) {
        let limit = self.clients.load.limit;
        match self.random.below(8) {
            0 | 1 => self.pace(),
            2..4 => {
                let n_requests = 1 + self.random.below(limit);
                self.burst(n_requests);
            }
            4..7 => self.ask_at_the_edge(),
            _ => self.return_as_told(),
        }
        let pause = self.random.up_to(2 * self.clients.load.pause);
        self.sleep(pause);
    }

    /// Sends requests at about the rate that the limit allows the client.
    fn pace(&mut self) {
        let interval = WINDOW / self.clients.load.limit as u32;
        for _ in 0..1 + self.random.below(4) {
            self.get();
            let pause = self.random.up_to(2 * interval);
            self.sleep(pause);
        }
    }

    fn burst(&mut self, n_requests: usize) {
        for _ in 0..n_requests {
            if self.clients.is_over() {
                return;
            }
            self.get();
        }
    }

    /// Sends requests shortly before and after the moment at which the client's next slot is free. Waits for it for up
    /// to a third of a window.
    fn ask_at_the_edge(&mut self) {
        let clock = self.clients.clock;
        let Some(edge) = self.edge() else { return };
        if edge > clock.now() + WINDOW / 3 {
            return;
        }
        self.sleep((edge - EDGE).saturating_sub(clock.now()));
        while clock.now() < edge + EDGE && !self.clients.is_over() {
            self.get();
            thread::sleep(EDGE_INTERVAL);
        }
    }

    /// The moment at which the client's next slot is free, if it has none now.
    fn edge(&self) -> Option<Duration> {
        let stamps = self.clients.stamps[self.client].lock().unwrap();
        let oldest = stamps.iter().rev().filter(|stamp| stamp.is_served()).nth(self.clients.load.limit - 1)?;
        let edge = oldest.received + WINDOW;
        (edge > self.clients.clock.now()).then_some(edge)
    }

    /// Sends a request, and another one after its `Retry-After`.
    fn return_as_told(&mut self) {
        if let Outcome::Refused { retry_after } = self.get() {
            self.sleep(Duration::from_secs(retry_after));
            if !self.clients.is_over() {
                self.get();
            }
        }
    }

    fn sleep(&self, time: Duration) {
        let end = self.clients.clock.now() + time;
        while let Some(rest) = end.checked_sub(self.clients.clock.now()).filter(|_| !self.clients.is_over()) {
            thread::sleep(rest.min(Duration::from_millis(50)));
        }
    }

    /// Sends one request and keeps its stamp.
    fn get(&mut self) -> Outcome {
        let connected = match self.open.take() {
            Some(open) => Ok(open),
            None => connect_from(address_of(self.client), self.clients.address),
        };
        let sent = self.clients.clock.now();
        let responded = connected.and_then(|mut connection| {
            connection.try_send(format!("GET {TARGET} HTTP/1.1\r\nHost: lexdex\r\n\r\n"))?;
            let response = connection.try_response()?.ok_or(io::ErrorKind::UnexpectedEof)?;
            if response.header("connection") != Some("close") {
                self.open = Some(connection);
            }
            Ok(response)
        });
        let received = self.clients.clock.now();
        let replica = responded.as_ref().ok().and_then(|response| response.header(REPLICA_HEADER)?.parse().ok());
        let outcome = responded.map_or_else(|error| Outcome::Lost(error.to_string()), |response| outcome(&response));
        let stamp = Stamp { client: self.client, replica, sent, received, outcome: outcome.clone() };
        self.clients.stamps[self.client].lock().unwrap().push(stamp);
        outcome
    }
}

#[track_caller]
fn outcome(response: &Response) -> Outcome {
    let number = |name: &str| {
        let value = response.header(name).and_then(|value| value.parse().ok());
        value.unwrap_or_else(|| panic!("no {name} in {response:?}"))
    };
    match response.status {
        200 => Outcome::Served { remaining: number("x-ratelimit-remaining") as usize },
        429 => Outcome::Refused { retry_after: number("retry-after") },
        // A response of HAProxy itself, because no replica responded.
        502..=504 if response.header(REPLICA_HEADER).is_none() => Outcome::Lost(response.status.to_string()),
        503 => {
            number("retry-after");
            Outcome::Unavailable
        }
        _ => panic!("{response:?}"),
    }
}

/// A loopback address for each client.
fn address_of(client: usize) -> Ipv4Addr {
    Ipv4Addr::new(127, 1, (client / 250) as u8, (client % 250) as u8 + 1)
}

/// Connects from an address of this machine, as a client that the balancer sees.
pub(crate) fn connect_from(from: Ipv4Addr, to: SocketAddr) -> io::Result<Client> {
    let opened = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    opened.bind(&SocketAddrV4::new(from, 0).into())?;
    opened.connect(&to.into())?;
    Ok(Client::from(TcpStream::from(opened)))
}
