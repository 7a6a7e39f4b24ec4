/*!
Rows on their way to the threads that read their fields: of each the fields that are needed, as they stand in the table.
*/

/// The size of a batch: large enough that a thread is not woken for each row, and small enough for the allocator to reuse.
const BATCH_BYTES: usize = 1 << 16;

/// Rows of so many fields.
pub(super) struct Batch<const N: usize> {
    bytes: Vec<u8>,
    /// The line in which a row begins, and where its fields end.
    rows: Vec<(u64, [usize; N])>,
}

impl<const N: usize> Batch<N> {
    pub(super) fn new() -> Self {
        Self { bytes: Vec::new(), rows: Vec::new() }
    }

    pub(super) fn push(&mut self, line: u64, fields: [&[u8]; N]) {
        let ends = fields.map(|field| {
            self.bytes.extend_from_slice(field);
            self.bytes.len()
        });
        self.rows.push((line, ends));
    }

    /// How much it holds.
    pub(super) fn n_bytes(&self) -> usize {
        self.bytes.len() + self.rows.len() * size_of::<(u64, [usize; N])>()
    }

    pub(super) fn is_full(&self) -> bool {
        self.n_bytes() >= BATCH_BYTES
    }

    /// The rows, with the lines in which they begin.
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
        let mut batch = Batch::new();
        rows.iter().for_each(|(line, fields)| batch.push(*line, *fields));
        assert!(batch.rows().eq(rows));
        let mut batch = Batch::new();
        let n_rows = (0..1_000_000).take_while(|line| {
            batch.push(*line, [b""]);
            !batch.is_full()
        });
        assert!(n_rows.count() < BATCH_BYTES);
    }
}
