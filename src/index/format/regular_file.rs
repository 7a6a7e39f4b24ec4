/*!
Opens the files of an index directory: regular files alone. Opening a named pipe would block until a writer opens it.
*/

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::platform;

/// The message about anything else.
pub(crate) const NOT_REGULAR: &str = "it is not a regular file";

/// Opens a file for reading.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let file = platform::open_without_waiting(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, NOT_REGULAR));
    }
    Ok(file)
}

/// Reads a whole file.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}
