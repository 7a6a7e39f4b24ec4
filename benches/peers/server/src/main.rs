/*!
Serves the cases of lexdex from SQLite or PostgreSQL, with the same axum, path and bodies, as a team with a database
would. It has one thread, because it runs on one core.

    lexdex-peers LISTEN sqlite FILE
    lexdex-peers LISTEN postgres CONNECTION
*/

#![expect(clippy::disallowed_types, reason = "a team with a database would use axum's Query")]

mod postgres;

mod query;

mod sqlite;

use std::sync::Arc;

use anyhow::{Result, bail};
use axum::Router;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use mimalloc::MiMalloc;
use tokio::net::TcpListener;

use crate::postgres::Postgres;
use crate::query::{Hits, Params};
use crate::sqlite::Sqlite;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

enum Database {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (listen, database) = match arguments[..] {
        [listen, "sqlite", file] => (listen, Database::Sqlite(Sqlite::open(file)?)),
        [listen, "postgres", connection] => (listen, Database::Postgres(Postgres::connect(connection).await?)),
        _ => bail!("usage: lexdex-peers LISTEN sqlite FILE | LISTEN postgres CONNECTION"),
    };
    let router = Router::new().route("/api/v1/cases", get(list_cases)).with_state(Arc::new(database));
    Ok(axum::serve(TcpListener::bind(listen).await?, router).await?)
}

async fn list_cases(
    State(database): State<Arc<Database>>,
    Query(params): Query<Params>,
) -> Result<impl IntoResponse, (StatusCode, String)> {
    let hits = match &*database {
        Database::Sqlite(database) => database.list(&params),
        Database::Postgres(database) => database.list(&params).await,
    };
    let hits = hits.map_err(|error| (StatusCode::INTERNAL_SERVER_ERROR, format!("{error:#}")))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], body(&hits, &params)))
}

/// Formats the body exactly as lexdex does.
fn body(hits: &Hits, params: &Params) -> String {
    let Hits { total, records } = hits;
    let Params { limit, offset, .. } = params;
    let has_more = !records.is_empty() && offset + (records.len() as i64) < *total;
    let records = records.join(",");
    format!(
        r#"{{"data":[{records}],"meta":{{"total":{total},"limit":{limit},"offset":{offset},"hasMore":{has_more}}}}}"#
    )
}
