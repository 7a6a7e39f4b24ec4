/*!
How many files the system lets the program have open at once, connections among them, and how many connections that is
enough for.
*/

use anyhow::{Result, ensure};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Files beside the connections: the index that is served, the one that takes its place, the log, the listeners, what
/// the runtime waits with, and the operator's connections.
const OTHER_FILES: u64 = 192;

/// The most connections, where the operator does not say: each may hold the head of a request of 64 KiB, so that all of
/// them together hold no more than a gibibyte.
const MOST_BY_DEFAULT: u64 = 16_384;

/// Raises the number of open files that the system warns at to the one that it allows, and returns it. The lower one
/// is there for programs that cannot bear more than 1024, of which this is none.
pub fn raise_limit() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = current != maximum && {
        let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
        raised.inspect_err(|error| tracing::warn!(%error, "cannot raise the number of open files")).is_ok()
    };
    if raised { maximum } else { current }.unwrap_or(u64::MAX)
}

/// How many connections there may be at once: as many as asked for, if that leaves room for the other files, and if
/// nothing is asked for, as many as there is room for, within reason.
pub fn most_connections(asked: Option<u32>, most_files: u64) -> Result<usize> {
    let most = most_files - OTHER_FILES.min(most_files / 2);
    let Some(asked) = asked else { return Ok(most.min(MOST_BY_DEFAULT) as usize) };
    ensure!(
        u64::from(asked) <= most,
        "--max-connections {asked} is more than the {most_files} files allow that the system lets this program open: \
         give {most} at most, or raise that number (ulimit -n; LimitNOFILE= of systemd; --ulimit nofile= of docker)"
    );
    Ok(asked as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_connections_leave_room_for_other_files() {
        for (most_files, most) in [(64, 32), (383, 192), (384, 192), (1024, 832), (16_576, 16_384), (20_000, 16_384)] {
            assert_eq!(most_connections(None, most_files).unwrap(), most, "{most_files}");
        }
        assert_eq!(most_connections(None, u64::MAX).unwrap(), 16_384);
        assert_eq!(most_connections(Some(832), 1024).unwrap(), 832);
        assert_eq!(most_connections(Some(100_000), u64::MAX).unwrap(), 100_000);
        let error = most_connections(Some(833), 1024).unwrap_err().to_string();
        assert!(error.starts_with("--max-connections 833 is more than the 1024 files allow"), "{error}");
        assert!(error.contains("give 832 at most"), "{error}");
    }
}
