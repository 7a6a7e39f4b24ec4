/*!
The status and the introduction date of a bill, derived from its actions.
*/

use jiff::tz::TimeZone;
use lexdex::model::{BillStatus, Chamber, Date};

use crate::import::publishers::openstates::action_flags::INTRODUCTIONS;
use crate::import::publishers::openstates::chamber;
use crate::import::publishers::openstates::civil_day::CivilDay;
use crate::import::publishers::openstates::source_bill::Action;

/// The actions of a bill so far, in any order.
pub(super) struct History {
    chamber: Chamber,
    zone: Option<&'static TimeZone>,
    /// The day of the data: what is dated later is planned and has not happened.
    horizon: Option<Date>,
    /// The year in which the session begins, if its label begins with a year.
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

    /// The day of the introduction, or of the first action if no introduction is dated. `None` if that day is uncertain.
    pub(super) fn introduced(&self) -> Option<Date> {
        self.introductions.into_iter().flatten().next().or(self.first)?.certain()
    }

    /// The day of the last action.
    pub(super) fn last_day(&self) -> Option<Date> {
        self.last.map(|day| day.earliest)
    }
}

impl Action<'_> {
    /// The chamber that acted, if the source names it.
    fn chamber(&self) -> Option<Chamber> {
        chamber::of_class(&self.organization).or_else(|| chamber::of_name(&self.organization))
    }
}
