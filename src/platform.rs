/*!
The differences between operating systems, behind one interface. Each system has a file: `linux`, `macos` and `windows`;
`unix` holds code that Linux and macOS share, `accounting` code of macOS and Windows. No other file asks which system it
is compiled for.

A constant says whether a system has a feature. A setting that asks for a missing one is an error that names the
replacement.
*/

mod file_version;

mod process_figures;

#[cfg(not(target_os = "linux"))]
mod accounting;

#[cfg(unix)]
mod unix;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
use linux as system;

#[cfg(target_os = "macos")]
mod macos;
#[cfg(target_os = "macos")]
use macos as system;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as system;

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
compile_error!("lexdex runs on Linux, macOS and Windows; another system needs a file in src/platform");

use std::fs::{File, Permissions};
use std::io;
use std::path::Path;

pub use file_version::FileVersion;
pub(crate) use process_figures::ProcessFigures;
pub use system::{DirectoryLock, Hangups};
pub(crate) use system::{SocketBacklog, SocketListener, SocketStream};

/// Whether a server can listen at a Unix socket.
pub const HAS_UNIX_SOCKETS: bool = system::HAS_UNIX_SOCKETS;

/// Whether SIGHUP reloads the index.
pub const HAS_HANGUPS: bool = system::HAS_HANGUPS;

/// Whether two directories can change places in one step, while programs have them open.
pub const CAN_EXCHANGE: bool = system::CAN_EXCHANGE;

/// Reads at a position, without moving that of the file. Returns the number of bytes, which is 0 at the end.
pub fn read_at(file: &File, into: &mut [u8], position: u64) -> io::Result<usize> {
    system::read_at(file, into, position)
}

/// Fills a buffer with the bytes at a position.
pub fn read_exact_at(file: &File, mut into: &mut [u8], mut position: u64) -> io::Result<()> {
    while !into.is_empty() {
        match read_at(file, into, position) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(n_read) => {
                into = &mut into[n_read..];
                position += n_read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Opens a file for reading. A named pipe is opened at once, rather than when somebody writes to it.
pub(crate) fn open_without_waiting(path: &Path) -> io::Result<File> {
    system::open_without_waiting(path)
}

/// Asks the system to read a part of a file ahead, without waiting for it.
pub(crate) fn read_ahead(file: &File, position: u64, n_bytes: u64) -> io::Result<()> {
    system::read_ahead(file, position, n_bytes)
}

/// Gives a file a second name at a free place, so that both names share one content. Where that is not possible, copies
/// it. A symbolic link is followed.
pub fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    system::link_or_copy(from, to)
}

/// Syncs the content of a file.
pub fn sync_file(path: &Path) -> io::Result<()> {
    system::sync_file(path)
}

/// Syncs the entries of a directory: files that were created in it, moved or removed.
pub fn sync_directory(directory: &Path) -> io::Result<()> {
    system::sync_directory(directory)
}

/// Moves a directory to a place at which there is nothing. Fails if there is something.
pub fn move_to_free_place(from: &Path, to: &Path) -> io::Result<()> {
    system::move_to_free_place(from, to)
}

/// Lets two directories change places in one step.
pub fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    system::exchange(one, other)
}

/// The permissions of a file that everybody may read and its owner may change; `None` if new files have them anyway.
pub fn readable_by_all() -> Option<Permissions> {
    system::readable_by_all()
}

/// The bytes of memory that are free or reclaimable, within the limits of the process. `None` if the system does not
/// say.
pub(crate) fn available_memory() -> Option<u64> {
    system::available_memory()
}

/// The system's accounting of this process.
pub(crate) fn process_figures() -> ProcessFigures {
    system::process_figures()
}

/// Raises the limit of open files of this process as far as the system allows, and returns the limit that now holds;
/// `u64::MAX` stands for no limit.
pub(crate) fn raise_open_file_limit() -> u64 {
    system::raise_open_file_limit()
}

/// Installs the handlers of the signals that end a program: SIGTERM and SIGINT; on Windows Ctrl-C, Ctrl-Break, and the
/// end of the console or of the system. The future completes on the first of them since this call.
pub fn shutdown() -> io::Result<impl Future<Output = ()>> {
    system::shutdown()
}

/// Installs the handler of SIGHUP, which no longer ends the process from this call on. Where there is no SIGHUP, none
/// ever comes.
pub fn hangups() -> io::Result<Hangups> {
    system::hangups()
}

/// Connects to a Unix socket.
pub(crate) async fn connect(path: &Path) -> io::Result<SocketStream> {
    system::connect(path).await
}
