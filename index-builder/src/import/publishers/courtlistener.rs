/*!
`CourtListener`'s bulk tables: `courts`, `dockets`, `opinion-clusters` and `citations`, each a CSV file written by
Postgres. A cluster is one decision, and becomes one case.

```text
citations ─┐ by cluster              ┌─ dockets
clusters ──┴─> cited clusters ──by docket──> cases of courts ──by court and citation──> ids
```

The tables do not fit into memory. The fields that are needed are sorted, on disk if necessary, and joined group by
group on all cores. One thread finds the rows of a table, and the others read their fields. Most dockets have no
published decision, so only dockets of cited clusters are sorted. The numbers of these dockets are held in memory, eight
bytes for each cluster.
*/

mod table;

mod field;

mod batch;

mod rows;

mod precedence;

mod citation;

mod nature;

mod court;

mod join;

use std::collections::HashSet;
use std::io::Read;

use anyhow::Result;
use parking_lot::Mutex;

use self::batch::Batch;
use self::court::CourtRow;
use self::field::Field;
use self::join::Join;
use self::rows::{Citation, Cluster, Docket};
use self::table::{Column, Table};
use crate::import::engine::job_queue::Sender;
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::importer::Importer;
use crate::import::input::claim::{Claim, ClaimRule, Pattern};
use crate::import::input::input_file::InputFile;
use crate::import::input::location;
use crate::report::skip::{STRAY, Skip};

/// The importer of `CourtListener`'s tables.
pub(crate) static COURTLISTENER: Importer = Importer {
    name: "courtlistener",
    about: "Decisions by court, docket and citation: the bulk CSV tables of the Free Law Project",
    source: "CourtListener, Free Law Project",
    looks_for: "decisions: the tables opinion-clusters, citations, dockets and courts as .csv",
    claims: &[ClaimRule::read(Pattern::Extension(&[".csv"])), ClaimRule::companion(Pattern::Test(is_beside_tables))],
    upstream: "https://www.courtlistener.com/help/api/bulk-data/",
    read,
};

/// Reads the tables: first all but the dockets, then the dockets of cited clusters.
fn read(session: &Session<'_>) -> Result<()> {
    let first = FirstPass::new(session);
    session.each_file(|file, sink| first.read(file, sink))?;
    let FirstPass { clusters, courts, docket_tables, .. } = first;
    let docket_tables = docket_tables.into_inner();
    let (dockets, wanted) = join::cite(session, clusters.into_inner())?;
    let dockets = Mutex::new(dockets);
    let claim_dockets = |name: &str| if docket_tables.contains(name) { Claim::Read } else { Claim::AnotherPass };
    session.each_file_by(claim_dockets, |file, sink| {
        let mut table = Table::open(file.reader)?;
        read_rows(session, &mut table, Docket::COLUMNS, sink, &dockets, |fields, found| {
            if let Some(docket) = Docket::read_wanted(fields, &wanted)? {
                found.docket(&docket);
            }
            Ok(())
        })
    })?;
    let courts = court::Courts::new(courts.into_inner(), session.catalogue());
    join::decide(session, dockets.into_inner(), &courts)?.write(session, COURTLISTENER.name)
}

/// Whether a file is a script or a description that is published beside the tables.
fn is_beside_tables(name: &str) -> bool {
    let file = location::file_name(name);
    file.starts_with("README") || [".sql", ".sh", ".md", ".txt"].iter().any(|ending| file.ends_with(ending))
}

/// The kind of a table. It is detected by columns that no other kind has.
#[derive(Clone, Copy)]
enum Kind {
    Courts,
    Dockets,
    Clusters,
    Citations,
    /// Another table of `CourtListener`, which is not read.
    Other,
}

impl Kind {
    fn of<R: Read>(table: &Table<R>) -> Self {
        let kinds: [(&[&str], Self); 4] = [
            (&["id", "docket_id", "precedential_status", "case_name"], Self::Clusters),
            (&["cluster_id", "volume", "reporter", "page"], Self::Citations),
            (&["id", "court_id", "docket_number"], Self::Dockets),
            (&["id", "full_name", "jurisdiction", "citation_string"], Self::Courts),
        ];
        kinds.into_iter().find(|(columns, _)| table.has(columns)).map_or(Self::Other, |(_, kind)| kind)
    }
}

/// The results of the first pass.
struct FirstPass<'i> {
    session: &'i Session<'i>,
    clusters: Mutex<Join>,
    courts: Mutex<Vec<CourtRow>>,
    docket_tables: Mutex<HashSet<String>>,
}

impl<'i> FirstPass<'i> {
    fn new(session: &'i Session<'_>) -> Self {
        Self {
            session,
            clusters: Mutex::new(Join::new(session)),
            courts: Mutex::default(),
            docket_tables: Mutex::default(),
        }
    }

    fn read(&self, file: InputFile<'_>, sink: &mut Sink<'_>) -> Result<(), Skip> {
        let mut table = Table::open(file.reader)?;
        let Self { session, clusters, courts, docket_tables } = self;
        match Kind::of(&table) {
            Kind::Other if table.has_header() => sink.count_companion(),
            Kind::Other => return Err(Skip::new(&STRAY, "it does not begin with the names of columns")),
            Kind::Dockets => _ = docket_tables.lock().insert(file.name.to_owned()),
            Kind::Courts => read_rows(session, &mut table, CourtRow::COLUMNS, sink, clusters, |fields, _| {
                courts.lock().push(CourtRow::read(fields)?);
                Ok(())
            })?,
            Kind::Clusters => read_rows(session, &mut table, Cluster::COLUMNS, sink, clusters, |fields, found| {
                found.cluster(&Cluster::read(fields, session.excerpt())?);
                Ok(())
            })?,
            Kind::Citations => read_rows(session, &mut table, Citation::COLUMNS, sink, clusters, |fields, found| {
                found.citation(&Citation::read(fields)?);
                Ok(())
            })?,
        }
        Ok(())
    }
}

/// Reads the rows of a table. This thread finds the rows, and others read their fields. A row that cannot be read is
/// skipped. If the table cannot be read to its end, the rows before the error are kept.
fn read_rows<const N: usize>(
    session: &Session<'_>,
    table: &mut Table<impl Read>,
    columns: [&str; N],
    sink: &mut Sink<'_>,
    all: &Mutex<Join>,
    read: impl Fn([Field<'_>; N], &mut Join) -> Result<(), Skip> + Sync,
) -> Result<(), Skip> {
    let columns = columns.map(|name| table.column(name));
    session.fan_out(
        sink,
        |batches, sink| send_rows(table, columns, batches, sink),
        |batches, sink| {
            let mut found = Join::new(session);
            for batch in batches {
                for (line, fields) in Batch::rows(&batch) {
                    if let Err(skip) = read(fields.map(|raw| Field { line, raw }), &mut found) {
                        skip_row(&skip, line, sink);
                    }
                }
            }
            all.lock().absorb(found);
        },
    )
}

/// Sends the rows of a table in batches.
fn send_rows<const N: usize>(
    table: &mut Table<impl Read>,
    columns: [Column; N],
    batches: &Sender<'_, Batch<N>>,
    sink: &mut Sink<'_>,
) -> Result<(), Skip> {
    let mut batch = Batch::new();
    let end = loop {
        let line = table.line();
        match table.next_row() {
            Ok(Some(Ok(row))) => batch.push(line, columns.map(|column| row.field(column).raw)),
            Ok(Some(Err(skip))) => skip_row(&skip, line, sink),
            Ok(None) => break Ok(()),
            Err(error) => break Err(error.into()),
        }
        if batch.is_full() {
            send(std::mem::replace(&mut batch, Batch::new()), batches);
        }
    };
    send(batch, batches);
    sink.set_position(table.line());
    end
}

fn send<const N: usize>(batch: Batch<N>, batches: &Sender<'_, Batch<N>>) {
    let n_bytes = batch.n_bytes() as u64;
    // Sending fails only if the receivers have panicked, which is reported when they are joined.
    _ = batches.send(batch, n_bytes);
}

fn skip_row(skip: &Skip, line: u64, sink: &mut Sink<'_>) {
    sink.set_position(line);
    sink.skip(skip.reason, &skip.detail);
}
