/*!
Windows.
*/

mod directory_lock;

mod socket;

use std::fs::{self, File, Permissions};
use std::future::pending;
use std::io;
use std::os::windows::fs::FileExt;
use std::path::{Component, Path, PathBuf, Prefix};
use std::thread;

use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};
use winapi_util::file::information;
use winapi_util::{Handle, HandleRef, console};

pub(super) use crate::platform::accounting::available_memory;
use crate::platform::accounting::usage;
use crate::platform::file_version::FileVersion;
use crate::platform::output_stream::OutputStream;
use crate::platform::process_figures::ProcessFigures;
use crate::platform::retry::retry;
pub use directory_lock::DirectoryLock;
pub(super) use socket::connect;
pub use socket::{SocketBacklog, SocketListener, SocketStream};

pub(super) const HAS_UNIX_SOCKETS: bool = false;

pub(super) const HAS_HANGUPS: bool = false;

pub(super) const CAN_EXCHANGE: bool = false;

pub(super) const CAN_MOVE_OPEN: bool = false;

impl FileVersion {
    /// Returns the version of the file or directory at a path, which may be a link.
    pub fn at(path: &Path) -> io::Result<Self> {
        let found = information(Handle::from_path_any(path)?)?;
        let time = |ticks: Option<u64>| ticks.unwrap_or_default().cast_signed();
        Ok(Self {
            volume: found.volume_serial_number(),
            number: found.file_index(),
            written: (time(found.last_write_time()), 0),
            changed: (time(found.creation_time()), 0),
        })
    }
}

/// Also moves the position of the file, which nothing relies on.
pub(super) fn read_at(file: &File, into: &mut [u8], position: u64) -> io::Result<usize> {
    file.seek_read(into, position)
}

pub(super) fn open_without_waiting(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Does nothing: pages are read on first access.
pub(super) fn read_ahead(_file: &File, _position: u64, _n_bytes: u64) -> io::Result<()> {
    Ok(())
}

pub(super) fn canonicalize(path: &Path) -> io::Result<PathBuf> {
    let verbatim = fs::canonicalize(path)?;
    let mut components = verbatim.components();
    let Some(Component::Prefix(prefix)) = components.next() else { return Ok(verbatim) };
    let Prefix::VerbatimDisk(letter) = prefix.kind() else { return Ok(verbatim) };
    let plain = Path::new(&format!("{}:", char::from(letter))).join(components.as_path());
    // Names such as `nul` or `a.` have another meaning without the prefix.
    let is_same = std::path::absolute(&plain).is_ok_and(|absolute| absolute == plain);
    Ok(if is_same { plain } else { verbatim })
}

/// Copies the file. With a hard link, an old index could not be removed, because Windows does not remove any name of a
/// file that a program has mapped.
pub(super) fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    if fs::symlink_metadata(to).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    fs::copy(from, to).map(drop)
}

pub(super) fn sync_file(path: &Path) -> io::Result<()> {
    // A file that is opened only for reading cannot be synced.
    File::options().write(true).open(path)?.sync_all()
}

/// Does nothing: a directory cannot be synced, and the journal of NTFS keeps its entries.
pub(super) fn sync_directory(_directory: &Path) -> io::Result<()> {
    Ok(())
}

pub(super) fn move_to_free_place(from: &Path, to: &Path) -> io::Result<()> {
    /// `ERROR_ACCESS_DENIED` and `ERROR_SHARING_VIOLATION`
    const MAY_PASS: [i32; 2] = [5, 32];
    if fs::symlink_metadata(to).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    // Virus scanners and indexers open new files for a moment, and a directory with an open file cannot be moved.
    let may_pass = |error: &io::Error| error.raw_os_error().is_some_and(|code| MAY_PASS.contains(&code));
    retry(|| fs::rename(from, to), may_pass, thread::sleep)
}

pub(super) fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "Windows cannot exchange two directories"))
}

pub(super) fn readable_by_all() -> Option<Permissions> {
    None
}

pub(super) fn process_figures() -> ProcessFigures {
    usage()
}

/// Does nothing: only a job object limits memory.
pub(super) fn limit_memory(_n_bytes: u64) -> io::Result<()> {
    Ok(())
}

/// Returns no limit: sockets are handles, of which a process may have millions.
pub(super) fn raise_open_file_limit() -> u64 {
    u64::MAX
}

pub(super) fn enable_escape_codes(stream: OutputStream) -> bool {
    const ENABLE_VIRTUAL_TERMINAL_PROCESSING: u32 = 4;
    let handle = match stream {
        OutputStream::Stdout => HandleRef::stdout(),
        OutputStream::Stderr => HandleRef::stderr(),
    };
    // Fails for a file, a pipe, and a terminal that is not a console, such as that of Git, which interprets the codes.
    let Ok(mode) = console::mode(&handle) else { return true };
    console::set_mode(&handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING).is_ok()
}

pub(super) fn shutdown() -> io::Result<impl Future<Output = ()>> {
    let (mut ctrl_c, mut ctrl_break) = (ctrl_c()?, ctrl_break()?);
    let (mut close, mut shutdown) = (ctrl_close()?, ctrl_shutdown()?);
    Ok(async move {
        tokio::select! {
            _ = ctrl_c.recv() => {}
            _ = ctrl_break.recv() => {}
            _ = close.recv() => {}
            _ = shutdown.recv() => {}
        }
    })
}

/// Hangups, which Windows does not have.
pub struct Hangups;

impl Hangups {
    /// Never completes.
    pub async fn recv(&mut self) -> Option<()> {
        pending().await
    }
}

pub(super) fn hangups() -> io::Result<Hangups> {
    Ok(Hangups)
}
