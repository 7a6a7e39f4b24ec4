/*!
Opens the files of an index directory, which must be regular files. Opening a named pipe would block until a writer
opens it.
*/

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use lexdex_core::platform;
use sha2::{Digest, Sha256};

/// The error for other files.
pub(crate) const NOT_REGULAR: &str = "it is not a regular file";

/// Opens a file for reading.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let file = platform::open_without_waiting(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, NOT_REGULAR));
    }
    Ok(file)
}

/// The SHA-256 digest of a file, as hexadecimal digits.
pub fn digest(path: &Path) -> io::Result<String> {
    let mut file = open(path)?;
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 18];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(const_hex::encode(digest.finalize())),
            n_read => digest.update(&buffer[..n_read]),
        }
    }
}

/// Reads a whole file.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}
