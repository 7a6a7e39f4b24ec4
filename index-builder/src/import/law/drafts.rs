/*!
Drafts: records as their publishers describe them. A draft makes the id, checks that no required field is missing, and
adds the provenance.

A [`RecordRelease`](release::RecordRelease) writes a statute or a bill, or skips it. A case is drafted before its court is known, because `CourtListener`'s courts are in another table.
*/

pub(crate) mod release;

pub(crate) mod statute;

pub(crate) mod case;

pub(crate) mod bill;
