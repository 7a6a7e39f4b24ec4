/*!
The dates of official exports. The bills of an export have none, and a README in the same zip has it.
*/

use std::collections::HashMap;
use std::iter;

use anyhow::Result;
use lexdex_core::model::Date;
use parking_lot::Mutex;

use crate::import::engine::session::Session;
use crate::import::input::location;
use crate::import::text::iso_date::day_of;

/// The date of each folder with a README, which holds for the folder and those below it.
pub(super) struct ExportDates(HashMap<String, Date>);

impl ExportDates {
    /// Reads the READMEs of the inputs, with a line such as `Generated At: 2025-11-01 08:15:30.123456`. The newest date
    /// of a folder counts.
    pub(super) fn read(session: &Session<'_>) -> Result<Self> {
        let dates = Mutex::new(HashMap::new());
        session.prescan(is_readme, |file| {
            let folder = location::parent(file.location).to_owned();
            let date = file.text()?.lines().find_map(|line| day_of(line.trim().strip_prefix("Generated At:")?.trim()));
            if let Some(date) = date {
                let mut dates = dates.lock();
                let newest = dates.entry(folder).or_insert(date);
                *newest = date.max(*newest);
            }
            Ok(())
        })?;
        Ok(Self(dates.into_inner()))
    }

    /// The date of the nearest README beside a file or above it.
    pub(super) fn date(&self, location: &str) -> Option<Date> {
        let mut folders =
            iter::successors(Some(location::parent(location)), |at| (!at.is_empty()).then(|| location::parent(at)));
        folders.find_map(|at| self.0.get(at).copied())
    }
}

/// Whether a file is the README of an export.
pub(super) fn is_readme(name: &str) -> bool {
    location::file_name(name).eq_ignore_ascii_case("readme")
}
