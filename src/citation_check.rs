/*!
Checks the citations of a text against an index: which record each one means, and whether the name and the year that are
written beside it are those of the record. `docs/search.md` has the rules.
*/

mod cited_record;

mod resolution;

mod check;

pub(crate) use check::{CheckedCitation, check_text};
pub(crate) use cited_record::CitedRecord;
