/*!
macOS.
*/

use std::fs::{self, File};
use std::io;

use rustix::fs::fcntl_rdadvise;
use rustix::process::{Resource, getrlimit};

pub(super) use crate::platform::accounting::available_memory;
use crate::platform::accounting::usage;
use crate::platform::process_figures::ProcessFigures;
pub use crate::platform::unix::Hangups;
pub use crate::platform::unix::directory_lock::DirectoryLock;
pub(super) use crate::platform::unix::socket::connect;
pub use crate::platform::unix::socket::{SocketBacklog, SocketListener, SocketStream};
pub(super) use crate::platform::unix::{
    CAN_EXCHANGE, CAN_MOVE_OPEN, HAS_HANGUPS, HAS_UNIX_SOCKETS, canonicalize, enable_escape_codes, exchange, hangups,
    limit_memory, link_or_copy, move_to_free_place, open_without_waiting, read_at, readable_by_all, shutdown,
    sync_directory, sync_file,
};

pub(super) fn read_ahead(file: &File, position: u64, n_bytes: u64) -> io::Result<()> {
    Ok(fcntl_rdadvise(file, position, n_bytes)?)
}

pub(super) fn process_figures() -> ProcessFigures {
    ProcessFigures {
        n_open_files: fs::read_dir("/dev/fd").ok().map(|open| open.count() as u64),
        max_open_files: getrlimit(Resource::Nofile).current,
        ..usage()
    }
}

/// Raises the soft limit to the limit of the kernel, `kern.maxfilesperproc`. The hard limit is infinite by default, and
/// the kernel refuses that value.
pub(super) fn raise_open_file_limit() -> u64 {
    rlimit::increase_nofile_limit(u64::MAX).unwrap_or_else(|error| {
        tracing::warn!(%error, "cannot raise the number of open files");
        getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
    })
}
