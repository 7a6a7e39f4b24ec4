/*!
A bill of the source, in any layout.
*/

use std::borrow::Cow;

use lexdex_core::model::Date;

use crate::import::publishers::openstates::action_flags::ActionFlags;
use crate::import::text::json::Text;

/// A bill. Missing fields are empty.
pub(super) struct SourceBill<'b> {
    /// The jurisdiction's identifier (`ocd-jurisdiction/country:us/state:wy/government`) or its name.
    pub(super) jurisdiction: Cow<'b, str>,
    pub(super) session: Cow<'b, str>,
    pub(super) identifier: Cow<'b, str>,
    pub(super) title: Cow<'b, str>,
    /// The class of the organization that the bill comes from: `upper`, `lower`, `legislature`.
    pub(super) from: Cow<'b, str>,
    pub(super) classification: Vec<Text<'b>>,
    pub(super) subject: Vec<Text<'b>>,
    pub(super) abstracts: Vec<Abstract<'b>>,
    pub(super) actions: Vec<Action<'b>>,
    /// The day of the data.
    pub(super) data_date: Option<Date>,
}

/// A summary, or another text that a state publishes with its bills.
pub(super) struct Abstract<'b> {
    pub(super) note: Cow<'b, str>,
    pub(super) text: Cow<'b, str>,
}

/// Something that happened to a bill.
pub(super) struct Action<'b> {
    pub(super) flags: ActionFlags,
    pub(super) date: Cow<'b, str>,
    /// The class or the name of the organization that acted.
    pub(super) organization: Cow<'b, str>,
    /// The position of the action in the source's list, which decides between actions of one day.
    pub(super) order: u32,
}
