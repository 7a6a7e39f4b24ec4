/*!
`CourtListener`'s bulk tables: `courts`, `dockets`, `opinion-clusters` and `citations`, each a CSV file written by
Postgres. A cluster is one decision, and becomes one case. The four tables of a day have all decisions. They are one part,
which is not written if one of them is missing, has no rows or breaks off.

```text
citations ─┐ by cluster              ┌─ dockets
clusters ──┴─> cited clusters ──by docket──> cases of courts
```

The tables do not fit into memory. The fields that are needed are sorted, on disk if necessary, and joined group by
group on all cores. One thread finds the rows of a table, and the others read their fields. Most dockets have no
published decision, so only the dockets of cited clusters are sorted. A Bloom filter of 16 MiB selects them by number,
and lets a few others through.
*/

mod table;

mod field;

mod batch;

mod rows;

mod number_filter;

mod precedence;

mod citation;

mod nature;

mod court;

mod join;

mod release;

mod kind;

use std::collections::HashMap;
use std::io::Read;

use anyhow::Result;
use parking_lot::Mutex;

use self::batch::RowBatch;
use self::court::CourtRow;
use self::field::Field;
use self::join::{Join, Joined};
use self::kind::TableKind;
use self::release::{TableRelease, TableReleases};
use self::rows::{CitationRow, Cluster, Docket};
use self::table::{ColumnIndex, CsvTable};
use crate::import::engine::job_queue::Sender;
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::importer::{FormatOrigin, Importer};
use crate::import::input::claim::{Claim, ClaimRule, Pattern};
use crate::import::input::input_file::InputFile;
use crate::import::input::location;
use crate::import::parts::names::PartRule;
use crate::report::skip::{STRAY, Skip};

/// The importer of `CourtListener`'s tables.
pub(crate) static COURTLISTENER: Importer = Importer {
    name: "courtlistener",
    about: "Decisions by court, docket and citation: the bulk CSV tables of the Free Law Project",
    origin: FormatOrigin::Publisher {
        source: "CourtListener, Free Law Project",
        upstream: "https://www.courtlistener.com/help/api/bulk-data/",
    },
    looks_for: "decisions: the tables opinion-clusters, citations, dockets and courts as .csv",
    parts: PartRule::Format,
    claims: &[ClaimRule::read(Pattern::Extension(&[".csv"])), ClaimRule::companion(Pattern::Test(is_beside_tables))],
    read,
};

/// Reads the tables: first all but the dockets, then the dockets of cited clusters.
fn read(session: &Session<'_>) -> Result<()> {
    let first = FirstPass::new(session);
    session.each_file(|file, sink| first.read(file, sink))?;
    let FirstPass { clusters, releases, docket_tables, .. } = first;
    let docket_tables = docket_tables.into_inner();
    let joined = Joined::new(session, &mut releases.lock());
    let (by_docket, wanted) = join::cite(session, clusters.into_inner(), &joined)?;
    let dockets = Mutex::new(by_docket);
    let claim_dockets = |name: &str| if docket_tables.contains_key(name) { Claim::Read } else { Claim::AnotherPass };
    session.each_file_by(claim_dockets, |file, sink| {
        let release = docket_tables.get(file.name).copied().unwrap_or_default();
        let mut table = CsvTable::open(file.reader)?;
        let rows = TableRows { session, columns: Docket::COLUMNS, all: &dockets };
        let read = rows.read(&mut table, sink, |fields, found| {
            if let Some(docket) = Docket::read_wanted(fields, &wanted)? {
                found.docket(release, &docket);
            }
            Ok(())
        });
        releases.lock().end_table(TableKind::Dockets, read.has_rows, read.end.is_ok());
        read.end
    })?;
    join::decide(session, dockets.into_inner(), &joined)?;
    let releases = releases.into_inner();
    if !releases.has_tables() {
        return Ok(());
    }
    // Without one of the tables, decisions would be lost by the thousand, so the earlier part stays.
    releases.faults().iter().try_for_each(|fault| session.break_off(fault))
}

/// Whether a file is a script or a description that is published beside the tables.
fn is_beside_tables(name: &str) -> bool {
    let file = location::file_name(name);
    file.starts_with("README") || [".sql", ".sh", ".md", ".txt"].iter().any(|ending| file.ends_with(ending))
}

/// The results of the first pass.
struct FirstPass<'i> {
    session: &'i Session<'i>,
    clusters: Mutex<Join>,
    releases: Mutex<TableReleases>,
    docket_tables: Mutex<HashMap<String, TableRelease>>,
}

impl<'i> FirstPass<'i> {
    fn new(session: &'i Session<'_>) -> Self {
        Self {
            session,
            clusters: Mutex::new(Join::new(session)),
            releases: Mutex::default(),
            docket_tables: Mutex::default(),
        }
    }

    fn read(&self, file: InputFile<'_>, sink: &mut Sink<'_>) -> Result<(), Skip> {
        let release = TableRelease::from_name(file.name);
        let mut table = CsvTable::open(file.reader)?;
        let Self { session, clusters, releases, docket_tables } = self;
        let kind = TableKind::from_table(&table);
        releases.lock().add_table(release, kind);
        let read = match kind {
            TableKind::Other if table.has_header() => {
                sink.count_companion();
                return Ok(());
            }
            TableKind::Other => return Err(Skip::new(&STRAY, "it does not begin with the names of columns")),
            TableKind::Dockets => {
                docket_tables.lock().insert(file.name.to_owned(), release);
                return Ok(());
            }
            TableKind::Courts => {
                let rows = TableRows { session, columns: CourtRow::COLUMNS, all: clusters };
                rows.read(&mut table, sink, |fields, _| {
                    releases.lock().add_court(release, CourtRow::read(fields)?);
                    Ok(())
                })
            }
            TableKind::Clusters => {
                let rows = TableRows { session, columns: Cluster::COLUMNS, all: clusters };
                rows.read(&mut table, sink, |fields, found| {
                    found.cluster(release, &Cluster::read(fields, session.excerpt())?);
                    Ok(())
                })
            }
            TableKind::Citations => {
                let rows = TableRows { session, columns: CitationRow::COLUMNS, all: clusters };
                rows.read(&mut table, sink, |fields, found| {
                    found.citation(release, &CitationRow::read(fields)?);
                    Ok(())
                })
            }
        };
        releases.lock().end_table(kind, read.has_rows, read.end.is_ok());
        read.end
    }
}

/// The reading of a table's rows. One thread finds the rows, and others read their fields.
struct TableRows<'r, 's, const N: usize> {
    session: &'r Session<'s>,
    columns: [&'static str; N],
    all: &'r Mutex<Join>,
}

/// The outcome of reading a table.
struct TableRead {
    has_rows: bool,
    /// The error, if the table breaks off.
    end: Result<(), Skip>,
}

impl<const N: usize> TableRows<'_, '_, N> {
    /// Reads the rows. A row that cannot be read is skipped. If the table cannot be read to its end, the rows before the
    /// error are kept.
    fn read(
        &self,
        table: &mut CsvTable<impl Read>,
        sink: &mut Sink<'_>,
        read: impl Fn([Field<'_>; N], &mut Join) -> Result<(), Skip> + Sync,
    ) -> TableRead {
        let columns = self.columns.map(|name| table.column(name));
        self.session.fan_out(
            sink,
            |batches, sink| self.send(table, columns, batches, sink),
            |batches, sink| {
                let mut found = Join::new(self.session);
                for batch in batches {
                    for (line, fields) in RowBatch::rows(&batch) {
                        if let Err(skip) = read(fields.map(|raw| Field { line, raw }), &mut found) {
                            skip_row(&skip, line, sink);
                        }
                    }
                }
                self.all.lock().absorb(found);
            },
        )
    }

    /// Sends the rows of a table in batches.
    fn send(
        &self,
        table: &mut CsvTable<impl Read>,
        columns: [ColumnIndex; N],
        batches: &Sender<'_, RowBatch<N>>,
        sink: &mut Sink<'_>,
    ) -> TableRead {
        let mut batch = RowBatch::new();
        let mut has_rows = false;
        let end = loop {
            let line = table.line();
            match table.next_row() {
                Ok(Some(Ok(row))) => {
                    has_rows = true;
                    batch.push(line, columns.map(|column| row.field(column).raw));
                }
                Ok(Some(Err(skip))) => skip_row(&skip, line, sink),
                Ok(None) => break Ok(()),
                Err(error) => break Err(error.into()),
            }
            if batch.is_full() {
                send(std::mem::replace(&mut batch, RowBatch::new()), batches);
            }
        };
        send(batch, batches);
        sink.set_position(table.line());
        TableRead { has_rows, end }
    }
}

fn skip_row(skip: &Skip, line: u64, sink: &mut Sink<'_>) {
    sink.set_position(line);
    sink.skip(skip.reason, &skip.detail);
}

fn send<const N: usize>(batch: RowBatch<N>, batches: &Sender<'_, RowBatch<N>>) {
    let n_bytes = batch.n_bytes() as u64;
    // Sending fails only if the receivers have panicked, which is reported when they are joined.
    _ = batches.send(batch, n_bytes);
}
