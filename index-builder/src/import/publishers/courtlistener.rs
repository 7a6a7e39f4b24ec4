/*!
`CourtListener`'s bulk tables: `courts`, `dockets`, `opinion-clusters` and `citations`, each a CSV file written by
Postgres. A cluster is one decision, and becomes one case. The four tables of a day have all decisions, so a decision of
an earlier day that they lack is removed.

```text
citations ─┐ by cluster              ┌─ dockets
clusters ──┴─> cited clusters ──by docket──> cases of courts ──> law::cases
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
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use parking_lot::Mutex;

use self::batch::RowBatch;
use self::court::CourtRow;
use self::field::Field;
use self::join::{Join, Joined, WHOLE};
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
    let (cited, wanted) = join::cite(session, clusters.into_inner(), &joined)?;
    let dockets = Mutex::new(cited.by_docket);
    let claim_dockets = |name: &str| if docket_tables.contains_key(name) { Claim::Read } else { Claim::AnotherPass };
    session.each_file_by(claim_dockets, |file, sink| {
        let release = docket_tables.get(file.name).copied().unwrap_or_default();
        let n_damaged = AtomicU64::new(0);
        let read = CsvTable::open(file.reader).and_then(|mut table| {
            let rows = TableRows { session, columns: Docket::COLUMNS, all: &dockets, n_damaged: &n_damaged };
            rows.read(&mut table, sink, |fields, found| {
                if let Some(docket) = Docket::read_wanted(fields, &wanted)? {
                    found.docket(release, &docket);
                }
                Ok(())
            })
        });
        releases.lock().add_damage(release, n_damaged.into_inner() + u64::from(read.is_err()));
        read
    })?;
    let mut decisions = join::decide(session, dockets.into_inner(), cited.decisions, &joined)?;
    if session.is_snapshot(true) {
        for (date, location) in releases.lock().complete(session.n_damaged()) {
            decisions.complete(WHOLE, date, location);
        }
    }
    decisions.write(session)
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
        let n_damaged = AtomicU64::new(0);
        let read = self.read_table(file, release, &n_damaged, sink);
        self.releases.lock().add_damage(release, n_damaged.into_inner() + u64::from(read.is_err()));
        read
    }

    fn read_table(
        &self,
        file: InputFile<'_>,
        release: TableRelease,
        n_damaged: &AtomicU64,
        sink: &mut Sink<'_>,
    ) -> Result<(), Skip> {
        let mut table = CsvTable::open(file.reader)?;
        let Self { session, clusters, releases, docket_tables } = self;
        let kind = TableKind::from_table(&table);
        releases.lock().add_table(release, kind, file.location);
        match kind {
            TableKind::Other if table.has_header() => sink.count_companion(),
            TableKind::Other => return Err(Skip::new(&STRAY, "it does not begin with the names of columns")),
            TableKind::Dockets => _ = docket_tables.lock().insert(file.name.to_owned(), release),
            TableKind::Courts => {
                let rows = TableRows { session, columns: CourtRow::COLUMNS, all: clusters, n_damaged };
                rows.read(&mut table, sink, |fields, _| {
                    releases.lock().add_court(release, CourtRow::read(fields)?);
                    Ok(())
                })?;
            }
            TableKind::Clusters => {
                let rows = TableRows { session, columns: Cluster::COLUMNS, all: clusters, n_damaged };
                let read = rows.read(&mut table, sink, |fields, found| {
                    found.cluster(release, &Cluster::read(fields, session.excerpt())?);
                    Ok(())
                });
                releases.lock().add_newest(release, clusters.lock().take_newest(release));
                read?;
            }
            TableKind::Citations => {
                let rows = TableRows { session, columns: CitationRow::COLUMNS, all: clusters, n_damaged };
                rows.read(&mut table, sink, |fields, found| {
                    found.citation(release, &CitationRow::read(fields)?);
                    Ok(())
                })?;
            }
        }
        Ok(())
    }
}

/// The reading of a table's rows. One thread finds the rows, and others read their fields.
struct TableRows<'r, 's, const N: usize> {
    session: &'r Session<'s>,
    columns: [&'static str; N],
    all: &'r Mutex<Join>,
    /// The number of rows that cannot be read.
    n_damaged: &'r AtomicU64,
}

impl<const N: usize> TableRows<'_, '_, N> {
    /// Reads the rows. A row that cannot be read is skipped. If the table cannot be read to its end, the rows before the
    /// error are kept.
    fn read(
        &self,
        table: &mut CsvTable<impl Read>,
        sink: &mut Sink<'_>,
        read: impl Fn([Field<'_>; N], &mut Join) -> Result<(), Skip> + Sync,
    ) -> Result<(), Skip> {
        let columns = self.columns.map(|name| table.column(name));
        self.session.fan_out(
            sink,
            |batches, sink| self.send(table, columns, batches, sink),
            |batches, sink| {
                let mut found = Join::new(self.session);
                for batch in batches {
                    for (line, fields) in RowBatch::rows(&batch) {
                        if let Err(skip) = read(fields.map(|raw| Field { line, raw }), &mut found) {
                            self.skip(&skip, line, sink);
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
    ) -> Result<(), Skip> {
        let mut batch = RowBatch::new();
        let end = loop {
            let line = table.line();
            match table.next_row() {
                Ok(Some(Ok(row))) => batch.push(line, columns.map(|column| row.field(column).raw)),
                Ok(Some(Err(skip))) => self.skip(&skip, line, sink),
                Ok(None) => break Ok(()),
                Err(error) => break Err(error.into()),
            }
            if batch.is_full() {
                send(std::mem::replace(&mut batch, RowBatch::new()), batches);
            }
        };
        send(batch, batches);
        sink.set_position(table.line());
        end
    }

    fn skip(&self, skip: &Skip, line: u64, sink: &mut Sink<'_>) {
        self.n_damaged.fetch_add(1, Ordering::Relaxed);
        sink.set_position(line);
        sink.skip(skip.reason, &skip.detail);
    }
}

fn send<const N: usize>(batch: RowBatch<N>, batches: &Sender<'_, RowBatch<N>>) {
    let n_bytes = batch.n_bytes() as u64;
    // Sending fails only if the receivers have panicked, which is reported when they are joined.
    _ = batches.send(batch, n_bytes);
}
