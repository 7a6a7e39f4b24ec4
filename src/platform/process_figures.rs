/*!
The figures of the process.
*/

/// The system's accounting of this process. `None` is a figure that the system does not have.
#[derive(Debug, Default)]
pub(crate) struct ProcessFigures {
    /// The time on processors, in the program and in the system for it.
    pub(crate) cpu_seconds: Option<f64>,
    /// The memory in use, including mapped files that were read.
    pub(crate) resident_bytes: Option<u64>,
    pub(crate) n_open_files: Option<u64>,
    pub(crate) max_open_files: Option<u64>,
}
