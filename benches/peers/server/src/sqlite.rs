//! Queries SQLite in process, on the serving thread: with one core, another thread would gain nothing.

use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use rusqlite::{Connection, OpenFlags, ToSql};

use crate::query::{Hits, Params};

pub(crate) struct Sqlite {
    connection: Mutex<Connection>,
}

impl Sqlite {
    pub(crate) fn open(file: &str) -> Result<Self> {
        // The file is immutable, so that SQLite takes no locks. The whole file is mapped.
        let uri = format!("file:{file}?immutable=1");
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(uri, flags)?;
        connection.pragma_update(None, "mmap_size", 1_i64 << 34)?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(Self { connection: Mutex::new(connection) })
    }

    pub(crate) fn list(&self, params: &Params) -> Result<Hits> {
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let mut values: Vec<&dyn ToSql> = params.values().into_iter().map(|value| value as &dyn ToSql).collect();
        let total = connection.prepare_cached(&params.count_sql())?.query_row(&values[..], |row| row.get(0))?;
        values.extend([&params.limit as &dyn ToSql, &params.offset]);
        let mut page = connection.prepare_cached(&params.page_sql())?;
        let records = page.query_map(&values[..], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(Hits { total, records })
    }
}
