/*!
Process and memory figures on systems where the `sysinfo` crate reads them.
*/

use std::time::Duration;

use sysinfo::{MemoryRefreshKind, ProcessRefreshKind, ProcessesToUpdate, System, get_current_pid};

use crate::platform::process_figures::ProcessFigures;

pub(super) fn available_memory() -> Option<u64> {
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    // The crate reports 0 for figures that it cannot read.
    Some(system.available_memory()).filter(|n_bytes| *n_bytes > 0)
}

/// Returns the processor time and memory of this process.
pub(super) fn usage() -> ProcessFigures {
    let Ok(pid) = get_current_pid() else { return ProcessFigures::default() };
    let mut system = System::new();
    let kind = ProcessRefreshKind::nothing().with_cpu().with_memory();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[pid]), false, kind);
    let Some(process) = system.process(pid) else { return ProcessFigures::default() };
    ProcessFigures {
        cpu_seconds: Some(Duration::from_millis(process.accumulated_cpu_time()).as_secs_f64()),
        resident_bytes: Some(process.memory()),
        n_open_files: None,
        max_open_files: None,
    }
}
