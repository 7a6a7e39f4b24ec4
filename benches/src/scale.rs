/*!
Simulates replicas under load, from measured service times. Prints latencies by utilization, and the number of replicas,
shards of the store, bandwidth and cost by rate. It measures nothing: every figure follows from the arguments.
*/

mod mix;

mod plan;

mod queue;

use anyhow::{Result, ensure};
use clap::Args;

use self::mix::Mix;
use self::plan::Plan;
use self::queue::{Latencies, simulate};

/// The utilizations of the first table.
const UTILIZATIONS: [f64; 7] = [0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9];

/// The numbers of cores of the first table.
const CORES: [usize; 3] = [1, 2, 4];

/// The arguments of the command. The defaults are those of docs/scale.md.
#[derive(Args)]
pub(crate) struct ScaleArguments {
    /// Processor time of a request in microseconds and its share of all requests, for each kind of request.
    #[arg(long, value_name = "MICROS:SHARE,…", default_value = "20:80,33:18,826:1.5,3776:0.5")]
    mix: Mix,
    /// Cores of a replica.
    #[arg(long, default_value_t = 2)]
    cores: usize,
    /// Maximum utilization of a replica's cores when one replica is missing, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = 60.0)]
    utilization: f64,
    /// Additional processor time of a request with a shared limit, in microseconds.
    #[arg(long, value_name = "MICROS", default_value_t = 5.5)]
    store_micros: f64,
    /// Requests that one core of the store decides in a second.
    #[arg(long, value_name = "REQUESTS", default_value_t = 80_000.0)]
    store_rate: f64,
    /// Bytes of a response on the wire.
    #[arg(long, value_name = "BYTES", default_value_t = 3_500.0)]
    response_bytes: f64,
    /// Price of a core for an hour, in dollars.
    #[arg(long, value_name = "DOLLARS", default_value_t = 0.04)]
    core_hour: f64,
    /// Price of a gigabyte sent to users, in dollars.
    #[arg(long, value_name = "DOLLARS", default_value_t = 0.05)]
    gigabyte: f64,
    /// Requests a second, for each row of the second table.
    #[arg(long, value_delimiter = ',', default_value = "1000,10000,100000")]
    rates: Vec<f64>,
    /// Requests simulated for each figure.
    #[arg(long, default_value_t = 2_000_000)]
    requests: usize,
}

/// Prints both tables.
pub(crate) fn run(arguments: &ScaleArguments) -> Result<()> {
    ensure!(arguments.cores > 0, "--cores must be at least 1");
    ensure!((1.0..=95.0).contains(&arguments.utilization), "--utilization must be between 1 and 95");
    let mean = arguments.mix.mean_micros();
    println!("a request takes {mean:.1} µs of CPU on average: one core does {:.0} a second at most\n", 1e6 / mean);
    print_latencies(arguments);
    print_plans(arguments)
}

/// Prints latencies by utilization, and the mean wait on one core beside the value of the Pollaczek–Khinchine formula.
fn print_latencies(ScaleArguments { mix, requests, .. }: &ScaleArguments) {
    println!(
        "| utilization | mean wait on 1 core, by formula | by simulation | 1 core: p50, p99, p99.9 | 2 cores | 4 cores |"
    );
    println!("|---:|---:|---:|---:|---:|---:|");
    for utilization in UTILIZATIONS {
        let latencies = CORES.map(|cores| simulate(mix, cores, utilization, *requests));
        let by_formula = utilization / (1.0 - utilization) * mix.mean_square_micros() / (2.0 * mix.mean_micros());
        let wait = latencies[0].mean_wait;
        let cells = latencies
            .map(|Latencies { p50, p99, p999, .. }| format!("{p50:.0} µs, {:.1} ms, {:.1} ms", p99 / 1e3, p999 / 1e3));
        println!("| {:.0} % | {by_formula:.0} µs | {wait:.0} µs | {} |", utilization * 100.0, cells.join(" | "));
    }
}

/// Prints the replicas and the cost of each rate, with a limit for each replica and with a shared limit.
fn print_plans(arguments: &ScaleArguments) -> Result<()> {
    let shared = arguments.mix.with_more(arguments.store_micros);
    println!(
        "\n| requests a second | limit | replicas of {} cores | utilization, and with one missing | p99 with one missing | \
         shards of the store | Mbit/s | cores, a month | traffic, a month |",
        arguments.cores
    );
    println!("|---:|---|---:|---:|---:|---:|---:|---:|---:|");
    for &rate in &arguments.rates {
        for (name, mix, is_shared) in [("each replica's", &arguments.mix, false), ("shared", &shared, true)] {
            let plan = Plan::new(rate, mix, is_shared, arguments);
            let p99 = simulate(mix, arguments.cores, plan.utilization_with_one_missing, arguments.requests).p99;
            println!(
                "| {rate:.0} | {name} | {} | {:.0} %, {:.0} % | {:.1} ms | {} | {:.0} | ${:.0} | ${:.0} |",
                plan.n_replicas,
                plan.utilization * 100.0,
                plan.utilization_with_one_missing * 100.0,
                p99 / 1e3,
                plan.n_shards,
                plan.megabits,
                plan.dollars_of_cores,
                plan.dollars_of_traffic,
            );
        }
    }
    Ok(())
}
