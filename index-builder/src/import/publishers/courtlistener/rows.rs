/*!
The rows of the tables, with the columns that the join needs. Columns are found by their names in the header, because
the releases have different columns in different orders.
*/

use std::borrow::Cow;

use lexdex_core::model::Date;

use crate::import::publishers::courtlistener::citation;
use crate::import::publishers::courtlistener::court::CourtRow;
use crate::import::publishers::courtlistener::field::Field;
use crate::import::publishers::courtlistener::number_filter::NumberFilter;
use crate::import::text::excerpt::Excerpt;
use crate::import::text::iso_date::day_of;
use crate::report::skip::Skip;

/// A decision.
pub(super) struct Cluster<'t> {
    pub(super) id: u64,
    pub(super) docket_id: u64,
    pub(super) name: Cow<'t, str>,
    /// The day of the decision; `None` if it is unknown or approximate.
    pub(super) decided: Option<Date>,
    pub(super) modified: Option<Date>,
    pub(super) nature_of_suit: Cow<'t, str>,
    pub(super) status: Cow<'t, str>,
    /// Whether the publisher keeps the decision from search engines.
    pub(super) is_blocked: bool,
    /// The beginning of the editors' texts about the decision.
    pub(super) text: String,
}

impl<'t> Cluster<'t> {
    pub(super) const COLUMNS: [&'static str; 14] = [
        "id",
        "docket_id",
        "case_name",
        "date_filed",
        "date_filed_is_approximate",
        "date_modified",
        "nature_of_suit",
        "precedential_status",
        "blocked",
        "syllabus",
        "headnotes",
        "summary",
        "posture",
        "headmatter",
    ];

    pub(super) fn read(fields: [Field<'t>; 14], mut text: Excerpt) -> Result<Self, Skip> {
        let [id, docket_id, name, filed, is_approximate, modified, nature_of_suit, status, blocked, of_text @ ..] =
            fields;
        let of_text: [Field<'t>; 5] = of_text;
        of_text.into_iter().try_for_each(|field| field.excerpt(&mut text))?;
        let is_approximate = is_true(&is_approximate.text()?);
        Ok(Self {
            decided: if is_approximate { None } else { filed.text()?.parse().ok() },
            id: id.number()?,
            docket_id: docket_id.number()?,
            name: name.text()?,
            modified: day_of(&modified.text()?),
            nature_of_suit: nature_of_suit.text()?,
            status: status.text()?,
            is_blocked: is_true(&blocked.text()?),
            text: text.finish(),
        })
    }
}

/// A citation of a decision.
pub(super) struct CitationRow {
    pub(super) id: u64,
    pub(super) cluster_id: u64,
    pub(super) rank: u8,
    /// Volume, reporter and page; `None` if one of them is missing.
    pub(super) text: Option<String>,
}

impl CitationRow {
    pub(super) const COLUMNS: [&'static str; 6] = ["id", "cluster_id", "volume", "reporter", "page", "type"];

    pub(super) fn read([id, cluster_id, volume, reporter, page, kind]: [Field<'_>; 6]) -> Result<Self, Skip> {
        let reporter = reporter.text()?;
        Ok(Self {
            id: id.number()?,
            cluster_id: cluster_id.number()?,
            rank: citation::rank(&kind.text()?, &reporter),
            text: citation::text(&volume.text()?, &reporter, &page.text()?),
        })
    }
}

/// A proceeding.
pub(super) struct Docket<'t> {
    pub(super) id: u64,
    pub(super) court_id: Cow<'t, str>,
    pub(super) modified: Cow<'t, str>,
    pub(super) nature_of_suit: Cow<'t, str>,
    pub(super) number: Cow<'t, str>,
}

impl<'t> Docket<'t> {
    pub(super) const COLUMNS: [&'static str; 5] =
        ["id", "court_id", "date_modified", "nature_of_suit", "docket_number"];

    /// Reads a docket if its number is wanted. Most are not.
    pub(super) fn read_wanted(
        [id, court_id, modified, nature_of_suit, number]: [Field<'t>; 5],
        wanted: &NumberFilter,
    ) -> Result<Option<Self>, Skip> {
        let id = id.number()?;
        if !wanted.may_have(id) {
            return Ok(None);
        }
        Ok(Some(Self {
            id,
            court_id: court_id.text()?,
            modified: modified.text()?,
            nature_of_suit: nature_of_suit.text()?,
            number: number.text()?,
        }))
    }
}

impl CourtRow {
    pub(super) const COLUMNS: [&'static str; 5] =
        ["id", "full_name", "jurisdiction", "parent_court_id", "date_modified"];

    pub(super) fn read(fields: [Field<'_>; 5]) -> Result<Self, Skip> {
        let [id, name, code, parent, modified] = fields.map(|field| field.text().map(Cow::into_owned));
        Ok(Self { id: id?, name: name?, code: code?, parent: parent?, modified: modified? })
    }
}

fn is_true(value: &str) -> bool {
    matches!(value, "t" | "true" | "True" | "1")
}
