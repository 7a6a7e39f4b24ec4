/*!
Collects the rows of the official exports until all files are read, because the rows of a bill are in several tables and
the date of the data is in a README beside them.
*/

use std::collections::HashMap;
use std::iter;

use anyhow::{Context, Result};
use lexdex_core::model::Date;
use parking_lot::{Mutex, MutexGuard};

use crate::import::engine::partitions::Partitions;
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::input::input_file::InputFile;
use crate::import::input::location;
use crate::import::publishers::openstates::bill::{Draft, leave};
use crate::import::publishers::openstates::row::{BillRow, FolderHash, Position, bill_of};
use crate::import::publishers::openstates::source_bill::{Action, SourceBill};
use crate::import::text::iso_date::day_of;
use crate::import::text::json::Text;
use crate::report::skip::{Reason, Skip};

/// The rows of all exports, by folder and bill.
pub(super) struct ExportRows<'i> {
    session: &'i Session<'i>,
    collected: Mutex<Collected>,
}

struct Collected {
    rows: Partitions,
    facts: Facts,
}

/// Data about bills that are not in their rows.
#[derive(Default)]
struct Facts {
    /// The date of the data of a folder and the folders below it.
    dates: HashMap<String, Date>,
    /// The classes of organizations by their identifiers.
    classes: HashMap<String, String>,
    /// The locations of the tables that have rows, by their order in the inputs.
    tables: HashMap<u64, String>,
}

impl<'i> ExportRows<'i> {
    pub(super) fn new(session: &'i Session<'_>) -> Self {
        let collected = Collected { rows: session.partitions(), facts: Facts::default() };
        Self { session, collected: Mutex::new(collected) }
    }

    fn collected(&self) -> MutexGuard<'_, Collected> {
        self.collected.lock()
    }

    /// Reads the day from a README: `Generated At: 2025-11-01 08:15:30.123456`.
    pub(super) fn read_readme(&self, file: InputFile<'_>) -> Result<(), Skip> {
        let folder = location::parent(file.location).to_owned();
        let text = file.text()?;
        let date = text.lines().find_map(|line| day_of(line.trim().strip_prefix("Generated At:")?.trim()));
        if let Some(date) = date {
            let mut collected = self.collected();
            let newest = collected.facts.dates.entry(folder).or_insert(date);
            *newest = date.max(*newest);
        }
        Ok(())
    }

    /// Adds the class of an organization. If it has several, the last in alphabetical order wins, so that the order of
    /// the inputs does not matter.
    pub(super) fn add_class(&self, id: &str, class: &str) {
        let mut collected = self.collected();
        let known = collected.facts.classes.entry(id.to_owned()).or_default();
        if class > known.as_str() {
            *known = class.to_owned();
        }
    }

    /// An empty collection for the rows of the sink's current file. [`Self::add`] takes it back.
    pub(super) fn rows(&self, location: &str, sink: &Sink<'_>) -> ExportFileRows {
        ExportFileRows {
            file_order: sink.file_order(),
            location: location.to_owned(),
            folder: FolderHash::new(location::parent(location)),
            rows: self.session.partitions(),
            is_empty: true,
            is_table: false,
        }
    }

    /// Adds the rows of a file. A file without rows takes no memory, because there can be millions.
    pub(super) fn add(&self, rows: ExportFileRows) {
        let ExportFileRows { file_order, location, rows, is_empty, is_table, .. } = rows;
        if is_empty {
            return;
        }
        let mut collected = self.collected();
        if is_table {
            collected.facts.tables.insert(file_order, location);
        }
        collected.rows.absorb(rows);
    }

    /// Joins the rows, and writes the records.
    pub(super) fn finish(self) -> Result<()> {
        let Collected { rows, facts } = self.collected.into_inner();
        self.session.join("official export", rows, |sorted, sink| {
            let mut group = BillGroup::new(&facts);
            while let Some((key, value)) = sorted.next_entry().context("cannot read the sorted rows")? {
                if bill_of(key) != group.key {
                    group.end(sink);
                    group.key.clear();
                    group.key.extend_from_slice(bill_of(key));
                }
                let (position, row) = BillRow::read(key, value).context("cannot read a sorted row")?;
                group.add(position, row, sink);
            }
            group.end(sink);
            Ok(())
        })
    }
}

/// The rows of one file. They are collected without a lock, and added to the export once.
pub(super) struct ExportFileRows {
    file_order: u64,
    location: String,
    folder: FolderHash,
    rows: Partitions,
    is_empty: bool,
    is_table: bool,
}

impl ExportFileRows {
    /// Adds a row of a table. `id` identifies its bill.
    pub(super) fn push(&mut self, id: &str, line: u64, row: &BillRow<'_>) {
        self.is_table = true;
        self.push_row(id, line, row);
    }

    /// Adds a bill with all its data.
    pub(super) fn push_whole(&mut self, number: u64, bill: SourceBill<'_>) {
        let id = format!("{}: {number}", self.location);
        let row = BillRow::WholeBill(Box::new(bill), Text(self.location.clone().into()));
        self.push_row(&id, number, &row);
    }

    fn push_row(&mut self, id: &str, number: u64, row: &BillRow<'_>) {
        self.is_empty = false;
        // Rows beyond the largest number are reported with that number.
        let position = Position { file_order: self.file_order, number: u32::try_from(number).unwrap_or(u32::MAX) };
        row.push(&self.folder, id, position, &mut self.rows);
    }
}

/// The rows of one bill.
struct BillGroup<'s, 'f> {
    facts: &'f Facts,
    /// The part of the key that the rows share.
    key: Vec<u8>,
    /// The position of the bill's row, and the draft unless the bill was skipped.
    bill: Option<(Position, Option<Draft<'s>>)>,
    /// Whether the bill has no row, which is reported once.
    is_missing: bool,
}

impl<'s, 'f> BillGroup<'s, 'f> {
    fn new(facts: &'f Facts) -> Self {
        Self { facts, key: Vec::new(), bill: None, is_missing: false }
    }

    fn add(&mut self, position: Position, row: BillRow<'_>, sink: &mut Sink<'s>) {
        match (row, &mut self.bill) {
            (BillRow::Bill(_), Some(_)) => self.facts.skip(&SAME_BILL, position, sink),
            (BillRow::Bill(bill), None) => self.begin(position, *bill, sink),
            (BillRow::WholeBill(bill, location), _) => self.facts.write_whole(position, *bill, &location, sink),
            (_, None) if self.is_missing => {}
            (_, None) => {
                self.is_missing = true;
                let at = self.facts.begin_row(position, sink);
                sink.skip_unidentified(&NO_BILL, &at);
            }
            (BillRow::Abstract(text), Some((_, Some(draft)))) => draft.add_abstract(&text),
            (BillRow::Action(action), Some((_, Some(draft)))) => draft.add_action(&self.facts.with_class(action)),
            (_, Some((_, None))) => {}
        }
    }

    fn begin(&mut self, position: Position, bill: SourceBill<'_>, sink: &mut Sink<'s>) {
        let bill = SourceBill { data_date: self.facts.date(&self.facts.tables[&position.file_order]), ..bill };
        let draft = Draft::new(&bill, sink);
        if let Err(skip) = &draft {
            let at = format!("{}, {}", self.facts.begin_row(position, sink), bill.identifier);
            leave(&bill, skip, &at, sink);
        }
        self.bill = Some((position, draft.ok()));
    }

    fn end(&mut self, sink: &mut Sink<'s>) {
        if let Some((position, Some(draft))) = self.bill.take() {
            let at = self.facts.begin_row(position, sink);
            draft.write(sink, &at);
        }
        self.is_missing = false;
    }
}

impl Facts {
    fn skip(&self, reason: &'static Reason, position: Position, sink: &mut Sink<'_>) {
        let at = self.begin_row(position, sink);
        sink.skip(reason, &at);
    }

    /// Sets the sink to a row of a table. Returns the line as text.
    fn begin_row(&self, Position { file_order, number }: Position, sink: &mut Sink<'_>) -> String {
        sink.begin_file(&self.tables[&file_order], file_order);
        sink.set_position(u64::from(number));
        format!("line {number}")
    }

    /// Writes the record of a bill that has all its data.
    fn write_whole(&self, position: Position, bill: SourceBill<'_>, location: &str, sink: &mut Sink<'_>) {
        let Position { file_order, number } = position;
        sink.begin_file(location, file_order);
        sink.set_position(u64::from(number));
        let bill = SourceBill { data_date: self.date(location), ..bill };
        let at = format!("bill {number}");
        match Draft::new(&bill, sink) {
            Ok(draft) => draft.write(sink, &at),
            Err(skip) => leave(&bill, &skip, &format!("{at}, {}", bill.identifier), sink),
        }
    }

    /// The date of the nearest README beside a file or above it.
    fn date(&self, location: &str) -> Option<Date> {
        let mut folders =
            iter::successors(Some(location::parent(location)), |at| (!at.is_empty()).then(|| location::parent(at)));
        folders.find_map(|at| self.dates.get(at).copied())
    }

    /// An action with its organization's identifier replaced by the class, if it is known.
    fn with_class<'a>(&'a self, action: Action<'a>) -> Action<'a> {
        match self.classes.get(&*action.organization) {
            Some(class) => Action { organization: class.into(), ..action },
            None => action,
        }
    }
}

static NO_BILL: Reason = Reason {
    name: "no_bill",
    explanation: "Actions or abstracts of a bill that is not in the table of bills beside them. Counted once for each \
                  bill.",
};

static SAME_BILL: Reason = Reason {
    name: "same_bill",
    explanation: "Another row of the same table of bills has the same identifier. The first row is read.",
};
