/*!
The differences between operating systems, behind one interface. Each system has a file: `linux`, `macos` and `windows`.
Linux and macOS share `unix`; macOS and Windows share `accounting`. No other file depends on the target system.

Constants say which features a system has. A setting that needs a missing feature is an error that names an alternative.
*/

mod file_version;

mod output_stream;

mod process_figures;

#[cfg(not(target_os = "linux"))]
mod accounting;

#[cfg(any(windows, test))]
mod retry;

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
use std::path::{Path, PathBuf};

pub use file_version::FileVersion;
pub use output_stream::OutputStream;
pub use process_figures::ProcessFigures;
pub use system::{DirectoryLock, Hangups};
pub use system::{SocketBacklog, SocketListener, SocketStream};

/// Whether the server can listen on a Unix socket.
pub const HAS_UNIX_SOCKETS: bool = system::HAS_UNIX_SOCKETS;

/// Whether SIGHUP reloads the index.
pub const HAS_HANGUPS: bool = system::HAS_HANGUPS;

/// Whether two directories can be exchanged atomically while programs have them open.
pub const CAN_EXCHANGE: bool = system::CAN_EXCHANGE;

/// Whether a directory can be moved while a file in it is open.
pub const CAN_MOVE_OPEN: bool = system::CAN_MOVE_OPEN;

/// Reads at a position. Returns the number of bytes read, 0 at the end of the file.
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

/// Opens a file for reading. Does not block on a named pipe without a writer.
pub fn open_without_waiting(path: &Path) -> io::Result<File> {
    system::open_without_waiting(path)
}

/// Asks the system to read a part of a file ahead. Does not wait for it.
pub fn read_ahead(file: &File, position: u64, n_bytes: u64) -> io::Result<()> {
    system::read_ahead(file, position, n_bytes)
}

/// Resolves the links of an existing path. On Windows, the result has the prefix `\\?\` only if it needs it.
pub fn canonicalize(path: &Path) -> io::Result<PathBuf> {
    system::canonicalize(path)
}

/// Creates a hard link to a file at a free path, or a copy if links are not possible. Follows a symbolic link.
pub fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    system::link_or_copy(from, to)
}

/// Syncs the content of a file.
pub fn sync_file(path: &Path) -> io::Result<()> {
    system::sync_file(path)
}

/// Syncs the entries of a directory: the creation, moves and removal of files in it.
pub fn sync_directory(directory: &Path) -> io::Result<()> {
    system::sync_directory(directory)
}

/// Moves a directory to a free path. Fails if something is already there.
pub fn move_to_free_place(from: &Path, to: &Path) -> io::Result<()> {
    system::move_to_free_place(from, to)
}

/// Exchanges two directories atomically.
pub fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    system::exchange(one, other)
}

/// Returns the permissions for a file that everybody may read and its owner may write; `None` if new files have them by
/// default.
pub fn readable_by_all() -> Option<Permissions> {
    system::readable_by_all()
}

/// Returns the free or reclaimable memory in bytes, within the limits of the process. `None` if the system does not
/// report it.
pub fn available_memory() -> Option<u64> {
    system::available_memory()
}

/// Returns the system's figures on this process.
pub fn process_figures() -> ProcessFigures {
    system::process_figures()
}

/// Raises the limit on open files of this process as far as the system allows. Returns the new limit; `u64::MAX` means
/// no limit.
pub fn raise_open_file_limit() -> u64 {
    system::raise_open_file_limit()
}

/// Limits the memory of this process, and has it leave no image of its memory when it fails. Does nothing on Windows.
pub fn limit_memory(n_bytes: u64) -> io::Result<()> {
    system::limit_memory(n_bytes)
}

/// Installs handlers for the signals that end a program: SIGTERM and SIGINT; on Windows Ctrl-C, Ctrl-Break, and the
/// shutdown of the console or the system. The future completes at the first signal after this call.
pub fn shutdown() -> io::Result<impl Future<Output = ()>> {
    system::shutdown()
}

/// Installs a handler for SIGHUP, which from then on does not end the process. On systems without SIGHUP, the result
/// never receives one.
pub fn hangups() -> io::Result<Hangups> {
    system::hangups()
}

/// Has the terminal of a stream interpret escape codes, and returns whether it does. A console of Windows has to be told,
/// and cannot in its legacy mode. True for everything else, such as a file.
pub fn enable_escape_codes(stream: OutputStream) -> bool {
    system::enable_escape_codes(stream)
}

/// Connects to a Unix socket.
pub async fn connect(path: &Path) -> io::Result<SocketStream> {
    system::connect(path).await
}
