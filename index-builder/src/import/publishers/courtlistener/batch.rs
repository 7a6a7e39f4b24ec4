/*!
A batch of rows for a thread that reads their fields. It has only the needed fields of each row, still encoded.
*/

/// The size of a full batch, in bytes: large enough that a thread is not woken for each row, and small enough for the
/// allocator to reuse.
const BATCH_BYTES: usize = 1 << 16;

/// Rows with `N` fields each.
pub(super) struct RowBatch<const N: usize> {
    bytes: Vec<u8>,
    /// The line in which each row begins, and the end of each of its fields in `bytes`.
    rows: Vec<(u64, [usize; N])>,
}

impl<const N: usize> RowBatch<N> {
    /// An empty batch.
    pub(super) fn new() -> Self {
        Self { bytes: Vec::with_capacity(BATCH_BYTES), rows: Vec::new() }
    }

    /// Adds a row that begins in a line.
    pub(super) fn push(&mut self, line: u64, fields: [&[u8]; N]) {
        let ends = fields.map(|field| {
            self.bytes.extend_from_slice(field);
            self.bytes.len()
        });
        self.rows.push((line, ends));
    }

    /// The memory that the rows use, in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        self.bytes.len() + self.rows.len() * size_of::<(u64, [usize; N])>()
    }

    /// Whether the batch should be sent.
    pub(super) fn is_full(&self) -> bool {
        self.n_bytes() >= BATCH_BYTES
    }

    /// The rows, each with the line in which it begins.
    pub(super) fn rows(&self) -> impl Iterator<Item = (u64, [&[u8]; N])> {
        let mut start = 0;
        self.rows.iter().map(move |(line, ends)| {
            let fields = ends.map(|end| &self.bytes[std::mem::replace(&mut start, end)..end]);
            (*line, fields)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batch_returns_its_rows_and_fills_up_even_with_empty_fields() {
        let rows: [(u64, [&[u8]; 2]); 4] = [(2, [b"a", b"bc"]), (3, [b"", b"d"]), (4, [b"", b""]), (9, [b"e", b""])];
        let mut batch = RowBatch::new();
        rows.iter().for_each(|(line, fields)| batch.push(*line, *fields));
        assert!(batch.rows().eq(rows));
        let mut batch = RowBatch::new();
        let n_rows = (0..1_000_000).take_while(|line| {
            batch.push(*line, [b""]);
            !batch.is_full()
        });
        assert!(n_rows.count() < BATCH_BYTES);
    }
}
