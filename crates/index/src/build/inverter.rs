/*!
Inverts records: collects the terms of consecutive records, and passes each term with its documents to a sorter.

The key of an entry is the number of the field and then the term; of a title, [`TITLE`] and then its words. [`posting_list`] encodes its value. Entries of one term
may come from any number of inverters, if the documents of each inverter are consecutive. The result does not depend on
where the records were divided.
*/

use anyhow::{Context, Result};
use lexdex_core::sort::Sorter;
use tantivy::DocId;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::schema::{Field, IndexRecordOption, Schema};
use tantivy::tokenizer::MAX_TOKEN_LEN;

use crate::build::facet_interner::FacetId;
use crate::build::facet_terms::FacetTerms;
use crate::build::posting_list;
use crate::build::word_interner::{WordId, WordInterner};
use crate::format::schema::TermField;
use crate::text::tokenizer::{WordReader, normalize_words};

/// The number of occurrences of words in a field after which they are passed to the sorter. They then take up to 64 MB.
const MAX_OCCURRENCES: usize = 4 << 20;

/// The size of the distinct words, in bytes, after which all are passed to the sorter.
const MAX_WORD_BYTES: usize = 64 << 20;

/// The first byte of the key of a title, in place of the number of a field.
pub(super) const TITLE: u8 = u8::MAX;

pub(super) const WORD_FIELDS: [TermField; 3] = [TermField::TitleWord, TermField::Word, TermField::Text];

/// The positions of the fields among [`WORD_FIELDS`].
const TITLE_WORD: usize = 0;
const WORD: usize = 1;
const TEXT: usize = 2;

/// Inverts consecutive records.
pub(super) struct Inverter<'f> {
    facet_terms: &'f FacetTerms,
    sorters: Sorters,
    /// The document of the current record.
    doc: DocId,
    /// The first document that has not been passed to the sorters.
    first_doc: DocId,
    words: WordInterner,
    word_fields: [WordField; 3],
    /// The documents of each facet term.
    facets: Vec<Vec<DocId>>,
    dates: Vec<(u64, DocId)>,
    /// The number of terms of each field, by its number. Each occurrence of a term counts.
    n_terms: Vec<u64>,
    /// Buffers that are reused.
    word: String,
    key: Vec<u8>,
    value: Vec<u8>,
}

/// The sorters of terms: two, so that each can be read on its own thread.
pub(super) struct Sorters {
    /// Sorts the titles, and the terms of names, facets and dates.
    pub(super) names: Sorter,
    /// Sorts words.
    pub(super) words: Sorter,
}

/// The inverted records: the sorters with their terms, and the counts and lengths.
pub(super) struct Inverted {
    pub(super) sorters: Sorters,
    /// The number of terms of each field, by its number.
    pub(super) n_terms: Vec<u64>,
    /// For each of [`WORD_FIELDS`] the length of each record in words, as tantivy encodes it.
    pub(super) lengths: [Vec<u8>; 3],
}

impl<'f> Inverter<'f> {
    /// An inverter of the records from `first_doc` on.
    pub(super) fn new(schema: &Schema, facet_terms: &'f FacetTerms, first_doc: DocId, sorters: Sorters) -> Self {
        Self {
            facet_terms,
            sorters,
            doc: first_doc,
            first_doc,
            words: WordInterner::default(),
            word_fields: WORD_FIELDS.map(|field| WordField::new(field.field(), schema)),
            facets: vec![Vec::new(); facet_terms.terms.len()],
            dates: Vec::new(),
            n_terms: vec![0; schema.num_fields()],
            word: String::new(),
            key: Vec::new(),
            value: Vec::new(),
        }
    }

    /// Adds a facet of the current record.
    pub(super) fn add_facet(&mut self, id: FacetId) {
        let facet_terms = self.facet_terms;
        for position in facet_terms.for_facet(id) {
            let (field, _) = &facet_terms.terms[*position as usize];
            self.n_terms[field.field().field_id() as usize] += 1;
            let docs = &mut self.facets[*position as usize];
            // Facets of one record can share terms, such as the root.
            if docs.last() != Some(&self.doc) {
                docs.push(self.doc);
            }
        }
    }

    /// Adds the date of the current record.
    pub(super) fn add_date(&mut self, number: u64) {
        self.n_terms[TermField::Date.field().field_id() as usize] += 1;
        self.dates.push((number, self.doc));
    }

    /// Adds a text of the current record as one term.
    pub(super) fn add_term(&mut self, field: TermField, term: &str) -> Result<()> {
        if term.len() > MAX_TOKEN_LEN {
            return Ok(());
        }
        let field = field.field().field_id();
        self.n_terms[field as usize] += 1;
        self.push_name(field as u8, term)
    }

    /// Passes a name of the current record to the sorter.
    fn push_name(&mut self, first_byte: u8, name: &str) -> Result<()> {
        self.key.clear();
        self.key.push(first_byte);
        self.key.extend_from_slice(name.as_bytes());
        self.sorters.names.push(&self.key, &posting_list::encode_document(self.doc)).context(CANNOT_WRITE)
    }

    /// Adds the title of the current record: its words, and all of them in the order of the titles.
    pub(super) fn add_title(&mut self, title: &str) -> Result<()> {
        let mut joined = String::new();
        self.add_words(title, &[TITLE_WORD, WORD], Some(&mut joined));
        self.push_name(TITLE, &joined)
    }

    /// Adds a popular name of the current record: its words as those of a title, and all of them as one term.
    pub(super) fn add_popular_name(&mut self, name: &str) -> Result<()> {
        let mut joined = String::new();
        self.add_words(name, &[TITLE_WORD, WORD], Some(&mut joined));
        self.add_term(TermField::PopularName, &joined)
    }

    /// Adds a number of the current record: its words, and all of them as one term.
    pub(super) fn add_number(&mut self, number: &str) -> Result<()> {
        let mut joined = String::new();
        self.add_words(number, &[WORD], Some(&mut joined));
        self.add_term(TermField::Number, &joined)
    }

    /// Adds words of the current record.
    pub(super) fn add_text(&mut self, text: &str) {
        self.add_words(text, &[WORD], None);
    }

    /// Adds the text behind the current record.
    pub(super) fn add_text_behind(&mut self, text: &str) {
        self.add_words(text, &[TEXT], None);
    }

    /// Adds the words of a text to fields, and appends them to `joined`, separated by spaces.
    fn add_words(&mut self, text: &str, fields: &[usize], mut joined: Option<&mut String>) {
        let normalized = normalize_words(text);
        let mut reader = WordReader::new(&normalized);
        let mut position = 0;
        while reader.read_next(&mut self.word).is_some() {
            if let Some(joined) = &mut joined {
                if position > 0 {
                    joined.push(' ');
                }
                joined.push_str(&self.word);
            }
            if self.word.len() <= MAX_TOKEN_LEN {
                let id = self.words.id(&self.word);
                fields.iter().for_each(|field| self.word_fields[*field].push(id, position));
            }
            position += 1;
        }
        fields.iter().for_each(|field| self.word_fields[*field].end_text());
    }

    /// Ends the current record.
    pub(super) fn end_record(&mut self) -> Result<()> {
        self.word_fields.iter_mut().for_each(WordField::end_record);
        self.doc += 1;
        let is_full = |field: &WordField| field.words.len() >= MAX_OCCURRENCES;
        if self.word_fields.iter().any(is_full) || self.words.n_bytes() >= MAX_WORD_BYTES {
            self.pass_on()?;
        }
        Ok(())
    }

    /// Passes the remaining terms to the sorters.
    pub(super) fn finish(mut self) -> Result<Inverted> {
        self.pass_on()?;
        let Self { sorters, mut n_terms, word_fields, .. } = self;
        for field in &word_fields {
            n_terms[field.field.field_id() as usize] += field.n_terms;
        }
        Ok(Inverted { sorters, n_terms, lengths: word_fields.map(|field| field.lengths) })
    }

    /// Passes the terms of all ended records to the sorters.
    fn pass_on(&mut self) -> Result<()> {
        let Self { facet_terms, sorters, words, word_fields, facets, dates, key, value, .. } = self;
        let in_order = words.words();
        for field in word_fields {
            field.pass_on(self.first_doc, &in_order, &mut sorters.words, (&mut *key, &mut *value))?;
        }
        *words = WordInterner::default();
        let mut places = Vec::new();
        let mut push = |field: Field, term: &[u8], docs: &mut dyn Iterator<Item = DocId>| {
            places.clear();
            places.extend(docs.map(|doc| (doc, 0)));
            posting_list::encode(&places, IndexRecordOption::Basic, value);
            key.clear();
            key.push(field.field_id() as u8);
            key.extend_from_slice(term);
            sorters.names.push(key, value).context(CANNOT_WRITE)
        };
        for ((field, term), docs) in facet_terms.terms.iter().zip(facets) {
            if !docs.is_empty() {
                push(field.field(), term.as_bytes(), &mut docs.drain(..))?;
            }
        }
        dates.sort_unstable();
        for of_date in dates.chunk_by(|(date, _), (other, _)| date == other) {
            let docs = &mut of_date.iter().map(|(_, doc)| *doc);
            push(TermField::Date.field(), &of_date[0].0.to_be_bytes(), docs)?;
        }
        dates.clear();
        self.first_doc = self.doc;
        Ok(())
    }
}

const CANNOT_WRITE: &str = "cannot write the terms of the records";

/// The occurrences of words in a field.
struct WordField {
    field: Field,
    recorded: IndexRecordOption,
    /// The word of each occurrence. If the field has no positions, each word of a record occurs once.
    words: Vec<WordId>,
    /// The position of each occurrence, or the frequency of the word in the record if the field has no positions.
    numbers: Vec<u32>,
    /// For each record the end of its occurrences.
    ends: Vec<usize>,
    /// The start of the occurrences of the current record.
    start: usize,
    /// The position of the first word of the current text of the record.
    text_position: u32,
    /// The position after the last word of the record.
    end_position: u32,
    n_terms: u64,
    /// The length of each record, as tantivy encodes it.
    lengths: Vec<u8>,
}

impl WordField {
    fn new(field: Field, schema: &Schema) -> Self {
        let recorded = schema.get_field_entry(field).field_type().get_index_record_option();
        Self {
            field,
            recorded: recorded.unwrap_or(IndexRecordOption::Basic),
            words: Vec::new(),
            numbers: Vec::new(),
            ends: Vec::new(),
            start: 0,
            text_position: 0,
            end_position: 0,
            n_terms: 0,
            lengths: Vec::new(),
        }
    }

    /// Adds a word of the current text.
    #[inline]
    fn push(&mut self, id: WordId, position_in_text: u32) {
        let position = self.text_position + position_in_text;
        self.words.push(id);
        self.numbers.push(position);
        self.end_position = position + 1;
    }

    /// Ends a text of the current record. The next text begins after a gap, so that no phrase spans both.
    fn end_text(&mut self) {
        self.end_position = self.end_position.max(self.text_position);
        self.text_position = self.end_position + 1;
    }

    fn end_record(&mut self) {
        let n_words = (self.words.len() - self.start) as u32;
        self.n_terms += u64::from(n_words);
        self.lengths.push(FieldNormReader::fieldnorm_to_id(n_words));
        if !self.recorded.has_positions() {
            self.count_words();
        }
        self.ends.push(self.words.len());
        self.start = self.words.len();
        self.text_position = 0;
        self.end_position = 0;
    }

    /// Reduces the words of the current record to distinct ones with their frequencies.
    fn count_words(&mut self) {
        self.words[self.start..].sort_unstable();
        self.numbers.truncate(self.start);
        let (mut n_left, mut before) = (self.start, None);
        for idx in self.start..self.words.len() {
            let word = self.words[idx];
            if before == Some(word) {
                self.numbers[n_left - 1] += 1;
            } else {
                self.words[n_left] = word;
                self.numbers.push(1);
                n_left += 1;
                before = Some(word);
            }
        }
        self.words.truncate(n_left);
    }

    /// Passes the occurrences to the sorter. `first_doc` is the document of the first record.
    fn pass_on(
        &mut self,
        first_doc: DocId,
        words: &[&str],
        sorter: &mut Sorter,
        (key, value): (&mut Vec<u8>, &mut Vec<u8>),
    ) -> Result<()> {
        // Counting sort. `ends` first has the start of the places of each word. After all places are filled in, it has
        // their end.
        let mut ends = vec![0; words.len() + 1];
        self.words.iter().for_each(|word| ends[*word as usize + 1] += 1);
        for word in 1..ends.len() {
            ends[word] += ends[word - 1];
        }
        let mut places = vec![(0, 0); self.words.len()];
        let mut start = 0;
        for (doc, end) in (first_doc..).zip(&self.ends) {
            for (word, number) in self.words[start..*end].iter().zip(&self.numbers[start..*end]) {
                let at: &mut usize = &mut ends[*word as usize];
                places[*at] = (doc, *number);
                *at += 1;
            }
            start = *end;
        }
        start = 0;
        for (word, end) in words.iter().zip(&ends) {
            if start < *end {
                posting_list::encode(&places[start..*end], self.recorded, value);
                key.clear();
                key.push(self.field.field_id() as u8);
                key.extend_from_slice(word.as_bytes());
                sorter.push(key, value).context(CANNOT_WRITE)?;
            }
            start = *end;
        }
        self.words.clear();
        self.numbers.clear();
        self.ends.clear();
        self.start = 0;
        Ok(())
    }
}
