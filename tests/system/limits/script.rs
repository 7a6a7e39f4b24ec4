//! Compares the store's script with a model of the window, at times that the test chooses.

use std::cell::Cell;

use proptest::collection::vec;
use proptest::prelude::*;
use redis::{Connection, Script};

use crate::system::limits::redis_server::Redis;

const SCRIPT: &str = include_str!("../../../src/http/limit_store/window.lua");

const WINDOW: u64 = 60_000_000;

const START: u64 = 1_700_000_000_000_000;

/// The script, with the time as additional arguments. Strings above this length are not read whole.
fn script_with_time(max_whole_bytes: usize) -> Script {
    let replaced = SCRIPT
        .replace("redis.call('TIME')", "{ARGV[3], ARGV[4]}")
        .replace("max_whole_bytes = 4096", &format!("max_whole_bytes = {max_whole_bytes}"));
    assert!(replaced.contains("ARGV[3]") && replaced.contains(&format!("= {max_whole_bytes}\n")));
    Script::new(&replaced)
}

/// The times of the served requests, by a clock that never goes back.
#[derive(Default)]
struct Model {
    served: Vec<u64>,
    offset: u64,
}

impl Model {
    fn record(&mut self, limit: usize, clock: u64) -> (u64, u64, u64) {
        let mut now = clock + self.offset;
        if let Some(newest) = self.served.last().filter(|newest| **newest > now) {
            self.offset += newest - now;
            now = *newest;
        }
        let live: Vec<u64> = self.served.iter().copied().filter(|time| now - time < WINDOW).collect();
        if live.len() >= limit {
            return (0, 0, live[live.len() - limit] + WINDOW - now);
        }
        self.served.push(now);
        (1, (limit - live.len() - 1) as u64, live.first().unwrap_or(&now) + WINDOW - now)
    }
}

fn steps() -> impl Strategy<Value = Vec<i64>> {
    let forward =
        prop_oneof![Just(0), Just(1), 0..2_000_000_i64, 0..30_000_000_i64, Just(59_999_999), Just(60_000_000)];
    let backward = -100_000_000..0_i64;
    vec(prop_oneof![20 => forward, 1 => backward], 1..120)
}

fn call(connection: &mut Connection, script: &Script, key: &str, limit: usize, clock: u64) -> (u64, u64, u64) {
    let mut call = script.key(key);
    call.arg(limit).arg(WINDOW).arg(clock / 1_000_000).arg(clock % 1_000_000);
    call.invoke(connection).unwrap()
}

#[test]
fn script_decides_as_the_model_does_whatever_the_clock_does() {
    for redis in Redis::each_program() {
        // A string that is read whole, and one that is not.
        for max_whole_bytes in [4096, 24] {
            let script = script_with_time(max_whole_bytes);
            let number = Cell::new(0);
            proptest!(ProptestConfig::with_cases(150), |(limit in 1..9_usize, steps in steps())| {
                number.set(number.get() + 1);
                let key = format!("{max_whole_bytes}-{}", number.get());
                let (mut connection, mut model, mut clock) = (redis.connection(), Model::default(), START);
                for step in steps {
                    clock = clock.checked_add_signed(step).unwrap();
                    let decision = call(&mut connection, &script, &key, limit, clock);
                    prop_assert_eq!(decision, model.record(limit, clock));
                }
            });
        }
    }
}

/// Replicas with different limits, as during a change of it, share the times.
#[test]
fn lower_limit_refuses_until_fewer_than_its_own_number_remain() {
    for redis in Redis::each_program() {
        let (script, mut connection) = (script_with_time(4096), redis.connection());
        let mut ask =
            |limit, seconds: u64| call(&mut connection, &script, "client", limit, START + seconds * 1_000_000);
        assert_eq!([0, 10, 20, 30].map(|second| ask(4, second).0), [1; 4]);
        // Two requests must remain: the second leaves at 70 s.
        assert_eq!(ask(3, 40), (0, 0, 30_000_000));
        assert_eq!(ask(3, 69), (0, 0, 1_000_000));
        assert_eq!(ask(3, 70), (1, 0, 10_000_000));
    }
}

#[test]
fn connections_in_parallel_are_served_the_limit_in_total() {
    const LIMIT: usize = 3000;
    for redis in Redis::each_program() {
        let script = Script::new(SCRIPT);
        let n_served: u64 = std::thread::scope(|scope| {
            let ask = || {
                let mut connection = redis.connection();
                let mut served = || {
                    let decision: (u64, u64, u64) =
                        script.key("client").arg(LIMIT).arg(WINDOW).invoke(&mut connection).unwrap();
                    decision.0
                };
                (0..LIMIT / 2).map(|_| served()).sum::<u64>()
            };
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(n_served, LIMIT as u64);
    }
}
