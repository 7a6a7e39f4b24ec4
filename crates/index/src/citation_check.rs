/*!
Checks the citations in a text against an index: finds the record of each, and compares the name and the year beside it
with that record. `docs/search.md` has the rules.
*/

mod cited_record;

mod resolution;

mod same_name;

mod check;

pub use check::{CheckedCitation, CheckedText, MAX_PREFACE_BYTES, check_text};
pub use cited_record::CitedRecord;
