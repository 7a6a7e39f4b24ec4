/*!
`GET /api/v1/statutes/export` and the like: all records that match, in list order, as they are read from the index.
*/

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use tokio::sync::OwnedSemaphorePermit;

use crate::corpus::Catalogue;
use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::conditional::{NoBody, known};
use crate::http::protocol::content_coding::{ContentCoding, VARY};
use crate::http::protocol::encoder::CodedWriter;
use crate::http::protocol::streamed_body::{BodySender, streamed_body};
use crate::http::request::fields::Fields;
use crate::http::request::list::List;
use crate::http::request::params::Params;
use crate::http::response::csv::CsvWriter;
use crate::http::snapshot::current_snapshot::Builds;
use crate::http::snapshot::snapshot::Build;
use crate::index::{Filter, Index};
use crate::model::{ExportFormat, Parameter};

/// How many exports are made at once.
pub(crate) const MOST_EXPORTS: usize = 4;

/// How many seconds a client that comes when there is no room should wait.
const RETRY_AFTER: u64 = 10;

/// What an export holds.
#[derive(Hash)]
struct Export {
    filter: Filter,
    format: ExportFormat,
    fields: Option<Fields>,
}

/// Answers with an export.
pub(crate) fn export(list: &'static List, builds: &Builds, request: Request) -> Response {
    let (head, _) = request.into_parts();
    let build = builds.current();
    let answer = start(list, builds, &build, &head);
    build.named(answer)
}

fn start(list: &List, builds: &Builds, build: &Arc<Build>, head: &Parts) -> Result<Response, ApiError> {
    let ask = |params: &mut Params<'_>, catalogue: &Catalogue| {
        let filter = (list.filter)(params, catalogue);
        Export { filter, format: params.format(), fields: params.fields(list.resource) }
    };
    let export = build.read(&head.uri, &[list.filters, &[Parameter::Format, Parameter::Fields]], ask)?;
    let export = Export { filter: build.index.canonicalize(export.filter.unranked()), ..export };
    let coding = ContentCoding::wanted_by(&head.headers);
    let etag = build.caching.etag(&(&export, coding));
    if let Some(etag) = known(&head.headers, || etag.clone()) {
        return Ok(build.caching.not_modified(etag));
    }
    let mut response = Response::new(Body::new(NoBody));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, media_type(export.format));
    let disposition = format!("attachment; filename=\"lexdex-{}.{}\"", list.resource, export.format);
    headers
        .insert(header::CONTENT_DISPOSITION, HeaderValue::try_from(disposition).expect("words are a header's value"));
    headers.insert(header::VARY, VARY);
    if coding != ContentCoding::Identity {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
    }
    build.caching.add_headers(&mut response, etag);
    if head.method != Method::HEAD {
        let room = builds.room_for_export().ok_or_else(no_room)?;
        *response.body_mut() = body(Arc::clone(build), export, coding, room, builds.take_timeout());
    }
    Ok(response)
}

fn media_type(format: ExportFormat) -> HeaderValue {
    HeaderValue::from_static(match format {
        ExportFormat::Ndjson => "application/x-ndjson",
        ExportFormat::Csv => "text/csv; charset=utf-8; header=present",
    })
}

fn no_room() -> ApiError {
    let message = format!(
        "{MOST_EXPORTS} exports are under way, and no more are made at once: retry after {RETRY_AFTER} seconds"
    );
    ApiError::new(StatusCode::TOO_MANY_REQUESTS, message)
        .detail("retryAfter", RETRY_AFTER)
        .header(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER))
}

/// The body, which a blocking thread writes. The room is free again when it has ended.
fn body(
    build: Arc<Build>,
    export: Export,
    coding: ContentCoding,
    room: OwnedSemaphorePermit,
    take_timeout: Duration,
) -> Body {
    let (sender, body) = streamed_body(take_timeout);
    tokio::task::spawn_blocking(move || {
        if let Err(error) = write_encoded(&build.index, &export, coding, sender) {
            // The client is gone or too slow, or learns of the error by the aborted body.
            tracing::debug!(%error, "an export ended early");
        }
        drop(room);
    });
    Body::new(body)
}

fn write_encoded(index: &Index, export: &Export, coding: ContentCoding, mut sender: BodySender) -> Result<()> {
    let mut writer = CodedWriter::new(&mut sender, coding)?;
    write(index, export, &mut writer)?;
    writer.finish()?;
    Ok(sender.finish()?)
}

fn write(index: &Index, export: &Export, writer: &mut impl Write) -> Result<()> {
    match export.format {
        ExportFormat::Ndjson => index.for_each(&export.filter, |record| {
            match export.fields {
                None => writer.write_all(record)?,
                Some(fields) => {
                    let mut part = Vec::with_capacity(record.len());
                    fields.push(record, &mut part)?;
                    writer.write_all(&part)?;
                }
            }
            Ok(writer.write_all(b"\n")?)
        }),
        ExportFormat::Csv => {
            let fields = export.fields.unwrap_or(Fields::all(export.filter.resource()));
            let mut csv = CsvWriter::new(writer, fields)?;
            index.for_each(&export.filter, |record| csv.write(record))?;
            csv.finish().map(drop)
        }
    }
}
