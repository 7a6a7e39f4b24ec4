/*!
Encodes the documents of a term while they wait to be merged, as the value of an entry of [`lexdex_core::sort`].

The value is the first document as four bytes in big-endian order, so that the values of one term sort in the order of
their documents. The number of documents follows, then for each document the difference from the document before. If the
field has frequencies, the difference is shifted left by one bit; the lowest bit is 1 if the frequency is 1, and
otherwise the frequency follows. If the field has positions, the differences between them follow. All numbers after the
first document have variable length.
*/

use tantivy::DocId;
use tantivy::schema::IndexRecordOption;

/// Encodes the places of a term, in ascending order. A place is a document and a number. If the field has positions,
/// there is a place for each, and the number is the position. Otherwise there is a place for each document, and the
/// number is the frequency, which is ignored if the field has no frequencies.
pub(super) fn encode(places: &[(DocId, u32)], recorded: IndexRecordOption, value: &mut Vec<u8>) {
    value.clear();
    let Some(&(mut before, _)) = places.first() else {
        return;
    };
    value.extend_from_slice(&before.to_be_bytes());
    let of_documents = || places.chunk_by(|(doc, _), (other, _)| doc == other);
    let n_docs = if recorded.has_positions() { of_documents().count() } else { places.len() };
    push_number(n_docs as u64, value);
    let mut push_document = |doc: DocId, frequency: u32, value: &mut Vec<u8>| {
        let difference = u64::from(doc - before);
        before = doc;
        if !recorded.has_freq() {
            push_number(difference, value);
        } else if frequency == 1 {
            push_number(difference << 1 | 1, value);
        } else {
            push_number(difference << 1, value);
            push_number(frequency.into(), value);
        }
    };
    if !recorded.has_positions() {
        places.iter().for_each(|(doc, frequency)| push_document(*doc, *frequency, value));
        return;
    }
    for of_document in of_documents() {
        push_document(of_document[0].0, of_document.len() as u32, value);
        let mut before = 0;
        for (_, position) in of_document {
            push_number((position - before).into(), value);
            before = *position;
        }
    }
}

/// Encodes one document.
pub(super) fn encode_document(doc: DocId) -> [u8; 5] {
    let [first, second, third, fourth] = doc.to_be_bytes();
    // The last byte is the number of documents. The difference of the only document is left out.
    [first, second, third, fourth, 1]
}

fn push_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads an encoded value. All methods return `None` if it is damaged.
pub(super) struct PostingReader<'v> {
    bytes: &'v [u8],
    recorded: IndexRecordOption,
    doc: DocId,
    n_left: u32,
}

impl<'v> PostingReader<'v> {
    /// Reads the beginning of a value.
    pub(super) fn new(value: &'v [u8], recorded: IndexRecordOption) -> Option<Self> {
        let (first, bytes) = value.split_first_chunk()?;
        let mut reader = Self { bytes, recorded, doc: DocId::from_be_bytes(*first), n_left: 0 };
        reader.n_left = u32::try_from(reader.number()?).ok()?;
        Some(reader)
    }

    /// The number of documents that are left.
    pub(super) fn n_left(&self) -> u32 {
        self.n_left
    }

    /// Reads a document: its number, its frequency (0 if the field has none), and the differences between its positions.
    #[inline]
    pub(super) fn read_document(&mut self, differences: &mut Vec<u32>) -> Option<(DocId, u32)> {
        self.n_left -= 1;
        differences.clear();
        if !self.recorded.has_freq() {
            // `encode_document` leaves out the difference of the only document.
            let difference = if self.bytes.is_empty() { 0 } else { self.number()? };
            self.doc = self.doc.checked_add(difference as u32)?;
            return Some((self.doc, 0));
        }
        let difference = self.number()?;
        self.doc = self.doc.checked_add((difference >> 1) as u32)?;
        let frequency = if difference & 1 == 1 { 1 } else { self.number()? as u32 };
        if self.recorded.has_positions() {
            for _ in 0..frequency {
                differences.push(self.number()? as u32);
            }
        }
        Some((self.doc, frequency))
    }

    #[inline]
    fn number(&mut self) -> Option<u64> {
        let (first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        if *first < 0x80 {
            return Some(u64::from(*first));
        }
        let mut number = u64::from(first & 0x7f);
        for shift in (7..u64::BITS).step_by(7) {
            let (byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if *byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes a value: each document with its frequency and positions.
    fn decoded(value: &[u8], recorded: IndexRecordOption) -> Option<Vec<(DocId, u32, Vec<u32>)>> {
        let mut reader = PostingReader::new(value, recorded)?;
        let (mut documents, mut differences) = (Vec::new(), Vec::new());
        while reader.n_left() > 0 {
            let (doc, frequency) = reader.read_document(&mut differences)?;
            documents.push((doc, frequency, differences.clone()));
        }
        reader.bytes.is_empty().then_some(documents)
    }

    #[test]
    fn value_is_decoded_as_it_was_encoded() {
        let mut value = Vec::new();
        let last = DocId::MAX - 1;
        encode(&[(7, 3), (7, 5), (8, 0), (last, 70_000)], IndexRecordOption::WithFreqsAndPositions, &mut value);
        let expected = vec![(7, 2, vec![3, 2]), (8, 1, vec![0]), (last, 1, vec![70_000])];
        assert_eq!(decoded(&value, IndexRecordOption::WithFreqsAndPositions), Some(expected));
        encode(&[(0, 1), (300, 2)], IndexRecordOption::WithFreqs, &mut value);
        assert_eq!(decoded(&value, IndexRecordOption::WithFreqs), Some(vec![(0, 1, vec![]), (300, 2, vec![])]));
        encode(&[(5, 0), (6, 0)], IndexRecordOption::Basic, &mut value);
        assert_eq!(decoded(&value, IndexRecordOption::Basic), Some(vec![(5, 0, vec![]), (6, 0, vec![])]));
        assert_eq!(decoded(&encode_document(9), IndexRecordOption::Basic), Some(vec![(9, 0, vec![])]));
    }

    #[test]
    fn truncated_value_is_damaged() {
        let mut value = Vec::new();
        encode(&[(7, 3), (7, 500), (1000, 1)], IndexRecordOption::WithFreqsAndPositions, &mut value);
        for len in 0..value.len() {
            assert_eq!(decoded(&value[..len], IndexRecordOption::WithFreqsAndPositions), None, "{len}");
        }
    }
}
