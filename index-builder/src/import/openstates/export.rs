/*!
What the official exports hold, kept until all is read: the rows of a bill lie in several tables, and when they were
made stands in a README beside them.
*/

use std::collections::HashMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};
use lexdex::model::Date;
use serde::{Deserialize, Serialize};

use super::bill::{Abstract, Action, Draft, SourceBill, leave};
use super::json;
use crate::import::Sink;
use crate::import::input::Unit;
use crate::import::session::Import;
use crate::import::skip::{Reason, Skip};
use crate::import::sort::Sorter;

/// A row of a table, or a bill as a whole.
#[derive(Serialize, Deserialize)]
pub(super) enum Row<'r> {
    Bill(Box<SourceBill<'r>>),
    Abstract(Abstract<'r>),
    Action(Action<'r>),
    Organization(String),
}

impl Row<'_> {
    /// The order in which the rows of one bill are read.
    fn rank(&self) -> u8 {
        match self {
            Self::Bill(_) => 0,
            Self::Abstract(_) => 1,
            Self::Action(_) => 2,
            Self::Organization(_) => 3,
        }
    }
}

/// Keeps rows by folder and bill.
pub(super) struct Export {
    kept: Mutex<Kept>,
}

struct Kept {
    rows: Sorter,
    /// Whether all could be put away; a disk may be full.
    failure: io::Result<()>,
    facts: Facts,
}

/// What is known of the bills of a folder besides their rows.
#[derive(Default)]
struct Facts {
    /// When the data of a folder and those below it was made.
    dates: HashMap<String, Date>,
    /// The classes of organizations by their identifiers.
    classes: HashMap<String, String>,
}

impl Export {
    pub(super) fn new(rows: Sorter) -> Self {
        Self { kept: Mutex::new(Kept { rows, failure: Ok(()), facts: Facts::default() }) }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the day that a README tells: `Generated At: 2025-11-01 08:15:30.123456`.
    pub(super) fn read_readme(&self, unit: Unit<'_>) -> Result<(), Skip> {
        let folder = folder(unit.name).to_owned();
        let text = unit.text()?;
        let date = text.lines().find_map(|line| json::day(line.trim().strip_prefix("Generated At:")?.trim()));
        if let Some(date) = date {
            self.kept().facts.dates.insert(folder, date);
        }
        Ok(())
    }

    /// Keeps a row of a file. `id` is that of the bill (or organization), `at` is where a person finds it.
    pub(super) fn keep(&self, name: &str, id: &str, at: &str, row: &Row<'_>) {
        if let Row::Organization(class) = row {
            self.kept().facts.classes.insert(id.to_owned(), class.clone());
            return;
        }
        let key = format!("{}\0{id}", folder(name));
        let mut value = vec![row.rank()];
        let written = serde_json::to_writer(&mut value, &(at, row)).map_err(io::Error::from);
        let mut kept = self.kept();
        let pushed = written.and_then(|()| kept.rows.push(key.as_bytes(), &value));
        kept.failure = std::mem::replace(&mut kept.failure, Ok(())).and(pushed);
    }

    /// Gives the records of all that was kept.
    pub(super) fn finish(self, import: &Import<'_>) -> Result<()> {
        let Kept { rows, failure, facts } = self.kept.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.context("cannot write the rows sorted so far")?;
        let mut rows = rows.sorted().context("cannot sort the rows")?;
        import.with_sink("official export", |sink| {
            let mut group = Group::new(&facts);
            while let Some((key, value)) = rows.next_entry().context("cannot read the sorted rows")? {
                if key != group.key {
                    group.end(sink);
                    group.key = key.to_vec();
                }
                let (at, row) = serde_json::from_slice(&value[1..]).context("cannot read a sorted row")?;
                group.add(at, row, sink);
            }
            group.end(sink);
            Ok(())
        })
    }
}

/// The rows of one bill.
struct Group<'s, 'f> {
    facts: &'f Facts,
    key: Vec<u8>,
    bill: Option<Pending<'s>>,
    is_missing: bool,
}

/// A bill whose other rows are being read.
struct Pending<'s> {
    at: String,
    bill: Box<SourceBill<'static>>,
    /// Left out if there is none.
    draft: Option<Draft<'s>>,
}

/// How many abstracts of a bill are looked at for a summary.
const MOST_ABSTRACTS: usize = 16;

impl<'s, 'f> Group<'s, 'f> {
    fn new(facts: &'f Facts) -> Self {
        Self { facts, key: Vec::new(), bill: None, is_missing: false }
    }

    fn add(&mut self, at: String, row: Row<'static>, sink: &mut Sink<'s>) {
        match (row, &mut self.bill) {
            (Row::Bill(_), Some(_)) => sink.skip(&SAME_BILL, &at),
            (Row::Bill(bill), None) => self.begin(at, bill, sink),
            (_, None) if self.is_missing => {}
            (_, None) => {
                self.is_missing = true;
                sink.skip(&NO_BILL, &at);
            }
            (Row::Abstract(text), Some(pending)) if pending.bill.abstracts.len() < MOST_ABSTRACTS => {
                pending.bill.abstracts.push(text);
            }
            (Row::Action(action), Some(Pending { draft: Some(draft), .. })) => {
                draft.history.add(&self.facts.with_class(action));
            }
            _ => {}
        }
    }

    fn begin(&mut self, at: String, mut bill: Box<SourceBill<'static>>, sink: &mut Sink<'s>) {
        bill.data_date = bill.data_date.or_else(|| self.facts.date(&self.key));
        let draft = match Draft::of(&bill, sink) {
            Ok(mut draft) => {
                bill.actions.iter().for_each(|action| draft.history.add(action));
                Some(draft)
            }
            Err(skip) => {
                leave(&bill, &skip, &at, sink);
                None
            }
        };
        self.bill = Some(Pending { at, bill, draft });
    }

    fn end(&mut self, sink: &mut Sink<'s>) {
        if let Some(Pending { at, bill, draft: Some(draft) }) = self.bill.take() {
            draft.give(&bill, sink, &at);
        }
        self.bill = None;
        self.is_missing = false;
    }
}

impl Facts {
    /// The date of the nearest README at or above the folder of a key.
    fn date(&self, key: &[u8]) -> Option<Date> {
        let end = key.iter().position(|byte| *byte == 0)?;
        let mut folder_ = std::str::from_utf8(&key[..end]).ok()?;
        loop {
            if let Some(date) = self.dates.get(folder_) {
                return Some(*date);
            }
            if folder_.is_empty() {
                return None;
            }
            folder_ = folder(folder_);
        }
    }

    /// An action whose organization is named by its class, where that is known.
    fn with_class<'a>(&self, action: Action<'a>) -> Action<'a> {
        let class = action.organization.as_deref().and_then(|id| self.classes.get(id));
        match class.cloned() {
            Some(class) => Action { organization: Some(class.into()), ..action },
            None => action,
        }
    }
}

/// The folder or archive in which a file or folder lies.
fn folder(name: &str) -> &str {
    name.rfind(['/', '!']).map_or("", |idx| &name[..idx])
}

static NO_BILL: Reason = Reason {
    name: "no_bill",
    explanation: "Actions or abstracts of a bill that the table of bills beside them does not have; counted once a bill.",
};

static SAME_BILL: Reason = Reason {
    name: "same_bill",
    explanation: "Another row of the same table of bills has the same identifier; the first one is read.",
};
