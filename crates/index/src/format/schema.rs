/*!
The fields of the tantivy indexes, and the version of the directory format.
*/

use tantivy::schema::{
    FacetOptions, Field, IndexRecordOption, NumericOptions, Schema, SchemaBuilder, TextFieldIndexing, TextOptions,
};

/// The version of the index directory. A server opens no other version.
///
/// 1. Three single-segment tantivy indexes in list order, records and offsets beside each.
/// 2. Offsets of five bytes in place of eight.
/// 3. Identifiers, dates, citations and words are indexed; a file with the coverage of each list.
/// 4. The lengths of titles and texts, a file with the forms of the words, a thesaurus and popular names.
/// 5. Titles, popular names and numbers are fields of their own; a file with the order of names among suggestions; a
///    field for the texts that are searched and not served, and their digests in the manifest.
/// 6. A file with the declared completeness of the lists. The key of a public law's citation is the same for all
///    spellings. Parallel citations are indexed, and their digest is in the manifest, as is the day of the latest update. A
///    facet of the sessions of bills.
/// 7. No columns of facets, and no document store.
/// 8. The words of a possessive: `FDA's` is the word `fda`.
/// 9. A file with the intersections of frequent facets.
/// 10. A file with the order of the titles, which are no terms any more.
/// 12. A file with the days on which this project's summaries were written, their number in the coverage, and their
///     digests in the manifest.
/// 13. The number of records with a topic in the coverage.
/// 14. The file with the days of summaries has all records that this project has summarized.
/// 15. No intersections of frequent facets, and no maxima of ranges in the order of names.
pub const SCHEMA_VERSION: u32 = 15;

/// A facet field. Every list has all of them, some without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FacetField {
    Jurisdiction,
    Topic,
    Court,
    Status,
    Chamber,
    Session,
}

impl FacetField {
    pub(crate) const ALL: [Self; 6] =
        [Self::Jurisdiction, Self::Topic, Self::Court, Self::Status, Self::Chamber, Self::Session];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Jurisdiction => "jurisdiction",
            Self::Topic => "topic",
            Self::Court => "court",
            Self::Status => "status",
            Self::Chamber => "chamber",
            Self::Session => "session",
        }
    }

    /// The field's handle: tantivy numbers fields in the order in which they are added.
    pub(crate) fn field(self) -> Field {
        Field::from_field_id(self as u32)
    }
}

/// A field whose terms are looked up but not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TermField {
    Id,
    /// The date by which the list is filtered, as the number YYYYMMDD.
    Date,
    /// The keys of the citations, the parallel ones too (see [`citation`](crate::text::citation)).
    Citation,
    /// The popular names, each as one term of normalized words.
    PopularName,
    /// The number in each of its spellings, each as one such term.
    Number,
    /// The words of the title or name.
    TitleWord,
    /// The words of the record that `q` searches, with their positions.
    Word,
    /// The words of the text behind the record, which is not served.
    Text,
    /// Further keys, which no suggestion shows. A case has those of citations as written in ids, if they differ; a bill
    /// has its [`bill_keys`](lexdex_core::citations::bill_keys).
    LookUp,
}

/// How a list indexes the texts behind its records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextField {
    /// The list has no texts, and the empty field takes no space.
    None,
    /// The words with their frequencies, and the length of each text.
    Words,
    /// The positions of the words, too.
    WordsAndPositions,
}

impl TextField {
    pub(crate) const ALL: [Self; 3] = [Self::None, Self::Words, Self::WordsAndPositions];
}

impl TermField {
    const ALL: [Self; 9] = [
        Self::Id,
        Self::Date,
        Self::Citation,
        Self::PopularName,
        Self::Number,
        Self::TitleWord,
        Self::Word,
        Self::Text,
        Self::LookUp,
    ];

    /// The fields whose terms are whole names of records, besides their titles.
    pub(crate) const NAMES: [Self; 2] = [Self::PopularName, Self::Number];

    /// The field's handle: these fields follow the facet fields.
    pub(crate) fn field(self) -> Field {
        Field::from_field_id(FacetField::ALL.len() as u32 + self as u32)
    }

    fn add_to(self, builder: &mut SchemaBuilder, texts: TextField) {
        let text = |tokenizer, records| {
            let indexing = TextFieldIndexing::default().set_tokenizer(tokenizer).set_index_option(records);
            // Only words are ranked by the length of their text. A length takes one byte, even for an empty text.
            let has_lengths = tokenizer == WORDS && !(self == Self::Text && texts == TextField::None);
            TextOptions::default().set_indexing_options(indexing.set_fieldnorms(has_lengths))
        };
        match self {
            Self::Id => builder.add_text_field("id", text(SINGLE_TERM, IndexRecordOption::Basic)),
            // Not tantivy's INDEXED flag, which adds norms for scoring.
            Self::Date => builder.add_u64_field("date", NumericOptions::default().set_indexed()),
            Self::Citation => builder.add_text_field("citation", text(SINGLE_TERM, IndexRecordOption::Basic)),
            Self::LookUp => builder.add_text_field("look_up", text(SINGLE_TERM, IndexRecordOption::Basic)),
            Self::PopularName => builder.add_text_field("popular_name", text(SINGLE_TERM, IndexRecordOption::Basic)),
            Self::Number => builder.add_text_field("number", text(SINGLE_TERM, IndexRecordOption::Basic)),
            Self::TitleWord => builder.add_text_field("title_word", text(WORDS, IndexRecordOption::Basic)),
            Self::Word => builder.add_text_field("word", text(WORDS, IndexRecordOption::WithFreqsAndPositions)),
            Self::Text => {
                let records = match texts {
                    TextField::None | TextField::Words => IndexRecordOption::WithFreqs,
                    TextField::WordsAndPositions => IndexRecordOption::WithFreqsAndPositions,
                };
                builder.add_text_field("text", text(WORDS, records))
            }
        };
    }
}

/// tantivy's tokenizer that makes one term of a value.
const SINGLE_TERM: &str = "raw";

/// The tokenizer of fields of words. It is only a name: the build splits texts by
/// [`WordReader`](crate::text::tokenizer::WordReader).
const WORDS: &str = "words";

/// The schema of a list.
pub(crate) fn schema(texts: TextField) -> Schema {
    let mut builder = Schema::builder();
    for field in FacetField::ALL {
        builder.add_facet_field(field.name(), FacetOptions::default());
    }
    for field in TermField::ALL {
        field.add_to(&mut builder, texts);
    }
    builder.build()
}
