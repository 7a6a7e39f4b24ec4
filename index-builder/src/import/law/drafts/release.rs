/*!
A release: the fields that its records share, and the writing of its records.
*/

use lexdex_core::model::{Date, Meta, Record, Resource};

use crate::import::engine::sink::{RecordKey, Sink};
use crate::import::law::skip_reasons::NO_DATE_OF_DATA;
use crate::report::skip::Reason;

/// The fields that the records of a release share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordRelease<'r> {
    /// The source for `meta.source`, if it is not the importer's.
    pub(crate) source: Option<&'r str>,
    pub(crate) jurisdiction_id: &'r str,
    /// The name of the jurisdiction.
    pub(crate) jurisdiction: &'r str,
    /// The day of the data, which every record must have.
    pub(crate) last_updated: Option<Date>,
}

/// A draft that does not become a record.
#[derive(Debug)]
pub(crate) struct Rejected {
    /// The reason to skip it.
    pub(crate) reason: &'static Reason,
    /// The id of the record. `None` if the source has no number.
    pub(crate) id: Option<String>,
}

impl RecordRelease<'_> {
    /// Writes a record with the text behind it, which may be empty. Skips a rejected draft, and with it the record of its
    /// id with older data.
    pub(crate) fn write<R: Record>(&self, record: Result<R, Rejected>, text: &str, at: &str, sink: &mut Sink<'_>) {
        match record {
            Ok(record) => sink.write(&record, text, at),
            Err(rejected) => self.leave(R::RESOURCE, &rejected, at, sink),
        }
    }

    /// Skips a rejected draft, and with it the record of its id with older data.
    pub(crate) fn leave(&self, resource: Resource, Rejected { reason, id }: &Rejected, at: &str, sink: &mut Sink<'_>) {
        match (id, self.last_updated) {
            (Some(id), Some(last_updated)) => {
                sink.leave(reason, at, &RecordKey { resource, id, last_updated });
            }
            _ => sink.skip_unidentified(reason, at),
        }
    }

    /// The provenance of a record. Fails if the release has no date.
    pub(super) fn meta(&self, citation: Option<String>, sink: &Sink<'_>) -> Result<Meta, &'static Reason> {
        let last_updated = self.last_updated.ok_or(&NO_DATE_OF_DATA)?;
        Ok(sink.meta(self.jurisdiction_id, self.source, last_updated, citation))
    }
}
