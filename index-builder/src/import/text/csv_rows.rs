/*!
Reads a table in CSV row by row. Only one row is in memory at a time.

The parser accepts a file that ends within quotes. So this reader appends a row of its own: in a table that was cut off
within quotes, the row becomes a part of the last cell, which shows the damage.
*/

use std::io::{self, Read};

use csv::ByteRecord;

use crate::report::skip::{DAMAGED, Skip};

/// The maximum length of a row, in bytes.
const MAX_ROW_BYTES: u64 = 16 << 20;

/// The number of bytes to read at a time.
const BUFFER_BYTES: usize = 1 << 16;

/// The appended row. It contains no delimiter, because a delimiter is an ASCII character.
const END: &[u8] = b"\n\xff\xff\n";

/// The rows of a table with a header. They can differ in their number of cells.
pub(crate) struct CsvRows<R> {
    reader: csv::Reader<Limited<R>>,
    row: ByteRecord,
}

impl<R: Read> CsvRows<R> {
    /// Opens a table. `delimiter` separates the cells.
    pub(crate) fn new(reader: R, delimiter: u8) -> Self {
        let limited = Limited { reader, n_row_bytes: 0, n_bytes: 0, end: None };
        let mut builder = csv::ReaderBuilder::new();
        let builder = builder.flexible(true).has_headers(false).delimiter(delimiter).buffer_capacity(BUFFER_BYTES);
        Self { reader: builder.from_reader(limited), row: ByteRecord::new() }
    }

    /// The names of the columns, which are read first. An empty file has no names.
    pub(crate) fn header(&mut self) -> Result<&ByteRecord, Skip> {
        if !self.read_row()? {
            self.row.clear();
        }
        Ok(&self.row)
    }

    /// Returns the next row with its line, counted from 1. `None` after the last row. A row that is too long ends the
    /// file, and so does one that ends within quotes.
    pub(crate) fn next_row(&mut self) -> Result<Option<(u64, &ByteRecord)>, Skip> {
        if !self.read_row()? {
            return Ok(None);
        }
        let line = self.row.position().map_or(0, csv::Position::line);
        Ok(Some((line, &self.row)))
    }

    /// Reads a row. Returns `false` at the end.
    fn read_row(&mut self) -> Result<bool, Skip> {
        self.reader.get_mut().n_row_bytes = 0;
        let damaged = |error: csv::Error| Skip::new(&DAMAGED, error.to_string());
        if !self.reader.read_byte_record(&mut self.row).map_err(damaged)? {
            return Ok(false);
        }
        let limited = self.reader.get_ref();
        // The first appended byte may end the last row.
        if limited.end.is_none() || self.reader.position().byte() <= limited.n_bytes + 1 {
            return Ok(true);
        }
        if self.row.len() == 1 && self.row[0] == END[1..END.len() - 1] {
            return Ok(false);
        }
        let line = self.row.position().map_or(0, csv::Position::line);
        Err(Skip::new(&DAMAGED, format!("the table ends within quotes, in the row of line {line}")))
    }
}

/// A reader that fails if a row is too long, because a quote that is never closed would fill the memory.
struct Limited<R> {
    reader: R,
    n_row_bytes: u64,
    /// The number of bytes of the table so far.
    n_bytes: u64,
    /// The unread rest of the appended row. `None` before the end of the table.
    end: Option<&'static [u8]>,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.n_row_bytes > MAX_ROW_BYTES {
            return Err(io::Error::other(format!("a row is longer than {MAX_ROW_BYTES} bytes")));
        }
        if let Some(end) = &mut self.end {
            return end.read(buffer);
        }
        let n_read = self.reader.read(buffer)?;
        if n_read == 0 {
            self.end = Some(END);
            return self.read(buffer);
        }
        self.n_row_bytes += n_read as u64;
        self.n_bytes += n_read as u64;
        Ok(n_read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The header and the rows of a table, with cells between bars, and the line of the damage.
    fn rows(table: &str) -> (Vec<String>, Option<String>) {
        let mut rows = CsvRows::new(table.as_bytes(), b',');
        let text = |row: &ByteRecord| row.iter().map(String::from_utf8_lossy).collect::<Vec<_>>().join("|");
        let mut found = match rows.header() {
            Ok(header) => vec![text(header)],
            Err(skip) => return (Vec::new(), Some(skip.detail)),
        };
        loop {
            match rows.next_row() {
                Ok(Some((_, row))) => found.push(text(row)),
                Ok(None) => return (found, None),
                Err(skip) => return (found, Some(skip.detail)),
            }
        }
    }

    #[test]
    fn only_a_table_that_ends_within_quotes_is_damaged() {
        for (table, expected) in [
            ("", &[""][..]),
            ("a", &["a"]),
            ("a,b\n", &["a|b"]),
            ("a,b\r\n1,2", &["a|b", "1|2"]),
            ("a,b\n1,\"2\"", &["a|b", "1|2"]),
            ("a,b\n1,\"2\"\n\n", &["a|b", "1|2"]),
            ("a,b\n1,", &["a|b", "1|"]),
            ("a,b\n1,2\"", &["a|b", "1|2\""]),
            ("a,b\n\"1\n1\",2\n3,4\n", &["a|b", "1\n1|2", "3|4"]),
        ] {
            assert_eq!(rows(table), (expected.iter().map(|row| (*row).to_owned()).collect(), None), "{table:?}");
        }
        for (table, before, line) in [
            ("a,b\n1,2\n3,\"4", &["a|b", "1|2"][..], 3),
            ("a,b\n1,2\n3,\"", &["a|b", "1|2"], 3),
            ("a,b\n1,\"2\n3,4\n5,6\n", &["a|b"], 2),
            ("a,b\n1,\"2\"\"", &["a|b"], 2),
            ("a,\"b", &[], 1),
        ] {
            let damage = format!("the table ends within quotes, in the row of line {line}");
            let before = before.iter().map(|row| (*row).to_owned()).collect();
            assert_eq!(rows(table), (before, Some(damage)), "{table:?}");
        }
    }
}
