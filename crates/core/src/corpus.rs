/*!
Reads a corpus: JSON Lines files and tables in a directory, or those bundled in the program. Every error names its file,
line and field.

A corpus directory contains `statutes/`, `cases/` and `bills/`, each with any number of `.jsonl` files. Optional parts
are folders of the same names in `text/`, with the texts behind the records, and `aliases/cases.jsonl`, with parallel
citations of cases. Both are searched but not served. Also optional are `jurisdictions.jsonl`, `courts.jsonl`,
`topics.jsonl`, `synonyms.tsv` and `popular-names.tsv`; the bundled catalogue replaces each missing one. `coverage.toml`
declares the completeness of the lists. The folder `summaries/` has summaries for records of other sources, which a
build applies by id.
*/

pub mod text;

pub mod id_form;

mod source_location;

mod corpus_error;

mod line_reader;

mod catalogue_file;

mod bundled_file;

mod source;

mod json_line;

mod table_line;

mod name_index;

mod jurisdictions;

pub mod bill_session;

pub mod court_level;

mod courts;

mod topics;

mod thesaurus;

mod popular_names;

mod completeness;

mod catalogue;

mod record_check;

mod record_line;

mod text_line;

mod alias_line;

mod seen_ids;

mod summary_line;

mod summaries;

mod bundled_aliases;

pub use alias_line::{AliasLine, parse_aliases};
pub use bundled_aliases::{BundledAliases, NamedAliases};
pub use catalogue::Catalogue;
pub use catalogue::bundled_jurisdictions;
pub use catalogue_file::CatalogueFile;
pub use completeness::{DEFAULT_KEY, DeclaredCompleteness};
pub use corpus_error::{CorpusError, CorpusErrors};
pub use courts::{CourtEntry, Courts};
pub use jurisdictions::Jurisdictions;
pub use line_reader::{Line, LineReader, MAX_LINE_BYTES};
pub use popular_names::PopularNames;
pub use record_check::check_record;
pub use record_line::parse_record;
pub use seen_ids::{IdHash, SeenIds};
pub use source::{ALIASES_FILE, ALIASES_FOLDER, PARTS_FOLDER, SUMMARIES_FOLDER, Source, SourceFile, TEXT_FOLDER};
pub use source_location::SourceLocation;
pub use summaries::{Summaries, Summary, SummarySource};
pub use summary_line::{MAX_SUMMARY_CHARS, SummaryLine, parse_summary};
pub use text_line::{MAX_TEXT_KIB, TextLine, parse_text};
pub use thesaurus::Thesaurus;
pub use topics::Topics;
