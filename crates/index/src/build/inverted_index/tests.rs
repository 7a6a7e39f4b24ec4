//! Compares the files with those that tantivy writes by itself.

use std::collections::BTreeMap;

use lexdex_core::sort::Sorter;
use tantivy::TantivyDocument;
use tantivy::directory::{CompositeFile, RamDirectory};
use tantivy::schema::document::ReferenceValueLeaf;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer, TokenizerManager};

use super::*;
use crate::build::facet_interner::FacetId;
use crate::build::facet_terms::FacetTerms;
use crate::build::inverter::{Inverter, Sorters};
use crate::format::facet_path::FacetPath;
use crate::format::layout::TITLES_FILE;
use crate::format::schema::{FacetField, TermField, TextField, schema};
use crate::text::tokenizer::{WordReader, joined_words, normalize_words};

/// tantivy's interface to the words of a text.
#[derive(Clone, Default)]
struct WordTokenizer(Token);

impl Tokenizer for WordTokenizer {
    type TokenStream<'t> = WordTokens<'t>;

    fn token_stream<'t>(&'t mut self, text: &'t str) -> WordTokens<'t> {
        self.0.reset();
        let normalized = normalize_words(text);
        let mut reader = WordReader::new(&normalized);
        let (mut words, mut word) = (Vec::new(), String::new());
        while reader.read_next(&mut word).is_some() {
            words.push(word.clone());
        }
        WordTokens { words: words.into_iter(), token: &mut self.0 }
    }
}

struct WordTokens<'t> {
    words: std::vec::IntoIter<String>,
    token: &'t mut Token,
}

impl TokenStream for WordTokens<'_> {
    fn advance(&mut self) -> bool {
        let Some(word) = self.words.next() else {
            return false;
        };
        self.token.text = word;
        self.token.position = self.token.position.wrapping_add(1);
        true
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}

/// A record with texts that are frequent, rare, repeated or missing.
struct TestRecord {
    id: String,
    title: String,
    number: Option<String>,
    citations: Vec<String>,
    summary: Option<String>,
    date: Option<u64>,
    text: Option<String>,
    facets: Vec<FacetId>,
}

fn records() -> Vec<TestRecord> {
    let record = |number: usize| {
        let words = |n_words: usize, factor: usize| {
            let words = (0..n_words).map(|idx| format!("w{}", (number * factor + idx * idx) % (7 + idx * 40)));
            words.collect::<Vec<_>>().join(" ")
        };
        TestRecord {
            id: format!("record-{}", number * 7919 % 1000),
            title: words(number % 4, 3),
            number: number.is_multiple_of(3).then(|| format!("number {}", number % 50)),
            // Some records have the same citation twice.
            citations: (0..number % 3).map(|idx| format!("{} us {}", number % 9, idx / 2)).collect(),
            summary: (!number.is_multiple_of(5)).then(|| words(number % 60, 11)),
            date: (!number.is_multiple_of(6)).then_some(20_000_101 + number as u64 % 40),
            text: number.is_multiple_of(7).then(|| words(number % 300, 5)),
            facets: (0..number as FacetId % 4).collect(),
        }
    };
    (0..1000).map(record).collect()
}

fn facets() -> Vec<(FacetField, FacetPath)> {
    vec![
        (FacetField::Topic, FacetPath::flat("tax")),
        (FacetField::Topic, FacetPath::flat("taxes")),
        (FacetField::Court, FacetPath::nested(["federal", "high", "Court"])),
    ]
}

/// Writes the records with tantivy's own writer.
fn written_by_tantivy(schema: &Schema) -> TantivyIndex {
    let tokenizers = TokenizerManager::default();
    tokenizers.register("words", WordTokenizer::default());
    let index = TantivyIndex::builder().schema(schema.clone()).tokenizers(tokenizers);
    let mut writer = index.single_segment_index_writer::<TantivyDocument>(RamDirectory::create(), 64 << 20).unwrap();
    let facets = facets();
    for record in records() {
        let mut document = TantivyDocument::default();
        for (field, path) in record.facets.iter().map(|id| &facets[*id as usize]) {
            document.add_leaf_field_value(field.field(), ReferenceValueLeaf::Facet(path.as_str()));
        }
        let mut add = |field: TermField, text: &str| document.add_text(field.field(), text);
        add(TermField::Id, &record.id);
        add(TermField::TitleWord, &record.title);
        add(TermField::Word, &record.title);
        if let Some(number) = &record.number {
            add(TermField::Number, &joined_words(number));
            add(TermField::Word, number);
        }
        for citation in &record.citations {
            add(TermField::Citation, citation);
            add(TermField::Word, citation);
        }
        record.summary.iter().for_each(|summary| add(TermField::Word, summary));
        record.text.iter().for_each(|text| add(TermField::Text, text));
        record.date.iter().for_each(|date| document.add_u64(TermField::Date.field(), *date));
        writer.add_document(document).unwrap();
    }
    writer.finalize().unwrap()
}

/// Inverts the records in parts that end at the given positions.
fn written_by_us(schema: &Schema, ends: &[usize]) -> (TantivyIndex, TitleOrderWriter) {
    let facet_terms = FacetTerms::new(&facets());
    let records = records();
    let (mut names, mut words) = (Vec::new(), Vec::new());
    let (mut n_terms, mut lengths) = (vec![0; schema.num_fields()], <[Vec<u8>; 3]>::default());
    let mut start = 0;
    for end in ends {
        let sorters = Sorters { names: Sorter::in_memory(), words: Sorter::in_memory() };
        let mut inverter = Inverter::new(schema, &facet_terms, start as u32, sorters);
        for record in &records[start..*end] {
            record.facets.iter().for_each(|id| inverter.add_facet(*id));
            inverter.add_term(TermField::Id, &record.id).unwrap();
            inverter.add_title(&record.title).unwrap();
            record.number.iter().for_each(|number| inverter.add_number(number).unwrap());
            for citation in &record.citations {
                inverter.add_term(TermField::Citation, citation).unwrap();
                inverter.add_text(citation);
            }
            record.summary.iter().for_each(|summary| inverter.add_text(summary));
            record.text.iter().for_each(|text| inverter.add_text_behind(text));
            record.date.iter().for_each(|date| inverter.add_date(*date));
            inverter.end_record().unwrap();
        }
        start = *end;
        let inverted = inverter.finish().unwrap();
        // The order of the sorters has no meaning.
        names.insert(0, inverted.sorters.names);
        words.insert(0, inverted.sorters.words);
        n_terms.iter_mut().zip(inverted.n_terms).for_each(|(sum, n_terms)| *sum += n_terms);
        lengths.iter_mut().zip(inverted.lengths).for_each(|(all, lengths)| all.extend(lengths));
    }
    let sorted = [names, words].map(|sorters| Sorter::sorted_together(sorters).unwrap());
    let directory: Box<dyn Directory> = Box::new(RamDirectory::create());
    write(Terms { sorted, n_terms, lengths }, records.len() as u32, schema, directory).unwrap()
}

/// The bytes of each field in each file of an index.
fn fields(index: &TantivyIndex, schema: &Schema) -> BTreeMap<(String, String), Vec<u8>> {
    let segment = index.searchable_segments().unwrap().remove(0);
    let mut fields = BTreeMap::new();
    for component in
        [SegmentComponent::Terms, SegmentComponent::Postings, SegmentComponent::Positions, SegmentComponent::FieldNorms]
    {
        let name = component.to_string();
        let file = CompositeFile::open(&segment.open_read(component).unwrap()).unwrap();
        for (field, entry) in schema.fields() {
            if let Some(bytes) = file.open_read(field) {
                fields.insert((name.clone(), entry.name().to_owned()), bytes.read_bytes().unwrap().to_vec());
            }
        }
    }
    fields
}

#[test]
fn fields_have_tantivys_bytes_however_records_are_divided() {
    for texts in [TextField::Words, TextField::WordsAndPositions] {
        let schema = schema(texts);
        let expected = fields(&written_by_tantivy(&schema), &schema);
        assert_eq!(expected.len(), 30, "{:?}", expected.keys());
        for ends in [&[1000][..], &[1, 2, 300, 300, 999, 1000]] {
            let (index, titles) = written_by_us(&schema, ends);
            let written = fields(&index, &schema);
            for (field, expected) in &expected {
                assert!(written[field] == *expected, "{field:?}, {texts:?}, {ends:?}");
            }
            assert!(file(&titles) == file(&sorted_titles()), "{ends:?}");
        }
    }
}

fn sorted_titles() -> TitleOrderWriter {
    let mut docs = BTreeMap::<String, Vec<u32>>::new();
    for (doc, record) in (0..).zip(&records()) {
        docs.entry(joined_words(&record.title)).or_default().push(doc);
    }
    let mut titles = TitleOrderWriter::default();
    docs.iter().for_each(|(title, docs)| titles.push(title, docs));
    titles
}

fn file(titles: &TitleOrderWriter) -> Vec<u8> {
    let directory = RamDirectory::create();
    titles.write(&directory).unwrap();
    directory.open_read(Path::new(TITLES_FILE)).unwrap().read_bytes().unwrap().to_vec()
}
