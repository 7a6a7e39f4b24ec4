/*!
Reads the documents of a term.
*/

use std::io;
use std::iter;

use tantivy::DocId;
use tantivy::index::InvertedIndexReader;
use tantivy::postings::TermInfo;
use tantivy::schema::IndexRecordOption;

/// The documents with a term of the dictionary.
pub(crate) fn docs_of_term(
    inverted_index: &InvertedIndexReader,
    term: &TermInfo,
) -> io::Result<impl Iterator<Item = DocId> + use<>> {
    let mut blocks = inverted_index.read_block_postings_from_terminfo(term, IndexRecordOption::Basic)?;
    let mut n_read = 0;
    Ok(iter::from_fn(move || {
        if n_read == blocks.docs().len() {
            blocks.advance();
            n_read = 0;
        }
        let doc = blocks.docs().get(n_read)?;
        n_read += 1;
        Some(*doc)
    }))
}
