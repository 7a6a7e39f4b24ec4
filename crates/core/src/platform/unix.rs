/*!
Code that Linux and macOS share.
*/

pub(super) mod directory_lock;

pub(super) mod socket;

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, OFlags, RenameFlags, renameat_with};
use rustix::process::{Resource, Rlimit, setrlimit};
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::platform::file_version::FileVersion;
use crate::platform::output_stream::OutputStream;

pub(super) const HAS_UNIX_SOCKETS: bool = true;

pub(super) const HAS_HANGUPS: bool = true;

pub(super) const CAN_EXCHANGE: bool = true;

pub(super) const CAN_MOVE_OPEN: bool = true;

impl FileVersion {
    /// Returns the version of the file or directory at a path, which may be a link.
    pub fn at(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        let written = (metadata.mtime(), metadata.mtime_nsec());
        // The status change time also changes when a file is moved.
        let changed = (metadata.ctime(), metadata.ctime_nsec());
        Ok(Self { volume: metadata.dev(), number: metadata.ino(), written, changed })
    }
}

pub(super) fn read_at(file: &File, into: &mut [u8], position: u64) -> io::Result<usize> {
    file.read_at(into, position)
}

pub(super) fn open_without_waiting(path: &Path) -> io::Result<File> {
    // The flag has no effect on a regular file.
    OpenOptions::new().read(true).custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(path)
}

pub(super) fn canonicalize(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}

pub(super) fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    // Resolved first, because otherwise the link itself would be linked.
    let from = fs::canonicalize(from)?;
    match fs::hard_link(&from, to) {
        // A copy would overwrite the existing file.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Links fail, for instance, across file systems, on a file system without them, and for a file of another user.
        Err(_) => fs::copy(from, to).map(drop),
        Ok(()) => Ok(()),
    }
}

pub(super) fn sync_file(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

pub(super) fn sync_directory(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}

pub(super) fn move_to_free_place(from: &Path, to: &Path) -> io::Result<()> {
    Ok(renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE)?)
}

pub(super) fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

pub(super) fn limit_memory(n_bytes: u64) -> io::Result<()> {
    setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
    // Not the address space, much of which an allocator reserves without using it.
    Ok(setrlimit(Resource::Data, Rlimit { current: Some(n_bytes), maximum: Some(n_bytes) })?)
}

pub(super) fn readable_by_all() -> Option<Permissions> {
    const MODE: u32 = 0o644;
    Some(Permissions::from_mode(MODE))
}

/// Every terminal interprets them. Variables say which ones do not.
pub(super) fn enable_escape_codes(_stream: OutputStream) -> bool {
    true
}

pub(super) fn shutdown() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// The SIGHUPs since the handler was installed.
pub struct Hangups(Signal);

impl Hangups {
    /// Waits for the next SIGHUP. Returns `None` if no more can arrive.
    pub async fn recv(&mut self) -> Option<()> {
        self.0.recv().await
    }
}

pub(super) fn hangups() -> io::Result<Hangups> {
    signal(SignalKind::hangup()).map(Hangups)
}
