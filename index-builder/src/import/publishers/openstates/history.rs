/*!
What a bill's actions say of it: how far it has come, and when it was introduced.
*/

use jiff::tz::TimeZone;
use lexdex::model::{BillStatus, Chamber, Date};
use serde::{Deserialize, Serialize};

use crate::import::publishers::openstates::bill::Action;
use crate::import::publishers::openstates::chamber;
use crate::import::publishers::openstates::civil_day::CivilDay;

/// The classes of actions that show how far a bill has come. With none of them, or with no actions, it is where bills
/// begin: in committee, as are those that failed or were withdrawn before a chamber passed them.
const STATUS_TABLE: &[(&str, BillStatus)] = &[
    ("executive-signature", BillStatus::Signed),
    ("became-law", BillStatus::Signed),
    ("passage", BillStatus::PassedChamber),
];

/// The classes of actions with which a bill is introduced, the best first.
const INTRODUCTIONS: [&str; 3] = ["introduction", "filing", "reading-1"];

/// What the classes of an action show, and its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub(super) struct ActionFlags {
    status: BillStatus,
    /// A bit for each of [`INTRODUCTIONS`].
    introductions: u8,
}

impl ActionFlags {
    pub(super) fn of<'c>(description: &str, classes: impl IntoIterator<Item = &'c str>) -> Self {
        let mut flags = Self { status: BillStatus::InCommittee, introductions: u8::from(is_introduction(description)) };
        for class in classes {
            if let Some((_, shown)) = STATUS_TABLE.iter().find(|row| row.0 == class) {
                flags.status = flags.status.max(*shown);
            }
            if let Some(idx) = INTRODUCTIONS.iter().position(|known| *known == class) {
                flags.introductions |= 1 << idx;
            }
        }
        flags
    }
}

/// ActionFlags are a byte in a row, of which a bill has many.
impl From<ActionFlags> for u8 {
    fn from(flags: ActionFlags) -> Self {
        (flags.status as Self) << INTRODUCTIONS.len() | flags.introductions
    }
}

impl TryFrom<u8> for ActionFlags {
    type Error = &'static str;

    fn try_from(byte: u8) -> Result<Self, Self::Error> {
        let status = BillStatus::ALL.get(usize::from(byte >> INTRODUCTIONS.len()));
        let status = *status.ok_or("the byte stands for no status of a bill")?;
        Ok(Self { status, introductions: byte & ((1 << INTRODUCTIONS.len()) - 1) })
    }
}

/// The actions of a bill so far, in any order.
pub(super) struct History {
    chamber: Chamber,
    zone: Option<&'static TimeZone>,
    /// The day of the data: what is dated later is planned and has not happened.
    horizon: Option<Date>,
    /// The year in which the session begins, where its label tells it.
    session_year: Option<u16>,
    status: BillStatus,
    introductions: [Option<CivilDay>; INTRODUCTIONS.len()],
    first: Option<CivilDay>,
    last: Option<CivilDay>,
}

impl History {
    pub(super) fn new(chamber: Chamber, zone: Option<&'static TimeZone>, horizon: Option<Date>, session: &str) -> Self {
        Self {
            chamber,
            zone,
            horizon,
            session_year: session.get(..4).and_then(|year| year.parse().ok()).filter(|year| *year > 1900),
            status: BillStatus::InCommittee,
            introductions: [None; INTRODUCTIONS.len()],
            first: None,
            last: None,
        }
    }

    pub(super) fn add(&mut self, action: &Action<'_>) {
        let day = CivilDay::parse(&action.date, self.zone).map(|day| self.doubt_slip(day));
        let is_planned = day.zip(self.horizon).is_some_and(|(day, horizon)| day.earliest > horizon);
        if is_planned {
            return;
        }
        self.status = self.status.max(action.flags.status);
        if let Some(day) = day {
            self.first = Some(self.first.map_or(day, |first| first.min(day)));
            self.last = Some(self.last.map_or(day, |last| last.max(day)));
            self.note_introduction(action, day);
        }
    }

    /// Holds a day for uncertain that lies a year or more before the session's first year: bills are filed in the months
    /// before a session, and what is earlier is a slip of the pen (2005 for 2025).
    fn doubt_slip(&self, day: CivilDay) -> CivilDay {
        let is_slip = self.session_year.is_some_and(|year| day.earliest.year() + 1 < year);
        CivilDay { is_uncertain: day.is_uncertain || is_slip, ..day }
    }

    /// Notes an introduction, unless it is that into the second chamber.
    fn note_introduction(&mut self, action: &Action<'_>, day: CivilDay) {
        let introductions = action.flags.introductions;
        if introductions == 0 || action.chamber().is_some_and(|chamber| chamber != self.chamber) {
            return;
        }
        for (idx, noted) in self.introductions.iter_mut().enumerate() {
            if introductions & (1 << idx) != 0 {
                *noted = Some(noted.map_or(day, |noted| noted.min(day)));
            }
        }
    }

    pub(super) fn status(&self) -> BillStatus {
        self.status
    }

    /// The day of the introduction; where none is told, of the first action; where that is uncertain, none.
    pub(super) fn introduced(&self) -> Option<Date> {
        self.introductions.into_iter().flatten().next().or(self.first)?.certain()
    }

    /// The day of the last action.
    pub(super) fn last_day(&self) -> Option<Date> {
        self.last.map(|day| day.earliest)
    }
}

/// Whether an action, which may not be classified, says no more than this: `(H) Introduced`.
fn is_introduction(description: &str) -> bool {
    description.strip_prefix("(H) ").or(description.strip_prefix("(S) ")) == Some("Introduced")
}

impl Action<'_> {
    /// The chamber that acted, as far as it is told.
    fn chamber(&self) -> Option<Chamber> {
        chamber::of_class(&self.organization).or_else(|| chamber::of_name(&self.organization))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readme;

    #[test]
    fn the_readme_has_the_same_table() {
        let classes = STATUS_TABLE.iter().map(|(class, status)| (*class, readme::becomes(status)));
        readme::check("class of an action", classes);
    }
}
