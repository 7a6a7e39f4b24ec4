/*!
Measures single requests in process, without connections, by class of filter.
*/

use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use axum::body::Body;
use axum::http::Request;
use lexdex::http::{CurrentSnapshot, ServiceOptions, SnapshotOptions, service};
use lexdex_index::Index;
use tower::ServiceExt;

use crate::synthetic_index;
use crate::workload::{CourtValues, Workload};

/// The class of requests for counts by facet.
pub(crate) const FACET_COUNTS: &str = "counts by facet over all cases";

/// Returns the median time of a request through the whole service, without its connection, for each class in
/// microseconds.
pub(crate) fn measure(index: &Arc<Index>, n_records: u64) -> Result<Vec<(String, f64)>> {
    const N_REQUESTS: usize = 300;
    let mut workload = Workload::new(3, n_records, CourtValues::Any)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut medians = Vec::new();
    synthetic_index::wait_until_resident(index)?;
    let mut measure_class = |class: String, target: &mut dyn FnMut() -> String| -> Result<()> {
        let current = Arc::new(CurrentSnapshot::new(Arc::clone(index), SnapshotOptions::default()));
        let service = service(current, ServiceOptions::default());
        let mut times = Vec::new();
        for _ in 0..N_REQUESTS {
            let request = Request::get(target()).body(Body::empty())?;
            let start = Instant::now();
            runtime.block_on(service.clone().oneshot(request))?;
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
        times.sort_by(f64::total_cmp);
        medians.push((class, times[N_REQUESTS / 2]));
        Ok(())
    };
    for (n_filters, is_deep) in [(0, false), (1, false), (1, true), (2, false), (2, true), (3, false), (3, true)] {
        let depth = if is_deep { "deep" } else { "first pages" };
        let mut target = || workload.with_filters("cases", n_filters, is_deep);
        measure_class(format!("{n_filters} filters, {depth}"), &mut target)?;
    }
    measure_class("a word".to_owned(), &mut || workload.with_word())?;
    // Every case has a date before the range ends, and every request has a different range.
    let mut last = 2030;
    let mut all_cases = || {
        last += 1;
        format!("/api/v1/cases/facets?decided_to={last}-01-01")
    };
    measure_class(FACET_COUNTS.to_owned(), &mut all_cases)?;
    Ok(medians)
}
