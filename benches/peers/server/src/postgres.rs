//! Queries PostgreSQL over its socket, with a few connections and prepared statements.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use tokio::sync::Mutex;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, NoTls, Statement};

use crate::query::{Hits, Params};

const N_CONNECTIONS: usize = 4;

pub(crate) struct Postgres {
    connections: Vec<Connection>,
    next: AtomicUsize,
}

struct Connection {
    client: Client,
    statements: Mutex<HashMap<String, Statement>>,
}

impl Postgres {
    pub(crate) async fn connect(connection: &str) -> Result<Self> {
        let mut connections = Vec::new();
        for _ in 0..N_CONNECTIONS {
            let (client, traffic) = tokio_postgres::connect(connection, NoTls).await?;
            tokio::spawn(traffic);
            connections.push(Connection { client, statements: Mutex::default() });
        }
        Ok(Self { connections, next: AtomicUsize::new(0) })
    }

    pub(crate) async fn list(&self, params: &Params) -> Result<Hits> {
        let turn = self.next.fetch_add(1, Ordering::Relaxed);
        let connection = &self.connections[turn % N_CONNECTIONS];
        let count = connection.prepared(params.count_sql()).await?;
        let page = connection.prepared(params.page_sql()).await?;
        let filters: Vec<&(dyn ToSql + Sync)> =
            params.values().into_iter().map(|value| value as &(dyn ToSql + Sync)).collect();
        let mut values = filters.clone();
        values.extend([&params.limit as &(dyn ToSql + Sync), &params.offset]);
        // Sends both queries before the first response arrives.
        let (total, rows) =
            tokio::try_join!(connection.client.query_one(&count, &filters), connection.client.query(&page, &values))?;
        Ok(Hits { total: total.get(0), records: rows.iter().map(|row| row.get(0)).collect() })
    }
}

impl Connection {
    async fn prepared(&self, sql: String) -> Result<Statement> {
        let mut statements = self.statements.lock().await;
        if let Some(statement) = statements.get(&sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(&sql).await?;
        statements.insert(sql, statement.clone());
        Ok(statement)
    }
}
