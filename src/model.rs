/*!
The records of the service and the closed vocabularies of records and requests: plain data, with no knowledge of files,
of the index or of HTTP. A corpus line, an index record and an API record are all these types.
*/

mod vocabulary;

mod date;

mod record;

mod statute;

mod case;

mod bill;

mod jurisdiction;

mod court;

mod topic;

mod order;

mod parameter;

mod export_format;

pub use bill::{Bill, BillStatus, Chamber};
pub use case::Case;
pub use court::{Court, CourtLevel};
pub use date::Date;
pub use export_format::ExportFormat;
pub use jurisdiction::{Jurisdiction, JurisdictionLevel};
pub use order::Order;
pub use parameter::Parameter;
pub use record::{Meta, Record, Resource};
pub use statute::{SectionNumber, Statute, StatuteStatus};
pub use topic::Topic;
pub use vocabulary::UnknownWord;

/// The licence of every record, the only value `meta.license` may have.
pub const LICENSE: &str = "CC0 1.0";
