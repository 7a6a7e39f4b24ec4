/*!
The status and the introduction date of a bill, derived from its actions.
*/

use jiff::tz::TimeZone;
use lexdex_core::model::{BillStatus, Chamber, Date};

use crate::import::publishers::openstates::action_flags::{ActionFlags, INTRODUCTIONS};
use crate::import::publishers::openstates::chamber;
use crate::import::publishers::openstates::civil_day::CivilDay;
use crate::import::publishers::openstates::source_bill::Action;

/// The day of an action, and its position in the source's list.
type Moment = (CivilDay, u32);

/// The actions of a bill so far, in any order.
pub(super) struct ActionHistory {
    chamber: Chamber,
    zone: Option<&'static TimeZone>,
    /// The day of the data. Later actions are planned and are ignored.
    data_date: Option<Date>,
    /// The year in which the session begins, if its label begins with a year.
    session_year: Option<u16>,
    status: BillStatus,
    /// Whether a chamber passed the bill.
    has_passed: bool,
    /// The first action of each class in [`INTRODUCTIONS`].
    introductions: [Option<Moment>; INTRODUCTIONS.len()],
    /// The first action by which a chamber passed the bill.
    passage: Option<Moment>,
    /// The first action by which the bill became law.
    enactment: Option<Moment>,
    /// The first day of any action, other than those by which the bill became law.
    first: Option<CivilDay>,
    /// The last day of any action.
    last: Option<CivilDay>,
}

impl ActionHistory {
    /// An empty history of a bill. `zone` is that of the legislature.
    pub(super) fn new(
        chamber: Chamber,
        zone: Option<&'static TimeZone>,
        data_date: Option<Date>,
        session: &str,
    ) -> Self {
        Self {
            chamber,
            zone,
            data_date,
            session_year: session.get(..4).and_then(|year| year.parse().ok()).filter(|year| *year > 1900),
            status: BillStatus::InCommittee,
            has_passed: false,
            introductions: [None; INTRODUCTIONS.len()],
            passage: None,
            enactment: None,
            first: None,
            last: None,
        }
    }

    /// Adds an action.
    pub(super) fn add(&mut self, action: &Action<'_>) {
        let day = CivilDay::parse(&action.date, self.zone);
        let is_planned = day.zip(self.data_date).is_some_and(|(day, data_date)| day.earliest > data_date);
        if is_planned {
            return;
        }
        let ActionFlags { status, is_passage, .. } = action.flags;
        self.status = self.status.max(status);
        self.has_passed |= is_passage;
        if let Some(day) = day {
            let is_mistyped = self.has_mistyped_year(day);
            let day = CivilDay { is_uncertain: day.is_uncertain || is_mistyped, ..day };
            // A bill becomes law last, so an earlier day is mistyped.
            if status != BillStatus::Signed {
                self.first = Some(self.first.map_or(day, |first| first.min(day)));
            }
            self.last = Some(self.last.map_or(day, |last| last.max(day)));
            let moment = (day, action.order);
            self.add_introduction(action, moment);
            let first = match status {
                BillStatus::Signed => &mut self.enactment,
                BillStatus::PassedChamber => &mut self.passage,
                BillStatus::InCommittee => return,
            };
            if !is_mistyped {
                *first = Some(first.map_or(moment, |first| first.min(moment)));
            }
        }
    }

    /// Whether the year of a day is probably mistyped (2005 for 2025): two years or more before the session's first
    /// year. Bills are filed at most some months before a session.
    fn has_mistyped_year(&self, day: CivilDay) -> bool {
        self.session_year.is_some_and(|year| day.earliest.year() + 1 < year)
    }

    /// Adds the day of an introduction into the chamber of origin. An introduction into the second chamber is ignored.
    fn add_introduction(&mut self, action: &Action<'_>, moment: Moment) {
        let introductions = action.flags.introductions;
        if introductions == 0 || action.chamber().is_some_and(|chamber| chamber != self.chamber) {
            return;
        }
        for (idx, first) in self.introductions.iter_mut().enumerate() {
            if introductions & (1 << idx) != 0 {
                *first = Some(first.map_or(moment, |first| first.min(moment)));
            }
        }
    }

    /// The farthest status that an action shows.
    pub(super) fn status(&self) -> BillStatus {
        self.status
    }

    /// The status that the passage shows, whether or not an action says that the bill became law.
    pub(super) fn status_by_passage(&self) -> BillStatus {
        if self.has_passed { BillStatus::PassedChamber } else { BillStatus::InCommittee }
    }

    /// The day of the introduction, or of the first action if no introduction has a date. `None` if that day is
    /// uncertain.
    pub(super) fn introduced(&self) -> Option<Date> {
        let of_origin = self.introductions.into_iter().flatten().find(|moment| !self.is_after_passage(*moment));
        let enactment = self.enactment.map(|(day, _)| day);
        of_origin.map(|(day, _)| day).or(self.first).or(enactment)?.certain()
    }

    /// Whether an introduction is after the first passage, and so into the other chamber, whatever chamber the source
    /// names.
    fn is_after_passage(&self, (day, order): Moment) -> bool {
        // An enactment before every introduction is mistyped.
        let introduced = self.introductions.into_iter().flatten().min();
        let enactment = self.enactment.filter(|enactment| introduced.is_none_or(|introduced| introduced <= *enactment));
        let passage = self.passage.into_iter().chain(enactment).min();
        passage.is_some_and(|passage| (day.earliest, order) > (passage.0.earliest, passage.1))
    }

    pub(super) fn last_day(&self) -> Option<Date> {
        self.last.map(|day| day.earliest)
    }
}

impl Action<'_> {
    /// The chamber that acted, if the source names it.
    fn chamber(&self) -> Option<Chamber> {
        chamber::for_class(&self.organization).or_else(|| chamber::for_name(&self.organization))
    }
}
