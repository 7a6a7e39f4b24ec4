/*!
Reads a table that Postgres wrote with `FORMAT csv, HEADER, ESCAPE '\', FORCE_QUOTE *`: a quote in a field is `\"`, a
backslash is `\\`, line ends in fields are not escaped, and NULL is an empty field without quotes.

A general CSV reader cannot recover in such a file: after a missing quote it continues to the next quote. This reader
finds whole rows in a buffer of bounded size. An invalid row is skipped, and reading continues at the next line that
looks like the start of a row.
*/

use std::io::{self, Read};
use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr2};

use crate::import::input::read_buffer::read_some;
use crate::import::publishers::courtlistener::field::Field;
use crate::report::skip::{NOT_WELL_FORMED, Reason, Skip, TOO_LARGE};

/// The minimum number of bytes to read at a time.
const CHUNK_BYTES: usize = 1 << 18;

/// The maximum length of a row, in bytes.
const MAX_ROW_BYTES: usize = 16 << 20;

/// A table of an early release.
static QUOTED_BY_BACKTICKS: Reason = Reason {
    name: "quoted_by_backticks",
    explanation: "The table is of a release before 2025-01-24, whose fields are quoted by backticks. Download all four \
                  tables of a later day.",
};

/// A table that is read row by row.
pub(super) struct CsvTable<R> {
    reader: R,
    buffer: Vec<u8>,
    /// The position in the buffer at which the next row begins.
    next: usize,
    /// Whether the buffer has the end of the file.
    is_at_end: bool,
    /// The line in which the next row begins, counted from 1.
    line: u64,
    /// The names of the columns.
    names: Vec<String>,
    /// The positions of the fields within the row read last.
    fields: Vec<Range<usize>>,
}

/// The position of a column, if the table has it.
#[derive(Clone, Copy)]
pub(super) struct ColumnIndex(Option<usize>);

pub(super) struct TableRow<'t> {
    bytes: &'t [u8],
    fields: &'t [Range<usize>],
    line: u64,
}

/// The result of looking for a row at the start of some bytes.
enum RowScan {
    /// A row of this length in bytes, including its line end.
    Row(usize),
    Incomplete,
    /// An invalid row: text follows the closing quote of a field.
    Invalid,
}

impl<R: Read> CsvTable<R> {
    /// Opens a table and reads its header. An empty file is a table without columns.
    pub(super) fn open(reader: R) -> Result<Self, Skip> {
        let mut table = Self {
            reader,
            buffer: Vec::new(),
            next: 0,
            is_at_end: false,
            line: 1,
            names: Vec::new(),
            fields: Vec::new(),
        };
        while table.buffer.len() < 3 && table.fill()? {}
        if table.buffer.starts_with(b"\xef\xbb\xbf") {
            table.next = 3;
        }
        let header = match table.next_row()? {
            Some(Ok(header)) => header,
            Some(Err(skip)) => return Err(skip),
            None => return Ok(table),
        };
        let names = (0..header.fields.len()).map(|idx| header.field(ColumnIndex(Some(idx))).verbatim());
        table.names = names.map(|name| Ok(name?.into_owned())).collect::<Result<_, Skip>>()?;
        while table.next == table.buffer.len() && table.fill()? {}
        let is_quoted_by_backticks = table.buffer[table.next..].starts_with(b"`");
        if is_quoted_by_backticks { Err(Skip::new(&QUOTED_BY_BACKTICKS, "")) } else { Ok(table) }
    }

    pub(super) fn column(&self, name: &str) -> ColumnIndex {
        ColumnIndex(self.names.iter().position(|known| known == name))
    }

    /// Whether the file begins like a table: with names of columns.
    pub(super) fn has_header(&self) -> bool {
        self.names.first().is_some_and(|name| !name.trim_start().starts_with('<'))
    }

    /// Whether the table has all these columns.
    pub(super) fn has(&self, names: &[&str]) -> bool {
        names.iter().all(|name| self.column(name).0.is_some())
    }

    /// The line in which the next row begins, counted from 1.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Returns the next row, or the reason to skip it. `None` after the last row.
    pub(super) fn next_row(&mut self) -> io::Result<Option<Result<TableRow<'_>, Skip>>> {
        let length = loop {
            // The limit is exact, so that the result does not depend on the sizes of reads.
            let end = self.buffer.len().min(self.next + MAX_ROW_BYTES + 1);
            let rest = &self.buffer[self.next..end];
            let is_at_end = self.is_at_end && end == self.buffer.len();
            match find_row(rest, is_at_end, &mut self.fields) {
                RowScan::Incomplete if rest.len() > MAX_ROW_BYTES => {
                    return self.skip_row(&TOO_LARGE, "the row is longer than 16 MiB");
                }
                RowScan::Row(length) => break length,
                RowScan::Incomplete if rest.is_empty() && is_at_end => return Ok(None),
                RowScan::Incomplete if is_at_end => return self.skip_row(&NOT_WELL_FORMED, "the file ends in a row"),
                RowScan::Incomplete => _ = self.fill()?,
                RowScan::Invalid => {
                    return self.skip_row(&NOT_WELL_FORMED, "text follows the closing quote of a field");
                }
            }
        };
        let line = self.line;
        let row = self.next..self.next + length;
        self.advance(length);
        if !self.names.is_empty() && self.fields.len() != self.names.len() {
            let message =
                format!("line {line}: {} fields, where the header has {}", self.fields.len(), self.names.len());
            return Ok(Some(Err(Skip::new(&NOT_WELL_FORMED, message))));
        }
        Ok(Some(Ok(TableRow { bytes: &self.buffer[row], fields: &self.fields, line })))
    }

    /// Skips the current row, and continues at the next line that looks like the start of a row.
    fn skip_row(&mut self, reason: &'static Reason, message: &str) -> io::Result<Option<Result<TableRow<'_>, Skip>>> {
        let skip = Skip::new(reason, format!("line {}: {message}", self.line));
        loop {
            self.skip_line()?;
            while self.buffer.len() - self.next < MAX_KEY_BYTES && self.fill()? {}
            if begins_row(&self.buffer[self.next..]) {
                return Ok(Some(Err(skip)));
            }
        }
    }

    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let rest = &self.buffer[self.next..];
            let end = memchr(b'\n', rest).map(|end| end + 1);
            self.advance(end.unwrap_or(rest.len()));
            if end.is_some() || !self.fill()? {
                return Ok(());
            }
        }
    }

    fn advance(&mut self, n_bytes: usize) {
        let passed = &self.buffer[self.next..self.next + n_bytes];
        self.line += memchr_iter(b'\n', passed).count() as u64;
        self.next += n_bytes;
    }

    /// Reads more into the buffer. Returns `false` at the end of the file. Drops the bytes before the next row.
    fn fill(&mut self) -> io::Result<bool> {
        self.buffer.drain(..self.next);
        self.next = 0;
        let n_kept = self.buffer.len();
        // A long row is scanned again from its beginning after each read, so the reads grow with it.
        let n_wanted = CHUNK_BYTES.max(n_kept);
        self.buffer.resize(n_kept + n_wanted, 0);
        let n_read = read_some(&mut self.reader, &mut self.buffer[n_kept..])?;
        self.buffer.truncate(n_kept + n_read);
        self.is_at_end = n_read == 0;
        Ok(n_read > 0)
    }
}

/// Finds the fields of the row that begins here.
fn find_row(bytes: &[u8], is_at_end: bool, fields: &mut Vec<Range<usize>>) -> RowScan {
    fields.clear();
    let mut position = 0;
    loop {
        let start = position;
        if bytes.get(start) == Some(&b'"') {
            let Some(end) = closing_quote(bytes, start + 1) else { return RowScan::Incomplete };
            position = end + 1;
        } else {
            position += bytes[start..].iter().take_while(|byte| !matches!(byte, b',' | b'\n' | b'\r')).count();
        }
        fields.push(start..position);
        match bytes[position..] {
            [b',', ..] => position += 1,
            [b'\n', ..] => return RowScan::Row(position + 1),
            [b'\r', b'\n', ..] => return RowScan::Row(position + 2),
            [] if is_at_end && position > 0 => return RowScan::Row(position),
            [] => return RowScan::Incomplete,
            [b'\r'] if !is_at_end => return RowScan::Incomplete,
            _ => return RowScan::Invalid,
        }
    }
}

/// The position of the quote that closes a field.
fn closing_quote(bytes: &[u8], from: usize) -> Option<usize> {
    let mut position = from;
    loop {
        position += memchr2(b'"', b'\\', &bytes[position..])?;
        if bytes[position] == b'"' {
            return Some(position);
        }
        let escapes = matches!(bytes.get(position + 1), Some(b'"' | b'\\'));
        position += 1 + usize::from(escapes);
        if position > bytes.len() {
            return None;
        }
    }
}

/// The maximum length of the value of a first column with its quotes and comma, in bytes.
const MAX_KEY_BYTES: usize = 64;

/// Whether a line looks like the start of a row: an id, with or without quotes, and a comma. The end of the file counts
/// as one, so that the search ends there.
fn begins_row(bytes: &[u8]) -> bool {
    if bytes.is_empty() {
        return true;
    }
    let rest = bytes.strip_prefix(b"\"").unwrap_or(bytes);
    let n_key =
        rest.iter().take(MAX_KEY_BYTES).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let after = &rest[n_key..];
    let is_field_end = if rest.len() < bytes.len() { after.starts_with(b"\",") } else { after.starts_with(b",") };
    n_key > 0 && is_field_end
}

impl<'t> TableRow<'t> {
    /// The field of a column. It is NULL if the table has no such column.
    pub(super) fn field(&self, column: ColumnIndex) -> Field<'t> {
        let raw = column.0.map_or(&[][..], |idx| &self.bytes[self.fields[idx].clone()]);
        Field { line: self.line, raw }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows as text, with `∅` for NULL. A skipped row is its message.
    fn rows(csv: &[u8]) -> Vec<String> {
        let mut table = CsvTable::open(csv).unwrap();
        let n_columns = table.names.len();
        let mut rows = Vec::new();
        while let Some(row) = table.next_row().unwrap() {
            rows.push(match row {
                Err(skip) => format!("{} {}", skip.reason.name, skip.detail),
                Ok(row) => {
                    let text = |idx| match row.field(ColumnIndex(Some(idx))) {
                        Field { raw: [], .. } => "∅".into(),
                        field => field.verbatim().unwrap(),
                    };
                    (0..n_columns).map(text).collect::<Vec<_>>().join("|")
                }
            });
        }
        rows
    }

    #[test]
    fn quotes_are_escaped_and_null_is_not_the_empty_string() {
        for (row, fields) in [
            (r#""1","a","b""#, "1|a|b"),
            (r#""1","say \"hi\", \\ \n","""#, r#"1|say "hi", \ \n|"#),
            (r#""1",,"""#, "1|∅|"),
            ("\"1\",\"two\nlines\",\"x\r\ny\"", "1|two\nlines|x\r\ny"),
            (r#"1,t,2.5"#, "1|t|2.5"),
            (r#""1","ends in \\","x""#, r"1|ends in \|x"),
        ] {
            for end in ["\n", "\r\n", ""] {
                let csv = format!("\u{feff}id,name,other{end}{row}{end}");
                let csv = if end.is_empty() { format!("id,name,other\n{row}") } else { csv };
                assert_eq!(rows(csv.as_bytes()), [fields], "{csv:?}");
            }
        }
    }

    #[test]
    fn only_the_invalid_row_is_skipped() {
        for (invalid, message) in [
            (r#""2","he said "hi" twice","x""#, "line 3: text follows"),
            ("\"2\",\"no end,\"x\"\nand more", "line 3: text follows"),
            (r#""2","x""#, "line 3: 2 fields"),
            (r#""2","x","y","z""#, "line 3: 4 fields"),
        ] {
            let csv = format!("id,name,other\n\"1\",\"a\",\"b\"\n{invalid}\n\"3\",\"c\",\"d\"\n");
            let rows = rows(csv.as_bytes());
            assert_eq!((rows.len(), &*rows[0], &*rows[2]), (3, "1|a|b", "3|c|d"), "{rows:?}");
            assert!(rows[1].contains(message), "{rows:?}");
        }
    }

    #[test]
    fn truncated_table_yields_the_rows_before_the_cut() {
        let rows = rows(b"id,name\n\"1\",\"a\"\n\"2\",\"b and th");
        assert_eq!(rows, ["1|a", "not_well_formed line 3: the file ends in a row"]);
    }

    #[test]
    fn endless_row_is_skipped_and_the_next_one_read() {
        let mut csv = b"id,name\n\"1\",\"".to_vec();
        csv.resize(csv.len() + MAX_ROW_BYTES + 5, b'x');
        csv.extend_from_slice(b"\n\"2\",\"b\"\n");
        let rows = rows(&csv);
        assert_eq!(rows.len(), 2);
        assert!(rows[0].starts_with("too_large line 2"), "{}", rows[0]);
        assert_eq!(rows[1], "2|b");
    }

    #[test]
    fn rows_do_not_depend_on_the_size_of_reads() {
        struct OneByte<'b>(&'b [u8]);
        impl Read for OneByte<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let n_read = self.0.len().min(1).min(buffer.len());
                buffer[..n_read].copy_from_slice(&self.0[..n_read]);
                self.0 = &self.0[n_read..];
                Ok(n_read)
            }
        }
        let csv = b"id,name\n\"1\",\"a \\\" b\"\r\n\"2\",\n";
        let mut table = CsvTable::open(OneByte(csv)).unwrap();
        let mut n_rows = 0;
        while let Some(row) = table.next_row().unwrap() {
            assert!(row.is_ok());
            n_rows += 1;
        }
        assert_eq!(n_rows, 2);
    }
}
