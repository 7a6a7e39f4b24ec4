/*!
A bill of the source, in any layout.
*/

use std::borrow::Cow;

use lexdex_core::model::Date;
use serde::{Deserialize, Serialize};

use crate::import::publishers::openstates::action_flags::ActionFlags;
use crate::import::text::json::Text;

/// A bill. Missing fields are empty.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct SourceBill<'b> {
    /// The jurisdiction's identifier (`ocd-jurisdiction/country:us/state:wy/government`) or its name.
    #[serde(borrow)]
    pub(super) jurisdiction: Cow<'b, str>,
    #[serde(borrow)]
    pub(super) session: Cow<'b, str>,
    #[serde(borrow)]
    pub(super) identifier: Cow<'b, str>,
    #[serde(borrow)]
    pub(super) title: Cow<'b, str>,
    /// The class of the organization that the bill comes from: `upper`, `lower`, `legislature`.
    #[serde(borrow)]
    pub(super) from: Cow<'b, str>,
    #[serde(borrow)]
    pub(super) classification: Vec<Text<'b>>,
    #[serde(borrow)]
    pub(super) subject: Vec<Text<'b>>,
    #[serde(borrow)]
    pub(super) abstracts: Vec<Abstract<'b>>,
    #[serde(borrow)]
    pub(super) actions: Vec<Action<'b>>,
    /// The day of the data.
    #[serde(skip)]
    pub(super) data_date: Option<Date>,
}

/// A summary, or another text that a state publishes with its bills.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Abstract<'b> {
    #[serde(borrow)]
    pub(super) note: Cow<'b, str>,
    #[serde(borrow)]
    pub(super) text: Cow<'b, str>,
}

/// Something that happened to a bill.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Action<'b> {
    pub(super) flags: ActionFlags,
    #[serde(borrow)]
    pub(super) date: Cow<'b, str>,
    /// The class or the name of the organization that acted.
    #[serde(borrow)]
    pub(super) organization: Cow<'b, str>,
    /// The position of the action in the source's list, which decides between actions of one day.
    pub(super) order: u32,
}
