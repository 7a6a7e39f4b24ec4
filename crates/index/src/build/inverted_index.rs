/*!
Writes the tantivy index of a list as one segment, from the sorted terms of its records.

tantivy's own writer looks every occurrence of a word up in one table for all fields, and writes a dictionary for each
part, only to read all of it again when the parts are merged. Measured with a segment for each part, merged by tantivy:
the fields have the same bytes, but a build takes 2.0 times the processor time for half a million synthetic records,
whatever the size of the segments, and 1.4 times for 144,000 records of law, where each list has few parts. This module
writes the same files, but without columns and document store, which nothing reads.
*/

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::sort::Sorted;
use tantivy::columnar::ColumnarWriter;
use tantivy::directory::{CompositeFile, CompositeWrite, TerminatingWrite};
use tantivy::fieldnorm::{FieldNormReaders, FieldNormsSerializer};
use tantivy::index::SegmentComponent;
use tantivy::postings::FieldSerializer;
use tantivy::schema::{Field, IndexRecordOption, Schema};
use tantivy::{Directory, Index as TantivyIndex, IndexMeta, IndexSettings, Segment};

use crate::build::inverter::{TITLE, WORD_FIELDS};
use crate::build::posting_list::PostingReader;
use crate::format::title_order::TitleOrderWriter;

/// The terms of a list.
pub(super) struct Terms {
    /// The terms of names, facets and dates, followed by the titles; and the terms of words.
    pub(super) sorted: [Sorted; 2],
    /// The number of terms of each field, by its number.
    pub(super) n_terms: Vec<u64>,
    /// For each of [`WORD_FIELDS`] the length of each record in words, as tantivy encodes it.
    pub(super) lengths: [Vec<u8>; 3],
}

/// Writes the index of a list of `n_docs` records to an empty directory. Returns it with the order of the titles.
pub(super) fn write(
    terms: Terms,
    n_docs: u32,
    schema: &Schema,
    directory: Box<dyn Directory>,
) -> Result<(TantivyIndex, TitleOrderWriter)> {
    let index = TantivyIndex::create(directory.box_clone(), schema.clone(), IndexSettings::default())?;
    let segment = index.new_segment();
    write_lengths(&terms.lengths, schema, &segment)?;
    let titles = write_terms(terms, schema, &segment, &*directory)?;
    let mut columns = segment.open_write(SegmentComponent::FastFields)?;
    ColumnarWriter::default().serialize(n_docs, None, &mut columns)?;
    columns.terminate()?;
    segment.open_write(SegmentComponent::Store)?.terminate()?;
    let meta = IndexMeta {
        index_settings: index.settings().clone(),
        persisted_custom_extensions: Vec::new(),
        segments: vec![index.new_segment_meta(segment.id(), n_docs)],
        schema: schema.clone(),
        opstamp: 0,
        payload: None,
    };
    index.directory().sync_directory()?;
    index.directory().atomic_write(Path::new("meta.json"), &serde_json::to_vec_pretty(&meta)?)?;
    Ok((index, titles))
}

fn write_lengths(lengths: &[Vec<u8>; 3], schema: &Schema, segment: &Segment) -> Result<()> {
    let mut serializer = FieldNormsSerializer::from_write(segment.open_write(SegmentComponent::FieldNorms)?)?;
    for (field, lengths) in WORD_FIELDS.iter().zip(lengths) {
        if schema.get_field_entry(field.field()).has_fieldnorms() {
            serializer.serialize_field(field.field(), lengths)?;
        }
    }
    Ok(serializer.close()?)
}

/// Writes the terms of names and those of words on two threads. The names go to the files of the segment; the words go
/// to temporary files, which are then appended to those of the segment. Returns the order of the titles.
fn write_terms(
    terms: Terms,
    schema: &Schema,
    segment: &Segment,
    directory: &dyn Directory,
) -> Result<TitleOrderWriter> {
    let lengths = FieldNormReaders::open(segment.open_read(SegmentComponent::FieldNorms)?)?;
    let is_of_words = |field: &Field| WORD_FIELDS.iter().any(|of_words| of_words.field() == *field);
    let (of_words, of_names): (Vec<Field>, Vec<Field>) = schema.fields().map(|(field, _)| field).partition(is_of_words);
    let Terms { sorted: [names, words], n_terms, .. } = terms;
    let writer = FieldWriter { schema, n_terms: &n_terms, lengths: &lengths };
    let mut files = TermFiles::from_segment(segment)?;
    let (titles, words) = rayon::join(
        || {
            let mut names = TermReader::new(names)?;
            writer.write(&of_names, &mut names, &mut files)?;
            read_titles(&mut names)
        },
        || {
            let mut files = TermFiles::beside_segment(directory)?;
            writer.write(&of_words, &mut TermReader::new(words)?, &mut files)?;
            files.close()
        },
    );
    let titles = words.and(titles)?;
    for (to, name) in files.0.iter_mut().zip(WORD_FILES) {
        append(&CompositeFile::open(&directory.open_read(Path::new(name))?)?, &of_words, to)?;
        directory.delete(Path::new(name))?;
    }
    files.close()?;
    Ok(titles)
}

/// Appends fields of a file to another one.
fn append(from: &CompositeFile, fields: &[Field], to: &mut CompositeWrite) -> Result<()> {
    for field in fields {
        if let Some(written) = from.open_read(*field) {
            to.for_field(*field).write_all(&written.read_bytes()?)?;
        }
    }
    Ok(())
}

/// The files of the words' dictionaries, postings and positions, until they are appended to those of the segment.
const WORD_FILES: [&str; 3] = ["words.term", "words.idx", "words.pos"];

/// The files of dictionaries, postings and positions, each with a part for every field.
struct TermFiles([CompositeWrite; 3]);

impl TermFiles {
    fn from_segment(segment: &Segment) -> Result<Self> {
        let open = |component| Ok::<_, anyhow::Error>(CompositeWrite::wrap(segment.open_write(component)?));
        Ok(Self([
            open(SegmentComponent::Terms)?,
            open(SegmentComponent::Postings)?,
            open(SegmentComponent::Positions)?,
        ]))
    }

    fn beside_segment(directory: &dyn Directory) -> Result<Self> {
        let open = |name| Ok::<_, anyhow::Error>(CompositeWrite::wrap(directory.open_write(Path::new(name))?));
        let [terms, postings, positions] = WORD_FILES;
        Ok(Self([open(terms)?, open(postings)?, open(positions)?]))
    }

    fn close(self) -> Result<()> {
        Ok(self.0.into_iter().try_for_each(CompositeWrite::close)?)
    }
}

/// Writes the terms of fields.
#[derive(Clone, Copy)]
struct FieldWriter<'w> {
    schema: &'w Schema,
    n_terms: &'w [u64],
    lengths: &'w FieldNormReaders,
}

impl FieldWriter<'_> {
    /// Writes fields in ascending order, given the terms of these fields alone.
    fn write(self, fields: &[Field], reader: &mut TermReader, files: &mut TermFiles) -> Result<()> {
        let mut differences = Vec::new();
        for field in fields {
            let recorded = self.schema.get_field_entry(*field).field_type().get_index_record_option();
            let recorded = recorded.unwrap_or(IndexRecordOption::Basic);
            let n_terms = self.n_terms[field.field_id() as usize];
            let lengths = self.lengths.get_field(*field)?;
            let [terms, postings, positions] = files.0.each_mut().map(|file| file.for_field(*field));
            let mut serializer = FieldSerializer::create(recorded, n_terms, terms, postings, positions, lengths)?;
            while reader.read_term(field.field_id() as u8)? {
                write_term(reader, recorded, &mut serializer, &mut differences)?;
            }
            serializer.close()?;
        }
        Ok(())
    }
}

/// Writes the term that was read.
fn write_term(
    reader: &TermReader,
    recorded: IndexRecordOption,
    serializer: &mut FieldSerializer<'_>,
    differences: &mut Vec<u32>,
) -> Result<()> {
    let mut n_docs = 0;
    for value in reader.values() {
        n_docs += open(value, recorded)?.n_left();
    }
    serializer.new_term(reader.term(), n_docs, recorded.has_freq())?;
    let mut before = None;
    for value in reader.values() {
        let mut postings = open(value, recorded)?;
        while postings.n_left() > 0 {
            let (doc, frequency) = postings.read_document(differences).context("a spilled term is damaged")?;
            // A record has the same name or citation twice.
            if before != Some(doc) {
                serializer.write_doc(doc, frequency, differences);
                before = Some(doc);
            }
        }
    }
    Ok(serializer.close_term()?)
}

/// Reads the titles, which follow the terms.
fn read_titles(reader: &mut TermReader) -> Result<TitleOrderWriter> {
    let mut titles = TitleOrderWriter::default();
    let mut docs = Vec::new();
    while reader.read_term(TITLE)? {
        let title = str::from_utf8(reader.term()).context("a spilled title is damaged")?;
        docs.clear();
        for value in reader.values() {
            let document = open(value, IndexRecordOption::Basic)?.read_document(&mut Vec::new());
            docs.push(document.context("a spilled title is damaged")?.0);
        }
        titles.push(title, &docs);
    }
    Ok(titles)
}

fn open(value: &[u8], recorded: IndexRecordOption) -> Result<PostingReader<'_>> {
    PostingReader::new(value, recorded).context("a spilled term is damaged")
}

/// Reads the terms of all fields, each with the values of all its entries.
struct TermReader {
    sorted: Sorted,
    /// The key of the entries that were read: the number of the field, then the term.
    key: Vec<u8>,
    /// Their values, one after the other.
    values: Vec<u8>,
    ends: Vec<usize>,
    /// The next entry, unless all were read.
    next_key: Vec<u8>,
    next_value: Vec<u8>,
    is_at_end: bool,
}

impl TermReader {
    fn new(sorted: Sorted) -> Result<Self> {
        let mut reader = Self {
            sorted,
            key: Vec::new(),
            values: Vec::new(),
            ends: Vec::new(),
            next_key: Vec::new(),
            next_value: Vec::new(),
            is_at_end: false,
        };
        reader.read_entry()?;
        Ok(reader)
    }

    fn read_entry(&mut self) -> Result<()> {
        match self.sorted.next_entry().context("cannot read the terms of the records back")? {
            Some((key, value)) => {
                key.clone_into(&mut self.next_key);
                value.clone_into(&mut self.next_value);
            }
            None => self.is_at_end = true,
        }
        Ok(())
    }

    /// Reads the next term of a field; `false` after the last.
    fn read_term(&mut self, field: u8) -> Result<bool> {
        if self.is_at_end || self.next_key.first() != Some(&field) {
            return Ok(false);
        }
        std::mem::swap(&mut self.key, &mut self.next_key);
        self.values.clear();
        self.ends.clear();
        loop {
            self.values.extend_from_slice(&self.next_value);
            self.ends.push(self.values.len());
            self.read_entry()?;
            if self.is_at_end || self.next_key != self.key {
                return Ok(true);
            }
        }
    }

    fn term(&self) -> &[u8] {
        &self.key[1..]
    }

    fn values(&self) -> impl Iterator<Item = &[u8]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(move |(start, end)| &self.values[start..*end])
    }
}

#[cfg(test)]
mod tests;
