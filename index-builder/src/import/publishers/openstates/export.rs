/*!
The rows of the official exports, kept until all files are read: the rows of a bill are in several tables, and the date of
the data is in a README beside them.
*/

use std::collections::HashMap;
use std::iter;

use anyhow::{Context, Result};
use lexdex::model::Date;
use parking_lot::{Mutex, MutexGuard};

use crate::import::engine::partitions::Partitions;
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::input::input_file::InputFile;
use crate::import::input::place;
use crate::import::publishers::openstates::bill::{Draft, leave};
use crate::import::publishers::openstates::row::{Folder, Position, Row, bill_of};
use crate::import::publishers::openstates::source_bill::{Action, SourceBill};
use crate::import::text::iso_date::day_of;
use crate::import::text::json::Text;
use crate::report::skip::{Reason, Skip};

/// Keeps rows by folder and bill.
pub(super) struct Export<'i> {
    session: &'i Session<'i>,
    kept: Mutex<Kept>,
}

struct Kept {
    rows: Partitions,
    facts: Facts,
}

/// Facts about the bills of a folder that are not in their rows.
#[derive(Default)]
struct Facts {
    /// When the data of a folder and those below it was made.
    dates: HashMap<String, Date>,
    /// The classes of organizations by their identifiers.
    classes: HashMap<String, String>,
    /// The places of the tables that have rows, by their units.
    tables: HashMap<u64, String>,
}

impl<'i> Export<'i> {
    pub(super) fn new(session: &'i Session<'_>) -> Self {
        let kept = Kept { rows: session.partitions(), facts: Facts::default() };
        Self { session, kept: Mutex::new(kept) }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock()
    }

    /// Reads the day from a README: `Generated At: 2025-11-01 08:15:30.123456`.
    pub(super) fn read_readme(&self, file: InputFile<'_>) -> Result<(), Skip> {
        let folder = place::parent(file.place).to_owned();
        let text = file.text()?;
        let date = text.lines().find_map(|line| day_of(line.trim().strip_prefix("Generated At:")?.trim()));
        if let Some(date) = date {
            let mut kept = self.kept();
            let newest = kept.facts.dates.entry(folder).or_insert(date);
            *newest = date.max(*newest);
        }
        Ok(())
    }

    /// Notes the class of an organization; of several always the same one is taken, whichever is read first.
    pub(super) fn note_class(&self, id: &str, class: &str) {
        let mut kept = self.kept();
        let known = kept.facts.classes.entry(id.to_owned()).or_default();
        if class > known.as_str() {
            *known = class.to_owned();
        }
    }

    /// The rows of a unit, to be filled and then kept.
    pub(super) fn rows(&self, place: &str, sink: &Sink<'_>) -> Rows {
        Rows {
            unit: sink.file_order(),
            place: place.to_owned(),
            folder: Folder::new(place::parent(place)),
            rows: self.session.partitions(),
            is_empty: true,
            is_table: false,
        }
    }

    /// Keeps rows. Of a unit without any, of which there can be very many, nothing is held.
    pub(super) fn keep(&self, rows: Rows) {
        let Rows { unit, place, rows, is_empty, is_table, .. } = rows;
        if is_empty {
            return;
        }
        let mut kept = self.kept();
        if is_table {
            kept.facts.tables.insert(unit, place);
        }
        kept.rows.absorb(rows);
    }

    /// Gives the records of all that was kept.
    pub(super) fn finish(self) -> Result<()> {
        let Kept { rows, facts } = self.kept.into_inner();
        self.session.join("official export", rows, |sorted, sink| {
            let mut group = Group::new(&facts);
            while let Some((key, value)) = sorted.next_entry().context("cannot read the sorted rows")? {
                if bill_of(key) != group.key {
                    group.end(sink);
                    group.key.clear();
                    group.key.extend_from_slice(bill_of(key));
                }
                let (position, row) = Row::read(key, value).context("cannot read a sorted row")?;
                group.add(position, row, sink);
            }
            group.end(sink);
            Ok(())
        })
    }
}

/// The rows of one unit. Each thread gathers its own, so that none waits for another at every row.
pub(super) struct Rows {
    unit: u64,
    place: String,
    folder: Folder,
    rows: Partitions,
    is_empty: bool,
    is_table: bool,
}

impl Rows {
    /// Adds a row of a table, which is of the bill of this identifier.
    pub(super) fn push(&mut self, id: &str, line: u64, row: &Row<'_>) {
        self.is_table = true;
        self.push_row(id, line, row);
    }

    /// Adds a bill of a file, to which no other row belongs.
    pub(super) fn push_lone(&mut self, number: u64, bill: SourceBill<'_>) {
        let id = format!("{}: {number}", self.place);
        let row = Row::Lone(Box::new(bill), Text(self.place.clone().into()));
        self.push_row(&id, number, &row);
    }

    fn push_row(&mut self, id: &str, number: u64, row: &Row<'_>) {
        self.is_empty = false;
        // Nothing has more lines than the largest number.
        let position = Position { unit: self.unit, number: u32::try_from(number).unwrap_or(u32::MAX) };
        row.push(&self.folder, id, position, &mut self.rows);
    }
}

/// The rows of one bill.
struct Group<'s, 'f> {
    facts: &'f Facts,
    /// The part of the key that the rows share.
    key: Vec<u8>,
    /// Where the bill stood, and what becomes of it; nothing if it is left out.
    bill: Option<(Position, Option<Draft<'s>>)>,
    is_missing: bool,
}

impl<'s, 'f> Group<'s, 'f> {
    fn new(facts: &'f Facts) -> Self {
        Self { facts, key: Vec::new(), bill: None, is_missing: false }
    }

    fn add(&mut self, position: Position, row: Row<'_>, sink: &mut Sink<'s>) {
        match (row, &mut self.bill) {
            (Row::Bill(_), Some(_)) => self.facts.skip(&SAME_BILL, position, sink),
            (Row::Bill(bill), None) => self.begin(position, *bill, sink),
            (Row::Lone(bill, place), _) => self.facts.write_lone(position, *bill, &place, sink),
            (_, None) if self.is_missing => {}
            (_, None) => {
                self.is_missing = true;
                self.facts.skip(&NO_BILL, position, sink);
            }
            (Row::Abstract(text), Some((_, Some(draft)))) => draft.add_abstract(&text),
            (Row::Action(action), Some((_, Some(draft)))) => draft.add_action(&self.facts.with_class(action)),
            (_, Some((_, None))) => {}
        }
    }

    fn begin(&mut self, position: Position, bill: SourceBill<'_>, sink: &mut Sink<'s>) {
        let bill = SourceBill { data_date: self.facts.date(&self.facts.tables[&position.unit]), ..bill };
        let draft = Draft::new(&bill, sink);
        if let Err(skip) = &draft {
            let at = format!("{}, {}", self.facts.go_to(position, sink), bill.identifier);
            leave(&bill, skip, &at, sink);
        }
        self.bill = Some((position, draft.ok()));
    }

    fn end(&mut self, sink: &mut Sink<'s>) {
        if let Some((position, Some(draft))) = self.bill.take() {
            let at = self.facts.go_to(position, sink);
            draft.write(sink, &at);
        }
        self.is_missing = false;
    }
}

impl Facts {
    fn skip(&self, reason: &'static Reason, position: Position, sink: &mut Sink<'_>) {
        let at = self.go_to(position, sink);
        sink.skip(reason, &at);
    }

    /// Goes to a row of a table; where in it it stood, in words.
    fn go_to(&self, Position { unit, number }: Position, sink: &mut Sink<'_>) -> String {
        sink.begin_file(&self.tables[&unit], unit);
        sink.set_position(u64::from(number));
        format!("line {number}")
    }

    fn write_lone(&self, position: Position, bill: SourceBill<'_>, place: &str, sink: &mut Sink<'_>) {
        let Position { unit, number } = position;
        sink.begin_file(place, unit);
        sink.set_position(u64::from(number));
        let bill = SourceBill { data_date: self.date(place), ..bill };
        let at = format!("bill {number}");
        match Draft::new(&bill, sink) {
            Ok(draft) => draft.write(sink, &at),
            Err(skip) => leave(&bill, &skip, &format!("{at}, {}", bill.identifier), sink),
        }
    }

    /// The date of the nearest README beside a file or above it.
    fn date(&self, place: &str) -> Option<Date> {
        let mut folders =
            iter::successors(Some(place::parent(place)), |at| (!at.is_empty()).then(|| place::parent(at)));
        folders.find_map(|at| self.dates.get(at).copied())
    }

    /// An action whose organization is named by its class, where that is known.
    fn with_class<'a>(&'a self, action: Action<'a>) -> Action<'a> {
        match self.classes.get(&*action.organization) {
            Some(class) => Action { organization: class.into(), ..action },
            None => action,
        }
    }
}

static NO_BILL: Reason = Reason {
    name: "no_bill",
    explanation: "Actions or abstracts of a bill that the table of bills beside them does not have; counted once a bill.",
};

static SAME_BILL: Reason = Reason {
    name: "same_bill",
    explanation: "Another row of the same table of bills has the same identifier; the first one is read.",
};
