/*!
Reads a table in CSV row by row. Only one row is in memory at a time.
*/

use std::cell::Cell;
use std::io::{self, Read};

use csv::ByteRecord;

use crate::report::skip::{DAMAGED, Skip};

/// The maximum length of a row, in bytes.
const MAX_ROW_BYTES: u64 = 16 << 20;

/// The number of bytes to read at a time.
const BUFFER_BYTES: usize = 1 << 16;

/// The rows of a table with a header. They can differ in their number of cells.
pub(crate) struct CsvRows<R> {
    reader: csv::Reader<Limited<R>>,
    row: ByteRecord,
}

impl<R: Read> CsvRows<R> {
    /// Opens a table. `delimiter` separates the cells.
    pub(crate) fn new(reader: R, delimiter: u8) -> Self {
        let limited = Limited { reader, n_row_bytes: Cell::new(0) };
        let mut builder = csv::ReaderBuilder::new();
        let reader = builder.flexible(true).delimiter(delimiter).buffer_capacity(BUFFER_BYTES).from_reader(limited);
        Self { reader, row: ByteRecord::new() }
    }

    /// The names of the columns. An empty file has no names.
    pub(crate) fn header(&mut self) -> Result<&ByteRecord, Skip> {
        self.reader.byte_headers().map_err(damaged)
    }

    /// Returns the next row with its line, counted from 1. `None` after the last row. A row that is too long ends the
    /// file.
    pub(crate) fn next_row(&mut self) -> Result<Option<(u64, &ByteRecord)>, Skip> {
        self.reader.get_ref().n_row_bytes.set(0);
        if !self.reader.read_byte_record(&mut self.row).map_err(damaged)? {
            return Ok(None);
        }
        let line = self.row.position().map_or(0, csv::Position::line);
        Ok(Some((line, &self.row)))
    }
}

fn damaged(error: csv::Error) -> Skip {
    Skip::new(&DAMAGED, error.to_string())
}

/// A reader that fails if a row is too long, because a quote that is never closed would fill the memory.
struct Limited<R> {
    reader: R,
    n_row_bytes: Cell<u64>,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.n_row_bytes.get() > MAX_ROW_BYTES {
            return Err(io::Error::other(format!("a row is longer than {MAX_ROW_BYTES} bytes")));
        }
        let n_read = self.reader.read(buffer)?;
        self.n_row_bytes.set(self.n_row_bytes.get() + n_read as u64);
        Ok(n_read)
    }
}
