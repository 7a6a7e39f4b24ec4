/*!
Linux.
*/

mod memory;

mod process;

use std::fs::File;
use std::io;
use std::num::NonZeroU64;

use rustix::fs::{Advice, fadvise};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

pub use crate::platform::unix::Hangups;
pub use crate::platform::unix::directory_lock::DirectoryLock;
pub(super) use crate::platform::unix::socket::connect;
pub use crate::platform::unix::socket::{SocketBacklog, SocketListener, SocketStream};
pub(super) use crate::platform::unix::{
    CAN_EXCHANGE, CAN_MOVE_OPEN, HAS_HANGUPS, HAS_UNIX_SOCKETS, canonicalize, enable_escape_codes, exchange, hangups,
    limit_memory, link_or_copy, move_to_free_place, open_without_waiting, read_at, readable_by_all, shutdown,
    sync_directory, sync_file,
};
pub(super) use memory::available_memory;
pub(super) use process::process_figures;

pub(super) fn read_ahead(file: &File, position: u64, n_bytes: u64) -> io::Result<()> {
    Ok(fadvise(file, position, NonZeroU64::new(n_bytes), Advice::WillNeed)?)
}

/// Raises the soft limit to the hard one. The soft limit protects programs with `select(2)`, which cannot handle more
/// than 1024 files. This program does not use it.
pub(super) fn raise_open_file_limit() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let is_raised = current != maximum && {
        let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
        raised.inspect_err(|error| tracing::warn!(%error, "cannot raise the number of open files")).is_ok()
    };
    if is_raised { maximum } else { current }.unwrap_or(u64::MAX)
}
