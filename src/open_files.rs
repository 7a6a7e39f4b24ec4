/*!
Raises the limit on open files, and derives the maximum number of connections from it.
*/

use anyhow::{Result, ensure};
use lexdex_core::platform;

/// The files reserved for everything except API connections: the served index and its replacement, the log, the
/// listeners, the runtime's own descriptors, and the admin connections.
const RESERVED_FILES: u64 = 192;

/// The default maximum number of connections. Each may buffer a request head of 64 KiB, 1 GiB in total.
const DEFAULT_MAX_CONNECTIONS: u64 = 16_384;

/// Raises the limit on open files as far as the system allows. Returns the new limit.
pub fn raise_limit() -> u64 {
    platform::raise_open_file_limit()
}

/// Returns the maximum number of connections: the requested number, or by default as many as fit into the limit on open
/// files, up to 16,384. Fails if the requested number does not fit.
pub fn max_connections(requested: Option<u32>, max_files: u64) -> Result<usize> {
    let fitting = max_files - RESERVED_FILES.min(max_files / 2);
    let Some(requested) = requested else { return Ok(fitting.min(DEFAULT_MAX_CONNECTIONS) as usize) };
    ensure!(
        u64::from(requested) <= fitting,
        "--max-connections {requested} does not fit into the limit of {max_files} open files: give {fitting} at most, \
         or raise the limit (ulimit -n; LimitNOFILE= of systemd; --ulimit nofile= of docker)"
    );
    Ok(requested as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn max_connections_leaves_room_for_other_files() {
        for (max_files, most) in [(64, 32), (383, 192), (384, 192), (1024, 832), (16_576, 16_384), (20_000, 16_384)] {
            assert_eq!(max_connections(None, max_files).unwrap(), most, "{max_files}");
        }
        assert_eq!(max_connections(None, u64::MAX).unwrap(), 16_384);
        assert_eq!(max_connections(Some(832), 1024).unwrap(), 832);
        assert_eq!(max_connections(Some(100_000), u64::MAX).unwrap(), 100_000);
        let error = max_connections(Some(833), 1024).unwrap_err().to_string();
        assert!(error.starts_with("--max-connections 833 does not fit into the limit of 1024 open files: "), "{error}");
        assert!(error.contains("give 832 at most"), "{error}");
    }
}
