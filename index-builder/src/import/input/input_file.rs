/*!
One file of the inputs, open for reading.
*/

use std::io::Read;

use crate::import::input::location;
use crate::import::input::read_buffer::{Buffered, MAX_WHOLE_BYTES, ReadBuffer};
use crate::report::skip::{NOT_UTF8, Skip};

/// One file, open for reading.
pub(crate) struct InputFile<'f> {
    /// The path for messages, such as `a.zip!b.xml.gz`.
    pub(crate) location: &'f str,
    /// The location without the ending of a compressed file, for claims.
    pub(crate) name: &'f str,
    /// The content.
    pub(crate) reader: &'f mut dyn Read,
    /// The thread's read buffer.
    pub(crate) buffer: &'f mut ReadBuffer,
}

impl<'f> InputFile<'f> {
    /// The last part of the name.
    pub(crate) fn file_name(&self) -> &str {
        location::file_name(self.name)
    }

    /// The parts of the name: folders, archives, the file.
    pub(crate) fn segments(&self) -> impl DoubleEndedIterator<Item = &str> {
        location::segments(self.name)
    }

    /// A buffered reader of the content, which may be of any size.
    pub(crate) fn buffered(self) -> Buffered<'f> {
        self.buffer.buffered(self.reader)
    }

    /// The whole content. Fails if it is larger than [`MAX_WHOLE_BYTES`].
    pub(crate) fn bytes(self) -> Result<&'f [u8], Skip> {
        self.buffer.whole(self.reader, MAX_WHOLE_BYTES)
    }

    /// The whole content as text. Fails if it is not UTF-8.
    pub(crate) fn text(self) -> Result<&'f str, Skip> {
        let bytes = self.bytes()?;
        std::str::from_utf8(bytes).map_err(|error| {
            let n_valid = error.valid_up_to();
            let line = 1 + memchr::memchr_iter(b'\n', &bytes[..n_valid]).count();
            Skip::new(&NOT_UTF8, format!("line {line}, byte {n_valid}"))
        })
    }
}
