/*!
The records of the service and the closed vocabularies of records and requests.

This is plain data, independent of files, the index and HTTP. Corpus lines, index records and API records share these
types.
*/

mod vocabulary;

mod date;

mod optional_field;

mod meta;

mod resource;

mod record;

mod statute;

mod case;

mod bill;

mod bill_type;

mod jurisdiction;

mod court;

mod topic;

mod completeness;

mod order;

mod match_mode;

mod parameter;

mod record_format;

mod suggestion_kind;

mod change_kind;

mod citation_kind;

mod citation_status;

pub use bill::{Bill, BillStatus, Chamber};
pub use bill_type::BillType;
pub use case::Case;
pub use change_kind::ChangeKind;
pub use citation_kind::CitationKind;
pub use citation_status::CitationStatus;
pub use completeness::Completeness;
pub use court::{Court, CourtLevel};
pub use date::Date;
pub use jurisdiction::{Jurisdiction, JurisdictionLevel};
pub use match_mode::{MOST, MatchMode};
pub use meta::{LICENSE, Meta};
pub use order::Order;
pub use parameter::{FilterKind, MAX_VALUE_CHARS, MAX_VALUES, Parameter, ParameterSpec, Values};
pub use record::Record;
pub use record_format::{RecordFormat, ReferenceFormat};
pub use resource::Resource;
pub use statute::{SectionNumber, Statute, StatuteStatus};
pub use suggestion_kind::SuggestionKind;
pub use topic::Topic;
pub use vocabulary::UnknownWord;
