//! The processor time of requests for similar records, in process and on one thread, over synthetic records. No record
//! is asked for twice.

use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::model::Resource;
use lexdex_index::{Filter, Index};

use crate::processor_time::Times;
use crate::similar::{N_RESULTS, RecordId};
use crate::synthetic_index;

/// The number of records of each list.
const N_RECORDS: u64 = 1000;

/// Prints a row for each list: the times, and the mean number of similar records.
pub(super) fn measure(directory: &Path, n_cases: u64) -> Result<()> {
    let index = synthetic_index::open(directory, n_cases)?;
    println!("{} records", index.manifest().counts.total());
    println!("| list | {} similar records |", Times::COLUMNS);
    println!("|---|---:|---:|---:|---:|---:|");
    for list in Resource::ALL {
        let ids = ids(&index, *list)?;
        let mut times = Times::default();
        let mut n_similar = 0;
        for id in &ids {
            times.measure(|| {
                n_similar += index.similar(*list, id, N_RESULTS)?.context("the index lacks a record")?.len();
                Ok(())
            })?;
        }
        println!("| {list} | {} {:.1} |", times.cells(), n_similar as f64 / ids.len() as f64);
    }
    Ok(())
}

/// The ids of records that are evenly spread over a list.
fn ids(index: &Index, list: Resource) -> Result<Vec<String>> {
    let (mut n_read, mut ids) = (0_u64, Vec::new());
    let mut counts = index.manifest().counts;
    let step = (*counts.get_mut(list) / N_RECORDS).max(1);
    index.for_each(&Filter::all(list), |record| {
        if n_read.is_multiple_of(step) {
            ids.push(serde_json::from_slice::<RecordId>(record)?.id);
        }
        n_read += 1;
        Ok(())
    })?;
    Ok(ids)
}
