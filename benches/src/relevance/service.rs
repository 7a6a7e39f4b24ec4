//! Sends requests to the service in process, like an HTTP client.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use lexdex::http::{CurrentSnapshot, ServiceOptions, SnapshotOptions, service};
use lexdex_index::Index;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use tower::ServiceExt;

use crate::relevance::N_RESULTS;
use crate::relevance::questions::Question;

/// The first page of a search.
#[derive(Default)]
pub(super) struct FirstPage {
    /// The number of results on all pages.
    pub(super) total: u64,
    pub(super) ids: Vec<String>,
}

#[derive(Deserialize)]
struct ListBody {
    data: Vec<RecordId>,
    meta: ListMeta,
}

#[derive(Deserialize)]
struct RecordId {
    id: String,
}

#[derive(Deserialize)]
struct ListMeta {
    total: u64,
}

/// Asks every question. A question that the service rejects as invalid counts as finding nothing.
pub(super) fn ask(index: &Arc<Index>, questions: &[Question]) -> Result<Vec<FirstPage>> {
    let current = Arc::new(CurrentSnapshot::new(Arc::clone(index), SnapshotOptions::default()));
    let service = service(current, ServiceOptions::default());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let ask_one = async |question: &Question| -> Result<FirstPage> {
        let encoded = utf8_percent_encode(&question.text, NON_ALPHANUMERIC);
        let target = format!("/api/v1/{}?q={encoded}&limit={N_RESULTS}", question.list);
        let response = service.clone().oneshot(Request::get(target).body(Body::empty())?).await?;
        let status = response.status();
        let body = to_bytes(response.into_body(), usize::MAX).await?;
        match status {
            StatusCode::OK => {
                let body: ListBody = serde_json::from_slice(&body).context("the body is not a page of records")?;
                let ids = body.data.into_iter().map(|record| record.id).collect();
                Ok(FirstPage { total: body.meta.total, ids })
            }
            StatusCode::BAD_REQUEST => {
                eprintln!("refused: \"{}\": {}", question.text, String::from_utf8_lossy(&body));
                Ok(FirstPage::default())
            }
            _ => bail!("the service responds with {status}: {}", String::from_utf8_lossy(&body)),
        }
    };
    runtime.block_on(async {
        let mut pages = Vec::new();
        for question in questions {
            pages.push(ask_one(question).await.with_context(|| format!("cannot search for \"{}\"", question.text))?);
        }
        Ok(pages)
    })
}
