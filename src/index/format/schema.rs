/*!
The fields of the tantivy indexes and the version of the whole directory format.
*/

use tantivy::schema::{
    Facet, FacetOptions, Field, IndexRecordOption, NumericOptions, Schema, SchemaBuilder, TextFieldIndexing,
    TextOptions,
};
use tantivy::tokenizer::TokenizerManager;

use crate::corpus::CourtEntry;
use crate::index::text::tokenizer::WordTokenizer;
use crate::model::CourtLevel;

/// The version of the index directory. A server opens only its own.
///
/// 1. Three single-segment tantivy indexes in list order, records and offsets beside each.
/// 2. Offsets of five bytes in place of eight.
/// 3. Identifiers, dates, citations and words are indexed; a file with what each list covers.
pub const SCHEMA_VERSION: u32 = 3;

/// A facet field: what a filter can select by. Every list has all of them, some without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FacetField {
    Jurisdiction,
    Topic,
    Court,
    Status,
    Chamber,
}

impl FacetField {
    pub(crate) const ALL: [Self; 5] = [Self::Jurisdiction, Self::Topic, Self::Court, Self::Status, Self::Chamber];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Jurisdiction => "jurisdiction",
            Self::Topic => "topic",
            Self::Court => "court",
            Self::Status => "status",
            Self::Chamber => "chamber",
        }
    }

    /// The field's handle: tantivy numbers the fields in the order in which they are added.
    pub(crate) fn field(self) -> Field {
        Field::from_field_id(self as u32)
    }
}

/// A field that is no facet: its values are looked up, not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TermField {
    /// The identifier.
    Id,
    /// The date by which the list is filtered, as the number YYYYMMDD.
    Date,
    /// The keys of the citations (see [`crate::index::text::citation`]).
    Citation,
    /// What the record is called: its title or name, or its number, as one term of words.
    Name,
    /// The words of the title or name.
    TitleWord,
    /// All words that `q` looks for, with their positions.
    Word,
}

impl TermField {
    const ALL: [Self; 6] = [Self::Id, Self::Date, Self::Citation, Self::Name, Self::TitleWord, Self::Word];

    /// The field's handle: these fields stand behind the facets.
    pub(crate) fn field(self) -> Field {
        Field::from_field_id(FacetField::ALL.len() as u32 + self as u32)
    }

    fn add_to(self, builder: &mut SchemaBuilder) {
        let text = |tokenizer, records| {
            let indexing = TextFieldIndexing::default().set_tokenizer(tokenizer).set_index_option(records);
            TextOptions::default().set_indexing_options(indexing.set_fieldnorms(false))
        };
        match self {
            Self::Id => builder.add_text_field("id", text(WHOLE, IndexRecordOption::Basic)),
            // A handle that is made from options has norms, which only scores read.
            Self::Date => builder.add_u64_field("date", NumericOptions::default().set_indexed()),
            Self::Citation => builder.add_text_field("citation", text(WHOLE, IndexRecordOption::Basic)),
            Self::Name => builder.add_text_field("name", text(WHOLE, IndexRecordOption::Basic)),
            Self::TitleWord => builder.add_text_field("title_word", text(WORDS, IndexRecordOption::Basic)),
            Self::Word => builder.add_text_field("word", text(WORDS, IndexRecordOption::WithFreqsAndPositions)),
        };
    }
}

/// tantivy's tokenizer of a value that is one term.
const WHOLE: &str = "raw";

/// The tokenizer of a text.
const WORDS: &str = "words";

/// The schema of each list.
pub(crate) fn schema() -> Schema {
    let mut builder = Schema::builder();
    for field in FacetField::ALL {
        builder.add_facet_field(field.name(), FacetOptions::default());
    }
    for field in TermField::ALL {
        field.add_to(&mut builder);
    }
    builder.build()
}

/// tantivy's own tokenizers, which facets need, and ours.
pub(crate) fn tokenizers() -> TokenizerManager {
    let tokenizers = TokenizerManager::default();
    tokenizers.register(WORDS, WordTokenizer::default());
    tokenizers
}

/// The path of a facet, in tantivy's encoding, by which its documents are found.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FacetPath(Box<str>);

impl FacetPath {
    /// The path of a facet without levels.
    pub(crate) fn flat(value: &str) -> Self {
        Self(value.into())
    }

    /// The path of a facet below others.
    pub(crate) fn nested<'v>(values: impl IntoIterator<Item = &'v str>) -> Self {
        Self(Facet::from_path(values).encoded_str().into())
    }

    /// The path that a term of a facet field holds.
    pub(crate) fn from_term(term: &[u8]) -> Option<Self> {
        std::str::from_utf8(term).ok().map(|path| Self(path.into()))
    }

    /// How many bytes the path takes beside its own value.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        self.0.len()
    }

    /// Whether the path is that of all facets of a field together, which is a condition on nothing.
    pub(crate) fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The values along the path.
    pub(crate) fn values(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.split('\0')
    }

    /// The path as tantivy indexes it, together with every level above it.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// What stands in place of a level for a court that has none.
const NO_LEVEL: &str = "-";

/// Between jurisdiction and name, in place of an id, for a court that is not in the catalogue.
const NAME_MARK: char = ':';

/// The facet of a court: its level's path, then its id.
pub(crate) fn court_path(court: &CourtEntry) -> FacetPath {
    let level = court.level.map_or(NO_LEVEL, CourtLevel::as_str);
    let key = match &court.id {
        Some(id) => id.clone(),
        None => format!("{}{NAME_MARK}{}", court.jurisdiction, court.name),
    };
    FacetPath::nested(level.split('/').chain([key.as_str()]))
}

/// The facet of a level, which all courts below it share.
pub(crate) fn level_path(level: CourtLevel) -> FacetPath {
    FacetPath::nested(level.as_str().split('/'))
}

/// What a facet of the courts stands for.
pub(crate) enum CourtFacet<'p> {
    /// All courts of a level.
    Level(CourtLevel),
    /// A court of the catalogue, by its id.
    Catalogued(&'p str),
    /// Another court, by its name.
    Uncatalogued(&'p str),
}

/// What a facet of the courts stands for; nothing if it is that of all courts without a level.
pub(crate) fn court_facet(path: &FacetPath) -> Option<CourtFacet<'_>> {
    if let Ok(level) = path.values().collect::<Vec<_>>().join("/").parse() {
        return Some(CourtFacet::Level(level));
    }
    let court = path.values().next_back().filter(|value| *value != NO_LEVEL)?;
    Some(match court.split_once(NAME_MARK) {
        Some((_, name)) => CourtFacet::Uncatalogued(name),
        None => CourtFacet::Catalogued(court),
    })
}

/// The court of a facet that is not in the catalogue.
pub(crate) fn uncatalogued_court(path: &FacetPath) -> Option<CourtEntry> {
    let mut values: Vec<&str> = path.values().collect();
    let (jurisdiction, name) = values.pop()?.split_once(NAME_MARK)?;
    let level = values.join("/").parse().ok();
    Some(CourtEntry::uncatalogued(name.to_owned(), level, jurisdiction.to_owned()))
}
