/*!
One file of the inputs, open for reading.
*/

use std::io::Read;

use crate::import::input::place;
use crate::import::input::read_buffer::{Buffered, MAX_WHOLE_BYTES, ReadBuffer};
use crate::report::skip::{NOT_UTF8, Skip};

/// One file, open for reading.
pub(crate) struct InputFile<'u> {
    /// The path as a person would name it.
    pub(crate) place: &'u str,
    /// The place without the ending of a compressed file: what the name says of the content.
    pub(crate) name: &'u str,
    /// The content.
    pub(crate) reader: &'u mut dyn Read,
    /// Where it is read to.
    pub(crate) buffer: &'u mut ReadBuffer,
}

impl<'u> InputFile<'u> {
    /// The last part of the name.
    pub(crate) fn file_name(&self) -> &str {
        place::file_name(self.name)
    }

    /// The parts of the name: folders, archives, the file.
    pub(crate) fn segments(&self) -> impl DoubleEndedIterator<Item = &str> {
        place::segments(self.name)
    }

    /// The content for a reader that looks at it piece by piece, however large it is.
    pub(crate) fn buffered(self) -> Buffered<'u> {
        self.buffer.buffered(self.reader)
    }

    /// The whole content.
    pub(crate) fn bytes(self) -> Result<&'u [u8], Skip> {
        self.buffer.whole(self.reader, MAX_WHOLE_BYTES)
    }

    /// The whole content as text.
    pub(crate) fn text(self) -> Result<&'u str, Skip> {
        let bytes = self.bytes()?;
        std::str::from_utf8(bytes).map_err(|error| {
            let n_valid = error.valid_up_to();
            let line = 1 + memchr::memchr_iter(b'\n', &bytes[..n_valid]).count();
            Skip::new(&NOT_UTF8, format!("line {line}, byte {n_valid}"))
        })
    }
}
