/*!
The corpus: JSON Lines in a directory, or inside the program. Reads the catalogues and the records, and names
the file, the line and the field of everything that is wrong with them.

A corpus directory holds `statutes/`, `cases/` and `bills/`, each with any number of `.jsonl` files, and may
hold `jurisdictions.jsonl`, `courts.jsonl` and `topics.jsonl`; a catalogue it lacks is the bundled one.
*/

mod source_location;

mod corpus_error;

mod source;

mod line_reader;

mod catalogue;

mod jurisdictions;

mod courts;

mod topics;

mod validate;

pub mod court_level;

pub mod text;

pub use catalogue::{Catalogue, CatalogueFile};
pub use corpus_error::{CorpusError, CorpusErrors};
pub use courts::{CourtEntry, Courts};
pub use jurisdictions::Jurisdictions;
pub use line_reader::{Line, LineReader, MAX_LINE_BYTES};
pub use source::{Source, SourceFile};
pub use source_location::SourceLocation;
pub use topics::Topics;
pub use validate::{Ids, check_record, parse_record};
