/*!
Figures about the process, such as its processor time and memory.
*/

/// The system's figures on this process. `None` for a figure that the system does not provide.
#[derive(Debug, Default)]
pub struct ProcessFigures {
    /// The processor time in seconds, in user and kernel mode.
    pub cpu_seconds: Option<f64>,
    /// The resident memory in bytes, including pages of mapped files.
    pub resident_bytes: Option<u64>,
    /// The number of open files.
    pub n_open_files: Option<u64>,
    /// The limit on open files.
    pub max_open_files: Option<u64>,
}
