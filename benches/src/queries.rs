/*!
Single queries inside one process: what a class of filter costs without HTTP, and what the limiter costs.
*/

use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use axum::body::Body;
use axum::http::Request;
use lexdex::http::{ClientKey, Options, RateLimiter, service};
use lexdex::index::Index;
use tower::ServiceExt;

use crate::workload::Workload;

/// The median time of a request through the whole service but the connection, in microseconds, for each class.
pub(crate) fn classes(index: &Arc<Index>, n_records: u64) -> Result<Vec<(String, f64)>> {
    const N_REQUESTS: usize = 300;
    let mut workload = Workload::new(3, n_records)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut medians = Vec::new();
    for (n_filters, is_deep) in [(0, false), (1, false), (1, true), (2, false), (2, true), (3, false), (3, true)] {
        let service = runtime.block_on(async { service(Arc::clone(index), Options::default()) });
        let mut times = Vec::new();
        for _ in 0..N_REQUESTS {
            let request = Request::get(workload.with_filters("cases", n_filters, is_deep)).body(Body::empty())?;
            let start = Instant::now();
            runtime.block_on(service.clone().oneshot(request))?;
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
        times.sort_by(f64::total_cmp);
        let depth = if is_deep { "deep" } else { "first pages" };
        medians.push((format!("{n_filters} filters, {depth}"), times[N_REQUESTS / 2]));
    }
    Ok(medians)
}

/// The time of a small request with the limiter and a million clients, as a multiple of that without one.
pub(crate) fn limiter(index: &Arc<Index>) -> Result<f64> {
    const N_REQUESTS: u32 = 1_000_000;
    const N_ROUNDS: usize = 3;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let time = |limiter: Option<Arc<RateLimiter>>| -> Result<f64> {
        let service = runtime.block_on(async { service(Arc::clone(index), Options { limiter, ..Options::default() }) });
        let start = Instant::now();
        for number in 0..N_REQUESTS {
            let client = ClientKey::V4(number.wrapping_mul(2_654_435_761).into());
            let request = Request::get("/api/v1/cases?limit=20").extension(client).body(Body::empty())?;
            runtime.block_on(service.clone().oneshot(request))?;
        }
        Ok(start.elapsed().as_secs_f64())
    };
    let mut ratios = Vec::new();
    for _ in 0..N_ROUNDS {
        let without = time(None)?;
        ratios.push(time(Some(Arc::new(RateLimiter::new(100))))? / without);
    }
    ratios.sort_by(f64::total_cmp);
    Ok(ratios[N_ROUNDS / 2])
}
