/*!
`CourtListener`'s bulk tables: `courts`, `dockets`, `opinion-clusters` and `citations`, each a CSV file as Postgres
writes it. A cluster is one decision, and becomes one case.

```text
citations ─┐ by cluster              ┌─ dockets
clusters ──┴─> cited clusters ──by docket──> cases of courts ──by court and citation──> ids
```

The tables are far larger than the memory. What is needed of their rows is sorted, spilling to disk, and joined group
by group. Of the dockets, most of which are of no published decision, only those are sorted that a cited cluster
names: their numbers are held in memory, eight bytes a cluster.
*/

mod table;

mod rows;

mod precedence;

mod citation;

mod nature;

mod court;

mod join;

use std::collections::HashSet;
use std::io::Read;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Result;

use self::court::CourtRow;
use self::join::Join;
use self::rows::{Citation, Cluster, Docket, FromTable, RowReader};
use self::table::Table;
use super::input::{Choice, Unit};
use super::session::Import;
use super::sink::Sink;
use super::skip::Skip;

/// What the corpus files of the records begin with, and where the records of joined tables are said to stand.
const NAME: &str = "courtlistener";

/// Who publishes the tables.
const SOURCE: &str = "CourtListener, Free Law Project";

/// Reads the tables: first all but the dockets, then of the dockets what the others name.
pub(super) fn read(import: &Import<'_>) -> Result<()> {
    let first = First::new(import);
    import.each_unit(choose, |unit, sink| first.read(unit, sink))?;
    let First { clusters, courts, docket_tables, .. } = first;
    let docket_tables = docket_tables.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (dockets, wanted) = join::cite(import, into_inner(clusters))?;
    let dockets = Mutex::new(dockets);
    let choose_dockets = |name: &str| if docket_tables.contains(name) { Choice::Take } else { Choice::AnotherPass };
    import.each_unit(choose_dockets, |unit, sink| {
        let mut found = Join::new(import);
        let read = read_dockets(unit, &wanted, &mut found, sink);
        lock(&dockets).absorb(found);
        read
    })?;
    let courts = court::Courts::new(into_inner(courts), import.catalogue());
    join::decide(import, into_inner(dockets), &courts)?.give(import, NAME)
}

fn choose(name: &str) -> Choice {
    match Choice::by_extension(name, ".csv") {
        Choice::Stray if is_beside_tables(name) => Choice::Companion,
        choice => choice,
    }
}

/// The scripts and descriptions that lie beside the tables.
fn is_beside_tables(name: &str) -> bool {
    let file = name.rsplit(['/', '!']).next().unwrap_or(name);
    file.starts_with("README") || [".sql", ".sh", ".md", ".txt"].iter().any(|ending| file.ends_with(ending))
}

/// What a table holds, by the columns that no other has.
#[derive(Clone, Copy)]
enum Kind {
    Courts,
    Dockets,
    Clusters,
    Citations,
    /// Another of `CourtListener`'s tables, of which no case is made.
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

/// What the first pass gathers.
struct First<'i> {
    import: &'i Import<'i>,
    clusters: Mutex<Join>,
    courts: Mutex<Vec<CourtRow>>,
    docket_tables: Mutex<HashSet<String>>,
}

impl<'i> First<'i> {
    fn new(import: &'i Import<'_>) -> Self {
        Self {
            import,
            clusters: Mutex::new(Join::new(import)),
            courts: Mutex::default(),
            docket_tables: Mutex::default(),
        }
    }

    fn read(&self, unit: Unit<'_>, sink: &mut Sink<'_>) -> Result<(), Skip> {
        let mut table = Table::open(unit.reader)?;
        match Kind::of(&table) {
            Kind::Other => sink.companion(),
            Kind::Dockets => _ = lock(&self.docket_tables).insert(unit.name.to_owned()),
            Kind::Courts => {
                let mut courts = Vec::new();
                let read = each_row::<CourtRow, _>(&mut table, sink, &mut |court| courts.push(court));
                lock(&self.courts).append(&mut courts);
                read?;
            }
            Kind::Clusters => {
                self.gather(|found| each_row::<Cluster, _>(&mut table, sink, &mut |cluster| found.cluster(&cluster)))?;
            }
            Kind::Citations => {
                self.gather(|found| each_row::<Citation, _>(&mut table, sink, &mut |cite| found.citation(&cite)))?;
            }
        }
        Ok(())
    }

    /// Keeps what was read of a table, even if the table could not be read to its end.
    fn gather(&self, read: impl FnOnce(&mut Join) -> Result<(), Skip>) -> Result<(), Skip> {
        let mut found = Join::new(self.import);
        let read = read(&mut found);
        lock(&self.clusters).absorb(found);
        read
    }
}

fn read_dockets(unit: Unit<'_>, wanted: &[u64], found: &mut Join, sink: &mut Sink<'_>) -> Result<(), Skip> {
    let mut table = Table::open(unit.reader)?;
    let reader = Docket::reader(&table);
    while let Some(row) = table.next_row()? {
        let docket = row.and_then(|row| {
            let is_wanted = wanted.binary_search(&reader.number(&row)?).is_ok();
            if is_wanted { reader.read(&row).map(Some) } else { Ok(None) }
        });
        match docket {
            Ok(Some(docket)) => found.docket(&docket),
            Ok(None) => {}
            Err(skip) => sink.skip(skip.reason, &skip.detail),
        }
    }
    Ok(())
}

/// Reads the rows of a table; one that cannot be read is skipped.
fn each_row<T: FromTable, R: Read>(
    table: &mut Table<R>,
    sink: &mut Sink<'_>,
    take: &mut dyn FnMut(T),
) -> Result<(), Skip> {
    let reader = T::reader(table);
    while let Some(row) = table.next_row()? {
        match row.and_then(|row| reader.read(&row)) {
            Ok(value) => take(value),
            Err(skip) => sink.skip(skip.reason, &skip.detail),
        }
    }
    Ok(())
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn into_inner<T>(shared: Mutex<T>) -> T {
    shared.into_inner().unwrap_or_else(PoisonError::into_inner)
}
